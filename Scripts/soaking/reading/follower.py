"""Threads that read the places of one channel until they are stopped."""

import collections
import json
import pathlib
import queue
import threading

import playlists
from places import Unreachable
from reader import Reader, lists


class Followers:
    """Reads all places of a channel at the pace of players."""

    def __init__(self, channel) -> None:
        self.channel = channel
        self.over = threading.Event()
        self.threads: list[threading.Thread] = []
        self.started: set[tuple[str, str]] = set()
        self.lock = threading.Lock()

    def start(self) -> None:
        for reader in self.channel.readers:
            if reader.place.is_server:
                self.launch(self.follow_server, reader)
            else:
                self.launch(self.follow_folder, reader)
        self.launch(self.follow_uploads)

    def launch(self, body, *arguments) -> None:
        thread = threading.Thread(target=self.guard, args=(body, *arguments), daemon=True)
        self.threads.append(thread)
        thread.start()

    def guard(self, body, *arguments) -> None:
        try:
            body(*arguments)
        except Exception as problem:  # an error of the reader must not pass as a clean soak
            self.channel.findings.report("reader-failed", self.channel.name, body.__name__, str(arguments[1:]), repr(problem))
            raise

    def stop(self) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join(15)

    def pause(self, seconds: float) -> None:
        self.over.wait(seconds)

    def follow_folder(self, reader: Reader) -> None:
        while not self.over.is_set():
            try:
                reader.poll()
            except Unreachable as problem:
                reader.notes[f"{reader.place.name}: {problem}"] += 1
            self.pause(0.15)

    def follow_server(self, reader: Reader) -> None:
        """Reads the multivariant playlist every second; each media playlist has threads of its own."""
        place = reader.place.copy()
        while not self.over.is_set():
            try:
                for path in reader.read_index(place):
                    if (reader.place.name, path) not in self.started:
                        self.started.add((reader.place.name, path))
                        hints: queue.SimpleQueue = queue.SimpleQueue()
                        self.launch(self.follow_playlist, reader, path, hints)
                        self.launch(self.follow_hints, reader, path, hints)
                reader.check_removals(place)
            except Unreachable:
                pass
            self.pause(0.5)

    def follow_playlist(self, reader: Reader, path: str, hints: queue.SimpleQueue) -> None:
        place, query, known = reader.place.copy(), "", collections.deque(maxlen=20)
        run = self.channel.contents.run
        while not self.over.is_set():
            try:
                if run != self.channel.contents.run:
                    run, query = self.channel.contents.run, ""
                before = reader.histories[path].text
                playlist = reader.read_playlist(path, query, place)
            except Unreachable as problem:
                self.note_truncation(reader, path, run, problem)
                query = ""
                self.pause(0.05)
                continue
            if playlist is None:
                self.pause(0.2)
                continue
            for hint in playlist.hints:
                if (run, hint) not in known:
                    known.append((run, hint))
                    hints.put((run, hint))
            if playlist.can_block and (not query or reader.histories[path].text != before):
                query = f"?_HLS_msn={playlist.end}&_HLS_part={len(playlist.parts)}"
            else:
                query = ""
                self.pause(0.2)

    def note_truncation(self, reader: Reader, path: str, run: int, problem: Unreachable) -> None:
        """A response that ends early while the process continues is a finding."""
        if "IncompleteRead" not in str(problem):
            return
        self.pause(0.5)
        if self.channel.is_running and self.channel.contents.run == run and not self.channel.is_ending:
            reader.report("truncated-response", path, str(problem))

    def follow_hints(self, reader: Reader, path: str, hints: queue.SimpleQueue) -> None:
        """Requests each hinted part at once; a playlist that still hints it after a 404 is a finding."""
        place = reader.place.copy()
        while not self.over.is_set():
            try:
                run, uri = hints.get(timeout=0.5)
            except queue.Empty:
                continue
            target = playlists.resolve(path, uri)
            for _ in range(3):
                if run != self.channel.contents.run:
                    break
                try:
                    answer = place.get(target)
                    if answer.status == 200:
                        reader.record(target, answer.body)
                        reader.notes["hints served"] += 1
                        break
                    reader.notes[f"hints with status {answer.status}"] += 1
                    current = place.get(path)
                    playlist = playlists.read_playlist(current.body.decode()) if current.status == 200 else None
                except (Unreachable, playlists.Unreadable, UnicodeDecodeError, IndexError):
                    break
                if playlist is None or uri not in playlist.hints and not lists(current.body, uri):
                    reader.notes["hints withdrawn"] += 1
                    break
            else:
                if answer.status != 200 and run == self.channel.contents.run and not self.channel.is_ending:
                    reader.report("hint-missing", target, f"status {answer.status} while the playlist hints it",
                                  {"playlist": current.body})

    def follow_uploads(self) -> None:
        """Compares the digest of every upload of a media file with all contents of its path."""
        log, contents = self.channel.store_log, self.channel.contents
        position = 0
        while True:
            is_last = self.over.is_set()
            position = read_uploads(log, position, contents)
            if is_last:
                return
            self.pause(0.2)


def read_uploads(log: pathlib.Path, position: int, contents) -> int:
    """Reads new lines of a store's log and returns the position after them."""
    if not log.exists():
        return position
    with log.open("rb") as file:
        file.seek(position)
        for line in file:
            if not line.endswith(b"\n"):
                break
            position += len(line)
            record = json.loads(line)
            path = record["path"]
            if record["method"] != "PUT" or path.endswith((".m3u8", ".mpd", ".json")):
                continue
            with contents.lock:
                contents.record_digest("uploads", path, record["digest"])
    return position
