"""Every setting the site takes from its environment; docs/reference/settings.md lists them."""

import os
import re
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from tarokk_club import network

ROOT = Path(__file__).resolve().parent.parent
# A wheel brings the packages alone: its templates lie inside, and the book where one starts it.
IN_SOURCE = (ROOT / "manage.py").exists()
TEMPLATE_FOLDER = ROOT / "templates" if IN_SOURCE else ROOT / "tarokk_club" / "templates"
HOME = ROOT if IN_SOURCE else Path.cwd()
LOOPBACK = "127.0.0.1"
# Beside the book: who was erased from it.
ERASURES_FILE = "erasures.json"
PATH = re.compile(r"[A-Za-z0-9_-]{12,80}")
# What a scanner tries first.
GUESSED = ("admin", "backend", "control", "django", "manage", "operator", "panel", "staff")


def _switch(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "on", "true", "yes"}


def _switched_off(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"0", "off", "false", "no"}


def _listed(name: str) -> list[str]:
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def _host() -> str:
    host = os.environ.get("HOST", "").strip().strip("[]")
    return "0.0.0.0" if host == "*" else host or LOOPBACK  # noqa: S104 - asked for


def _backup_folder() -> Path | None:
    text = os.environ.get("BACKUP_FOLDER", "").strip()
    return Path(text) if text else None


def _port() -> int:
    # `serve` complains about a port that is no number; other commands do not need one.
    text = os.environ.get("PORT", "").strip()
    return int(text) if text.isdecimal() and int(text) < 65536 else 8000


def is_good_admin_path(path: str) -> bool:
    """Whether nobody finds the operator's room by trying.

    >>> [is_good_admin_path(one) for one in ("admin", "my-admin-path-2026", "kemence-k7Qp2vX9")]
    [False, False, True]
    """
    guessed = any(word in path.lower() for word in GUESSED)
    return bool(PATH.fullmatch(path)) and len(set(path)) >= 8 and not guessed


def named_env_file() -> str | None:
    """Return what TAROKK_ENV_FILE says: a path, empty for no file, None where it is not set."""
    return os.environ.get("TAROKK_ENV_FILE")


@dataclass(frozen=True, slots=True)
class Environment:
    """The settings of one start; every name has a default that suits the club's own network."""

    var: Path = field(default_factory=lambda: Path(os.environ.get("TAROKK_VAR") or HOME / "var"))
    host: str = field(default_factory=_host)
    port: int = field(default_factory=_port)
    database_url: str = field(default_factory=lambda: os.environ.get("DATABASE_URL", ""))
    replica_url: str = field(
        default_factory=lambda: os.environ.get("DATABASE_REPLICA_URL", "").strip()
    )
    cache_url: str = field(default_factory=lambda: os.environ.get("CACHE_URL", "").strip())
    workers: str = field(default_factory=lambda: os.environ.get("WORKERS", "").strip())
    debug: bool = field(default_factory=lambda: _switch("DEBUG"))
    https: bool = field(default_factory=lambda: _switch("HTTPS"))
    hsts_preload: bool = field(default_factory=lambda: _switch("HSTS_PRELOAD"))
    health_token: str = field(default_factory=lambda: os.environ.get("HEALTH_TOKEN", "").strip())
    behind_proxy: bool = field(default_factory=lambda: _switch("BEHIND_PROXY"))
    # What `serve` tells its workers: the mark of this start, and that the files are collected.
    build: str = field(default_factory=lambda: os.environ.get("TAROKK_BUILD", ""))
    collected: bool = field(default_factory=lambda: _switch("TAROKK_COLLECTED"))
    # One place for the copies of all nodes; each node has a folder of its own besides.
    backup_folder: Path | None = field(default_factory=_backup_folder)
    backups: bool = field(default_factory=lambda: not _switched_off("BACKUPS"))
    email_url: str = field(default_factory=lambda: os.environ.get("EMAIL_URL", ""))
    email_from: str = field(default_factory=lambda: os.environ.get("EMAIL_FROM", "club@localhost"))
    site_address: str = field(
        default_factory=lambda: os.environ.get("SITE_ADDRESS", "").strip().rstrip("/")
    )
    founders: str = field(default_factory=lambda: os.environ.get("FOUNDERS", "operator").strip())
    admin_path: str = field(
        default_factory=lambda: os.environ.get("TAROKK_ADMIN_PATH", "").strip().strip("/")
    )
    log_level: str = field(default_factory=lambda: os.environ.get("LOG_LEVEL", "INFO").upper())

    def book_url(self) -> str:
        """Return the address of the database: the one given, else the file in `var`."""
        return self.database_url or f"sqlite:///{self.var.resolve() / 'club.sqlite3'}"

    def allowed_hosts(self) -> list[str]:
        """The host names the site answers to: those given, else HOST and the machine's own."""
        return _listed("ALLOWED_HOSTS") or network.names_of(self.host)

    def listening_host(self) -> str:
        """The address at which this machine itself reaches the site."""
        return {"0.0.0.0": LOOPBACK, "::": "::1"}.get(self.host, self.host)  # noqa: S104

    def address(self) -> str:
        """The address for links in letters: the one given, else that of the first host."""
        if self.site_address:
            return self.site_address
        given = [name for name in _listed("ALLOWED_HOSTS") if not name.startswith((".", "*"))]
        host = given[0] if given else network.reachable_host(self.host)
        # A proxy answers at the usual port.
        port = "" if self.behind_proxy else f":{self.port}"
        return f"{'https' if self.https else 'http'}://{host}{port}"

    def secret_key(self) -> str:
        """The key from the environment, else one that is made once and kept in a file."""
        return os.environ.get("SECRET_KEY") or read_or_make(
            self.var / "secret_key", secrets.token_urlsafe(64)
        )

    def old_secret_keys(self) -> list[str]:
        """Keys that were in use before; what they signed is still good."""
        return _listed("SECRET_KEY_FALLBACKS")


def read_or_make(path: Path, content: str) -> str:
    """The text of a private file (mode 0600); made with this content when it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not path.exists():
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(content)
        try:
            # A link is made whole or not at all, so two first starts agree on one content.
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()
