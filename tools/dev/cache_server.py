"""A private Valkey or Redis server for one run of the tests."""

import contextlib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tarokk_club.system import install_apt_packages

# Valkey if the system has it; Debian 12 has Redis 7.0, from which Valkey was forked.
PROGRAMS, PACKAGES = ("valkey-server", "redis-server"), ("valkey-server", "redis-server")
START_SECONDS = 10


def find_server_program() -> str:
    """Return the path of the server program, or "" if none is installed."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), "")


def ensure_server() -> bool:
    """Install a server if there is none and this is root on Debian; return whether there is one."""
    return bool(find_server_program()) or any(
        install_apt_packages(name) and find_server_program() for name in PACKAGES
    )


class CacheServer:
    """A server on a free port; it loses its data whenever it is stopped."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it listens.

        Raise TimeoutError if it does not listen in time.
        """
        options = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(self._folder),
            # No persistence: the data ends with the process.
            "save": "",
            "appendonly": "no",
        }
        command = [
            find_server_program(),
            *(part for name, value in options.items() for part in (f"--{name}", value)),
        ]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            time.sleep(0.02)
        raise TimeoutError(f"{command[0]} does not listen.")

    def stop(self) -> None:
        """Kill the server, as a power cut would."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextlib.contextmanager
def run_private_cache() -> Iterator[CacheServer]:
    """Start a private server in a temporary folder, and stop it at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="tarokk-cache-") as folder:
        server = CacheServer(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()
