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
        "Printed by `python3 manage.py permissions`: the roles from"
        " `tarokk_club/club/writing/permissions.py`, the addresses from what the loader of each"
        " view asks for. Tests hold every address to it, for every role, for strangers and for"
        " other clubs' members."
    )
    yield ""
    yield (
        "Somebody without an account is sent to sign in. To strangers and to members of other"
        " clubs everything of a club answers 404, as if it did not exist. A member without the"
        " right gets 403 and a sentence. Pages below `/g/`, `/i/`, `/k/`, `/n/` and `/p/` are for"
        " whoever holds a good link, and answer 404 to everybody else. Programs ask below"
        " `/api/v1/` with a key, and are told the same by 401, 403 and 404."
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
        "No role gives `speak`: a member has it in the sessions in which their player sits or"
        " sat, and nowhere else. A club may say that its members see their own money alone; then"
        " whoever has not `money` finds of accounts, payments, fees and settlements what concerns"
        " their own player, and the sums of the club. Links for guests show no money at all."
    )
    yield ""
    yield (
        "An arbiter is named for one tournament, as a member of the club or of another club of the"
        " site. “tournament” is a right on the pages of that tournament, “tables” one at its"
        " tables; everything else of the club answers an arbiter as it answers anybody. The"
        " loader of the page checks it, and the unit of work once more. It ends when the result"
        " is final; tables of a round whose result was final are only read."
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
    return "who is signed in" if need == Open.SIGNED_IN else need.value


def _format_table(header: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"|{' --- |' * len(header)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
