"""A private Valkey or Redis server for one run of the tests."""

import contextlib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tarokk_club.system import apt_install

# Valkey where the system has it; Debian 12 has Redis 7.0, which it came from.
PROGRAMS, PACKAGES = ("valkey-server", "redis-server"), ("valkey-server", "redis-server")
START_SECONDS = 10


def find() -> str:
    """The path of the server's program, or "" when there is none."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), "")


def ensure() -> bool:
    """Whether there is a server, installed now if need be and if this is root on Debian."""
    return bool(find()) or any(apt_install(name) and find() for name in PACKAGES)


class CacheServer:
    """A server on a port of its own, which can be stopped and started again, empty."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it listens. Raises TimeoutError."""
        options = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(self._folder),
            # It keeps nothing beyond its own life.
            "save": "",
            "appendonly": "no",
        }
        command = [find(), *(part for name, at in options.items() for part in (f"--{name}", at))]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            time.sleep(0.02)
        raise TimeoutError(f"{command[0]} does not listen.")

    def stop(self) -> None:
        """End it as a power cut would."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextlib.contextmanager
def private_cache() -> Iterator[CacheServer]:
    """Start a server of our own in a temporary folder; it ends with the block."""
    with tempfile.TemporaryDirectory(prefix="tarokk-cache-") as folder:
        server = CacheServer(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()
