#!/usr/bin/env python3
"""A key server for tests, on a free port of the loopback interface; prints its port, and ends with its input.

  keyserver.py [CERTIFICATE KEY]    with a certificate and its key, over TLS

Keys are derived from KIDs; with FIXED_KEY in the environment, all keys are that one, in hexadecimal digits. The first
component of the path selects the behaviour. POST /speke is a SPEKE 2 server: it parses the request with
Python's parser, adds keys derived from the KIDs, and encrypts them by the openssl program if the request has a certificate.
"""

import base64
import hashlib
import hmac
import http.server
import os
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import xml.etree.ElementTree as tree

CPIX, PSKC = "urn:dashif:org:cpix", "urn:ietf:params:xml:ns:keyprov:pskc"
XENC, DSIG = "http://www.w3.org/2001/04/xmlenc#", "http://www.w3.org/2000/09/xmldsig#"
OAEP, CBC = XENC + "rsa-oaep-mgf1p", XENC + "aes256-cbc"
HMAC = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha512"
counts: dict[str, int] = {}


def key_of(kid: str) -> bytes:
    if fixed := os.environ.get("FIXED_KEY"):
        return bytes.fromhex(fixed)
    return hashlib.md5(("key of " + kid.replace("-", "")).encode()).digest()


def openssl(*arguments: str, data: bytes) -> bytes:
    return subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=True).stdout


def wrapped(certificate: str, secret: bytes) -> bytes:
    lines = "\n".join(certificate[at : at + 64] for at in range(0, len(certificate), 64))
    with tempfile.NamedTemporaryFile("w", suffix=".pem") as file:
        file.write(f"-----BEGIN CERTIFICATE-----\n{lines}\n-----END CERTIFICATE-----\n")
        file.flush()
        options = ["-pkeyopt", "rsa_padding_mode:oaep"]
        return openssl("pkeyutl", "-encrypt", "-certin", "-inkey", file.name, *options, data=secret)


def encrypted_element(parent, name: str, algorithm: str, value: bytes):
    element = tree.SubElement(parent, name)
    tree.SubElement(element, f"{{{XENC}}}EncryptionMethod", Algorithm=algorithm)
    data = tree.SubElement(element, f"{{{XENC}}}CipherData")
    tree.SubElement(data, f"{{{XENC}}}CipherValue").text = base64.b64encode(value).decode()
    return element


def add_keys(root, fault: str) -> None:
    delivery = root.find(f".//{{{CPIX}}}DeliveryData")
    document_key, mac_key = os.urandom(32), os.urandom(64)
    if delivery is not None:
        certificate = delivery.find(f".//{{{DSIG}}}X509Certificate").text
        data = tree.SubElement(tree.SubElement(delivery, f"{{{CPIX}}}DocumentKey", Algorithm=CBC), f"{{{CPIX}}}Data")
        secret = tree.SubElement(data, f"{{{PSKC}}}Secret")
        encrypted_element(secret, f"{{{PSKC}}}EncryptedValue", OAEP, wrapped(certificate, document_key))
        method = tree.SubElement(delivery, f"{{{CPIX}}}MACMethod", Algorithm=HMAC)
        encrypted_element(method, f"{{{CPIX}}}Key", OAEP, wrapped(certificate, mac_key))
    for element in root.findall(f".//{{{CPIX}}}ContentKey"):
        value = key_of(element.get("kid"))
        element.set("explicitIV", base64.b64encode(hashlib.md5(value).digest()).decode())
        secret = tree.SubElement(tree.SubElement(element, f"{{{CPIX}}}Data"), f"{{{PSKC}}}Secret")
        if delivery is None:
            tree.SubElement(secret, f"{{{PSKC}}}PlainValue").text = base64.b64encode(value).decode()
            continue
        vector = os.urandom(16)
        options = ["enc", "-aes-256-cbc", "-K", document_key.hex(), "-iv", vector.hex()]
        cipher = vector + openssl(*options, data=value)
        encrypted_element(secret, f"{{{PSKC}}}EncryptedValue", CBC, cipher)
        code = hmac.new(mac_key, cipher, "sha512").digest()
        if fault == "mac":
            code = bytes([code[0] ^ 1]) + code[1:]
        tree.SubElement(secret, f"{{{PSKC}}}ValueMAC").text = base64.b64encode(code).decode()


def add_systems(root) -> None:
    for system in root.findall(f".//{{{CPIX}}}DRMSystem"):
        kid = system.get("kid")
        body = b"data of " + kid.encode()
        box = (32 + len(body)).to_bytes(4, "big") + b"pssh" + bytes(4) + uuid.UUID(system.get("systemId")).bytes
        box += len(body).to_bytes(4, "big") + body
        for element in system:
            name = element.tag.split("}")[1]
            if name == "PSSH":
                element.text = base64.b64encode(box).decode()
            elif name == "ContentProtectionData":
                inner = f"<cenc:pssh>{base64.b64encode(box).decode()}</cenc:pssh><dashif:Laurl>https://licence.example/</dashif:Laurl>"
                element.text = base64.b64encode(inner.encode()).decode()
            elif name == "SmoothStreamingProtectionHeaderData":
                element.text = base64.b64encode(b"object").decode()
            elif name == "HLSSignalingData":
                tag = "KEY" if element.get("playlist") == "media" else "SESSION-KEY"
                line = f'#EXT-X-{tag}:METHOD=SAMPLE-AES,URI="skd://{tag.lower()}/{kid}",KEYFORMAT="com.example",KEYFORMATVERSIONS="1/2"'
                element.text = base64.b64encode(line.encode()).decode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status: int, body: bytes = b"", fields: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (fields or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        mode, *rest = self.path.split("?")[0].strip("/").split("/")
        counts[self.path] = counts.get(self.path, 0) + 1
        if mode == "raw":
            self.reply(200, key_of(rest[-1]))
        elif mode == "json":
            if self.headers.get("Authorization") != "Bearer opensesame":
                return self.reply(401)
            kid = hashlib.md5("/".join(rest).encode()).hexdigest()
            self.reply(200, f'{{"keys": [{{"kid": "{kid}", "key": "{key_of(kid).hex()}"}}]}}'.encode())
        elif mode == "recovering":
            failing = counts[self.path] <= int(rest[0])
            self.reply(503, b"", {"Retry-After": "0"}) if failing else self.reply(200, key_of(rest[-1]))
        elif mode == "bytes":
            self.reply(200, b"k" * int(rest[0]))
        elif mode == "status":
            self.reply(int(rest[0]))
        elif mode == "redirect":
            self.reply(302, b"", {"Location": "/raw/" + rest[-1]})
        elif mode == "slow":
            self.send_response(200)
            self.end_headers()
            try:
                for _ in range(100):
                    self.wfile.write(b"k")
                    time.sleep(0.2)
            except OSError:
                pass
        else:
            self.reply(404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fault = self.path.strip("/").split("/")[-1]
        if self.headers.get("X-Speke-Version") != "2.0" or fault == "refused":
            return self.reply(422)
        root = tree.fromstring(body)
        assert root.tag == f"{{{CPIX}}}CPIX" and root.get("contentId")
        if fault == "other":
            for element in root.iter():
                if element.get("kid"):
                    element.set("kid", str(uuid.uuid5(uuid.NAMESPACE_URL, element.get("kid"))))
        add_keys(root, fault)
        add_systems(root)
        self.reply(200, tree.tostring(root), {"X-Speke-Version": "2.0", "Content-Type": "application/xml"})


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
