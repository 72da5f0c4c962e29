"""The places where a channel is published, as a reader sees them: a folder, or a server."""

import dataclasses
import http.client
import os
import pathlib


class Unreachable(Exception):
    """No complete response: the server is down, or the connection ended."""


@dataclasses.dataclass
class Answer:
    status: int
    body: bytes


def _signature(status: os.stat_result) -> tuple:
    return (status.st_ino, status.st_size, status.st_mtime_ns)


class Folder:
    """Files that are read directly."""

    is_server = False

    def __init__(self, name: str, path: pathlib.Path) -> None:
        self.name, self.path = name, path

    def get(self, path: str, query: str = "", timeout: float = 0) -> Answer:
        try:
            return Answer(200, (self.path / path).read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return Answer(404, b"")
        except OSError as problem:
            raise Unreachable(str(problem)) from problem

    def signature(self, path: str) -> tuple | None:
        """Identifies a version of a file without reading it; None if it does not exist."""
        try:
            return _signature(os.stat(f"{self.path}/{path}"))
        except OSError:
            return None

    def files(self, below: str = ""):
        """Yields path and signature of all files that are visible to players; not of names that begin with a dot."""
        try:
            with os.scandir(f"{self.path}/{below}") as entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue
                    if entry.is_dir():
                        yield from self.files(f"{below}{entry.name}/")
                    else:
                        yield f"{below}{entry.name}", _signature(entry.stat())
        except OSError:
            return  # removed meanwhile

    def copy(self) -> "Folder":
        return self


class Server:
    """A server with a persistent connection; one copy for each thread."""

    is_server = True

    def __init__(self, name: str, port: int, base: str) -> None:
        self.name, self.port, self.base = name, port, base
        self.connection: http.client.HTTPConnection | None = None

    def copy(self) -> "Server":
        return Server(self.name, self.port, self.base)

    def get(self, path: str, query: str = "", timeout: float = 10) -> Answer:
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
            self.connection.request("GET", self.base + path + query)
            response = self.connection.getresponse()
            body = response.read()
            has_length = response.headers.get("Content-Length") or response.headers.get("Transfer-Encoding")
            if not has_length and response.status == 200:
                raise Unreachable("a response without a length")
            if response.will_close:
                self.close()
            return Answer(response.status, body)
        except (OSError, http.client.HTTPException) as problem:
            self.close()
            raise Unreachable(f"{type(problem).__name__}: {problem}") from problem

    def close(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection = None
