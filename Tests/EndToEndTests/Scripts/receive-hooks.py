"""Receives hooks and writes a JSON line per call to a file: receive-hooks.py FILE SECRET.

Prints the port. A call whose signature is wrong is answered with 401; calls of /hang are never answered.
"""

import hashlib
import hmac
import http.server
import json
import sys
import threading
import time

path, secret = sys.argv[1], sys.argv[2].encode()
lock = threading.Lock()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        fields = dict(part.split("=", 1) for part in self.headers.get("Sluice-Signature", "t=0,v1=").split(","))
        digits = hmac.new(secret, fields["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
        is_valid = hmac.compare_digest(digits, fields["v1"]) and abs(time.time() - int(fields["t"])) < 300
        event = json.loads(body)
        with lock, open(path, "a") as file:
            print(json.dumps({"path": self.path, "isValid": is_valid, "id": event["id"], "type": event["type"],
                              "source": event["source"]}), file=file)
        if self.path == "/hang":
            time.sleep(600)
        self.send_response(200 if is_valid else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
