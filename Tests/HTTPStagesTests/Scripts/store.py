"""An HTTP store on the loopback interface: PUT and DELETE below /store/ change the files in FOLDER/store.

    store.py FOLDER [KEY SECRET REGION]    prints the port, and exits when its standard input ends

If FOLDER/.tls exists, the store uses TLS with FOLDER/certificate.pem, which it creates. With a key it requires S3
signatures, which botocore verifies. Each line of FOLDER/.behaviour is WORD [PATTERN [COUNT]]: the first COUNT requests,
or all, with PATTERN in their path are handled by WORD: a status code, `stall` (neither reads nor answers), `cut` (closes
the connection in the middle of the body), `redirect`, or `later` (503 with Retry-After: 2). FOLDER/.log has a line for
each request: method, path, status, length or `chunked`; FOLDER/.begun has a line when a request begins; FOLDER/.missing
lists files that were missing when a playlist that lists them was stored.
"""

import http.server, os, re, ssl, subprocess, sys, threading, time, urllib.parse

ROOT = os.path.realpath(sys.argv[1])
S3 = sys.argv[2:5]
LOCK = threading.Lock()
COUNTS = {}


def note(name, line):
    with LOCK, open(os.path.join(ROOT, name), "a") as file:
        file.write(line + "\n")


def behaviour(path):
    try:
        lines = open(os.path.join(ROOT, ".behaviour")).read().splitlines()
    except FileNotFoundError:
        return None
    for line in lines:
        word, pattern, count = (line.split() + ["", ""])[:3]
        with LOCK:
            if pattern in path and (not count or COUNTS.get(line, 0) < int(count)):
                COUNTS[line] = COUNTS.get(line, 0) + 1
                return word
    return None


def signature_is_right(handler, body):
    from botocore.auth import S3SigV4Auth
    from botocore.awsrequest import AWSRequest
    from botocore.credentials import Credentials

    given = handler.headers.get("Authorization", "")
    signed = re.search(r"SignedHeaders=([^,]+)", given)
    if not signed:
        return False
    import hashlib

    if handler.headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
        return False
    names = signed.group(1).split(";")
    headers = {name: handler.headers[name] for name in names if name != "host"}
    url = f"http://{handler.headers['Host']}{handler.path}"
    request = AWSRequest(method=handler.command, url=url, headers=headers)
    request.context["timestamp"] = handler.headers["x-amz-date"]
    auth = S3SigV4Auth(Credentials(S3[0], S3[1]), "s3", S3[2])
    canonical = auth.canonical_request(request)
    right = auth.signature(auth.string_to_sign(request, canonical), request)
    return given.endswith("Signature=" + right)


class Store(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            parts = []
            while size := int(self.rfile.readline().strip(), 16):
                part = self.rfile.read(size)
                if len(part) < size:
                    raise ConnectionResetError
                parts.append(part)
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        if len(body) < length:
            raise ConnectionResetError
        return body

    def answer(self, status, text=b"", **fields):
        length = "chunked" if self.headers.get("Transfer-Encoding") else self.headers.get("Content-Length", "-")
        note(".log", f"{self.command} {self.path} {status} {length}")
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def do_PUT(self):
        note(".begun", f"{self.command} {self.path}")
        try:
            self.serve()
        except (ConnectionError, ValueError):
            self.close_connection = True

    do_DELETE = do_GET = do_HEAD = do_PUT

    def serve(self):
        word = behaviour(self.path)
        if word == "stall":
            note(".log", f"{self.command} {self.path} stall -")
            while behaviour(self.path) == "stall":
                time.sleep(0.1)
            self.close_connection = True
            return
        if word == "cut":
            note(".log", f"{self.command} {self.path} cut -")
            self.rfile.read(min(10, int(self.headers.get("Content-Length", 0))))
            self.close_connection = True
            return
        body = self.body()
        if word == "redirect":
            return self.answer(307, Location="http://127.0.0.1:9/elsewhere")
        if word == "later":
            return self.answer(503, Retry_After="2")
        if word == "411" and not self.headers.get("Transfer-Encoding"):
            word = None
        if word:
            return self.answer(int(word), b"<Error><Code>SlowDown</Code><Key>secret</Key></Error>")
        if S3 and not signature_is_right(self, body):
            return self.answer(403, b"<Error><Code>SignatureDoesNotMatch</Code></Error>")
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        place = os.path.realpath(os.path.join(ROOT, path.lstrip("/")))
        if not place.startswith(os.path.join(ROOT, "store") + os.sep):
            return self.answer(400)
        self.change(place, body)

    def change(self, place, body):
        if self.command == "DELETE":
            found = os.path.exists(place)
            if found:
                os.unlink(place)
            return self.answer(204 if found else 404)
        if self.command == "PUT":
            if place.endswith(".m3u8"):
                self.check(place, body.decode())
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with LOCK:
                with open(place + "~", "wb") as file:
                    file.write(body)
                os.rename(place + "~", place)
            return self.answer(201)
        try:
            return self.answer(200, open(place, "rb").read())
        except FileNotFoundError:
            return self.answer(404)

    def check(self, place, text):
        gap = False
        for line in text.splitlines():
            if line == "#EXT-X-GAP":
                gap = True
            names = [line] if line and not line.startswith("#") else []
            if line.startswith(("#EXT-X-PART:", "#EXT-X-MAP:", "#EXT-X-MEDIA:")) and "GAP=YES" not in line:
                names = re.findall(r'URI="([^"]*)"', line)
            for name in names:
                if not gap and not os.path.exists(os.path.join(os.path.dirname(place), urllib.parse.unquote(name))):
                    note(".missing", f"{os.path.relpath(place, ROOT)} names {name}")
            if line and not line.startswith("#"):
                gap = False


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 100


server = Server(("127.0.0.1", 0), Store)
if os.path.exists(os.path.join(ROOT, ".tls")):
    files = [os.path.join(ROOT, name) for name in ("key.pem", "certificate.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=store", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", files[0], "-out", files[1]],
        check=True, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files[1], files[0])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
