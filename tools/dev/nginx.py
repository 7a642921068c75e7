"""A private nginx in front of a test's nodes, with the configuration that the project ships."""

import contextlib
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tarokk_club.env import ROOT
from tarokk_club.system import install_apt_packages

SHIPPED_CONFIG = ROOT / "deploy" / "nginx.conf"
_MAIN_CONFIG = """daemon off;
pid {folder}/pid;
error_log {log};
events {{ worker_connections 2048; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{inside}
}}
"""
# A line of the error log about a node: the reason, and the node's address.
_NODE_ERROR = re.compile(r"\*\d+ (.+?), client: .*, upstream: \"http://([^/\"]+)")


@dataclass(frozen=True, slots=True)
class Proxy:
    """A running nginx, with the path of its error log."""

    log: Path

    def read_log_size(self) -> int:
        """Return the current size of the error log in bytes."""
        return self.log.stat().st_size if self.log.exists() else 0

    def count_errors(self, since: int = 0) -> Counter[str]:
        """Count the errors that nginx logged about its nodes, by reason and address.

        since: size of the error log before the first line that counts.
        """
        return Counter(self._read_errors(since))

    def read_last_error(self) -> str:
        """Return the last error that nginx logged about a node, "" if there is none."""
        return next(reversed(self._read_errors()), "")

    def _read_errors(self, since: int = 0) -> list[str]:
        text = (
            self.log.read_bytes()[since:].decode(errors="replace") if self.read_log_size() else ""
        )
        return [f"{node}: {reason}" for reason, node in _NODE_ERROR.findall(text)]


def find_nginx() -> str:
    """Return the path of nginx, or "" if it is not installed."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin") or ""


def ensure_nginx() -> bool:
    """Install nginx if it is missing and this is root on Debian; return whether it is installed."""
    return bool(find_nginx()) or (install_apt_packages("nginx-light") and bool(find_nginx()))


@contextlib.contextmanager
def run_private_nginx(
    port: int, nodes: Sequence[int], *, error_log: Path | None = None
) -> Iterator[Proxy]:
    """Run nginx on this port without a certificate, in front of the nodes at the given ports.

    error_log: file that outlives the block; without it the log is deleted with the rest.
    """
    with tempfile.TemporaryDirectory(prefix="tarokk-nginx-") as folder_name:
        folder = Path(folder_name)
        folder.chmod(0o755)
        log = error_log or folder / "error.log"
        config_file = folder / "nginx.conf"
        config_file.write_text(
            _MAIN_CONFIG.format(folder=folder, log=log, inside=adapt_nginx_config(port, nodes))
        )
        process = subprocess.Popen(
            [find_nginx(), "-c", str(config_file), "-e", str(log), "-p", folder_name],
            stdin=subprocess.DEVNULL,
        )
        try:
            yield Proxy(log)
        finally:
            process.terminate()
            process.wait()


def adapt_nginx_config(port: int, nodes: Sequence[int]) -> str:
    """Return the shipped configuration with other ports and without the certificate."""
    text = SHIPPED_CONFIG.read_text()
    text = text[: text.rindex("\nserver {")]
    text = re.sub(r"^ +ssl_certificate.*\n", "", text, flags=re.MULTILINE)
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    text = text.replace("server_name tarokk.example.org;", "server_name _;")
    text = re.sub(r"^ +server 127\.0\.0\.1:8002.*\n", "", text, flags=re.MULTILINE)
    for line in re.findall(r"^ +server 127\.0\.0\.1:8001.*\n", text, flags=re.MULTILINE):
        text = text.replace(line, "".join(line.replace("8001", str(node)) for node in nodes))
    return text
