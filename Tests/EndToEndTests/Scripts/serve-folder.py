"""Serves a folder over HTTP with byte ranges; prints its port."""

import http.server, os, re, sys

TYPES = {".m3u8": "application/vnd.apple.mpegurl", ".mp4": "video/mp4", ".m4s": "video/iso.segment"}

class Origin(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = self.translate_path(self.path)
        try:
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                first, last, status = 0, size - 1, 200
                asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
                if asked:
                    first, status = int(asked[1]), 206
                    last = min(int(asked[2]), last) if asked[2] else last
                if first >= size > 0:
                    return self.send_error(416)
                file.seek(first)
                body = file.read(last - first + 1)
        except (OSError, ValueError):
            return self.send_error(404)
        self.send_response(status)
        self.send_header("Content-Type", TYPES.get(os.path.splitext(path)[1], "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        if status == 206:
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.end_headers()
        try:
            self.wfile.write(body)
        except ConnectionError:
            self.close_connection = True

    def log_message(self, *arguments):
        pass

os.chdir(sys.argv[1])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Origin)
print(server.server_port, flush=True)
server.serve_forever()
