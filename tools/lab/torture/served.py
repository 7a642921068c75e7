"""The real `manage.py serve`, which the trials start, kill and start again."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tarokk_club.env import LOOPBACK, ROOT

MANAGE = (sys.executable, str(ROOT / "manage.py"))
PAUSE, PATIENCE = 0.03, 60.0
# Variables of the terminal that must not reach the site under test.
NOT_HANDED_ON = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "HOST", "HTTPS", "SECRET_KEY")

# /healthz caches its result for three seconds.
KEPT = 3.5


class NotServedError(RuntimeError):
    """The site did not open, or one of its commands failed."""


def free_port() -> int:
    """Return a port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


@dataclass(slots=True)
class Site:
    """A site in a folder of its own.

    log: file for its output, outside the folder, because the site's disk may be full.
    """

    var: Path
    log: Path
    port: int = field(default_factory=free_port)
    command: Sequence[str] = (*MANAGE, "serve")
    more: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    @property
    def book(self) -> Path:
        """The database file."""
        return self.var / "club.sqlite3"

    def environment(self) -> dict[str, str]:
        """Return the environment for all commands on this site."""
        kept = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
        ours = {"TAROKK_VAR": str(self.var), "PORT": str(self.port), "LANG": "C", "BACKUPS": "0"}
        return kept | ours | self.more

    def launch(self) -> subprocess.Popen[bytes]:
        """Start the server in a process group of its own, without waiting for it."""
        self.var.mkdir(parents=True, exist_ok=True)
        self.process = self._run(self.command)
        return self.process

    def start(self) -> float:
        """Start the server and return the seconds until its first response.

        Raise NotServedError if it does not open.
        """
        begin = time.monotonic()
        process = self.launch()
        while not self.answers():
            if process.poll() is not None or time.monotonic() - begin > PATIENCE:
                raise NotServedError(f"The site did not open; see {self.log}.")
            time.sleep(PAUSE)
        return time.monotonic() - begin

    def answers(self) -> bool:
        """Return whether the site responds at all."""
        return self.health() is not None

    def health(self) -> int | None:
        """Return the status of /healthz, or None if the site does not respond."""
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=10)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def fresh_health(self) -> int | None:
        """Return the status of /healthz after the cached result has expired."""
        time.sleep(KEPT)
        return self.health()

    def kill(self) -> None:
        """Send SIGKILL to the whole process group, like a power cut."""
        if self.process:
            kill_process_group(self.process)
        self._wait_for_port()

    def stop(self) -> float:
        """Stop the site with SIGTERM, like an operator; return the seconds it took."""
        begin = time.monotonic()
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)
        return time.monotonic() - begin

    def tell(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the site and wait for its end."""
        return subprocess.run(
            [*MANAGE, *arguments],
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def begin(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command of the site that will be killed."""
        return self._run((*MANAGE, *arguments))

    def _run(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                list(command),
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _wait_for_port(self) -> None:
        """Wait until the worker, which outlives its parent for a moment, has released the port."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind((LOOPBACK, self.port))
                except OSError:
                    time.sleep(PAUSE)
                else:
                    return


def kill_process_group(process: subprocess.Popen[bytes]) -> None:
    """Send SIGKILL to a child process and all its descendants."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(PATIENCE)
