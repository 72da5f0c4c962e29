"""An HTTP origin on the loopback address that serves folders and, below certain paths, misbehaves.

    origin.py FOLDER [stay]      prints the port; at the end of its standard input it removes the folder and exits,
                                 unless "stay" is given

The first component of each path is the name of a site: a folder in FOLDER. Its file .rate limits each response in bytes
per second; .requests gets a line per request, and .log one per response: path, range, status, bytes sent.
"""

import contextlib, gzip, http.server, os, re, shutil, sys, threading, time, urllib.parse, zlib

ROOT = os.path.realpath(sys.argv[1])
LOCK = threading.Lock()
COUNTS = {}
# The number of concurrent responses, and its maximum, by site.
UNDER_WAY = {}
MOST = {}


def count(key):
    """Returns the number of earlier requests with this key."""
    with LOCK:
        COUNTS[key] = COUNTS.get(key, 0) + 1
        return COUNTS[key] - 1


class Origin(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.sent = 0
        self.status = 0
        try:
            parts = urllib.parse.urlsplit(self.path)
            self.site, *words = parts.path.strip("/").split("/")
            self.root = os.path.realpath(os.path.join(ROOT, self.site))
        except ValueError:
            return self.head(400, Content_Length=0)
        self.rate = int(self.read(".rate") or 0)
        path = self.path.removeprefix("/" + self.site)
        self.note(".requests", path)
        with self.under_way():
            self.serve(parts, words)
        self.note(".log", f"{path} {self.headers.get('Range', '-')} {self.status} {self.sent}")

    @contextlib.contextmanager
    def under_way(self):
        with LOCK:
            UNDER_WAY[self.site] = UNDER_WAY.get(self.site, 0) + 1
            MOST[self.site] = max(MOST.get(self.site, 0), UNDER_WAY[self.site])
        try:
            yield
        finally:
            with LOCK:
                UNDER_WAY[self.site] -= 1

    def serve(self, parts, words):
        try:
            method = getattr(self, "serve_" + (words or [""])[0], None)
            if method:
                method(words[1:], urllib.parse.parse_qs(parts.query))
            else:
                self.serve_file(urllib.parse.unquote("/".join(words)))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        except (ValueError, LookupError):
            # Path components that are missing or of the wrong type.
            if self.status:
                raise
            self.head(400, Content_Length=0)
        except FileNotFoundError:
            self.head(404, Content_Length=0)

    def note(self, name, line):
        """Appends a line to a file of the site, if the site still exists."""
        with LOCK, contextlib.suppress(OSError), open(os.path.join(self.root, name), "a") as file:
            file.write(line + "\n")

    def head(self, status, **fields):
        self.status = status
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()

    def body(self, data):
        step = max(self.rate // 20, 1) if self.rate else 1 << 20
        for begin in range(0, len(data), step):
            piece = data[begin : begin + step]
            self.wfile.write(piece)
            self.sent += len(piece)
            if self.rate:
                time.sleep(0.05)

    def read(self, path):
        """Returns the content of a file; None if it does not exist or its name is invalid."""
        try:
            full = os.path.realpath(os.path.join(self.root, path.lstrip("/")))
            if not full.startswith(ROOT + "/"):
                return None
            with open(full, "rb") as file:
                return file.read()
        except (OSError, ValueError):
            return None

    def existing(self, words):
        """Returns the content of the file at these path components; raises FileNotFoundError if there is none."""
        data = self.read("/".join(words))
        if data is None:
            raise FileNotFoundError
        return data

    def serve_file(self, path, ranges=True, tag="1"):
        data = self.read(path)
        if data is None:
            return self.head(404, Content_Length=0)
        tag = f'"{len(data)}-{tag}"'
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        condition = self.headers.get("If-Range")
        if asked and ranges and condition in (None, tag):
            first = int(asked[1])
            if first >= len(data):
                return self.head(416, Content_Length=0)
            last = min(int(asked[2]), len(data) - 1) if asked[2] else len(data) - 1
            self.head(206, Content_Length=last - first + 1, ETag=tag, Content_Range=f"bytes {first}-{last}/{len(data)}")
            return self.body(data[first : last + 1])
        self.head(200, Content_Length=len(data), ETag=tag)
        self.body(data)

    # Behaviour of valid servers.

    def serve_norange(self, words, query):
        self.serve_file("/".join(words), ranges=False)

    def serve_flaky(self, words, query):
        """Fails the first requests, then serves: /flaky/TIMES/PATH."""
        if count(self.path) < int(words[0]):
            return self.head(503, Content_Length=0)
        self.serve_file("/".join(words[1:]))

    def serve_cut(self, words, query):
        """Aborts each response without a range in the middle."""
        data = self.read("/".join(words))
        if "Range" in self.headers or data is None:
            return self.serve_file("/".join(words))
        self.head(200, Content_Length=len(data), ETag=f'"{len(data)}-1"')
        self.body(data[: len(data) // 2])
        self.close_connection = True

    def serve_changing(self, words, query):
        """Aborts the first response, and serves another version afterwards."""
        data = self.existing(words)
        if count(self.path) > 0:
            return self.serve_file("/".join(words), tag="2")
        self.head(200, Content_Length=len(data), ETag=f'"{len(data)}-1"')
        self.body(b"\0" * (len(data) // 2))
        self.close_connection = True

    def serve_gzip(self, words, query):
        data = gzip.compress(self.existing(words))
        self.head(200, Content_Length=len(data), Content_Encoding="gzip")
        self.body(data)

    def serve_private(self, words, query):
        """Requires a bearer token."""
        if self.headers.get("Authorization") != "Bearer opensesame":
            return self.head(401, Content_Length=0)
        self.serve_file("/".join(words))

    def serve_nostore(self, words, query):
        data = self.existing(words)
        self.head(200, Content_Length=len(data), Cache_Control="private, no-store")
        self.body(data)

    def serve_event(self, words, query):
        """An EVENT playlist with one more segment per request, up to a number: /event/COUNT/NAME."""
        total, shown = int(words[0]), min(count(self.path) + 1, int(words[0]))
        lines = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:1", "#EXT-X-PLAYLIST-TYPE:EVENT"]
        lines += [f"#EXTINF:1.0,\n/{self.site}/segment-{index}.ts" for index in range(shown)]
        lines += ["#EXT-X-ENDLIST"] if shown == total else []
        self.text("\n".join(lines) + "\n")

    def serve_live(self, words, query):
        """A live playlist of three segments that advances by one or STEP segments per request: /live/STEP."""
        first = count(self.path) * int(words[0] if words else 1)
        lines = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:1", f"#EXT-X-MEDIA-SEQUENCE:{first}"]
        lines += [f"#EXTINF:1.0,\n/{self.site}/any/{index}.ts" for index in range(first, first + 3)]
        self.text("\n".join(lines) + "\n")

    def serve_any(self, words, query):
        """A segment with an arbitrary name."""
        self.text(words[0] * 100)

    def serve_most(self, words, query):
        """The maximum number of concurrent responses of this site, including this one."""
        self.text(str(MOST[self.site]))

    def text(self, text):
        data = text.encode()
        self.head(200, Content_Length=len(data))
        self.body(data)

    # Behaviour of invalid servers.

    def serve_short(self, words, query):
        """Declares twice the length that it sends."""
        data = self.existing(words)
        self.head(200, Content_Length=2 * len(data))
        self.body(data)
        self.close_connection = True

    def serve_long(self, words, query):
        """Sends twice the length that it declares."""
        data = self.existing(words)
        self.head(200, Content_Length=len(data))
        self.body(data + data)
        self.close_connection = True

    def serve_huge(self, words, query):
        """Declares a length greater than any disk."""
        self.head(200, Content_Length=1 << 60)
        self.endless(b"\0" * 65536)

    def serve_otherrange(self, words, query):
        """Returns another range than requested."""
        self.head(206, Content_Length=4, Content_Range="bytes 3-6/10")
        self.body(b"abcd")

    def serve_loop(self, words, query):
        self.head(302, Location=f"/{self.site}/loop/{count(self.site)}", Content_Length=0)

    def serve_to(self, words, query):
        """Redirects to the URL in the query."""
        self.head(302, Location=query["url"][0], Content_Length=0)

    def serve_slow(self, words, query):
        """Sends single bytes slowly, without end."""
        self.head(200, Content_Length=1 << 20)
        while True:
            self.wfile.write(b"#")
            time.sleep(0.2)

    def serve_silent(self, words, query):
        """Never responds."""
        while self.connection.recv(1):
            pass

    def serve_drip(self, words, query):
        """Sends an endless header slowly, byte by byte."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
        while True:
            self.wfile.write(b"x")
            time.sleep(0.2)

    def serve_header(self, words, query):
        """Sends endless headers at full speed."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        self.endless(b"X-More: " + b"x" * 1000 + b"\r\n")

    def serve_line(self, words, query):
        """Sends a playlist with an endless line."""
        self.head(200, Transfer_Encoding="chunked")
        self.wfile.write(b"8\r\n#EXTM3U\n\r\n")
        self.endless(b"10000\r\n" + b"a" * 65536 + b"\r\n")

    def serve_tags(self, words, query):
        """Sends a playlist with endless segments."""
        self.head(200, Transfer_Encoding="chunked")
        text = b"#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
        self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text))
        text = b"#EXTINF:1,\na.ts\n" * 4096
        self.endless(b"%x\r\n%s\r\n" % (len(text), text))

    def serve_bomb(self, words, query):
        """Sends a gzip bomb: a playlist with billions of line feeds."""
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        data = packer.compress(b"#EXTM3U\n" + b"\n" * (1 << 20))
        self.head(200, Content_Encoding="gzip", Connection="close")
        self.wfile.write(data)
        while True:
            self.wfile.write(packer.compress(b"\n" * (8 << 20)))

    def endless(self, piece):
        while True:
            self.wfile.write(piece)
            self.sent += len(piece)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, address):
        """Ignores disconnected clients and prints other errors in one line."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            print(f"origin.py: {sys.exc_info()[1]!r}", file=sys.stderr)


server = Server(("127.0.0.1", 0), Origin)
# The same port on another address, for pages with references to servers that are not allowed.
threading.Thread(target=Server(("127.0.0.2", server.server_port), Origin).serve_forever, daemon=True).start()
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
if sys.argv[2:] == ["stay"]:
    threading.Event().wait()
sys.stdin.read()
# Reached even if the tests were killed.
shutil.rmtree(ROOT, ignore_errors=True)
