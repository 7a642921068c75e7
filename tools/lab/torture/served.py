"""A site served by `manage.py serve`, which the trials start, kill and start again."""

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
PAUSE_SECONDS, TIMEOUT_SECONDS = 0.03, 60.0
# A first start sets up all tables, which takes minutes on a machine that others load.
START_SECONDS = 240.0
# Variables of the terminal that must not reach the site under test.
REMOVED_VARIABLES = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "HOST", "HTTPS", "SECRET_KEY")

# A little longer than /healthz caches its result.
HEALTH_CACHE_SECONDS = 3.5


class NotServedError(RuntimeError):
    """The site did not open, or one of its commands failed."""


def find_free_port() -> int:
    """Return a port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


@dataclass(slots=True)
class Site:
    """A site with its own folder.

    log: file for the output, outside the folder because the site's disk may be full.
    variables: additional environment variables.
    """

    var: Path
    log: Path
    port: int = field(default_factory=find_free_port)
    command: Sequence[str] = (*MANAGE, "serve")
    variables: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    @property
    def database_file(self) -> Path:
        """The database file."""
        return self.var / "club.sqlite3"

    def build_environment(self) -> dict[str, str]:
        """Return the environment for all commands on this site."""
        inherited = {
            name: value for name, value in os.environ.items() if name not in REMOVED_VARIABLES
        }
        site_variables = {
            "TAROKK_VAR": str(self.var),
            "PORT": str(self.port),
            "LANG": "C",
            "BACKUPS": "0",
        }
        return inherited | site_variables | self.variables

    def launch(self) -> subprocess.Popen[bytes]:
        """Start the server in a process group of its own, without waiting for it."""
        self.var.mkdir(parents=True, exist_ok=True)
        self.process = self._spawn(self.command)
        return self.process

    def start(self) -> float:
        """Start the server and return the seconds until its first response.

        Raise NotServedError if it does not open.
        """
        started = time.monotonic()
        process = self.launch()
        while not self.is_up():
            if process.poll() is not None or time.monotonic() - started > START_SECONDS:
                raise NotServedError(f"The site did not open; see {self.log}.")
            time.sleep(PAUSE_SECONDS)
        return time.monotonic() - started

    def is_up(self) -> bool:
        """Return whether the site responds, with any status."""
        return self.fetch_health_status() is not None

    def fetch_health_status(self) -> int | None:
        """Return the status of /healthz, or None if the site does not respond."""
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=10)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def fetch_fresh_health_status(self) -> int | None:
        """Return the status of /healthz after the cached result has expired."""
        time.sleep(HEALTH_CACHE_SECONDS)
        return self.fetch_health_status()

    def kill(self) -> None:
        """Send SIGKILL to the whole process group, like a power cut."""
        if self.process:
            kill_process_group(self.process)
        self._wait_for_port()

    def stop(self) -> float:
        """Stop the site with SIGTERM, like an operator; return the seconds it took."""
        started = time.monotonic()
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(TIMEOUT_SECONDS)
        return time.monotonic() - started

    def run_command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the site, wait for its end and return the result."""
        return subprocess.run(
            [*MANAGE, *arguments],
            env=self.build_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def start_command(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command of the site without waiting for its end."""
        return self._spawn((*MANAGE, *arguments))

    def _spawn(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                list(command),
                env=self.build_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _wait_for_port(self) -> None:
        """Wait until the port is free, because a worker ends a little later than its parent."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind((LOOPBACK, self.port))
                except OSError:
                    time.sleep(PAUSE_SECONDS)
                else:
                    return


def kill_process_group(process: subprocess.Popen[bytes]) -> None:
    """Send SIGKILL to a child process and all its descendants."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(TIMEOUT_SECONDS)
