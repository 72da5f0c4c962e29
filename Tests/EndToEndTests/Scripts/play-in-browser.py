"""Plays a playlist of a folder in headless Chromium, and prints the page's result as JSON.

    play-in-browser.py FOLDER PLAYLIST SECONDS      exit code 0 if playback ends within this number of seconds
"""

import functools, http.server, json, queue, subprocess, sys, tempfile, threading, urllib.parse

PAGE = """<!doctype html><video muted autoplay playsinline></video><script>
const video = document.querySelector("video")
const tell = (what) => fetch("/result?" + new URLSearchParams({
    what, seconds: video.currentTime, width: video.videoWidth, height: video.videoHeight,
    frames: video.getVideoPlaybackQuality().totalVideoFrames }))
video.onended = () => tell("ended")
video.onerror = () => tell("error: " + video.error.message)
video.playbackRate = 4
video.onplaying = () => { video.playbackRate = 4 }
video.src = new URLSearchParams(location.search).get("playlist")
</script>"""
RESULTS = queue.Queue()


class Pages(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {
        ".m3u8": "application/vnd.apple.mpegurl", ".mp4": "video/mp4", ".m4s": "video/iso.segment", ".ts": "video/mp2t",
        "": "application/octet-stream",
    }

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        if parts.path == "/result":
            RESULTS.put(dict(urllib.parse.parse_qsl(parts.query)))
            return self.answer(b"", "text/plain")
        if parts.path == "/player":
            return self.answer(PAGE.encode(), "text/html")
        try:
            super().do_GET()
        except ConnectionError:
            self.close_connection = True

    def answer(self, body, type):
        self.send_response(200)
        self.send_header("Content-Type", type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            print(f"play-in-browser.py: {sys.exc_info()[1]!r}", file=sys.stderr)


folder, playlist, seconds = sys.argv[1:]
server = Server(("127.0.0.1", 0), functools.partial(Pages, directory=folder))
threading.Thread(target=server.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
    browser = subprocess.Popen(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio"]
        + ["--no-first-run", "--autoplay-policy=no-user-gesture-required", "--disable-background-timer-throttling"]
        + [f"--user-data-dir={profile}"]
        + [f"http://127.0.0.1:{server.server_port}/player?playlist={urllib.parse.quote('/' + playlist)}"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    try:
        result = RESULTS.get(timeout=float(seconds))
    except queue.Empty:
        result = {"what": "nothing within the time"}
    finally:
        browser.terminate()
        browser.wait()
print(json.dumps(result))
sys.exit(result["what"] != "ended")
