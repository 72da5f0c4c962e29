"""Records of a soak: events, and findings with the files that prove them."""

import collections
import datetime
import hashlib
import json
import pathlib
import threading

# The number of findings of a kind that are printed and have files; all are in the list.
EVIDENCE_LIMIT = 20


def utc() -> str:
    return datetime.datetime.now(datetime.timezone.utc).strftime("%H:%M:%S.%f")[:-3]


class Findings:
    """The findings and events of all channels, written to files at once."""

    def __init__(self, folder: pathlib.Path, is_quiet: bool = False) -> None:
        self.folder = folder
        self.is_quiet = is_quiet
        self.lock = threading.RLock()
        self.kinds: collections.Counter[str] = collections.Counter()
        self.places: collections.Counter[str] = collections.Counter()
        self.events: collections.Counter[str] = collections.Counter()
        self.seen: set[tuple] = set()
        (folder / "bodies").mkdir(parents=True, exist_ok=True)
        (folder / "findings").mkdir(exist_ok=True)
        self.log = (folder / "events.jsonl").open("a", encoding="utf-8")
        self.list = (folder / "findings.jsonl").open("a", encoding="utf-8")

    def event(self, channel: str, kind: str, detail: str = "") -> None:
        with self.lock:
            self.events[kind] += 1
            self._write(self.log, {"time": utc(), "channel": channel, "event": kind, "detail": detail})

    def report(self, kind: str, channel: str, place: str, path: str, message: str,
               files: dict[str, bytes] | None = None) -> None:
        """Reports a finding; the same kind at the same place and path is reported once."""
        with self.lock:
            key = (kind, channel, place, path)
            if key in self.seen:
                return
            self.seen.add(key)
            self.kinds[kind] += 1
            record = {"time": utc(), "kind": kind, "channel": channel, "place": place, "path": path, "message": message}
            if self.kinds[kind] <= EVIDENCE_LIMIT and files:
                folder = self.folder / "findings" / f"{len(self.seen):04}-{kind}"
                folder.mkdir()
                for name, content in files.items():
                    (folder / name.replace("/", "_")).write_bytes(content)
                record["files"] = str(folder)
            self._write(self.list, record)
            self.places[f"{kind}, {place}"] += 1
            if not self.is_quiet and self.kinds[kind] <= EVIDENCE_LIMIT:
                print(f"{record['time']} {kind}: {channel} {place} {path}: {message}", flush=True)

    @staticmethod
    def _write(file, record: dict) -> None:
        file.write(json.dumps(record) + "\n")
        file.flush()

    def keep(self, data: bytes) -> str:
        """Keeps a body under its digest, which is returned."""
        digest = hashlib.sha256(data).hexdigest()
        path = self.folder / "bodies" / digest
        if not path.exists():
            temporary = path.with_name(f"{digest}-{threading.get_ident()}")
            temporary.write_bytes(data)
            temporary.rename(path)
        return digest

    def body(self, digest: str) -> bytes:
        return (self.folder / "bodies" / digest).read_bytes()

    def remove_bodies(self) -> None:
        for path in (self.folder / "bodies").iterdir():
            path.unlink()
        (self.folder / "bodies").rmdir()

    def summary(self) -> str:
        lines = ["events:"]
        lines += [f"  {count:6} {kind}" for kind, count in sorted(self.events.items())]
        lines.append(f"findings: {sum(self.kinds.values())}")
        lines += [f"  {count:6} {kind}" for kind, count in sorted(self.places.items())]
        return "\n".join(lines)
