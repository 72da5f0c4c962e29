#!/usr/bin/env python3
"""A key server for tests: key-server.py PORT

GET /N.json is the key file of key period N, whose key identifier is N and whose key consists of the byte N + 16.
"""

import http.server
import json
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self) -> None:
        period = int(self.path.strip("/").removesuffix(".json"))
        key = {"kid": f"{period:032x}", "key": f"{period + 16:02x}" * 16}
        body = json.dumps({"keys": [key]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
