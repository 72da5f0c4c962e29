"""File systems of the script's own, so that they can be filled without harm."""

import contextlib
import errno
import os
import pathlib
import shutil
import subprocess
import sys

SIZE = 256 << 20
_MARK = "SOAK_NAMESPACE"


def enter_namespace() -> None:
    """Runs this script again in a mount namespace of its own, unless it already runs there or cannot."""
    if _MARK in os.environ or shutil.which("unshare") is None:
        return
    for mapping in ([], ["--user", "--map-root-user"]):
        command = ["unshare", *mapping, "--mount", "--propagation", "private"]
        if subprocess.run([*command, "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            os.environ[_MARK] = "1"
            os.execvp("unshare", [*command, sys.executable, *sys.argv])


class Disk:
    """A small file system at a folder; without a namespace of its own, writes of the tool are made to fail instead."""

    def __init__(self, path: pathlib.Path, faults) -> None:
        self.path, self.faults = path, faults
        self.is_mounted = _MARK in os.environ and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "soak", path], stderr=subprocess.DEVNULL,
            check=False).returncode == 0
        self.ballast = path / ".ballast"

    def fill(self, left: int) -> None:
        """Fills the file system up to a number of bytes."""
        if not self.is_mounted:
            self.faults.fail(["write", "create"], errno.ENOSPC)
            return
        with self.ballast.open("ab") as file:
            # The tool writes at the same time.
            for step in (1, 2, 4, 8):
                space = os.statvfs(self.path)
                free = space.f_bavail * space.f_frsize - left
                with contextlib.suppress(OSError):
                    os.posix_fallocate(file.fileno(), file.seek(0, os.SEEK_END), max(1, free // step))

    def free(self) -> None:
        if self.is_mounted:
            self.ballast.unlink(missing_ok=True)
        else:
            self.faults.fail([])

    def release(self) -> None:
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", self.path], check=False)
