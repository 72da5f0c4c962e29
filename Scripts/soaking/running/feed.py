"""A network source that the script controls: MPEG-TS over UDP, sent by ffmpeg at the pace of the media."""

import pathlib
import random
import signal
import subprocess

_VIDEO = ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "25", "-keyint_min", "25",
          "-sc_threshold", "0", "-b:v", "80k", "-pix_fmt", "yuv420p"]
_AUDIO = ["-c:a", "aac", "-b:a", "48k"]


def _picture(size: str, seconds: int) -> list[str]:
    return ["-f", "lavfi", "-i", f"testsrc2=size={size}:rate=25:duration={seconds}"]


def _tone(frequency: int, rate: int, seconds: int) -> list[str]:
    return ["-f", "lavfi", "-i", f"sine={frequency}:duration={seconds}:sample_rate={rate}"]


def _variants(seconds: int) -> dict[str, list[str]]:
    small, tone = _picture("160x90", seconds), _tone(440, 48000, seconds)
    return {
        "usual": small + tone + _VIDEO + _AUDIO,
        "large": _picture("320x180", seconds) + tone + _VIDEO + _AUDIO,
        "video": small + _VIDEO,
        "audio": tone + _AUDIO,
        "two-audio": small + tone + _tone(880, 48000, seconds) + ["-map", "0", "-map", "1", "-map", "2"] + _VIDEO + _AUDIO,
        "other-audio": small + _tone(660, 44100, seconds) + _VIDEO + ["-c:a", "aac", "-b:a", "48k", "-ac", "1"],
        "ac3": small + tone + _VIDEO + ["-c:a", "ac3", "-b:a", "96k"],
    }


def make_media(folder: pathlib.Path, seconds: int = 300) -> dict[str, pathlib.Path]:
    """Encodes a file for each variant of the source."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {}
    for name, arguments in _variants(seconds).items():
        made[name] = folder / f"{name}.ts"
        if not made[name].exists():
            subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments, "-f", "mpegts", made[name]], check=True)
    return made


class Feed:
    """The sender of one channel."""

    def __init__(self, port: int, media: dict[str, pathlib.Path], choice: random.Random) -> None:
        self.port, self.media, self.choice = port, media, choice
        self.process: subprocess.Popen | None = None
        self.variant = ""

    def send(self, variant: str = "usual") -> None:
        self.end()
        self.variant = variant
        self.process = subprocess.Popen(
            ["ffmpeg", "-v", "quiet", "-nostdin", "-re", "-stream_loop", "-1", "-i", str(self.media[variant]), "-map", "0",
             "-c", "copy", "-f", "mpegts", f"udp://127.0.0.1:{self.port}?pkt_size=1316"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @property
    def is_sending(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def hold(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGSTOP)

    def release(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None
