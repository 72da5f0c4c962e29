"""Control of the library that is preloaded into the tool: signals at a call, delays and failures of calls."""

import mmap
import os
import pathlib
import random
import shutil
import struct
import subprocess

CALLS = ("create", "write", "sync", "rename", "unlink", "send")
MOMENTS = ("before", "after", "halfway")
_LAYOUT = struct.Struct("=IiIIIIII6I2I6Q")


def compile_library(folder: pathlib.Path) -> pathlib.Path | None:
    """Returns the compiled library; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    library = folder / "faults.so"
    source = pathlib.Path(__file__).with_name("faults.c")
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


class Faults:
    """The control file of one channel."""

    def __init__(self, path: pathlib.Path, library: pathlib.Path | None, program: str) -> None:
        path.write_bytes(bytes(_LAYOUT.size))
        file = os.open(path, os.O_RDWR)
        self.memory = mmap.mmap(file, _LAYOUT.size)
        os.close(file)
        self.environment = {}
        if library:
            self.environment = {"LD_PRELOAD": str(library), "SOAK_CONTROL": str(path), "SOAK_PROGRAM": program}

    @property
    def is_available(self) -> bool:
        return bool(self.environment)

    def _put(self, index: int, *values: int) -> None:
        self.memory[4 * index:4 * (index + len(values))] = struct.pack(f"={len(values)}I", *values)

    def arm(self, calls: list[str], after: int, signal: int, moment: str) -> None:
        """Sends a signal at one of the next calls: the first is number 1."""
        mask = sum(1 << CALLS.index(call) for call in calls)
        self._put(0, 0)
        self._put(6, 0)
        self._put(1, after, signal, MOMENTS.index(moment))
        self._put(0, mask)

    def arm_randomly(self, choice: random.Random, signal: int, most: int) -> str:
        """Arms a random call and returns its description."""
        calls = list(CALLS) if choice.random() < 0.4 else [choice.choice(CALLS)]
        moment = choice.choice(MOMENTS)
        # Writes and requests are frequent, syncs and removals rare.
        limit = most if calls[0] in ("write", "send", "create") or len(calls) > 1 else max(2, most // 3)
        after = choice.randint(1, limit)
        self.arm(calls, after, signal, moment)
        return f"{moment} call {after} of {'any' if len(calls) > 1 else calls[0]}"

    def disarm(self) -> None:
        self._put(0, 0)

    @property
    def hit(self) -> str | None:
        """The call at which the signal was sent."""
        number = struct.unpack_from("=I", self.memory, 24)[0]
        return CALLS[number - 1] if number else None

    def delay(self, milliseconds: dict[str, int]) -> None:
        self._put(8, *(1000 * milliseconds.get(call, 0) for call in CALLS))

    def fail(self, calls: list[str], error: int = 0) -> None:
        self._put(5, error)
        self._put(4, sum(1 << CALLS.index(call) for call in calls))
