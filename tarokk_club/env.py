"""All settings that the site reads from its environment; docs/reference/settings.md lists them."""

import os
import re
import secrets
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path

from tarokk_club import network

ROOT = Path(__file__).resolve().parent.parent
# A wheel contains its templates; its data goes to the folder where it is started.
IN_SOURCE = (ROOT / "manage.py").exists()
TEMPLATE_FOLDER = ROOT / "templates" if IN_SOURCE else ROOT / "tarokk_club" / "templates"
HOME = ROOT if IN_SOURCE else Path.cwd()
LOOPBACK = "127.0.0.1"
# Files in the database's folder: the erased players and the revoked access.
ERASURES_FILE = "erasures.json"
REVOCATIONS_FILE = "revocations.jsonl"
PATH = re.compile(r"[A-Za-z0-9_-]{12,80}")
ON, OFF = frozenset({"1", "on", "true", "yes"}), frozenset({"0", "off", "false", "no"})
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
# Words that a scanner tries first.
GUESSED = ("admin", "backend", "control", "django", "manage", "operator", "panel", "staff")


@cache
def read_program_version() -> str:
    """Return the version of this program, such as "0.3.0"."""
    if not IN_SOURCE:
        return metadata.version("tarokk-club")
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return version


def _is_switched_on(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in ON


def _is_switched_off(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in OFF


def _read_list(name: str) -> list[str]:
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def _read_host() -> str:
    host = os.environ.get("HOST", "").strip().strip("[]")
    return "0.0.0.0" if host == "*" else host or LOOPBACK  # noqa: S104 - requested by the operator


def _read_backup_folder() -> Path | None:
    text = os.environ.get("BACKUP_FOLDER", "").strip()
    return Path(text) if text else None


def _read_secret_key() -> str:
    # Spaces alone, as left by an unfilled template, would be a key that everybody can guess.
    key = os.environ.get("SECRET_KEY", "")
    return key if key.strip() else ""


def _read_port() -> int:
    # `serve` reports a port that is not a number; other commands do not need one.
    text = os.environ.get("PORT", "").strip()
    return int(text) if text.isdecimal() and int(text) < 65536 else 8000


def _choose_log_level() -> str:
    # `serve` and `check` report an unknown level; other commands go on.
    level = os.environ.get("LOG_LEVEL", "").strip().upper()
    return level if level in LOG_LEVELS else "INFO"


def is_good_admin_path(path: str) -> bool:
    """Return whether the path of the operator admin is hard to guess.

    >>> [is_good_admin_path(path) for path in ("admin", "my-admin-path-2026", "kemence-k7Qp2vX9")]
    [False, False, True]
    """
    guessed = any(word in path.lower() for word in GUESSED)
    return bool(PATH.fullmatch(path)) and len(set(path)) >= 8 and not guessed


def read_env_file_name() -> str | None:
    """Return the value of TAROKK_ENV_FILE: a path, "" for no file, None if it is not set."""
    return os.environ.get("TAROKK_ENV_FILE")


@dataclass(frozen=True, slots=True)
class Environment:
    """The settings of this process, with defaults for a site in a club's own network."""

    var: Path = field(default_factory=lambda: Path(os.environ.get("TAROKK_VAR") or HOME / "var"))
    host: str = field(default_factory=_read_host)
    port: int = field(default_factory=_read_port)
    database_url: str = field(default_factory=lambda: os.environ.get("DATABASE_URL", ""))
    replica_url: str = field(
        default_factory=lambda: os.environ.get("DATABASE_REPLICA_URL", "").strip()
    )
    cache_url: str = field(default_factory=lambda: os.environ.get("CACHE_URL", "").strip())
    workers: str = field(default_factory=lambda: os.environ.get("WORKERS", "").strip())
    debug: bool = field(default_factory=lambda: _is_switched_on("DEBUG"))
    https: bool = field(default_factory=lambda: _is_switched_on("HTTPS"))
    hsts_preload: bool = field(default_factory=lambda: _is_switched_on("HSTS_PRELOAD"))
    health_token: str = field(default_factory=lambda: os.environ.get("HEALTH_TOKEN", "").strip())
    behind_proxy: bool = field(default_factory=lambda: _is_switched_on("BEHIND_PROXY"))
    # Set by `serve` for its workers: the build id, and whether files are collected.
    build: str = field(default_factory=lambda: os.environ.get("TAROKK_BUILD", ""))
    collected: bool = field(default_factory=lambda: _is_switched_on("TAROKK_COLLECTED"))
    # One folder for the backups of all nodes, in addition to each node's own folder.
    backup_folder: Path | None = field(default_factory=_read_backup_folder)
    # A bucket for the backups of all nodes, in addition to the folder.
    backup_url: str = field(default_factory=lambda: os.environ.get("BACKUP_URL", "").strip())
    backups: bool = field(default_factory=lambda: not _is_switched_off("BACKUPS"))
    email_url: str = field(default_factory=lambda: os.environ.get("EMAIL_URL", ""))
    email_from: str = field(default_factory=lambda: os.environ.get("EMAIL_FROM", "club@localhost"))
    site_address: str = field(
        default_factory=lambda: os.environ.get("SITE_ADDRESS", "").strip().rstrip("/")
    )
    founders: str = field(default_factory=lambda: os.environ.get("FOUNDERS", "operator").strip())
    admin_path: str = field(
        default_factory=lambda: os.environ.get("TAROKK_ADMIN_PATH", "").strip().strip("/")
    )
    access_log: bool = field(default_factory=lambda: _is_switched_on("ACCESS_LOG"))
    log_level: str = field(default_factory=_choose_log_level)

    def build_database_url(self) -> str:
        """Return the URL of the database: the configured one, else the file in `var`."""
        return self.database_url or f"sqlite:///{self.var.resolve() / 'club.sqlite3'}"

    def list_allowed_hosts(self) -> list[str]:
        """Return the host names that the site accepts.

        They are the configured ones, or else HOST and the machine's own names and addresses.
        """
        return _read_list("ALLOWED_HOSTS") or network.list_host_names(self.host)

    def find_local_host(self) -> str:
        """Return the host at which this machine itself reaches the site."""
        return {"0.0.0.0": LOOPBACK, "::": "::1"}.get(self.host, self.host)  # noqa: S104

    def build_site_address(self) -> str:
        """Return the base URL for links in mails: the configured one, or that of the first host."""
        if self.site_address:
            return self.site_address
        given = [name for name in _read_list("ALLOWED_HOSTS") if not name.startswith((".", "*"))]
        host = given[0] if given else network.find_reachable_host(self.host)
        # A proxy listens on the default port.
        port = "" if self.behind_proxy else f":{self.port}"
        return f"{'https' if self.https else 'http'}://{host}{port}"

    @property
    def secret_key_file(self) -> Path:
        """The file in which the site stores a secret key that it created."""
        return self.var / "secret_key"

    def has_secret_key(self) -> bool:
        """Return whether the environment or the file contains a secret key."""
        path = self.secret_key_file
        return bool(_read_secret_key()) or (path.is_file() and path.stat().st_size > 0)

    def read_or_create_secret_key(self) -> str:
        """Return the secret key from the environment, else from the file, created if missing."""
        return _read_secret_key() or read_or_create_private_file(
            self.secret_key_file, secrets.token_urlsafe(64)
        )

    def list_old_secret_keys(self) -> list[str]:
        """Return the earlier secret keys; signatures made with them are still accepted."""
        return _read_list("SECRET_KEY_FALLBACKS")


def read_or_create_private_file(path: Path, content: str) -> str:
    """Return the text of a private file (mode 0600), created with this content if missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not path.exists():
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(content)
        try:
            # Creating a link is atomic, so two first starts agree on the same content.
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()
