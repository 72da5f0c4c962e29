"""A server of the files in FOLDER with range requests: prints its port, and exits when its standard input ends.

FOLDER/.requests gets a line `path first last status` for each request. The entity tag of a file is its content's digest.
Below /whole/ ranges are ignored, below /huge/ files have a false size, and below /long/ responses have bytes after the range.
"""

import hashlib, http.server, os, re, sys, threading

ROOT = sys.argv[1]
LOCK = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = ROOT + self.path
        if self.path.startswith("/redirect/"):
            return self.answer(302, Location="http://169.254.169.254/latest/meta-data/")
        if not os.path.isfile(path):
            return self.answer(404)
        data = open(path, "rb").read()
        if self.path.startswith("/whole/"):
            return self.answer(200, data)
        tag = '"%s"' % hashlib.md5(data).hexdigest()
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        status = 206 if asked and self.headers.get("If-Range", tag) == tag else 200
        with LOCK, open(ROOT + "/.requests", "a") as log:
            log.write(" ".join([self.path, *(asked.groups() if asked else "--"), str(status)]) + "\n")
        if status == 200:
            return self.answer(200, data, ETag=tag)
        first, last = int(asked[1]), min(int(asked[2]), len(data) - 1)
        size = 1 << 62 if self.path.startswith("/huge/") else len(data)
        extra = b"more" if self.path.startswith("/long/") else b""
        self.answer(206, data[first : last + 1] + extra, ETag=tag, Content_Range=f"bytes {first}-{last}/{size}")


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
