"""A temporary root file system in which the set-up papers of the operator are run.

It is an overlay over this machine's root, with its own processes, mounts, host name and network.
"""

import contextlib
import shlex
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from support.source import ROOT

HOST = "tarokk.example.org"
STAND_IN = Path(__file__).parent / "fresh" / "systemctl"
LOGS = "/var/log/stand-in"
SPACES = ("--mount", "--pid", "--uts", "--ipc")
# Traces of an existing site; a paper must start without them.
TRACES = ("/etc/tarokk-club.env", "/srv/tarokk-club", "/var/lib/tarokk-club")
PATIENCE = 600
# The environment of a login, without the settings that the tests have read.
UMASK = 0o022
_BEGIN = """
set -eu
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
mount --rbind /dev "$1/root/dev"
mount -t tmpfs tmpfs "$1/root/tmp"
chmod 1777 "$1/root/tmp"
hostname club
ip link set lo up
touch "$1/root/begun"
exec chroot "$1/root" sleep infinity
"""
# Packages must not start services, as on a machine without systemd.
_READY = """
printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
cp "$1" /usr/local/bin/systemctl
cp "$1" /usr/local/bin/journalctl
echo "127.0.0.1 $2" >> /etc/hosts
: > /etc/environment
rm -rf /run/nginx.pid /run/postgresql /run/redis
systemd-tmpfiles --create --prefix=/run/postgresql --prefix=/run/redis 2>/dev/null || true
"""
# A login shell of root, without the environment of this process.
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_ROOTS = {"PATH": _PATH, "HOME": "/root", "USER": "root", "LANG": "C.UTF-8"}


class PaperError(AssertionError):
    """A command of a paper failed; the message is its output."""


@dataclass(frozen=True, slots=True)
class FreshRoot:
    """A temporary root in which commands run as root.

    holder: process whose namespaces the commands enter.
    source: folder of the project in it.
    """

    holder: int
    source: str

    def run(self, script: str, *arguments: str, folder: str = "/", online: bool = False) -> str:
        """Run a shell script and return its output.

        online: whether the script uses the machine's network instead of its own.

        Raise PaperError if a command fails.
        """
        spaces = SPACES if online else (*SPACES, "--net")
        enter = ["nsenter", f"--target={self.holder}", *spaces, "--root", "--wd"]
        there = f"cd {shlex.quote(folder)}\n{script}"
        shell = ["bash", "-eu", "-o", "pipefail", "-c", there, "bash", *arguments]
        with tempfile.TemporaryFile("w+") as output:
            # A file instead of a pipe, because started services would keep a pipe open.
            done = subprocess.run(
                [*enter, "--", *shell],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=_ROOTS,
                umask=UMASK,
                check=False,
                timeout=PATIENCE,
            )
            output.seek(0)
            text = output.read()
        if done.returncode:
            logs = "".join(f"\n{path}:\n{path.read_text()[-2000:]}" for path in self._logs())
            raise PaperError(f"{script}\n\nended with {done.returncode}:\n{text[-4000:]}{logs}")
        return text

    def _logs(self) -> list[Path]:
        """Return the log files of the stand-in for systemd."""
        return sorted(Path(f"/proc/{self.holder}/root{LOGS}").glob("*.log"))


@contextlib.contextmanager
def fresh_root() -> Iterator[FreshRoot]:
    """Create a temporary root with a copy of the project, and remove it at the end of the block."""
    there = [path for path in TRACES if Path(path).exists()]
    assert not there, f"This machine runs a site already: {there}"
    with tempfile.TemporaryDirectory(prefix="tarokk-root-") as base:
        command = ["unshare", *SPACES, "--net", "--fork", "--kill-child", "--propagation=private"]
        process = subprocess.Popen(
            [*command, "bash", "-c", _BEGIN, "bash", base], stdin=subprocess.DEVNULL, umask=UMASK
        )
        try:
            root = FreshRoot(_holder(process, base), "/root/tarokk-club")
            root.run(_READY, str(STAND_IN), HOST)
            lay_project(root)
            yield root
        finally:
            process.kill()
            process.wait()


def lay_project(root: FreshRoot) -> None:
    """Copy the project's files, as a clone has them, into the temporary root."""
    root.run(
        'rm -rf "$2"; mkdir -p "$2"; cd "$1"; git -c safe.directory="$1" ls-files -z --cached '
        "--others --exclude-standard | tar --create --null --ignore-failed-read --files-from=- | "
        'tar --extract --no-same-owner --directory="$2"',
        str(ROOT),
        root.source,
    )


def _holder(process: subprocess.Popen[bytes], base: str) -> int:
    """Wait for the temporary root; return the process that holds its namespaces."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    until = time.monotonic() + 30
    while time.monotonic() < until and process.poll() is None:
        found = children.read_text().split()
        if found and Path(f"/proc/{found[0]}/root/begun").exists():
            return int(found[0])
        time.sleep(0.05)
    raise PaperError(f"There can be no fresh root here; it needs root on Linux ({base}).")
