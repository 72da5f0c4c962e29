"""Jobs: the overhead of tasks and of engines, and the speed-up of several encoders on one machine."""

import json
import pathlib
import shlex
import shutil
import subprocess
import time

from measure import Job, interleaved, warm
from places import BENCH, RUN_LIMIT, SLUICE, BenchmarkError
from report import Report
import media

SECONDS = 120
ROUNDS = 3
# The default. Each chunk but the first encodes two more seconds, so that short chunks cost more.
CHUNK = 60
# The movie of many short tasks.
TASK_SECONDS = 20
OUTPUT = BENCH / "job"
CPU_GOAL = 1.1
# Seconds for each task.
ENGINE_GOAL = 0.3


def pipeline(movie: pathlib.Path) -> pathlib.Path:
    path = BENCH / "jobs.yaml"
    path.write_text(f"""\
stages:
  movie: {{ use: file.decode, with: {{ path: {movie} }} }}
  keyframes: {{ use: keyframe.force, from: movie, with: {{ interval: 2s }} }}
  video: {{ use: video.encode, from: keyframes, with: {{ rate-control: quality, preset: medium }} }}
  audio: {{ use: audio.encode, from: movie }}
  segments: {{ use: fmp4.segment, from: [video, audio], with: {{ interval: 2s }} }}
  playlists: {{ use: hls.playlist, from: segments, with: {{ type: vod }} }}
  folder: {{ use: file.folder, from: playlists, with: {{ path: {OUTPUT} }} }}
""")
    return path


def job(name: str, file: pathlib.Path, options: str) -> Job:
    """Planning, all tasks and publishing."""
    plan = f"{SLUICE} job plan {file} {OUTPUT} --chunk {CHUNK}s"
    command = ["sh", "-c", f"{plan} && {SLUICE} job run {OUTPUT} {options}"]
    return Job(name, command, OUTPUT, least_bytes=1 << 20)


def sluice(*words: str) -> float:
    """Runs a command and returns its time in seconds."""
    began = time.perf_counter()
    result = subprocess.run([SLUICE, *words], capture_output=True, text=True, timeout=RUN_LIMIT, check=False)
    if result.returncode != 0:
        raise BenchmarkError(f"sluice {shlex.join(words)}: {result.stderr.strip()}")
    return time.perf_counter() - began


def tasks() -> list[dict]:
    return [json.loads(path.read_text()) for path in sorted(OUTPUT.glob(".job/tasks/*/report.json"))]


def plan(file: pathlib.Path, chunk: int) -> None:
    shutil.rmtree(OUTPUT, ignore_errors=True)
    sluice("job", "plan", str(file), str(OUTPUT), "--chunk", f"{chunk}s")


def overhead(report: Report, file: pathlib.Path) -> None:
    """The time of tasks in addition to their work, alone and on each engine; one task at a time."""
    plan(file, 2)
    count = len(json.loads((OUTPUT / ".job/plan.json").read_text())["tasks"])
    alone = sum(sluice("job", "work", str(OUTPUT), "--index", str(index)) for index in range(count))
    work = sum(task["wallSeconds"] for task in tasks())
    stitch = sluice("job", "stitch", str(OUTPUT))
    report.say(f"{count} tasks, one after the other: {work:.2f} s of work, {(alone - work) / count:.3f} s in addition for "
               f"each task, {stitch:.2f} s for publishing.")
    report.say()
    rows = []
    engines = ["local"] + (["parallel"] if shutil.which("parallel") else [])
    for engine in engines:
        plan(file, 2)
        total = sluice("job", "run", str(OUTPUT), "--engine", engine, "--jobs", "1") - stitch
        # The work of these tasks, which differs from run to run, is subtracted.
        engine_overhead = (total - sum(task["wallSeconds"] for task in tasks()) - (alone - work)) / count
        rows.append((engine, engine_overhead))
    report.table(["Engine", "seconds in addition for each task"], [[name, f"{value:.3f}"] for name, value in rows])
    for name, value in rows:
        report.goal(f"overhead of the engine '{name}' for each task", value, ENGINE_GOAL, "{:.3f} s")
    report.say()


def measure(report: Report) -> None:
    movie = media.test_movie(SECONDS)
    warm(movie)
    file = pipeline(movie)
    plain = Job("sluice run, one encoder", [str(SLUICE), "run", str(file), "--quiet"], OUTPUT, least_bytes=1 << 20)
    jobs = [plain, job("job, one task at a time", file, "--jobs 1"), job("job, local engine", file, "")]
    costs = interleaved(jobs, ROUNDS)
    base = costs[plain.name]
    report.say(f"## Jobs: {SECONDS} s of 720p30, x264 medium with constant quality, chunks of {CHUNK} s")
    report.say()
    report.say(f"Medians of {ROUNDS} interleaved runs; planning and publishing are included.")
    report.say()
    report.table(
        ["Run", "wall s", "speed-up", "CPU s", "CPU / one run"],
        [[name, f"{cost.wall:.2f}", f"{base.wall / cost.wall:.2f} ×", f"{cost.cpu:.2f}", f"{cost.cpu / base.cpu:.2f} ×"]
         for name, cost in costs.items()])
    local = costs["job, local engine"]
    report.goal("wall time of the local engine against one encoder", local.wall / base.wall, 1.0)
    report.goal("CPU time of the local engine against one encoder", local.cpu / base.cpu, CPU_GOAL)
    report.say()
    overhead(report, pipeline(media.test_movie(TASK_SECONDS)))
    shutil.rmtree(OUTPUT, ignore_errors=True)
