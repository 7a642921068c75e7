"""Players on whom nothing is booked any more: merged into another one, or erased."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any
from uuid import UUID

from django.http import QueryDict

from scoring.core.problem import Problem
from tarokk_club.club.models import Change, Erasure, Merge, Player
from tarokk_club.club.models.people import name_key
from tarokk_club.club.writing.errors import ConflictError, RefusedError

# Codes of the refusals.
MERGED = "player_merged"
ERASED = "erased_named"
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# So many readings of one form are compared, however often its players were merged.
_MOST_READINGS = 64


@dataclass(frozen=True, slots=True)
class GonePlayers:
    """Those among some players who are gone.

    merged: id of the player to the id of the one merged into, directly or by way of others;
    erased: ids; names: what all of them are called, by id.
    """

    merged: Mapping[str, str] = field(default_factory=dict)
    erased: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.merged or self.erased)

    def values_of(self, player: str) -> dict[str, str]:
        """What the sentence about a merged player is filled with; the ids are for the API."""
        into = self.merged[player]
        names = {"gone": self.names[player], "kept": self.names[into]}
        return {**names, "player_id": player, "merged_into": into}

    def problem(self, player: str, place: str) -> Problem:
        """Why nothing is booked on the player who is named at this place."""
        if player in self.merged:
            return Problem(MERGED, place, self.values_of(player))
        return Problem(ERASED, place, {"name": self.names[player]})


def find_gone_players(club_id: UUID, ids: Collection[str]) -> GonePlayers:
    """Return those of the ids that are merged or erased players of the club.

    One query where nobody among them is archived, as is usual.
    """
    if not ids:
        return GonePlayers()
    archived = Player.objects.filter(club_id=club_id, pk__in=ids, archived_at__isnull=False)
    names = {str(pk): name for pk, name in archived.values_list("pk", "name")}
    return _gone(club_id, names) if names else GonePlayers()


def offerable_players(
    club_id: UUID, players: Collection[tuple[str, str]], *, archived: Collection[str] | None = None
) -> list[tuple[str, str]]:
    """Return those of the players, by id and name, whom a form may offer: nobody who is gone.

    archived: the ids of the archived ones, where they are known.
    """
    ids = [player for player, _name in players] if archived is None else archived
    gone = find_gone_players(club_id, ids)
    return [one for one in players if one[0] not in gone.merged and one[0] not in gone.erased]


def find_gone_by_name(club_id: UUID, keys: Collection[str]) -> dict[str, tuple[str, GonePlayers]]:
    """Return the id of each merged or erased player of these names, by the key of the name."""
    rows = Player.objects.filter(club_id=club_id, name_key__in=keys, archived_at__isnull=False)
    ids = {key: str(pk) for pk, key in rows.values_list("pk", "name_key")}
    gone = find_gone_players(club_id, ids.values())
    return {
        key: (one, gone) for key, one in ids.items() if one in gone.merged or one in gone.erased
    }


def former_names(club_id: UUID) -> dict[UUID, list[str]]:
    """Return the names of the players who were merged into each one, by the id of that one."""
    rows = Merge.objects.filter(club_id=club_id, undone_at=None).values_list("gone", "gone__name")
    names = {str(pk): name for pk, name in rows}
    found: dict[UUID, list[str]] = {}
    for gone, kept in find_gone_players(club_id, names.keys()).merged.items():
        found.setdefault(UUID(kept), []).append(names[gone])
    return found


def merged_by_name(club_id: UUID, names: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return what is to be said of each of the names that a merged player has, by its key."""
    found = find_gone_by_name(club_id, {name_key(name) for name in names})
    return {key: gone.values_of(one) for key, (one, gone) in found.items() if one in gone.merged}


def _gone(club_id: UUID, names: dict[str, str]) -> GonePlayers:
    pairs = Merge.objects.filter(club_id=club_id, undone_at=None).values_list("gone", "kept")
    into = {str(gone): str(kept) for gone, kept in pairs}
    ends = {one: _end(into, one) for one in names}
    wanted = set(ends.values())
    rows = Erasure.objects.filter(club_id=club_id, player__in=wanted)
    erased = {str(player) for player in rows.values_list("player", flat=True)}
    merged = {one: end for one, end in ends.items() if end != one and end not in erased}
    if missing := set(merged.values()) - names.keys():
        kept = Player.objects.filter(pk__in=missing).values_list("pk", "name")
        names = names | {str(pk): name for pk, name in kept}
    gone = frozenset(one for one, end in ends.items() if end in erased)
    return GonePlayers(merged, gone, names)


def _end(into: Mapping[str, str], player: str) -> str:
    """Follow the mergings of a player to the last one."""
    met = {player}
    while (following := into.get(player)) and following not in met:
        player = following
        met.add(player)
    return player


def ids_in(value: Any) -> set[str]:
    """Return every id that stands anywhere in what a form says, of whatever kind."""
    return {found for _place, found in _places(value)}


def _places(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Each id with the place where it stands, in the words of the form."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from ((path, found) for found in _ID.findall(str(key)))
            # The record of a hand is the form itself.
            yield from _places(each, path if key == "raw" else _joined(path, str(key)))
    elif isinstance(value, str | UUID):
        yield from ((path, found) for found in _ID.findall(str(value)))
    elif isinstance(value, Iterable):
        for number, each in enumerate(value):
            yield from _places(each, _joined(path, str(number)))


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def require_nobody_gone(
    club_id: UUID, content: Any, *, but: Callable[[], Collection[str]] | None = None
) -> None:
    """Refuse what names a player who was merged away or erased.

    but: returns the ids of erased players who may be named.
    Raises RefusedError for a merged player, ConflictError where one was erased.
    """
    gone = find_gone_players(club_id, ids_in(content))
    erased = gone.erased - set(but()) if but and gone.erased else gone.erased
    refused = erased | gone.merged.keys()
    places = {player: place for place, player in reversed(list(_places(content)))}
    problems = [gone.problem(one, place) for one, place in places.items() if one in refused]
    if problems:
        raise (ConflictError if erased else RefusedError)(problems)


def read_as_present(club_id: UUID, data: QueryDict) -> tuple[QueryDict, GonePlayers]:
    """Return a form as naming the players that the merged ones were merged into, and who they are.

    An id may stand in a name of a field or in a value, also among others.
    """
    named = dict(data.lists())
    gone = find_gone_players(club_id, ids_in(named))
    if not gone.merged:
        return data, GonePlayers()
    present = QueryDict(mutable=True, encoding=data.encoding)
    for name, values in named.items():
        texts = [_replaced(one, gone.merged) if isinstance(one, str) else one for one in values]
        present.setlist(_replaced(name, gone.merged), texts)
    present._mutable = False
    return present, gone


def _replaced(text: str, by: Mapping[str, str]) -> str:
    return _ID.sub(lambda found: by.get(found[0], found[0]), text)


def other_readings(club_id: UUID, content: Any) -> Iterator[Any]:
    """Yield the same content with every other name that its players had before or after a merge.

    A form that was booked before two players were merged, and is sent once more, is the same form.
    """
    groups = _same_people(club_id)
    ids = sorted(ids_in(content) & groups.keys())
    choices = product(*((one, *sorted(groups[one] - {one})) for one in ids))
    for chosen in islice(choices, 1, _MOST_READINGS):
        yield renamed(content, dict(zip(ids, chosen, strict=True)))


def _same_people(club_id: UUID) -> dict[str, set[str]]:
    """Each player who ever took part in a merging, with all who then were the same person."""
    groups: dict[str, set[str]] = {}
    for pair in Merge.objects.filter(club_id=club_id).values_list("gone", "kept"):
        together = {str(one) for one in pair}
        for one in tuple(together):
            together |= groups.get(one, set())
        groups |= dict.fromkeys(together, together)
    return groups


def renamed(value: Any, by: Mapping[str, str]) -> Any:
    """Return what a form says with other ids in the place of these."""
    if isinstance(value, Mapping):
        return {_replaced(str(key), by): renamed(each, by) for key, each in value.items()}
    if isinstance(value, str | UUID):
        return _replaced(str(value), by)
    if isinstance(value, list | tuple):
        return [renamed(each, by) for each in value]
    return value


def only_merged(club_id: UUID, changes: Iterable[Change]) -> bool:
    """Whether all of these changes of a session only put one name of a person for another."""
    pairs: list[Any] = [(one.after or {}).get("replaced") for one in changes]
    if not pairs or not all(pairs):
        return False
    groups = _same_people(club_id)
    return all(new in groups.get(old, ()) for old, new in pairs)
