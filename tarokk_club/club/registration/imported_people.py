"""The people listed in an imported table, matched by name with the players of the club."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.problem import Problem
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.registration.entrant_import import ListedPerson
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_name

# Values of the choice besides ids of players: create a new guest, or leave the row out.
NEW, LEAVE = "new", "leave"


@dataclass(frozen=True, slots=True)
class ImportedPerson:
    """A person listed in the imported table.

    player: id and name of the player with the same name, None if there is none.
    others: id and name of each player with the proposed name of a new guest, or the submitted one.
    entered: whether the player with the same name already takes part.
    twice: whether another row of the table has the same name.
    invalid_name: whether the name cannot be stored as written.
    """

    listed: ListedPerson
    player: tuple[str, str] | None = None
    others: tuple[tuple[str, str], ...] = ()
    entered: bool = False
    twice: bool = False
    invalid_name: bool = False

    @property
    def needs_choice(self) -> bool:
        """Whether the organiser has to choose who the person is."""
        return self.player is not None or self.twice or self.invalid_name

    @property
    def initial_choice(self) -> str:
        """The preselected choice: LEAVE for a player who already takes part, otherwise ""."""
        return LEAVE if self.entered else ""

    @property
    def proposed_name(self) -> str:
        """The proposed name of a new guest, with the club in brackets if the table has one."""
        return _propose_name(self.listed)

    def list_choices(self) -> list[tuple[str, Any]]:
        """Return the organiser's choices for the person, as pairs of value and label."""
        players = [self.player] if self.player and not self.entered else []
        text = _("The player of the club: %(name)s")
        choices = [(player, text % {"name": name}) for player, name in (*players, *self.others)]
        choices.append((NEW, _("Somebody else, with this name:")))
        return [*choices, (LEAVE, _("Leave out"))]


def match_people(
    listed: Sequence[ListedPerson],
    players: Mapping[str, tuple[str, str]],
    entered: frozenset[str],
    submitted: Mapping[int, str],
) -> tuple[ImportedPerson, ...]:
    """Return the people of the table, each with the players of the same name, if there are any.

    players: id and name of each player of the club, by the key of the name.
    entered: ids of the players who already take part.
    submitted: names submitted for new guests, by the index of the person.
    """
    counts = Counter(build_name_key(row.name) for row in listed)
    people = []
    for number, row in enumerate(listed):
        player = players.get(build_name_key(row.name))
        names = (_propose_name(row), submitted.get(number, ""))
        others = dict.fromkeys(players.get(build_name_key(name)) for name in names)
        people.append(
            ImportedPerson(
                listed=row,
                player=player,
                others=tuple(
                    other
                    for other in others
                    if other and other != player and other[0] not in entered
                ),
                entered=player is not None and player[0] in entered,
                twice=counts[build_name_key(row.name)] > 1,
                invalid_name=_is_invalid_name(row.name),
            )
        )
    return tuple(people)


def _propose_name(row: ListedPerson) -> str:
    return f"{row.name} ({row.club_name})"[:LONGEST_NAME] if row.club_name else row.name


def _is_invalid_name(name: str) -> bool:
    problems: list[Problem] = []
    return read_name(name, problems) != name or bool(problems)
