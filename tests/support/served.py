"""A site served by `manage.py serve` on a free port with its own folder."""

import contextlib
import http.client
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from support import ready_book

ROOT = Path(__file__).resolve().parent.parent.parent
READY = "Stop it with Ctrl-C."
PATIENCE = 60

# The content policy of every page, compared as a set because its order varies.
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}
# The content policy of static files, which load nothing when opened by themselves.
FILE_POLICY = {"default-src 'none'", "frame-ancestors 'none'"}


def free_port() -> int:
    """Return a port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(slots=True)
class Served:
    """A running site."""

    process: subprocess.Popen[str]
    port: int
    greeting: str
    seconds: float
    tls: ssl.SSLContext | None = None

    def ask(
        self,
        path: str,
        method: str = "GET",
        headers: dict[str, str] | None = None,
        body: bytes | None = None,
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """Send a request; return the response and its body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        # Not HTTPSConnection, because `line` opens both kinds of connections.
        connection.sock = self.line()
        with contextlib.closing(connection):
            connection.request(method, path, body=body, headers=headers or {})
            response = connection.getresponse()
            return response, response.read()

    def line(self) -> socket.socket:
        """Return a new connection."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        return self.tls.wrap_socket(plain, server_hostname="localhost") if self.tls else plain

    def stop(self, number: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Stop the site; return its exit code and remaining output."""
        self.process.send_signal(number)
        words, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, words


def run_command(var: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the site with this folder and wait for its end."""
    ours = {"TAROKK_VAR": str(var), "TAROKK_ENV_FILE": "", "LANG": "C"}
    environment = os.environ | ours
    for name in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "SECRET_KEY"):
        environment.pop(name, None)
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=environment | more,
        capture_output=True,
        text=True,
        check=False,
    )


def start(
    var: Path,
    port: int,
    *arguments: str,
    command: tuple[str, ...] = (str(ROOT / "manage.py"),),
    python: str = sys.executable,
    **more: str,
) -> subprocess.Popen[str]:
    """Start `serve` without waiting for it; its errors go to serve.log in the folder.

    command: arguments of Python.
    python: path of Python.
    """
    ours = {"TAROKK_VAR": str(var), "PORT": str(port), "LANG": "C", "BACKUPS": "0"}
    not_ours = {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "SECRET_KEY"}
    theirs = {name: value for name, value in os.environ.items() if name not in not_ours}
    environment = theirs | ours | more
    var.mkdir(parents=True, exist_ok=True)
    with (var / "serve.log").open("a") as log:
        return subprocess.Popen(
            [python, *command, "serve", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )


@contextlib.contextmanager
def served(
    var: Path,
    *arguments: str,
    port: int = 0,
    command: tuple[str, ...] = (str(ROOT / "manage.py"),),
    python: str = sys.executable,
    migrated: bool = True,
    **more: str,
) -> Iterator[Served]:
    """Serve a site for the length of the block.

    port: port to use, 0 for any.
    migrated: start with the prepared empty database, which saves the migrations.
    """
    port = port or free_port()
    if migrated and "DATABASE_URL" not in more:
        ready_book.lay_for_a_site(var / "club.sqlite3")
    begin = time.monotonic()
    process = start(var, port, *arguments, command=command, python=python, **more)
    try:
        greeting = _greeting(process)
        yield Served(process, port, greeting, time.monotonic() - begin, _trusting(arguments))
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def _trusting(arguments: tuple[str, ...]) -> ssl.SSLContext | None:
    """Return a context that trusts the site's own certificate, or None without https."""
    if "--cert" not in arguments:
        return None
    return ssl.create_default_context(cafile=arguments[arguments.index("--cert") + 1])


def _greeting(process: subprocess.Popen[str]) -> str:
    lines: list[str] = []
    assert process.stdout
    for line in process.stdout:
        lines.append(line)
        if READY in line:
            break
    assert lines and READY in lines[-1], f"serve ended before it was ready: {lines}"
    return "".join(lines)
