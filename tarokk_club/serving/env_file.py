"""The environment file of the systemd unit, which all commands read, and files of secrets."""

import grp
import os
import pwd
import re
import shlex
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from tarokk_club.env import read_env_file_name
from tarokk_club.serving.known_settings import KNOWN_SETTINGS

DEFAULT = Path("/etc/tarokk-club.env")
OPTION, VARIABLE = "--env-file", "TAROKK_ENV_FILE"
# The suffix for the name of a secret's file, as container engines pass secrets.
IN_FILE = "_FILE"
_FROM_FILE: dict[str, Path] = {}
_COMMENT = ("#", ";")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# A line that ends with an unescaped backslash continues on the next line.
_GOES_ON = re.compile(r"(?<!\\)(?:\\\\)*\\$")
_QUOTED = re.compile(r"'(?P<single>[^']*)'|\"(?P<double>(?:[^\"\\]|\\.)*)\"")


class EnvFileError(Exception):
    """An environment file that cannot be used; the text states the reason and what to do."""


def load_env_file(command: str, arguments: list[str]) -> list[str]:
    """Set the file's variables that are not set yet; return the arguments without the option.

    The file is that of `--env-file`, else of TAROKK_ENV_FILE (empty: none), else the default
    file if it exists. Also read the files of secrets, and keep child processes from reading any.

    Raise EnvFileError if it cannot be used.
    """
    option, remaining = _split_option(arguments)
    named = read_env_file_name() if option is None else option
    if named != "":
        path = DEFAULT if named is None else Path(named)
        for name, value in _read_file(path, [command, *arguments], optional=named is None).items():
            if name not in os.environ:
                os.environ[name] = value
                _FROM_FILE[name] = path
    _read_secret_files()
    disable_env_file()
    return remaining


def _read_secret_files() -> None:
    """Read each secret from its file if one is named, such as SECRET_KEY_FILE=/run/secrets/key.

    Raise EnvFileError if the file cannot be used, or if the secret itself is also set.
    """
    for name in (each.name for each in KNOWN_SETTINGS if each.is_secret):
        # Deleted, so that child processes get only the secret.
        file_name = os.environ.pop(f"{name}{IN_FILE}", "").strip()
        if not file_name:
            continue
        if os.environ.get(name):
            raise EnvFileError(f"Set {name} or {name}{IN_FILE}, not both.")
        path = Path(file_name)
        try:
            text = path.read_text("utf-8").strip()
        except OSError as error:
            why = f"{name}{IN_FILE}: {path} cannot be read: {error.strerror}."
            raise EnvFileError(why) from None
        except UnicodeDecodeError:
            raise EnvFileError(f"{name}{IN_FILE}: {path} is not text in UTF-8.") from None
        if not text:
            raise EnvFileError(f"{name}{IN_FILE}: {path} is empty.")
        os.environ[name] = text
        _FROM_FILE[name] = path


def list_variable_files() -> Mapping[str, Path]:
    """Return the variables that this process read from a file, by name, with their files."""
    return _FROM_FILE


def disable_env_file() -> None:
    """Prevent child processes from reading an environment file."""
    os.environ[VARIABLE] = ""


def parse_env_file(text: str) -> dict[str, str]:
    """Return the variables of a file, parsed as systemd does.

    Raise EnvFileError with the number of the faulty line.

    >>> parse_env_file("# shared\\nHOST=0.0.0.0 \\nEMAIL_FROM='The club'\\nWORKERS=")
    {'HOST': '0.0.0.0', 'EMAIL_FROM': 'The club', 'WORKERS': ''}
    """
    values: dict[str, str] = {}
    lines = iter(enumerate(text.split("\n"), start=1))
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith(_COMMENT):
            continue
        while _GOES_ON.search(line):
            line = line[:-1] + next(lines, (0, ""))[1]
        name, equals, value = line.partition("=")
        if not equals or not _NAME.fullmatch(name.strip()) or "\0" in value:
            # Never the line itself, as it may contain a password.
            raise EnvFileError(f"line {number}: it is not of the form NAME=value")
        values[name.strip()] = _parse_value(value.strip(), number)
    return values


def _parse_value(text: str, number: int) -> str:
    parts = []
    while text[:1] in ("'", '"') and text:
        quoted = _QUOTED.match(text)
        if not quoted:
            raise EnvFileError(f"line {number}: a quote is not closed")
        single, double = quoted["single"], quoted["double"]
        parts.append(re.sub(r"\\([\"\\`$])", r"\1", double) if single is None else single)
        text = text[quoted.end() :].lstrip()
    return "".join([*parts, re.sub(r"\\(.)", r"\1", text)])


def _split_option(arguments: list[str]) -> tuple[str | None, list[str]]:
    """Return the value of `--env-file` (None if it is not given) and all other arguments."""
    value, others = None, []
    unread = iter(arguments)
    for argument in unread:
        name, equals, text = argument.partition("=")
        if name != OPTION:
            others.append(argument)
            continue
        value = text if equals else next(unread, None)
        if value is None:
            raise EnvFileError(f"{OPTION} wants the path of a file.")
    return value, others


def _read_file(path: Path, command: list[str], *, optional: bool) -> dict[str, str]:
    try:
        return parse_env_file(path.read_text("utf-8"))
    except FileNotFoundError:
        if optional:
            return {}
        raise EnvFileError(f"There is no file {path}. Nothing was done.") from None
    except PermissionError:
        raise EnvFileError(_build_forbidden_message(path, command)) from None
    except OSError as error:
        raise EnvFileError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise EnvFileError(f"{path} cannot be read: it is not text in UTF-8.") from None
    except EnvFileError as error:
        raise EnvFileError(f"{path}, {error}. Nothing was done.") from None


def _build_forbidden_message(path: Path, command: list[str]) -> str:
    """Return the message for a file that the user may not read, with a command that works."""
    reader = _find_reader(path)
    user = [] if reader == "root" else ["-u", reader]
    program = ["python3", "manage.py"] if sys.argv[0].endswith(".py") else ["tarokk-club"]
    return (
        f"The settings of the site are in {path}, which you may not read. Nothing was done.\n"
        f"Run: {shlex.join(['sudo', *user, *program, *command])}\n"
        f"To do without that file: {VARIABLE}= {shlex.join([*program, *command])}"
    )


def _find_reader(path: Path) -> str:
    """Return an account that may read the file: its owner, its group's namesake, or root."""
    try:
        status = path.stat()
        if status.st_uid:
            return pwd.getpwuid(status.st_uid).pw_name
        if status.st_gid and status.st_mode & stat.S_IRGRP:
            return pwd.getpwnam(grp.getgrgid(status.st_gid).gr_name).pw_name
    except (OSError, KeyError):
        pass
    return "root"
