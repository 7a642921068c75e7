"""Print the documentation page about roles and permissions."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import get_resolver

from tarokk_club.club.pages.access_table import collect_access_by_route
from tarokk_club.club.writing.permissions import (
    ARBITER,
    AT_DIRECTED_TABLE,
    DIRECTING,
    ROLES,
    TABLE,
    Open,
    Right,
)


class Command(BaseCommand):
    """The command `permissions`, which generates `docs/reference/permissions.md`.

    A test compares that file with the output.
    """

    help = "Print the table of permissions, for docs/reference/permissions.md."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the page in English."""
        self.stdout.write("\n".join(_build_page()))


def _build_page() -> Iterator[str]:
    yield "# Who may do what"
    yield ""
    yield (
        "`python3 manage.py permissions` prints this page. The roles come from"
        " `tarokk_club/club/writing/permissions.py`, the rights for each address from the loader"
        " of its view. Tests check every address for every role, for strangers and for members of"
        " other clubs."
    )
    yield ""
    yield (
        "Visitors who are not signed in are sent to the sign-in page. For signed-in users"
        " outside the club, every address of it returns 404, as if it did not exist. A member"
        " without the right gets 403 and a sentence. Pages below `/g/`, `/i/`, `/k/`, `/n/` and"
        " `/p/` open with a valid link and return 404 without one. Programs use the addresses"
        " below `/api/v1/` with a key and get 401, 403 and 404 by the same rules."
    )
    yield ""
    yield "## Rights and roles"
    yield ""
    yield from _format_table(
        ["Right", *(role.value for role in ROLES), ARBITER],
        (
            [
                right.value,
                *("✓" if role in TABLE[right] else "" for role in ROLES),
                _format_arbiter_scope(right),
            ]
            for right in Right
        ),
    )
    yield ""
    yield (
        "No role gives `speak`: members have it in sessions in which their player has a seat or"
        " had one, and nowhere else. A club may let members see only their own money. A member"
        " without `money` then sees the accounts, payments, fees and settlements of their own"
        " player, and the sums of the club. Guest links show no money at all."
    )
    yield ""
    yield (
        "An arbiter is appointed for one tournament and may be a member of any club of the site."
        " “tournament” is a right on its pages, “tables” a right at its tables. For all other"
        " addresses, being an arbiter changes nothing. The loader of the page checks the right,"
        " and the unit of work checks it again. The role ends when the result is final; the tables"
        " of a round with a final result can only be read."
    )
    yield ""
    yield "## Addresses"
    yield ""
    header = ["Address", "To read", "To send"]
    yield from _format_table(
        header,
        (
            [f"`{_find_url_pattern(name)}`", _format_access(row.get), _format_access(row.post)]
            for name, row in collect_access_by_route().items()
        ),
    )


def _format_arbiter_scope(right: Right) -> str:
    places = (("tournament", DIRECTING), ("tables", AT_DIRECTED_TABLE))
    return ", ".join(place for place, rights in places if right in rights)


def _find_url_pattern(name: str) -> str:
    """Return the URL pattern of this name, with its parameters in angle brackets."""
    space, _colon, short = name.rpartition(":")
    resolver: Any = get_resolver()
    if space:
        resolver = resolver.namespace_dict[space][1]
    shapes = resolver.reverse_dict[short][0]
    shape, parts = shapes[0]
    return f"/{shape % {part: f'<{part}>' for part in parts}}"


def _format_access(need: Right | Open | None) -> str:
    if need is None:
        return "no"
    if need == Open.PUBLIC:
        return "everybody"
    return "signed-in users" if need == Open.SIGNED_IN else need.value


def _format_table(header: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"|{' --- |' * len(header)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
