"""Kills a live run again and again, and remembers every byte that its sinks have published.

Usage: kill-runs.py SLUICE FOLDER KILLS SINKS [parts] [cenc] [delays=LIST]

SINKS is a list of folder, origin and store, joined by '+'. LIST is the value of SLUICE_DELAYS for alter-calls.c, whose
library is FOLDER/delays.so. Sinks share one space of names. Prints each violation: a URL with two contents, a media
sequence number that decreases or has two segments, a listed file that is missing, a vector that is used twice. Ends
with a summary.
"""

import hashlib, http.client, http.server, json, os, random, re, signal, socket, struct, subprocess, sys, threading, time

sluice, folder, kills, sinks = sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3]), sys.argv[4].split("+")
options = sys.argv[5:]
hasParts, isEncrypted = "parts" in options, "cenc" in options
delays = next((option[7:] for option in options if option.startswith("delays=")), "")
output = os.path.join(folder, "out")
violations, lock = [], threading.RLock()
contents = {}  # The digest of each path.
listed = {}  # The URI of each media sequence number, by playlist.
vectors = {}  # The path of each vector.
newest = {}  # The newest media sequence of each playlist of each sink.
counts = {"files": 0, "playlists": 0, "hints": 0, "missing hints": 0}


def violate(text):
    with lock:
        violations.append(text)
    print(text, flush=True)


def record(path, data, sink):
    digest = hashlib.sha256(data).hexdigest()
    with lock:
        counts["files"] += 1
        if contents.setdefault(path, (digest, sink))[0] != digest:
            violate(f"{path}: {sink} has another content than {contents[path][1]}")
    if isEncrypted and (not hasParts or re.search(r"\.\d+\.m4s$", path)):
        record_vectors(path, data)


def record_vectors(path, data):
    position = data.find(b"senc")
    while position >= 0:
        flags, count = struct.unpack(">II", data[position + 4 : position + 12])
        place = position + 12
        for _ in range(count):
            vector = (path.split("/")[0], data[place : place + 8])
            place += 8
            if flags & 2:
                place += 2 + 6 * struct.unpack(">H", data[place : place + 2])[0]
            with lock:
                if vectors.setdefault(vector, path) != path:
                    violate(f"{path}: repeats a vector of {vectors[vector]}")
        position = data.find(b"senc", place)


class Playlist:
    def __init__(self, path, text):
        self.parent = path[: path.rindex("/") + 1] if "/" in path else ""
        self.files, self.segments, self.hints, isGap, sequence = [], [], [], False, 0
        for line in text.splitlines():
            uri = re.search(r'[:,]URI="([^"]*)"', line)
            if line.startswith("#EXT-X-MEDIA-SEQUENCE:"):
                sequence = int(line.split(":")[1])
            elif line.startswith("#EXT-X-GAP"):
                isGap = True
            elif line.startswith("#EXT-X-MAP:") or line.startswith("#EXT-X-PART:") and "GAP=YES" not in line:
                self.files.append(self.parent + uri[1])
            elif line.startswith("#EXT-X-PRELOAD-HINT:"):
                self.hints.append(self.parent + uri[1])
            elif line and not line.startswith("#"):
                self.segments.append((line, isGap))
                if not isGap:
                    self.files.append(self.parent + line)
                isGap = False
        self.sequence = sequence


def check(path, text, sink):
    playlist = Playlist(path, text)
    with lock:
        counts["playlists"] += 1
        end = playlist.sequence + len(playlist.segments)
        before = newest.get((sink, path), (0, 0))
        if playlist.sequence < before[0] or end < before[1]:
            violate(f"{path}: {sink} goes from {before} back to {(playlist.sequence, end)}")
        newest[sink, path] = (playlist.sequence, end)
        if path.endswith("playlist.m3u8"):
            for index, (uri, isGap) in enumerate(playlist.segments):
                known = listed.setdefault((path, playlist.sequence + index), (uri, sink))
                if known[0] != uri:
                    violate(f"{path}: {sink} lists {uri} as {playlist.sequence + index}, {known[1]} listed {known[0]}")
    return playlist


class Store(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    files, playlists = {}, {}

    def log_message(self, *_):
        pass

    def path_in_store(self):
        return self.path.split("?")[0].removeprefix("/live/")

    def do_PUT(self):
        data = b""
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                data += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            # A killed run leaves an incomplete request, which stores discard.
            if len(data) < int(self.headers["Content-Length"]):
                self.close_connection = True
                return
        path = self.path_in_store()
        with lock:
            if path.endswith(".m3u8"):
                if "/" in path:
                    playlist = check(path, data.decode(), "store")
                    for file in playlist.files:
                        if file not in self.files:
                            violate(f"{path}: store lists {file}, which it does not have")
                    self.playlists[path] = playlist
            else:
                record(path, data, "store")
            self.files[path] = len(data)
        self.answer(201)

    def do_HEAD(self):
        size = self.files.get(self.path_in_store())
        self.send_response(404 if size is None else 200)
        self.send_header("Content-Length", str(size or 0))
        self.end_headers()

    def do_DELETE(self):
        path = self.path_in_store()
        with lock:
            for name, playlist in self.playlists.items():
                if path in playlist.files:
                    violate(f"{name}: store lists {path}, which the run deletes")
            self.files.pop(path, None)
            self.playlists.pop(path, None)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


port, store = free_port(), Server(("127.0.0.1", 0), Store)
threading.Thread(target=store.serve_forever, daemon=True).start()


def write_pipeline():
    part = ", part: 100ms" if hasParts else ""
    source = "encrypted" if isEncrypted else "segments"
    stages = f"""
pipeline: kills
stages:
  picture: {{ use: test.video, with: {{ size: 160x90, rate: 20, live: true }} }}
  tone: {{ use: test.audio, with: {{ rate: 48000, channels: 1, live: true }} }}
  keyframes: {{ use: keyframe.force, from: picture, with: {{ interval: 500ms }} }}
  video: {{ use: video.encode, from: keyframes, with: {{ bitrate: 200kbps, tune: zerolatency }} }}
  audio: {{ use: audio.encode, from: tone, with: {{ bitrate: 64kbps }} }}
  segments: {{ use: fmp4.segment, from: [video, audio], with: {{ profile: cmaf, interval: 500ms{part} }} }}
"""
    if isEncrypted:
        with open(os.path.join(folder, "keys.json"), "w", opener=lambda *a: os.open(*a, mode=0o600)) as file:
            json.dump({"keys": [{"kid": "%032x" % 1, "key": "a1" * 16}]}, file)
        stages += "  encrypted:\n    use: fmp4.encrypt\n    from: segments\n"
        stages += "    with: { method: cenc, keys: { file: keys.json }, systems: [common, clearkey] }\n"
    options = "type: live, window: 6, target-duration: 1s"
    stages += f"  playlists: {{ use: hls.playlist, from: {source}, with: {{ {options} }} }}\n"
    if "folder" in sinks:
        stages += f"  folder: {{ use: file.folder, from: playlists, with: {{ path: '{output}' }} }}\n"
    if "origin" in sinks:
        stages += f"  origin: {{ use: http.origin, from: playlists, with: {{ listen: '127.0.0.1:{port}' }} }}\n"
    if "store" in sinks:
        url = f"http://127.0.0.1:{store.server_port}/live/"
        stages += f"  store: {{ use: http.push, from: playlists, with: {{ url: '{url}' }} }}\n"
    with open(os.path.join(folder, "kills.yaml"), "w") as file:
        file.write(stages)


class Watch(threading.Thread):
    """Reads one rendition from the origin during a run, every file once."""

    def __init__(self, rendition, run):
        super().__init__(daemon=True)
        self.path, self.run_process, self.seen, self.hints = f"{rendition}/playlist.m3u8", run, set(), set()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        while self.run_process.poll() is None:
            try:
                self.look(connection)
            except (OSError, http.client.HTTPException):
                connection.close()
            time.sleep(0.02)

    def get(self, connection, path):
        connection.request("GET", "/live/" + path)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def look(self, connection):
        status, data = self.get(connection, self.path)
        if status != 200:
            return
        playlist = check(self.path, data.decode(), "origin")
        for path in [path for path in playlist.files if path not in self.seen] + playlist.hints:
            isHint = path in playlist.hints
            if path in self.seen:
                continue
            status, data = self.get(connection, path)
            with lock:
                counts["hints"] += isHint
            if status == 200:
                self.seen.add(path)
                record(path, data, "origin")
            elif isHint:
                with lock:
                    counts["missing hints"] += 1
            elif path in Playlist(self.path, self.get(connection, self.path)[1].decode()).files:
                violate(f"{path}: origin lists it and answers {status}")


def look_in_folder(seen):
    for rendition in ["video", "audio"]:
        for name in ["playlist.m3u8", "iframes.m3u8"]:
            path = f"{rendition}/{name}"
            try:
                with open(os.path.join(output, path)) as file:
                    text = file.read()
            except FileNotFoundError:
                continue
            for file in check(path, text, "folder").files:
                if file in seen:
                    continue
                try:
                    with open(os.path.join(output, file), "rb") as content:
                        record(file, content.read(), "folder")
                    seen.add(file)
                except FileNotFoundError:
                    if not os.path.exists(os.path.join(output, path)) or open(os.path.join(output, path)).read() == text:
                        violate(f"{path}: folder lists {file}, which is missing")


def is_published(before):
    with lock:
        return any(end[1] > before.get(key, (0, 0))[1] for key, end in newest.items())


def expect_all_listed():
    """Expects that the playlists in the folder list no missing file while no run writes."""
    look_in_folder(set())


environment = dict(os.environ)
if delays:
    environment |= {"LD_PRELOAD": os.path.join(folder, "delays.so"), "SLUICE_DELAYS": delays}
write_pipeline()
for round in range(kills):
    before, seen = dict(newest), set()
    run = subprocess.Popen(
        [sluice, "run", os.path.join(folder, "kills.yaml")], env=environment, cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=open(os.path.join(folder, "log"), "w"))
    watches = [Watch(rendition, run) for rendition in ["video", "audio"]] if "origin" in sinks else []
    for watch in watches:
        watch.start()
    # Every third run is killed before it lists anything, so that several are killed within one segment.
    end = time.monotonic() + 30
    if round % 3:
        while time.monotonic() < end and not is_published(before) and run.poll() is None:
            if "folder" in sinks:
                look_in_folder(seen)
            time.sleep(0.01)
        end = time.monotonic() + random.uniform(0, 1.5)
    else:
        end = time.monotonic() + random.uniform(0.2, 1.5)
    while time.monotonic() < end and run.poll() is None:
        if "folder" in sinks:
            look_in_folder(seen)
        time.sleep(0.01)
    if run.poll() is not None:
        violate(f"the run ended by itself: {open(os.path.join(folder, 'log')).read()}")
        break
    run.send_signal(signal.SIGKILL)
    run.wait()
    for watch in watches:
        watch.join(12)
    if "folder" in sinks:
        expect_all_listed()
print(f"{kills} kills of {'+'.join(sinks)} {' '.join(options)}: {len(violations)} violations; {counts}; "
      f"{len(contents)} names, {len(listed)} numbers, {len(vectors)} vectors")
sys.exit(1 if violations else 0)
