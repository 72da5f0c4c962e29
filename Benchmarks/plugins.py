"""The cost of a stage in a path of 1080p60 frames, and the additional cost if it comes from a plugin."""

import shutil
import subprocess

from measure import Cost, Job, interleaved
from places import BENCH, ROOT, ROUNDS, SLUICE, BenchmarkError
from report import Report

FOLDER = BENCH / "plugins"
RATE = 60
SECONDS = 600
# The number of stages in a row, so that their cost clearly exceeds the variation between runs.
COPIES = 16
BUILT_IN = ROOT / "Sources" / "PackagingStages" / "Keyframe" / "ForceKeyframes.swift"

PLUGIN = """import Media
import StageKit

struct BenchPlugin: StagePlugin {
    func register(_ catalogue: inout StageCatalogue) {
        catalogue.register(Frames.self)
        catalogue.register(Identity.self)
        catalogue.register(ForceKeyframes.self)
        catalogue.register(Drop.self)
    }
}

/// Gives frames of 1920 by 1080 pixels, one by one as a camera does, all with the same bytes.
struct Frames: Source {
    static let kind = "bench.frames"
    static let abstract = "Gives frames."
    init(options: NoOptions) {}
    func run(output: any Outlet<Frame>, context: StageContext) async throws {
        let format = RawVideoFormat(
            pixelFormat: "I420", size: PixelSize(width: 1920, height: 1080), nominalFrameRate: Ratio(RATE))
        let track = Track(id: context.makeTrackID(), format: .rawVideo(format), timescale: RATE)
        guard let picture = FramePool().videoContent(format) else { return }
        try await output.send(.track(track))
        for index in 0..<Int64(RATE * SECONDS) {
            let frame = Frame(
                track: track.id, timescale: RATE, presentationTicks: index, duration: 1, content: picture)
            try await output.send(.payload(frame))
        }
        try await output.send(.end(track.id))
    }
}

struct Identity: Transform {
    static let kind = "bench.identity"
    static let abstract = "Gives frames on as they are."
    init(options: NoOptions) {}
    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) {
        effects.emit(message: message)
    }
}

struct Drop: Sink {
    static let kind = "bench.drop"
    static let abstract = "Lets frames go."
    init(options: NoOptions) {}
    func run(input: any Inlet<Frame>, context: StageContext) async throws {
        while try await input.receive() != nil {}
    }
}
"""


def measure(report: Report) -> None:
    make_plugin()
    # The built-in stage runs twice, to measure the variation between equal runs.
    kinds = {"none": "", "identity": "bench.identity", "built-in": "keyframe.force", "again": "keyframe.force",
             "plugin": "bench.keyframes"}
    costs = interleaved([job(name, kind) for name, kind in kinds.items()], ROUNDS)
    seconds = {name: per_frame(cost, costs["none"]) for name, cost in costs.items()}
    report.say("## Stages of plugins")
    report.say()
    report.say(f"{RATE * SECONDS} frames of 1920x1080, one at a time, through {COPIES} instances of the same stage; processor time of "
               "the process, minus that of a run without them; medians.")
    report.say()
    report.table(["stage", "for each frame", "of a core at 60 frames a second"], [
        [title, f"{seconds[name] * 1e9:.0f} ns", share(seconds[name])] for name, title in {
            "identity": "identity, from a plugin", "built-in": "keyframe.force, built in",
            "again": "keyframe.force, built in, again", "plugin": "the same source, from a plugin"}.items()
    ])
    report.goal("an identity stage in a 1080p60 path, percent of a core:", seconds["identity"] * RATE * 100, 1, "{:.4f} %")
    noise = max(seconds["again"], seconds["built-in"]) / max(min(seconds["again"], seconds["built-in"]), 1e-12)
    base = (seconds["again"] + seconds["built-in"]) / 2
    report.goal("a plugin's stage against a built-in one (limit: 1.1, or the difference of two runs of one stage):",
                seconds["plugin"] / max(base, 1e-12), max(1.1, noise))
    report.say()


def make_plugin() -> None:
    folder = FOLDER / "Bench"
    shutil.rmtree(FOLDER, ignore_errors=True)
    (folder / "Sources").mkdir(parents=True)
    text = PLUGIN.replace("SECONDS", str(SECONDS)).replace("RATE", str(RATE))
    (folder / "Sources" / "Bench.swift").write_text(text)
    # The source code of the built-in stage, under another kind.
    source = BUILT_IN.read_text().replace("package ", "").replace('"keyframe.force"', '"bench.keyframes"')
    (folder / "Sources" / "ForceKeyframes.swift").write_text(source)
    built = subprocess.run([SLUICE, "plugin", "build", folder], capture_output=True, text=True, timeout=300)
    if built.returncode != 0:
        raise BenchmarkError(f"the plugin cannot be built:\n{built.stderr}")


def job(name: str, kind: str) -> Job:
    lines = [f"pipeline: {name}", "plugins: [./Bench]", "stages:", "  frames: { use: bench.frames }"]
    last = "frames"
    for index in range(COPIES if kind else 0):
        lines.append(f"  stage{index}: {{ use: {kind}, from: {last} }}")
        last = f"stage{index}"
    lines.append(f"  end: {{ use: bench.drop, from: {last} }}")
    path = FOLDER / f"{name}.yaml"
    path.write_text("\n".join(lines) + "\n")
    return Job(name, [str(SLUICE), "run", "--quiet", str(path)], FOLDER / "out" / name)


def per_frame(cost: Cost, none: Cost) -> float:
    return (cost.cpu - none.cpu) / (RATE * SECONDS * COPIES)


def share(seconds: float) -> str:
    return f"{seconds * RATE * 100:.4f} %"
