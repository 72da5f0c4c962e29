"""Creates the input files, each once."""

import pathlib
import shutil
import subprocess

from places import BENCH, LONG_SECONDS, ROOT, SHORT_SECONDS, BenchmarkError

PIECE_SECONDS = 30
# 32 s are exactly 1500 AAC packets of 1024 samples at 48 kHz, so copies can be concatenated seamlessly.
AUDIO_SECONDS = 32


def make(path: pathlib.Path, command: list[str]) -> pathlib.Path:
    """Creates the file at `path` with a command that writes to its last argument. Never leaves a partial file."""
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name("part-" + path.name)
    print(f"making {path.relative_to(ROOT)}", flush=True)
    done = subprocess.run([*command, str(part)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900)
    if done.returncode != 0:
        part.unlink(missing_ok=True)
        raise BenchmarkError(f"could not make {path}: {done.stderr.strip()[-800:]}")
    part.rename(path)
    return path


def ffmpeg(*arguments: str) -> list[str]:
    return ["ffmpeg", "-nostdin", "-hide_banner", "-v", "error", "-y", *arguments]


def video_piece() -> pathlib.Path:
    """30 s of 1080p30 at about 6 Mbit/s with B-frames and a keyframe every 2 s; noise keeps the bit rate high."""
    source = f"testsrc2=size=1920x1080:rate=30:duration={PIECE_SECONDS},noise=alls=12:allf=t"
    return make(
        BENCH / "piece.mp4",
        ffmpeg(
            "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast",
            "-profile:v", "high", "-bf", "2", "-g", "60", "-keyint_min", "60", "-sc_threshold", "0",
            "-b:v", "5850k", "-minrate", "5850k", "-maxrate", "5850k", "-bufsize", "5850k",
        ),
    )


def audio_piece() -> pathlib.Path:
    source = f"sine=frequency=440:sample_rate=48000:duration={AUDIO_SECONDS},aformat=channel_layouts=stereo"
    path = BENCH / "piece.aac"
    return make(path, ffmpeg("-f", "lavfi", "-i", source, "-c:a", "aac", "-b:a", "128k"))


def repeated_audio(seconds: int) -> pathlib.Path:
    """Concatenates copies of the piece; ADTS packets are self-contained."""
    path = BENCH / f"audio-{seconds}s.aac"
    if not path.exists():
        piece = audio_piece().read_bytes()
        part = path.with_name("part-" + path.name)
        with open(part, "wb") as file:
            for _ in range(seconds // AUDIO_SECONDS + 1):
                file.write(piece)
        part.rename(path)
    return path


def movie(seconds: int) -> pathlib.Path:
    """A 1080p30 H.264 and AAC movie, from copies of one piece."""
    path = BENCH / f"movie-{seconds}s.mp4"
    if path.exists():
        return path
    video, audio = video_piece(), repeated_audio(seconds)
    make(
        path,
        ffmpeg(
            "-stream_loop", str(seconds // PIECE_SECONDS - 1), "-i", str(video), "-i", str(audio),
            "-map", "0:v", "-map", "1:a", "-c", "copy", "-t", str(seconds), "-movflags", "+faststart",
        ),
    )
    audio.unlink()
    return path


def short_movie() -> pathlib.Path:
    return movie(SHORT_SECONDS)


def long_movie() -> pathlib.Path | None:
    """The movie for the memory test; None if the disk is too small for it and its output."""
    needed = 7 * short_movie().stat().st_size * 2
    if not (BENCH / f"movie-{LONG_SECONDS}s.mp4").exists() and shutil.disk_usage(BENCH).free < needed:
        print(f"no long movie: {needed >> 30} GiB of free disk space are required", flush=True)
        return None
    return movie(LONG_SECONDS)


def test_movie(seconds: int) -> pathlib.Path:
    """The 720p30 movie of `make run`, with another length."""
    path = BENCH / f"test-{seconds}s.mp4"
    if not path.exists():
        print(f"making {path.relative_to(ROOT)}", flush=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([ROOT / "Scripts" / "make-test-movie", path, str(seconds)], check=True, timeout=900)
    return path
