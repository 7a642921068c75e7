"""A private PostgreSQL server for one run of the tests."""

import contextlib
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tarokk_club.system import install_apt_packages, is_root, print_message

INSTALLED = Path("/usr/lib/postgresql")
ACCOUNT = "postgres"


def find_programs_folder() -> str:
    """Return the folder with the programs of the newest server, or "" if none is installed."""
    versions = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: -int(path.parts[-3]))
    if versions:
        return str(versions[0].parent)
    elsewhere = shutil.which("initdb")
    return str(Path(elsewhere).parent) if elsewhere else ""


def ensure_server() -> bool:
    """Install a server if there is none and this is root on Debian; return whether there is one."""
    return bool(find_programs_folder()) or (
        install_apt_packages("postgresql") and bool(find_programs_folder())
    )


class Server:
    """A private server with its data in a folder; it can be killed and started again.

    safe: whether a commit waits for the disk, so that the data survives a kill.
    """

    def __init__(self, folder: Path, *, safe: bool) -> None:
        self._folder, self._safe = folder, safe
        # The server refuses to run as root, so the folder belongs to its own account.
        self._account = ACCOUNT if is_root() else None
        if self._account:
            shutil.chown(folder, user=self._account)
        self._port = _find_free_port()
        self.url = f"postgres://{ACCOUNT}@127.0.0.1:{self._port}/postgres"
        self._run("initdb", "-U", ACCOUNT, "-A", "trust", "--no-sync")

    def start(self) -> None:
        """Start the server and wait until it responds."""
        settings = {
            "port": self._port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self._folder,
            "fsync": "on" if self._safe else "off",
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self._run("pg_ctl", "-o", options, "-l", str(self._folder / "log"), "-w", "start")

    def kill(self) -> None:
        """Stop the server at once, as a power cut would."""
        self._run("pg_ctl", "-m", "immediate", "-w", "stop")

    def stop(self) -> None:
        """Stop the server; do nothing if it is already gone."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.kill()

    def create_replica(self, folder: Path) -> "Server":
        """Create a replica of this server in the folder; return it without starting it."""
        replica = Server.__new__(Server)
        replica._folder, replica._safe, replica._account = folder, self._safe, self._account
        if self._account:
            shutil.chown(folder, user=self._account)
        replica._port = _find_free_port()
        replica.url = f"postgres://{ACCOUNT}@127.0.0.1:{replica._port}/postgres"
        data = str(folder / "data")
        source = f"host=127.0.0.1 port={self._port} user={ACCOUNT}"
        _run_program(
            ["pg_basebackup", "-D", data, "-d", source, "-R", "-X", "stream", "-c", "fast"],
            self._account,
        )
        return replica

    def _run(self, program: str, *arguments: str) -> None:
        _run_program([program, "-D", str(self._folder / "data"), *arguments], self._account)


@contextlib.contextmanager
def run_private_server() -> Iterator[str]:
    """Start a private server in a temporary folder and yield its DATABASE_URL."""
    with tempfile.TemporaryDirectory(prefix="tarokk-pg-") as folder:
        # The data is needed for this run only.
        server = Server(Path(folder), safe=False)
        server.start()
        try:
            yield server.url
        finally:
            server.kill()


def _run_program(command: list[str], account: str | None) -> None:
    program = str(Path(find_programs_folder()) / command[0])
    result = subprocess.run(
        [program, *command[1:]],
        check=False,
        user=account,
        cwd="/",
        stdin=subprocess.DEVNULL,
        # A file instead of a pipe, as the server holds the handle open while it runs.
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if result.returncode:
        print_message(f"{command[0]} failed with code {result.returncode}.")
        raise subprocess.CalledProcessError(result.returncode, command)


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
