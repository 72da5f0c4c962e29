"""A strict reader of one place: it polls all playlists, fetches every URL that they list and compares everything with
all that it saw before, over any number of restarts of the publisher."""

import collections
import hashlib
import heapq
import threading

import boxes
import playlists
from findings import Findings
from places import Unreachable

# In seconds: the difference between a segment's duration and its samples that is not reported.
DURATION_TOLERANCE = 0.15
OVERLAP_TOLERANCE = 0.002
# The time by which a segment may be dated before the end of the preceding one: dates are in milliseconds, and a clock is
# corrected by at most 8 ms for a segment.
DATE_TOLERANCE = 0.01


class Contents:
    """The contents of each path of a channel, in all places and runs."""

    def __init__(self, channel: str, findings: Findings) -> None:
        self.channel, self.findings = channel, findings
        self.lock = threading.RLock()
        self.run = 0
        self.known: dict[str, dict[str, tuple[str, int]]] = {}
        self.has_ended = False
        # Until then, files may be removed early because the disk is full.
        self.low_disk_until = 0.0
        # Files that were seen in the folder, by its reader or at a kill.
        self.stored: set[str] = set()
        self.is_killed = False
        # How the latest runs ended.
        self.ends: collections.deque[str] = collections.deque(maxlen=12)

    def record(self, place: str, path: str, body: bytes) -> str:
        """Records a content and returns its digest; another content of the path is a finding."""
        digest = self.findings.keep(body)
        with self.lock:
            if place == "folder":
                self.stored.add(path)
            self.record_digest(place, path, digest, body)
        return digest

    def note_kill(self, stored: set[str]) -> None:
        """Records the files in the folder at a kill."""
        with self.lock:
            self.stored |= stored
            self.is_killed = True

    def may_be_lost(self, path: str) -> bool:
        """Whether a kill can have lost a file that the origin or the store published: the folder did not have it."""
        return self.is_killed and path not in self.stored

    def record_digest(self, place: str, path: str, digest: str, body: bytes | None = None) -> None:
        sightings = self.known.setdefault(path, {})
        if digest in sightings:
            return
        sightings[digest] = (place, self.run)
        if len(sightings) == 1:
            return
        other, (before, run) = next(iter(sightings.items()))
        files = {f"run-{run}-{before}": self.findings.body(other)}
        files[f"run-{self.run}-{place}-second"] = body if body is not None else digest.encode()
        files["runs.txt"] = "\n".join(self.ends).encode()
        self.findings.report(
            "two-contents", self.channel, place, path,
            f"{len(files[f'run-{run}-{before}'])} bytes at {before} in run {run}, then other bytes at {place} in run "
            f"{self.run}", files)


class PlaylistHistory:
    """All that a media playlist has said in one place."""

    def __init__(self, path: str, report, may_be_lost) -> None:
        self.path, self.report, self.may_be_lost = path, report, may_be_lost
        self.last: playlists.MediaPlaylist | None = None
        self.text = b""
        self.segments: dict[int, playlists.Segment] = {}
        # The date of the end of each segment, by its date or those before it.
        self.ends: dict[int, float] = {}
        self.numbers: dict[str, int] = {}
        # URI and duration of each part of complete segments.
        self.parts: dict[tuple[int, int], tuple[str, float]] = {}
        # The duration of the longest playlist that contained each segment.
        self.longest: dict[int, float] = {}
        self.grown = 0.0
        # Time of the last response with the playlist.
        self.fetched = 0.0

    def compare(self, now: float, playlist: playlists.MediaPlaylist, may_end: bool) -> None:
        """Compares a new version with all earlier ones."""
        last = self.last
        if last:
            for kind, before, after in (
                ("media-sequence-back", last.media_sequence, playlist.media_sequence),
                ("discontinuity-sequence-back", last.discontinuity_sequence, playlist.discontinuity_sequence),
                ("segments-removed-at-end", last.end, playlist.end),
            ):
                if after < before:
                    self.report(kind, self.path, f"{after} after {before}")
            if playlist.target != last.target:
                self.report("target-duration-changed", self.path, f"{playlist.target} after {last.target}")
        if playlist.has_ended and not may_end:
            self.report("end-list", self.path, "EXT-X-ENDLIST before the end")
        if not last or (playlist.end, len(playlist.parts)) != (last.end, len(last.parts)):
            self.grown = now
        duration = playlist.duration
        for segment in playlist.segments:
            self.compare_segment(segment, playlist)
            self.longest[segment.number] = max(self.longest.get(segment.number, 0), duration)
        self.last = playlist

    def compare_segment(self, segment: playlists.Segment, playlist: playlists.MediaPlaylist) -> None:
        place = f"{self.path}#{segment.number}"
        for index, part in enumerate(segment.parts):
            before = self.parts.setdefault((segment.number, index), (part.uri, part.duration))
            if before != (part.uri, part.duration):
                self.report("part-changed", place, f"{before} is now {(part.uri, part.duration)}")
        known = self.segments.get(segment.number)
        if known is None:
            if int(segment.duration + 0.5) > playlist.target:
                self.report("target-duration-exceeded", place, f"{segment.duration} s; the target is {playlist.target} s")
            number = self.numbers.setdefault(f"{segment.uri} {segment.range}", segment.number)
            if number != segment.number and not segment.is_gap:
                self.report("uri-reused", place, f"'{segment.uri}' was segment {number}")
            self.compare_date(segment, place)
            self.segments[segment.number] = segment
            return
        fields = ["uri", "duration", "map", "discontinuity", "is_gap", "range"]
        # A gap needs no map.
        if segment.is_gap and (known.is_gap or self.may_be_lost(playlists.resolve(self.path, segment.uri))):
            fields = [field for field in fields if field not in ("map", "is_gap")]
        changes = [
            f"{field} '{getattr(known, field)}' is now '{getattr(segment, field)}'"
            for field in fields
            if getattr(known, field) != getattr(segment, field)
        ]
        if known.date and segment.date and known.date != segment.date:
            changes.append(f"date {known.date} is now {segment.date}")
        if changes:
            self.report("segment-changed", place, "; ".join(changes))
        known.parts = segment.parts or known.parts

    def compare_date(self, segment: playlists.Segment, place: str) -> None:
        """A new segment must not be dated before the end of the preceding one."""
        end = self.ends.get(segment.number - 1)
        date = segment.date or end
        if date is None:
            return
        if end and date < end - DATE_TOLERANCE:
            self.report("date-back", place, f"{date:.3f} is {end - date:.3f} s before the end of the preceding segment")
        self.ends[segment.number] = date + segment.duration


class Reader:
    """Reads one place. Its clock is passed in; `poll` reads everything once."""

    def __init__(self, place, contents: Contents, clock, notes: collections.Counter | None = None) -> None:
        self.place, self.contents, self.clock = place, contents, clock
        self.findings = contents.findings
        self.histories: dict[str, PlaylistHistory] = {}
        self.versions: collections.deque = collections.deque(maxlen=60)
        self.verified: dict[str, object] = {}
        # The digest of the content of each path that this place had last.
        self.digests: dict[str, str] = {}
        self.tracks: dict[str, dict[int, boxes.Track]] = {}
        self.chain: dict[tuple[str, int], dict[int, tuple[float, float]]] = {}
        self.removals: list[tuple[float, float, str, str, int]] = []
        self.removed: set[str] = set()
        self.notes = notes if notes is not None else collections.Counter()
        self.index = b""
        self.lock = threading.RLock()

    def report(self, kind: str, path: str, message: str, files: dict[str, bytes] | None = None) -> None:
        evidence = dict(files or {})
        evidence["runs.txt"] = "\n".join(self.contents.ends).encode()
        with self.lock:
            base = path.split("#")[0]
            versions = [version for version in self.versions if version[1] == base] or list(self.versions)
            for time, name, run, text in versions[-4:]:
                evidence[f"{time:.3f}-run-{run}-{name}"] = text
        self.findings.report(kind, self.contents.channel, self.place.name, path, message, evidence)

    def record(self, path: str, body: bytes) -> None:
        self.digests[path] = self.contents.record(self.place.name, path, body)

    def body(self, path: str) -> bytes | None:
        """The content that this place had last; None if it was not read."""
        digest = self.digests.get(path)
        return self.findings.body(digest) if digest else None

    def poll(self) -> None:
        """Reads all playlists and everything that they list."""
        for path in self.read_index():
            self.read_playlist(path)
        self.check_files()
        self.check_removals()

    def read_index(self, place=None) -> list[str]:
        """Returns the media playlists."""
        answer = (place or self.place).get("index.m3u8")
        if answer.status == 404 and not self.index:
            return []
        if answer.status != 200:
            self.notes[f"{self.place.name}: index with status {answer.status}"] += 1
            return list(self.histories)
        try:
            found = [playlists.resolve("index.m3u8", uri)
                     for uri in playlists.listed_playlists(answer.body.decode("utf-8"))]
        except (playlists.Unreadable, UnicodeDecodeError, IndexError) as problem:
            self.report("unreadable-playlist", "index.m3u8", str(problem), {"index.m3u8": answer.body})
            return list(self.histories)
        self.index = answer.body
        for path in found:
            if path not in self.histories:
                self.histories[path] = PlaylistHistory(path, self.report, self.contents.may_be_lost)
        return list(self.histories)

    def fetch_playlist(self, path: str, query: str, place) -> playlists.MediaPlaylist | None:
        """Fetches and compares a media playlist; returns None if it has not changed or does not exist."""
        answer = place.get(path, query)
        history = self.histories[path]
        if answer.status != 200:
            self.notes[f"{self.place.name}: playlist with status {answer.status}"] += 1
            if answer.status == 404 and history.last is None and path.encode() in self.index:
                if place.get("index.m3u8").status == 200 and place.get(path).status == 404:
                    self.report("listed-missing", path, "listed by index.m3u8", {"index.m3u8": self.index})
            return None
        with self.lock:
            before, history.fetched = history.fetched, self.clock()
            if answer.body == history.text:
                return None
            self.versions.append((self.clock(), path, self.contents.run, answer.body))
            try:
                playlist = playlists.read_playlist(answer.body.decode("utf-8"))
            except (playlists.Unreadable, UnicodeDecodeError, IndexError) as problem:
                self.report("unreadable-playlist", path, str(problem), {"playlist": answer.body})
                return None
            earlier = history.last
            history.compare(self.clock(), playlist, self.contents.has_ended)
            history.text = answer.body
            if earlier:
                self.note_removals(history, earlier, playlist, before)
        return playlist

    def note_removals(self, history: PlaylistHistory, before, after, fetched: float) -> None:
        """Segments must remain available for their duration and that of the longest playlist: RFC 8216bis, 6.2.2."""
        for segment in before.segments:
            if segment.number < after.media_sequence and not segment.is_gap:
                path = playlists.resolve(history.path, segment.uri)
                if path in self.removed:
                    continue
                self.removed.add(path)
                kept = segment.duration + history.longest[segment.number]
                # The playlist may have been replaced at any time since its last response.
                heapq.heappush(self.removals, (fetched + 0.9 * kept, kept, path, history.path, self.contents.run))

    def read_playlist(self, path: str, query: str = "", place=None) -> playlists.MediaPlaylist | None:
        place = place or self.place
        playlist = self.fetch_playlist(path, query, place)
        history = self.histories[path]
        if history.last is None:
            return None
        self.read_listed(history, playlist or history.last, place)
        return history.last

    def read_listed(self, history: PlaylistHistory, playlist: playlists.MediaPlaylist, place) -> None:
        for segment in playlist.segments:
            if segment.is_gap:
                continue
            if segment.map and self.fetch_listed(history, segment.map, place) and segment.range is None:
                self.read_map(history, segment.map)
            for part in segment.parts:
                if not part.is_gap:
                    self.fetch_listed(history, part.uri, place)
            if self.fetch_listed(history, segment.uri, place) and segment.range is None:
                self.check_media(history, segment)
        for part in playlist.parts:
            if not part.is_gap:
                self.fetch_listed(history, part.uri, place)

    def fetch_listed(self, history: PlaylistHistory, uri: str, place) -> bool:
        """Fetches a URL unless this version of it is known. Returns whether its content is known."""
        path = playlists.resolve(history.path, uri)
        signature = place.signature(path) if not place.is_server else self.contents.run
        if signature is not None and self.verified.get(path) == signature:
            return True
        for attempt in range(3):
            answer = place.get(path)
            if answer.status == 200:
                self.record(path, answer.body)
                self.verified[path] = signature
                return True
            # Only a version of the playlist that was fetched after the failure proves that the URL is still listed.
            current = place.get(history.path)
            if current.status != 200 or not lists(current.body, uri):
                return False
            self.notes[f"{self.place.name}: listed URL with status {answer.status}"] += 1
        if place.get(path).status != 200:
            self.report("listed-missing", path, f"status {answer.status} while {history.path} lists it",
                        {"playlist": current.body})
        return False

    def read_map(self, history: PlaylistHistory, uri: str) -> None:
        path = playlists.resolve(history.path, uri)
        if path in self.tracks:
            return
        try:
            self.tracks[path] = boxes.initialization(self.body(path))
        except boxes.FAILURES as problem:
            self.tracks[path] = {}
            self.report("malformed-media", path, repr(problem), {"init": self.body(path)})

    def check_media(self, history: PlaylistHistory, segment: playlists.Segment) -> None:
        """Checks the structure and times of a segment, and that its parts are its bytes."""
        key = (history.path, segment.number)
        map_path = playlists.resolve(history.path, segment.map) if segment.map else ""
        if key in self.chain or not self.tracks.get(map_path):
            return
        path = playlists.resolve(history.path, segment.uri)
        body = self.body(path)
        tracks = self.tracks[map_path]
        try:
            found = boxes.fragments(body, tracks)
        except boxes.FAILURES as problem:
            self.chain[key] = {}
            self.report("malformed-media", path, repr(problem), {"segment": body})
            return
        times: dict[int, tuple[float, float]] = {}
        for fragment in found:
            scale = tracks[fragment.track].timescale
            start, end = fragment.time / scale, (fragment.time + fragment.duration) / scale
            if fragment.track in times and start < times[fragment.track][1] - OVERLAP_TOLERANCE:
                self.report("decode-time-back", path, f"{start:.3f} s after {times[fragment.track][1]:.3f} s",
                            {"segment": body})
            times[fragment.track] = (times.get(fragment.track, (start, end))[0], end)
        self.chain[key] = times
        for number in (segment.number, segment.number + 1):
            self.check_link(history, number)
        self.check_parts(history, segment, body)

    def check_link(self, history: PlaylistHistory, number: int) -> None:
        """Checks the times of two consecutive segments."""
        before, after = self.chain.get((history.path, number - 1)), self.chain.get((history.path, number))
        first, second = history.segments.get(number - 1), history.segments.get(number)
        if not before or not after or not first or not second or first.discontinuity != second.discontinuity:
            return
        if first.map and second.map and first.map != second.map:
            maps = [self.tracks.get(playlists.resolve(history.path, name), {}) for name in (first.map, second.map)]
            if maps[0] != maps[1]:
                self.report("tracks-changed", f"{history.path}#{number}", f"{maps[0]} then {maps[1]}, without a discontinuity")
        files = {name: self.body(playlists.resolve(history.path, segment.uri)) or b""
                 for name, segment in (("first", first), ("second", second))}
        for track in sorted(before.keys() & after.keys()):
            (start, end), (next_start, _) = before[track], after[track]
            place = f"{history.path}#{number}"
            if next_start < end - OVERLAP_TOLERANCE:
                self.report("decode-time-back", place, f"{next_start:.3f} s after a segment that ends at {end:.3f} s", files)
            elif abs(next_start - start - first.duration) > DURATION_TOLERANCE and track == min(before):
                self.report("duration-wrong", place,
                            f"EXTINF {first.duration} s, but the next segment starts {next_start - start:.3f} s later",
                            files)

    def check_parts(self, history: PlaylistHistory, segment: playlists.Segment, body: bytes) -> None:
        if not segment.parts or any(part.is_gap for part in segment.parts):
            return
        found = [self.body(playlists.resolve(history.path, part.uri)) for part in segment.parts]
        if None not in found and b"".join(found) != body:
            files = {f"part-{index}": part for index, part in enumerate(found)}
            self.report("parts-differ", playlists.resolve(history.path, segment.uri),
                        f"parts of {sum(map(len, found))} bytes; the segment has {len(body)}", files | {"segment": body})

    def check_files(self) -> None:
        """Reads files that no playlist lists yet: players may know their URLs from hints."""
        if self.place.is_server:
            return
        for path, signature in self.place.files():
            if not path.endswith((".m4s", ".mp4", ".m4a", ".vtt")) or self.verified.get(path) == signature:
                continue
            answer = self.place.get(path)
            if answer.status == 200:
                self.record(path, answer.body)
                self.verified[path] = signature

    def check_removals(self, place=None) -> None:
        place = place or self.place
        while self.removals and self.removals[0][0] <= self.clock():
            due, kept, path, playlist, run = heapq.heappop(self.removals)
            answer = place.get(path)
            # A server that does not have the playlist yet has just been started.
            if answer.status != 200 and place.get(playlist).status == 200:
                answer = place.get(path)
            elif answer.status != 200:
                continue
            passed = self.clock() - due + 0.9 * kept
            if answer.status != 200 and passed > kept:
                self.notes[f"{self.place.name}: removed segments checked too late"] += 1
                continue
            self.notes[f"{self.place.name}: removed segments checked"] += 1
            if answer.status == 200:
                self.record(path, answer.body)
            elif self.contents.may_be_lost(path):
                self.notes[f"{self.place.name}: removed segments that a kill had lost"] += 1
            elif self.clock() < self.contents.low_disk_until and self.place.name != "store":
                self.notes[f"{self.place.name}: segments removed early while the disk was full"] += 1
            else:
                when = "a restart" if run != self.contents.run else "no restart"
                self.report("removed-early", path, f"status {answer.status} {passed:.2f} s after {playlist} listed it, with "
                            f"{when} since; RFC 8216bis, 6.2.2 requires {kept:.2f} s")

    def grown(self) -> float:
        """The time at which a playlist was last extended."""
        return max((history.grown for history in self.histories.values()), default=0.0)


def lists(body: bytes, uri: str) -> bool:
    """Whether a playlist lists a URI as a segment, part or map without a gap."""
    try:
        playlist = playlists.read_playlist(body.decode("utf-8"))
    except (playlists.Unreadable, UnicodeDecodeError, IndexError):
        return False
    parts = [part for segment in playlist.segments for part in segment.parts] + playlist.parts
    return any(segment.uri == uri and not segment.is_gap or segment.map == uri for segment in playlist.segments) or any(
        part.uri == uri and not part.is_gap for part in parts)
