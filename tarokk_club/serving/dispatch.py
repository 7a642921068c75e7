"""Which command is ours and which is Django's."""

import os
from importlib import import_module

from tarokk_club.serving.environment import ROOT
from tarokk_club.serving.system import say

SETTINGS = "tarokk_club.settings"
# Each of these modules has a main(arguments) that returns the exit code.
COMMANDS = {
    "serve": "set up what is missing and serve the site (HOST, PORT, --cert, --key, --new)",
    "test": "run the tests, or those near to a change (--quick, --shuffle, --postgres, pytest's)",
    "lint": "run the linters, the strict types and the house rules",
    "mutants": "change scoring, money and permissions a little, and list what no test notices",
    "bench": "print the benchmarks",
    "torture": "cut the power, fill the disk, crowd the site; print what it stood (--quick)",
    "ux": "look at the served site with the tools of others, part by part",
    "materials": "write the list of what the site is made of (CycloneDX) and check it",
    "messages": "gather the strings to be translated into the catalogues",
    "papers": "make anew what papers take from the code: the picture and the schema",
    "pins": "write the pinned requirement files from pyproject.toml",
}
MODULES = {
    "serve": "tarokk_club.serving.serve",
    "test": "tools.dev.testing",
    "lint": "tools.dev.lint",
    "mutants": "tools.dev.mutants",
    "bench": "tools.bench",
    "torture": "tools.torture",
    "ux": "tools.ux",
    "materials": "tools.dev.materials",
    "messages": "tools.dev.messages",
    "papers": "tools.dev.papers",
    "pins": "tools.dev.pins",
}
# Django's commands that read or fill the book: on a fresh machine they make it first.
OF_THE_BOOK = {
    "audit_ledger",
    "demo",
    "export_club",
    "export_session",
    "import_club",
    "import_session",
    "operator",
    "rate",
    "tidy",
}


def run(name: str, arguments: list[str]) -> int:
    """Run one command: ours from its module, any other by Django."""
    if name in COMMANDS:
        if not _is_here(name):
            say(f"{name} needs the source of Tarokk Club; what is installed here only serves.")
            return 1
        module = import_module(MODULES[name])
        code: int = module.main(arguments)
        return code
    # Only here, and never for the tests, which bring their own settings.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    if name in {"help", "--help", "-h"} and not arguments:
        _list_commands()
    if name in OF_THE_BOOK and not _open_book():
        return 1
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", name, *arguments])
    return 0


def _is_here(name: str) -> bool:
    """Whether the command is there; a wheel holds what serves and no tools."""
    return (ROOT / MODULES[name].partition(".")[0]).is_dir()


def _open_book() -> bool:
    """Bring catalogues and database up to date, as `serve` does; False where the book is gone."""
    import django

    from tarokk_club.serving import preparing
    from tarokk_club.serving.lost_book import lost_book

    preparing.compile_catalogues()
    django.setup()
    if problem := lost_book():
        say(problem)
        return False
    preparing.migrate()
    return True


def _list_commands() -> None:
    print("Commands of Tarokk Club:")
    print("  score      score session documents; needs no database")
    for name, meaning in COMMANDS.items():
        if not _is_here(name):
            continue
        print(f"  {name:<10} {meaning}")
    print()
