"""Dispatch of commands to this project's modules or to Django."""

import os
import secrets
import sys
from importlib import import_module
from io import TextIOWrapper

from tarokk_club.database.file_permissions import create_private_folder
from tarokk_club.env import ROOT, Environment, read_program_version
from tarokk_club.serving.book_commands import (
    BEGIN_BOOK,
    NEED_BOOK,
    NO_BOOK,
    UPDATED_FIRST,
    only_asks_for_help,
)
from tarokk_club.serving.command_faults import open_missing_streams, run_and_explain
from tarokk_club.serving.env_file import EnvFileError, disable_env_file, load_env_file
from tarokk_club.serving.known_settings import iter_wrong_settings
from tarokk_club.serving.named_book import BookError, read_named_book
from tarokk_club.serving.start_faults import find_folder_fault, find_start_fault
from tarokk_club.system import print_message

SETTINGS = "tarokk_club.settings"
# Each of these modules has a main(arguments) that returns the exit code.
COMMANDS = {
    "serve": "set up what is missing and serve the site (HOST, PORT, --cert, --key, --new)",
    "settings": "print every setting, its value, where it comes from and what it means",
    "test": "run the tests, or those near to a change (--quick, --shuffle, --postgres, pytest's)",
    "lint": "run the linters, the strict types and the house rules",
    "mutants": "change scoring, money and permissions a little, and list what no test notices",
    "bench": "print the benchmarks",
    "torture": "cut the power, fill the disk, crowd the site; print what it stood (--quick)",
    "ux": "look at the served site with the tools of others, part by part",
    "materials": "write the list of what the site is made of (CycloneDX) and check it",
    "messages": "gather the strings to be translated into the catalogues",
    "papers": "make what papers take from the code: the picture, the schema, the settings",
    "pins": "write the pinned requirement files from pyproject.toml",
}
MODULES = {
    "serve": "tarokk_club.serving.serve",
    "settings": "tarokk_club.serving.settings_report",
    "test": "tools.dev.testing",
    "lint": "tools.dev.lint",
    "mutants": "tools.dev.mutants",
    "bench": "tools.lab.bench",
    "torture": "tools.lab.torture",
    "ux": "tools.lab.ux",
    "materials": "tools.dev.materials",
    "messages": "tools.dev.messages",
    "papers": "tools.dev.papers",
    "pins": "tools.dev.pins",
}
# The settings without which no command finds the database.
_VITAL = ("DATABASE_URL", "DATABASE_REPLICA_URL")
# The tools for developers, which need no book of this folder.
_TOOLS = NO_BOOK & COMMANDS.keys() - {"settings"}
# Django's option to show a traceback.
TRACEBACK = "--traceback"
# Exit code of a command that found no database, or may not read its settings.
REFUSED = 2


def run_command(name: str, arguments: list[str]) -> int:
    """Run a command of this project or of Django, and return its exit code."""
    open_missing_streams()
    _escape_unencodable_text()
    if name in _TOOLS or TRACEBACK in arguments:
        return _dispatch_command(name, arguments)
    return run_and_explain(lambda: _dispatch_command(name, arguments))


def _dispatch_command(name: str, arguments: list[str]) -> int:
    explains = only_asks_for_help(name, arguments)
    if name in ("version", "--version"):
        print(f"Tarokk Club {read_program_version()}")
        return 0
    if explains:
        # Django reads its settings even for a help text, and would write the key to a file.
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(48))
    try:
        if explains or name in _TOOLS:
            # Tests and tools create sites of their own, independent of the one in this folder.
            disable_env_file()
        else:
            arguments = load_env_file(name, arguments)
        if not explains and not _prepare_book(name):
            return REFUSED
    except (EnvFileError, BookError) as error:
        print_message(str(error))
        return REFUSED
    return (
        _run_own_command(name, arguments)
        if name in COMMANDS
        else _run_django_command(name, arguments)
    )


def _escape_unencodable_text() -> None:
    """Let standard output escape the letters that its encoding lacks, as standard error does.

    Otherwise a name with such a letter would end the command.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _prepare_book(name: str) -> bool:
    """Print the database that the command uses, or why it cannot run; return whether it can.

    Create the site's folder for a command that may create the database.
    """
    if problems := _describe_wrong_settings(name):
        print_message("\n".join(problems))
        return False
    environment = Environment()
    if name not in NEED_BOOK | BEGIN_BOOK:
        # The settings read the secret key, or write it.
        reads_key = name not in COMMANDS and not os.environ.get("SECRET_KEY")
        if problem := find_folder_fault(environment.var) if reads_key else "":
            print_message(problem)
        return not problem
    if problem := _find_database_fault(name, environment):
        print_message(problem)
        return False
    if name in BEGIN_BOOK:
        create_private_folder(environment.var)
    # `serve` prints this itself, after checking its settings, for all its processes.
    if name != "serve" and not environment.collected:
        print_message(f"Book: {read_named_book(environment)}")
    return True


def _describe_wrong_settings(name: str) -> list[str]:
    """Return a sentence for each wrong setting that prevents this command from running.

    A wrong mail server does not prevent a backup, but a wrong database prevents every management
    command.
    """
    if name in COMMANDS and name != "serve":
        return []
    return [
        sentence
        for setting, sentence in iter_wrong_settings()
        if name in ("serve", "check") or setting in _VITAL
    ]


def _find_database_fault(name: str, environment: Environment) -> str:
    """Return why this command cannot use the database, or ""."""
    # `serve` checks the database itself, because it may start without the old database or key; a
    # restore replaces a lost or damaged database.
    if name in ("restore", "serve"):
        return find_folder_fault(environment.var)
    return find_start_fault(environment, needed=name in NEED_BOOK, new=name == "migrate")


def _run_own_command(name: str, arguments: list[str]) -> int:
    if not _is_installed(name):
        print_message(
            f"{name} needs the source of Tarokk Club; what is installed here only serves."
        )
        return 1
    module = import_module(MODULES[name])
    code: int = module.main(arguments)
    return code


def _run_django_command(name: str, arguments: list[str]) -> int:
    # Only here and never for the tests, which have their own settings.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    if name in {"help", "--help", "-h"} and not arguments:
        _print_commands()
    if name in UPDATED_FIRST and not only_asks_for_help(name, arguments):
        _update_book()
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", name, *arguments])
    return 0


def _is_installed(name: str) -> bool:
    """Return whether the command is installed; the wheel leaves out those of tools/."""
    return (ROOT / MODULES[name].partition(".")[0]).is_dir()


def _update_book() -> None:
    """Compile catalogues and migrate the database, as `serve` does."""
    import django

    from tarokk_club.serving import preparing

    preparing.compile_catalogues()
    django.setup()
    preparing.migrate_database()


def _print_commands() -> None:
    print("Commands of Tarokk Club:")
    print("  score      score session documents; needs no database")
    for name, meaning in COMMANDS.items():
        if not _is_installed(name):
            continue
        print(f"  {name:<10} {meaning}")
    print("Each but the tools reads the settings in --env-file FILE, else /etc/tarokk-club.env.")
    print()
