"""Every setting of the environment: its meaning, its default and its check.

`manage.py papers` makes docs/reference/settings.md from this table.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import parseaddr
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from tarokk_club.database.address import build_database_settings
from tarokk_club.env import LOG_LEVELS, OFF, ON, is_good_admin_path

MOST_WORKERS, SHORTEST_KEY = 64, 20
CACHES = ("redis://", "rediss://", "unix://")
MAIL_SCHEMES = ("smtp", "smtps", "smtp+tls")
BUCKET_SCHEMES = ("s3", "s3+http")
FOUNDERS = ("operator", "anyone")
_ESCAPES = "with %2F for / and %23 for # in the password"
_HOST_NAME = re.compile(r"\.?(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?\.?)+")
# An address cut short, such as 0 or 127.1, which systems read in different ways.
_SHORT_ADDRESS = re.compile(r"[0-9.]+")
# Folders of the system: the site closes its own folder to everybody else.
_SYSTEM_FOLDERS = frozenset(
    {
        *("/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/opt", "/proc", "/root"),
        *("/run", "/sbin", "/srv", "/sys", "/usr", "/usr/local", "/var", "/var/lib", "/var/log"),
    }
)


@dataclass(frozen=True, slots=True)
class KnownSetting:
    """A setting of the environment.

    meaning, default: as Markdown.
    fault: returns the end of a sentence that begins with the name and states a fault, or "".
    is_secret: whether its value is never printed.
    """

    name: str
    meaning: str
    default: str
    fault: Callable[[str], str] = lambda _value: ""
    is_secret: bool = False


def iter_wrong_settings() -> Iterator[tuple[str, str]]:
    """Yield the name of each setting with a wrong value, and a sentence that states the fault."""
    for setting in KNOWN_SETTINGS:
        value = os.environ.get(setting.name, "").strip()
        if value and (fault := setting.fault(value)):
            yield setting.name, f"{setting.name} {fault}."


def _find_switch_fault(value: str) -> str:
    return "" if value.lower() in ON | OFF else f"must be 1 or 0, not {value}"


def _find_host_fault(value: str) -> str:
    if value == "*" or _is_host(value.strip("[]")):
        return ""
    return f"must be a name or an address of this machine, or 0.0.0.0 for all, not {value}"


def _is_host(text: str) -> bool:
    """Return whether the text is an IP address or can be the name of a machine."""
    named = _HOST_NAME.fullmatch(text) and not _SHORT_ADDRESS.fullmatch(text)
    return _is_ip_address(text) or bool(named)


def _is_ip_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _find_port_fault(value: str) -> str:
    good = value.isdecimal() and 0 < int(value) < 65536
    return "" if good else f"must be a number from 1 to 65535, not {value}"


def _find_workers_fault(value: str) -> str:
    good = value.isdecimal() and 0 < int(value) <= MOST_WORKERS
    return "" if good else f"must be a number from 1 to {MOST_WORKERS}, not {value}"


def _find_hosts_fault(value: str) -> str:
    names = [name.strip() for name in value.split(",") if name.strip()]
    for name in names:
        if name != "*" and not _is_ip_address(name.strip("[]")) and not _HOST_NAME.fullmatch(name):
            return f"must be host names without https:// and port, with commas between, not {name}"
    return ""


def _find_database_fault(value: str) -> str:
    # Never the value itself, because it contains a password.
    try:
        database = build_database_settings(value)
    except ValueError:
        database = {"ENGINE": ""}
    engine = str(database["ENGINE"])
    if engine.endswith("sqlite3") and database["NAME"] == ":memory:":
        return "names no file; write it as sqlite:////folder/club.sqlite3"
    if engine.endswith(("sqlite3", "postgresql")):
        return ""
    return (
        "is no address of a database; write it as postgres://user:password@host:5432/name, "
        f"{_ESCAPES}"
    )


def _find_replica_fault(value: str) -> str:
    good = not _find_database_fault(value) and str(
        build_database_settings(value)["ENGINE"]
    ).endswith("postgresql")
    return "" if good else "is no address of a PostgreSQL server; write it as postgres://…"


def _find_cache_fault(value: str) -> str:
    good = value.startswith(CACHES) and bool(_split_url(value).scheme)
    return "" if good else "is no address of a cache; write it as redis://:password@host:6379/0"


def _split_url(value: str) -> SplitResult:
    """Return the parts of a URL, all of them empty if it cannot be parsed."""
    try:
        parts = urlsplit(value)
        _port_is_read = parts.port
    except ValueError:
        return urlsplit("")
    return parts


def _find_mail_fault(value: str) -> str:
    parts = _split_url(value)
    if parts.scheme in MAIL_SCHEMES and parts.hostname:
        return ""
    return (
        "names no mail server; write it as smtp+tls://user:password@host:587 or "
        f"smtps://user:password@host:465, {_ESCAPES}"
    )


def _find_sender_fault(value: str) -> str:
    _name, address = parseaddr(value)
    good = re.fullmatch(r"[^@\s]+@[^@\s]+", address)
    return "" if good else f"must be an e-mail address, not {value}"


def _find_site_fault(value: str) -> str:
    parts = _split_url(value.rstrip("/"))
    bare = not (parts.path or parts.query or parts.fragment or parts.username)
    if parts.scheme in ("http", "https") and _is_host(parts.hostname or "") and bare:
        return ""
    return (
        "is not the address of a site; write it as https://tarokk.example.org, with nothing behind "
        f"the name, not {value}"
    )


def _find_founders_fault(value: str) -> str:
    return "" if value in FOUNDERS else f"must be {' or '.join(FOUNDERS)}, not {value}"


def _find_admin_path_fault(value: str) -> str:
    if is_good_admin_path(value.strip("/")):
        return ""
    return (
        "can be guessed; take 12 to 80 letters, digits, dashes or underscores that nobody would try"
    )


def _find_key_fault(value: str) -> str:
    if not value.isprintable():
        return "must be letters and digits"
    good = len(value) >= SHORTEST_KEY
    return "" if good else f"is too short; take at least {SHORTEST_KEY} random characters"


def _find_token_fault(value: str) -> str:
    good = value.isascii() and not re.search(r"\s", value)
    return "" if good else "must be letters and digits without spaces"


def _find_folder_fault(value: str) -> str:
    path = Path(value)
    # A folder that does not exist yet is created in the nearest one that does.
    try:
        nearest = next((each for each in (path, *path.parents) if each.exists()), None)
        good = nearest is None or nearest.is_dir()
    except OSError:
        # Another user's folder; whether it is of use depends on who runs the command.
        good = True
    return "" if good else f"is no folder: {value}"


def _find_var_fault(value: str) -> str:
    good = str(Path(value).resolve()) not in _SYSTEM_FOLDERS
    return (
        ""
        if good
        else f"must be a folder of the site's own, such as /var/lib/tarokk-club, not {value}"
    )


def _find_bucket_fault(value: str) -> str:
    # Never the value itself, because it contains a key.
    parts = _split_url(value)
    named = parts.hostname and parts.path.strip("/") and parts.username and parts.password
    if parts.scheme in BUCKET_SCHEMES and named:
        return ""
    return (
        f"names no bucket; write it as s3://key:secret@host/bucket/folder?region=name, {_ESCAPES}"
    )


def _find_log_level_fault(value: str) -> str:
    good = value.upper() in LOG_LEVELS
    return "" if good else f"must be one of {', '.join(LOG_LEVELS)}, not {value}"


KNOWN_SETTINGS = (
    KnownSetting(
        "HOST",
        "the address on which the site listens; `0.0.0.0` opens it to the club's own network",
        "`127.0.0.1`",
        _find_host_fault,
    ),
    KnownSetting("PORT", "the port on which it listens", "`8000`", _find_port_fault),
    KnownSetting(
        "DATABASE_URL",
        "`postgres://…` for a federation",
        "SQLite under `TAROKK_VAR`",
        _find_database_fault,
        is_secret=True,
    ),
    KnownSetting(
        "CACHE_URL",
        "`redis://…` of a Valkey or Redis server, shared by the processes of a large site",
        "each process caches and counts for itself",
        _find_cache_fault,
        is_secret=True,
    ),
    KnownSetting(
        "DATABASE_REPLICA_URL",
        "`postgres://…` of a streaming replica, from which leaderboards, statistics and guests' "
        "pages are read",
        "the main database is read",
        _find_replica_fault,
        is_secret=True,
    ),
    KnownSetting(
        "WORKERS",
        "how many processes serve; more than one needs PostgreSQL and `CACHE_URL`",
        "one for each core if both are set, otherwise one",
        _find_workers_fault,
    ),
    KnownSetting(
        "TAROKK_ENV_FILE",
        "a file with these settings, one `NAME=value` a line, as systemd reads it; empty: no file",
        "`/etc/tarokk-club.env` if it exists",
    ),
    KnownSetting(
        "TAROKK_VAR", "the folder of the database, keys and lock files", "`var/`", _find_var_fault
    ),
    KnownSetting(
        "SECRET_KEY",
        "the key that signs sessions and links",
        "created at the first start and stored in `secret_key` below `TAROKK_VAR`",
        _find_key_fault,
        is_secret=True,
    ),
    KnownSetting("SECRET_KEY_FALLBACKS", "earlier keys, comma separated", "none", is_secret=True),
    KnownSetting(
        "ALLOWED_HOSTS",
        "host names that the site accepts, comma separated",
        "HOST and the machine's own addresses",
        _find_hosts_fault,
    ),
    KnownSetting(
        "HTTPS",
        "`1`: people reach the site by https",
        "off; `serve --cert --key` turns it on",
        _find_switch_fault,
    ),
    KnownSetting(
        "BEHIND_PROXY",
        "`1`: a proxy in front sets `X-Forwarded-Proto` and the address",
        "off",
        _find_switch_fault,
    ),
    KnownSetting(
        "BACKUP_FOLDER",
        "the folder for backups; the same one for all nodes of a site",
        "`backups/` below `TAROKK_VAR`",
        _find_folder_fault,
    ),
    KnownSetting(
        "BACKUP_URL",
        "a bucket of S3-compatible storage for a copy of every backup, the same for all nodes: "
        "`s3://key:secret@host/bucket/folder?region=name`; `s3+http://` in your own network",
        "backups stay in `BACKUP_FOLDER`",
        _find_bucket_fault,
        is_secret=True,
    ),
    KnownSetting(
        "BACKUPS",
        "`0`: `serve` makes no backup and runs no `tidy`",
        "one backup a day in `BACKUP_FOLDER`",
        _find_switch_fault,
    ),
    KnownSetting(
        "EMAIL_URL",
        "mail server for password resets and notices: `smtp+tls://user:password@host:587` or "
        "`smtps://…:465`",
        "no mail; an owner creates password links instead",
        _find_mail_fault,
        is_secret=True,
    ),
    KnownSetting("EMAIL_FROM", "sender of these mails", "`club@localhost`", _find_sender_fault),
    KnownSetting(
        "SITE_ADDRESS",
        "the address for links in mails, such as `https://tarokk.example.org`",
        "the first of `ALLOWED_HOSTS`, otherwise the machine's address",
        _find_site_fault,
    ),
    KnownSetting(
        "FOUNDERS",
        "`anyone`: everybody with an account may found clubs",
        "only operators may",
        _find_founders_fault,
    ),
    KnownSetting(
        "TAROKK_ADMIN_PATH",
        "secret path of the operator's pages: 12 to 80 letters, digits, `-` or `_`",
        "there are no such pages",
        _find_admin_path_fault,
        is_secret=True,
    ),
    KnownSetting(
        "HEALTH_TOKEN",
        "with `Authorization: Bearer …` and this token, `/healthz` shows which part has a fault, "
        "and `/metrics` shows the figures",
        "only the machine itself can read them",
        _find_token_fault,
        is_secret=True,
    ),
    KnownSetting(
        "HSTS_PRELOAD",
        "`1`: browsers may list the whole domain as https only",
        "off",
        _find_switch_fault,
    ),
    KnownSetting(
        "ACCESS_LOG", "`1`: a line in the log for every request", "off", _find_switch_fault
    ),
    KnownSetting("LOG_LEVEL", "the lowest level that is logged", "`INFO`", _find_log_level_fault),
    KnownSetting(
        "DEBUG",
        "`1`: error pages for developers; never use it on a site that others can reach",
        "off",
        _find_switch_fault,
    ),
)
