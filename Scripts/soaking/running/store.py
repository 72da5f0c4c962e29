#!/usr/bin/env python3
"""An HTTP store that accepts PUT and DELETE and logs the digest of every upload: store.py PORT FOLDER LOG MODE.

The file MODE may contain `fail`, for responses with status 503, or `slow`, for a delay before each. Uploads that are not
complete are discarded; complete ones are renamed into place.
"""

import hashlib
import http.server
import json
import os
import pathlib
import sys
import tempfile
import threading
import time

LOCK = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # One packet for header and body.
    wbufsize = 1 << 16
    disable_nagle_algorithm = True
    folder = log = mode = None

    def log_message(self, *_) -> None:
        pass

    def answer(self, status: int, body: bytes = b"", size: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if size is None else size))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def hinders(self) -> bool:
        """Behaves as the mode says. Returns whether the request has failed."""
        try:
            mode = self.mode.read_text()
        except OSError:
            mode = ""
        if mode == "slow":
            time.sleep(0.3)
        if mode == "fail":
            self.close_connection = True
            self.answer(503)
        return mode == "fail"

    def file(self) -> pathlib.Path | None:
        name = self.path.split("?")[0].lstrip("/")
        if not name or any(part in ("", ".", "..") for part in name.split("/")):
            self.answer(400)
            return None
        return self.folder / name

    def body(self) -> bytes | None:
        """Returns the body; None if it is incomplete."""
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            # Without a length, the client ended inside the header.
            size = int(self.headers.get("Content-Length", -1))
            data = self.rfile.read(max(size, 0))
            return data if len(data) == size else None
        blocks = []
        while True:
            line = self.rfile.readline()
            if not line.strip():
                return None
            size = int(line.split(b";")[0], 16)
            block = self.rfile.read(size)
            end = self.rfile.readline()
            if len(block) != size or end != b"\r\n":
                return None
            if size == 0:
                return b"".join(blocks)
            blocks.append(block)

    def note(self, status: int, data: bytes = b"") -> None:
        record = {"time": time.time(), "method": self.command, "path": self.path.lstrip("/"), "status": status,
                  "digest": hashlib.sha256(data).hexdigest(), "size": len(data)}
        with LOCK:
            self.log.write(json.dumps(record) + "\n")
            self.log.flush()

    def do_PUT(self) -> None:
        if self.headers.get("Expect") == "100-continue":
            self.send_response_only(100)
            self.end_headers()
        file, data = self.file(), self.body()
        if file is None:
            return
        if data is None:
            self.close_connection = True
            return
        if self.hinders():
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=".upload-", dir=file.parent)
        with os.fdopen(descriptor, "wb") as temporary:
            temporary.write(data)
        with LOCK:
            status = 204 if file.exists() else 201
            os.rename(name, file)
        self.note(status, data)
        self.answer(status)

    def do_GET(self) -> None:
        if (file := self.file()) is None:
            return
        try:
            data = file.read_bytes()
        except OSError:
            self.answer(404)
            return
        self.answer(200, data, len(data))

    def do_HEAD(self) -> None:
        if not self.hinders():
            self.do_GET()

    def do_DELETE(self) -> None:
        if self.hinders() or (file := self.file()) is None:
            return
        status = 204 if file.exists() else 404
        file.unlink(missing_ok=True)
        self.note(status)
        self.answer(status)


class Store(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_) -> None:
        pass  # of connections that the client closed


def main() -> int:
    port, folder, log, mode = sys.argv[1:5]
    Handler.folder, Handler.mode = pathlib.Path(folder), pathlib.Path(mode)
    Handler.log = open(log, "a", encoding="utf-8")
    with Store(("127.0.0.1", int(port)), Handler) as server:
        print("ready", flush=True)
        server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
