"""Serves the segments of a movie by running ffmpeg for each request, as scripts for packaging just in time do.

    ffmpeg_server.py PORT MOVIE SECONDS

The path of a segment is its number from 0, such as /12.m4s.
"""

import http.server
import re
import subprocess
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        found = re.fullmatch(r"/(\d{1,6})\.m4s", self.path)
        if found is None:
            return self.send_error(404)
        start = str(int(found.group(1)) * self.server.seconds)
        done = subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-ss", start, "-i", self.server.movie, "-t", str(self.server.seconds),
             "-c", "copy", "-output_ts_offset", start, "-movflags", "frag_keyframe+empty_moov+default_base_moof",
             "-f", "mp4", "pipe:1"],
            stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode != 0 or not done.stdout:
            return self.send_error(500)
        self.send_response(200)
        self.send_header("Content-Type", "video/mp4")
        self.send_header("Content-Length", str(len(done.stdout)))
        self.end_headers()
        self.wfile.write(done.stdout)

    def log_message(self, *_) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(sys.argv[1])), Handler)
    server.movie, server.seconds = sys.argv[2], int(sys.argv[3])
    server.serve_forever()
