"""A private PostgreSQL server for one run of the tests."""

import contextlib
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tarokk_club.serving.system import apt_install, is_root, say

INSTALLED = Path("/usr/lib/postgresql")
ACCOUNT = "postgres"


def find() -> str:
    """The folder of the server's programs, newest version first, or "" when there is none."""
    versions = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: -int(path.parts[-3]))
    if versions:
        return str(versions[0].parent)
    elsewhere = shutil.which("initdb")
    return str(Path(elsewhere).parent) if elsewhere else ""


def ensure() -> bool:
    """Whether there is a server, installed now if need be and if this is root on Debian."""
    return bool(find()) or (apt_install("postgresql") and bool(find()))


@contextlib.contextmanager
def private_server() -> Iterator[str]:
    """Start a server of our own in a temporary folder and give its DATABASE_URL."""
    with tempfile.TemporaryDirectory(prefix="tarokk-pg-") as folder:
        data = Path(folder) / "data"
        # The server refuses to run as root, so the folder belongs to its own account.
        account = ACCOUNT if is_root() else None
        if account:
            shutil.chown(folder, user=account)
        port = _free_port()
        _run(["initdb", "-D", str(data), "-U", ACCOUNT, "-A", "trust", "--no-sync"], account)
        settings = {
            "port": port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": folder,
            # The data lives for this one run.
            "fsync": "off",
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        log = str(Path(folder) / "log")
        _run(["pg_ctl", "-D", str(data), "-o", options, "-l", log, "-w", "start"], account)
        try:
            yield f"postgres://{ACCOUNT}@127.0.0.1:{port}/postgres"
        finally:
            _run(["pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop"], account)


def _run(command: list[str], account: str | None) -> None:
    program = str(Path(find()) / command[0])
    done = subprocess.run(
        [program, *command[1:]],
        check=False,
        user=account,
        cwd="/",
        stdin=subprocess.DEVNULL,
        # A file and not a pipe: the server keeps the handle open for as long as it runs.
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if done.returncode:
        say(f"{command[0]} failed with code {done.returncode}.")
        raise subprocess.CalledProcessError(done.returncode, command)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
