"""People of a table beside the players whom the club knows: who needs a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.problem import Problem
from tarokk_club.club.models.people import name_key
from tarokk_club.club.registration.entrant_tables import ListedPerson
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name

# Choices of the question besides the players: a new guest, and nobody.
NEW, LEAVE = "new", "leave"


@dataclass(frozen=True, slots=True)
class TablePerson:
    """A person of the table.

    player: id and name of the player of the club with the same name, None if there is none.
    entered: whether that player takes part already.
    twice: whether somebody else in the table has the same name.
    unreadable: whether the name cannot be stored as it is.
    """

    listed: ListedPerson
    player: tuple[str, str] | None = None
    entered: bool = False
    twice: bool = False
    unreadable: bool = False

    @property
    def asks(self) -> bool:
        """Whether the organiser has to say who it is."""
        return self.player is not None or self.twice or self.unreadable

    @property
    def usual(self) -> str:
        """The choice that is proposed, "" if the organiser has to choose."""
        return LEAVE if self.entered else ""

    @property
    def proposal(self) -> str:
        """The proposed name of somebody else with this name."""
        name, club = self.listed.name, self.listed.club_name
        return f"{name} ({club})"[:LONGEST_NAME] if club else name

    def choices(self) -> list[tuple[str, Any]]:
        """Return the choices of the question."""
        found = []
        if self.player and not self.entered:
            player, name = self.player
            found.append((player, _("The player of the club: %(name)s") % {"name": name}))
        found.append((NEW, _("Somebody else, with this name:")))
        return [*found, (LEAVE, _("Leave out"))]


def ask_about(
    listed: Sequence[ListedPerson],
    players: Mapping[str, tuple[str, str]],
    entered: frozenset[str],
) -> tuple[TablePerson, ...]:
    """Return the people of the table with what the club knows about their names.

    players: id and name of each player of the club by the key of the name.
    entered: ids of the players who take part.
    """
    counts = Counter(name_key(one.name) for one in listed)
    found = []
    for one in listed:
        player = players.get(name_key(one.name))
        found.append(
            TablePerson(
                listed=one,
                player=player,
                entered=player is not None and player[0] in entered,
                twice=counts[name_key(one.name)] > 1,
                unreadable=_is_unreadable(one.name),
            )
        )
    return tuple(found)


def _is_unreadable(name: str) -> bool:
    problems: list[Problem] = []
    return read_name(name, problems) != name or bool(problems)
