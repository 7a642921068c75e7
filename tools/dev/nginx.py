"""A private nginx in front of a test's nodes, with the configuration that the project ships."""

import contextlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tarokk_club.env import ROOT
from tarokk_club.system import apt_install

SHIPPED_CONFIG = ROOT / "deploy" / "nginx.conf"
_MAIN_CONFIG = """daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
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


def find() -> str:
    """Return the path of nginx, or "" if it is not installed."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin") or ""


def ensure() -> bool:
    """Install nginx if it is missing and this is root on Debian; return whether it is installed."""
    return bool(find()) or (apt_install("nginx-light") and bool(find()))


@contextlib.contextmanager
def private_nginx(port: int, nodes: Sequence[int]) -> Iterator[None]:
    """Run nginx on this port without a certificate, in front of the nodes at the given ports."""
    with tempfile.TemporaryDirectory(prefix="tarokk-nginx-") as folder_name:
        folder = Path(folder_name)
        folder.chmod(0o755)
        config_file = folder / "nginx.conf"
        config_file.write_text(
            _MAIN_CONFIG.format(folder=folder, inside=adapt_nginx_config(port, nodes))
        )
        process = subprocess.Popen(
            [find(), "-c", str(config_file), "-e", str(folder / "error.log"), "-p", folder_name],
            stdin=subprocess.DEVNULL,
        )
        try:
            yield
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
    server_line = next(line for line in text.splitlines() if "server 127.0.0.1:8001" in line)
    node_lines = (server_line.replace("8001", str(node)) for node in nodes)
    text = re.sub(r"^ +server 127\.0\.0\.1:8002.*\n", "", text, flags=re.MULTILINE)
    return text.replace(server_line, "\n".join(node_lines))
