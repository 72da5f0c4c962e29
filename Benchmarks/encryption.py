"""Packaging with encryption, compared with clear output and with Shaka Packager, and the delay of live parts."""

import json
import pathlib
import statistics
import time

from measure import Job, interleaved, warm
from passthrough import shaka_job, sluice_job
from places import BENCH, ROUNDS, SEGMENT_SECONDS, SHORT_SECONDS
from report import Report, cost_row
import latency_path
import media
import origin
import tools

KEY_ID = "0123456789abcdef0123456789abcdef"
KEY = "00112233445566778899aabbccddeeff"
KEYS = BENCH / "keys.json"
CBCS_GOAL = 1.25
AES_GOAL = 1.4
SHAKA_GOAL = 0.5
# The encrypted segments that are on their way to the files; those of the clear run are pages of the movie.
MEMORY_TOLERANCE = 64 << 20
LIVE_SECONDS = 30
# Milliseconds between the medians of two live runs that are not a change: scheduling differs by as much.
LIVE_GOAL = 3.0

# The stage between the segments and the playlists of Pipelines/live-low-latency.yaml.
LIVE_CHANGES = {
    "  playlists:\n    use: hls.playlist\n    from: segments\n": f"""  encrypted:
    use: fmp4.encrypt
    from: segments
    with: {{ method: cbcs, keys: {{ file: "{KEYS}" }}, systems: [clearkey] }}
  playlists:
    use: hls.playlist
    from: encrypted
""",
}


def write_keys() -> None:
    KEYS.unlink(missing_ok=True)
    KEYS.touch(mode=0o600)
    KEYS.write_text(json.dumps({"keys": [{"kid": KEY_ID, "key": KEY}]}))


def encrypted(name: str, job: Job, *options: str) -> Job:
    return Job(name, [*job.command, *options], job.output, job.least_bytes)


def measure(report: Report) -> None:
    tools.install()
    write_keys()
    movie = media.short_movie()
    warm(movie)
    costs = interleaved(jobs(movie), ROUNDS)
    clear, cbcs, aes, theirs = costs.values()
    report.say(f"## Encryption: {SHORT_SECONDS // 60} min of 1080p30 H.264 and AAC, {movie.stat().st_size / 1e6:.0f} MB, "
               f"into {SEGMENT_SECONDS} s segments")
    report.say()
    report.say(f"Medians of {ROUNDS} interleaved runs as for passthrough. "
               f"Shaka: {tools.first_line(tools.packager(), '--version')}, cbcs with the same key.")
    report.say()
    report.table(["Job", "wall s", "clear / job", "CPU s", "clear / job", "memory MiB"],
                 [cost_row(name, cost, clear) for name, cost in costs.items()])
    report.goal("wall time of cbcs against clear", cbcs.wall / clear.wall, CBCS_GOAL)
    report.goal("wall time of AES-128 against clear", aes.wall / clear.wall, AES_GOAL)
    report.goal("wall time of cbcs against Shaka Packager", cbcs.wall / theirs.wall, SHAKA_GOAL)
    for name, cost in (("cbcs", cbcs), ("AES-128", aes)):
        report.goal(f"peak memory of {name}", cost.memory / (1 << 20), (clear.memory + MEMORY_TOLERANCE) / (1 << 20),
                    "{:.1f} MiB")
    measure_live(report)
    report.say()


def jobs(movie: pathlib.Path) -> list[Job]:
    clear, shaka = sluice_job(movie), shaka_job(movie)
    return [
        encrypted("clear", clear),
        encrypted("cbcs", clear, "--encrypt", "cbcs", "--key-file", str(KEYS)),
        encrypted(
            "AES-128", clear, "--encrypt", "aes-128", "--key-file", str(KEYS), "--key-uri", "../keys/{kid}"),
        encrypted(
            "Shaka Packager, cbcs", shaka, "--enable_raw_key_encryption", "--keys",
            f"label=:key_id={KEY_ID}:key={KEY}", "--protection_scheme", "cbcs", "--clear_lead", "0"),
    ]


def measure_live(report: Report) -> None:
    """Compares the time from the last frame of a part until the part is sent to the origin."""
    delays: dict[str, list[float]] = {"clear": [], "cbcs": []}
    for _ in range(2):
        for name, changes in (("clear", {}), ("cbcs", LIVE_CHANGES)):
            delays[name].append(1000 * statistics.median(part_delays(changes)))
    clear, cbcs = (min(values) for values in delays.values())
    report.say(f"- live, 720p30 in parts of 200 ms: from the last frame of a part to the part in the origin, median of "
               f"{LIVE_SECONDS} s: clear {clear:.1f} ms, cbcs {cbcs:.1f} ms")
    report.goal("delay of live parts by cbcs", cbcs - clear, LIVE_GOAL, "{:.1f} ms")


def part_delays(changes: dict[str, str]) -> list[float]:
    origin.prepare(changes)
    with origin.OriginRun() as run:
        run.wait_for_parts(12)
        dates = latency_path.PartDates(run.address)
        time.sleep(LIVE_SECONDS)
        dates.ended.set()
        dates.join()
        return [stored - end for _, end, stored, _ in dates.parts()]
