"""An HLS server on the loopback address: valid below /good, with one fault below the name of each fault.

    hls-server.py      prints three ports, and exits at the end of its standard input

The second and third port only perform TLS handshakes: up to TLS 1.1, and from TLS 1.2 on.

/FAULT/SITE/movie.m3u8 is a movie, live.m3u8 a live playlist with parts and blocking requests. The live playlist does
not depend on a clock: a request for a future part publishes it.
"""

import email.utils, gzip, http.server, pathlib, re, socket, ssl, subprocess, sys, tempfile, threading, time, warnings
import urllib.parse

PARTS = 2
LOCK = threading.Lock()
# The number of published parts, and of requests for the plain playlist, by site.
EDGES = {}
VISITS = {}


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        words = parts.path.strip("/").split("/")
        self.fault, self.site, name = (words + ["", "", ""])[:3]
        query = urllib.parse.parse_qs(parts.query)
        # Long, so that a busy machine does not appear as a slow server; short for the fault that makes clients wait.
        self.target = 2 if self.fault == "held-for-ever" else 6
        hops = int(query.get("hop", ["0"])[0])
        if self.fault == "redirects" and name == "movie.m3u8" and hops < 3:
            return self.answer(302, b"", {"Location": f"{parts.path}?hop={hops + 1}"})
        if name == "movie.m3u8":
            return self.playlist(self.movie())
        if name == "plain.m3u8":
            return self.plain()
        if name == "live.m3u8":
            return self.live(query)
        if re.fullmatch(r"(init|segment\d+|part\d+)\.(mp4|m4s)", name):
            return self.media(name)
        held = "_HLS_msn" in query
        known = self.fault == ("missing-held-kept" if held else "missing-kept")
        self.answer(404, b"", {"Cache-Control": f"max-age={(5 if held else 2) * self.target}"} if known else {})

    def movie(self):
        lines = ["#EXTM3U", "#EXT-X-VERSION:7", f"#EXT-X-TARGETDURATION:{self.target}", "#EXT-X-PLAYLIST-TYPE:VOD"]
        lines += ["#EXT-X-INDEPENDENT-SEGMENTS", '#EXT-X-MAP:URI="init.mp4"']
        lines += [f"#EXTINF:{self.target}.0,\nsegment{index}.m4s" for index in range(3)] + ["#EXT-X-ENDLIST"]
        return "\n".join(lines) + "\n"

    def plain(self):
        """A live playlist without parts that advances by one segment per request."""
        with LOCK:
            first = VISITS[self.site] = VISITS.get(self.site, 0) + 1
        target = 2 if self.fault == "target-changes" and first > 5 else 1
        lines = ["#EXTM3U", "#EXT-X-VERSION:7", f"#EXT-X-TARGETDURATION:{target}", f"#EXT-X-MEDIA-SEQUENCE:{first}"]
        lines += ["#EXT-X-DISCONTINUITY-SEQUENCE:0", "#EXT-X-INDEPENDENT-SEGMENTS", '#EXT-X-MAP:URI="init.mp4"']
        for index in range(first, first + 8):
            minutes, seconds = divmod(index, 60)
            lines.append(f"#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:{minutes:02}:{seconds:02}.000+00:00")
            lines.append(f"#EXTINF:1.0,\nsegment{index}.m4s")
        self.playlist("\n".join(lines) + "\n")

    def edge(self, least=0):
        """Returns the number of published parts, after publishing at least this many."""
        with LOCK:
            EDGES[self.site] = max(EDGES.get(self.site, 20 * PARTS + 1), least)
            return EDGES[self.site]

    def live(self, query):
        if "_HLS_msn" not in query:
            if "_HLS_part" in query and self.fault != "part-alone":
                return self.answer(400, b"", {})
            return self.playlist(self.window(self.edge()))
        try:
            msn = int(query["_HLS_msn"][0])
        except ValueError:
            return self.playlist(self.window(self.edge())) if self.fault == "malformed" else self.answer(400, b"", {})
        now = self.edge()
        if msn > now // PARTS + 2:
            return self.playlist(self.window(now)) if self.fault == "too-far" else self.answer(400, b"", {})
        part = int(query["_HLS_part"][0]) if "_HLS_part" in query else PARTS - 1
        wanted = msn * PARTS + part + 1
        if self.fault == "held-for-ever" and "_HLS_part" not in query:
            time.sleep(3 * self.target + 1.5)
        if self.fault == "unchanged":
            # Nothing new, although the response implies that the requested part is available.
            return self.playlist(self.window(now))
        if self.fault == "too-early":
            now = max(now + 1, wanted - 1) if wanted > now + 1 else now
            return self.playlist(self.window(now, extra="# new\n"), held=True)
        self.playlist(self.window(self.edge(wanted)), held=True)

    def window(self, count, extra=""):
        whole, first = count // PARTS, max(0, count // PARTS - 6)
        seconds = self.target / PARTS
        lines = ["#EXTM3U", "#EXT-X-VERSION:9", f"#EXT-X-TARGETDURATION:{self.target}", f"#EXT-X-MEDIA-SEQUENCE:{first}"]
        lines += [f"#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK={3 * seconds}"]
        lines += [f"#EXT-X-PART-INF:PART-TARGET={seconds}", '#EXT-X-MAP:URI="init.mp4"']
        for index in range(first, whole + 1):
            for part in range(index * PARTS, min((index + 1) * PARTS, count)):
                if index >= whole - 2:
                    lines.append(f'#EXT-X-PART:DURATION={seconds},URI="part{part}.m4s",INDEPENDENT=YES')
            if index < whole:
                lines.append(f"#EXTINF:{self.target}.0,\nsegment{index}.m4s")
        lines.append(f'#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part{count}.m4s"')
        return "\n".join(lines) + "\n" + extra

    def playlist(self, text, held=False):
        live = "ENDLIST" not in text
        fields = {"Content-Type": "application/vnd.apple.mpegurl", "Cache-Control": "max-age=0"}
        if held:
            fields["Cache-Control"] = f"max-age={6 * self.target}"
        elif not live:
            fields["Cache-Control"] = "max-age=600"
        if self.fault == "old-playlist":
            fields["Last-Modified"] = email.utils.formatdate(time.time() - 60, usegmt=True)
        if self.fault == "playlist-type":
            fields["Content-Type"] = "text/plain"
        if self.fault == "stale" and not held:
            fields["Cache-Control"] = "max-age=60"
        if self.fault == "held-uncached" and held:
            fields["Cache-Control"] = "no-store"
        body = text.encode()
        if "gzip" in self.headers.get("Accept-Encoding", "") and self.fault != "uncompressed":
            body = gzip.compress(body)
            fields["Content-Encoding"] = "gzip"
        self.answer(200, body, fields)

    def media(self, name):
        number = re.search(r"\d+", name)
        if self.fault == "removed-gone" and name.startswith("segment") and int(number[0]) < VISITS.get(self.site, 0):
            return self.answer(404, b"", {})
        # A test may have stored media for a site.
        file = pathlib.Path(tempfile.gettempdir(), f"sluice-media-{self.site}", name)
        body = file.read_bytes() if file.is_file() else b"\0" * 2000
        fields = {"Content-Type": "video/mp4", "Cache-Control": "max-age=31536000, immutable"}
        if self.fault == "segment-type" and name.startswith("segment"):
            fields["Content-Type"] = "application/octet-stream"
        if self.fault == "short-cache":
            fields["Cache-Control"] = "no-cache"
        if self.fault == "endless-segment" and name.startswith("segment"):
            return self.endless(fields)
        isnew = name.startswith("part") and int(number[0]) >= self.edge()
        if isnew:
            self.edge(int(number[0]) + 1)
        if self.fault == "slow-segment" and name == "segment0.m4s":
            time.sleep(self.target / 2 + 0.5)
        self.answer(200, body, fields, trickles=self.fault == "trickle" and isnew)

    def endless(self, fields):
        """Sends zeros until the client has enough."""
        self.close_connection = True
        self.send_response(200)
        for name, value in {**fields, "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"\0" * (1 << 20))
        except OSError:
            pass

    def answer(self, status, body, fields, trickles=False):
        self.send_response(status)
        fields = {"Content-Length": str(len(body)), "Access-Control-Allow-Origin": "*", **fields}
        if self.fault == "no-cors":
            del fields["Access-Control-Allow-Origin"]
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            if trickles:
                for index in range(0, len(body), 200):
                    self.wfile.write(body[index : index + 200])
                    self.wfile.flush()
                    time.sleep(self.target / PARTS / 10)
            else:
                self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True


def shake_hands(context):
    """Accepts TLS handshakes with these settings; returns the port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            connection, _ = listener.accept()
            connection.settimeout(10)
            try:
                context.wrap_socket(connection, server_side=True).close()
            except OSError:
                connection.close()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def encryption(old):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = f"{folder}/key", f"{folder}/certificate"
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
        subprocess.run(command + ["-keyout", key, "-out", certificate], check=True, capture_output=True)
        context.load_cert_chain(certificate, key)
    if old:
        warnings.simplefilter("ignore", DeprecationWarning)
        context.set_ciphers("DEFAULT:@SECLEVEL=0")
        context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    else:
        context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
# In one write, because the reader takes only the data that is available.
print(f"{server.server_port} {shake_hands(encryption(True))} {shake_hands(encryption(False))}", flush=True)
sys.stdin.read()
