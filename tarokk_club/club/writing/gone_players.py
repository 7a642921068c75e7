"""Players who accept no more postings: merged into another player, or erased."""

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

# Problem codes.
MERGED = "player_merged"
ERASED = "erased_named"
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# The largest number of variants of a form that are compared.
_MOST_READINGS = 64


@dataclass(frozen=True, slots=True)
class GonePlayers:
    """The merged and erased players among some ids.

    merged: id of the player to the id of the player merged into, directly or through others.
    erased: ids.
    names: names of all of them by id.
    """

    merged: Mapping[str, str] = field(default_factory=dict)
    erased: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.merged or self.erased)

    def values_of(self, player: str) -> dict[str, str]:
        """Return the values for the sentence about a merged player; the ids in it are for the
        API.
        """
        into = self.merged[player]
        names = {"gone": self.names[player], "kept": self.names[into]}
        return {**names, "player_id": player, "merged_into": into}

    def problem(self, player: str, place: str) -> Problem:
        """Return the problem that explains why this player, named in this field, is refused."""
        if player in self.merged:
            return Problem(MERGED, place, self.values_of(player))
        return Problem(ERASED, place, {"name": self.names[player]})


def find_gone_players(club_id: UUID, ids: Collection[str]) -> GonePlayers:
    """Return those of the ids that are merged or erased players of the club.

    It needs one query in the usual case that none of them is archived.
    """
    if not ids:
        return GonePlayers()
    archived = Player.objects.filter(club_id=club_id, pk__in=ids, archived_at__isnull=False)
    names = {str(pk): name for pk, name in archived.values_list("pk", "name")}
    return _gone(club_id, names) if names else GonePlayers()


def offerable_players(
    club_id: UUID, players: Collection[tuple[str, str]], *, archived: Collection[str] | None = None
) -> list[tuple[str, str]]:
    """Return the players that a form may offer, as (id, name), without merged and erased ones.

    archived: ids of the archived players, if already known.
    """
    ids = [player for player, _name in players] if archived is None else archived
    gone = find_gone_players(club_id, ids)
    return [one for one in players if one[0] not in gone.merged and one[0] not in gone.erased]


def find_gone_by_name(club_id: UUID, keys: Collection[str]) -> dict[str, tuple[str, GonePlayers]]:
    """Return the id of each merged or erased player with one of these names, by the key of the
    name.
    """
    rows = Player.objects.filter(club_id=club_id, name_key__in=keys, archived_at__isnull=False)
    ids = {key: str(pk) for pk, key in rows.values_list("pk", "name_key")}
    gone = find_gone_players(club_id, ids.values())
    return {
        key: (one, gone) for key, one in ids.items() if one in gone.merged or one in gone.erased
    }


def former_names(club_id: UUID) -> dict[UUID, list[str]]:
    """Return the names of the players who were merged into each player, by the id of that
    player.
    """
    rows = Merge.objects.filter(club_id=club_id, undone_at=None).values_list("gone", "gone__name")
    names = {str(pk): name for pk, name in rows}
    found: dict[UUID, list[str]] = {}
    for gone, kept in find_gone_players(club_id, names.keys()).merged.items():
        found.setdefault(UUID(kept), []).append(names[gone])
    return found


def merged_by_name(club_id: UUID, names: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the message values for each of the names that a merged player has, by the key of the
    name.
    """
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
    """Return the last player in the chain of merges that starts with this player."""
    met = {player}
    while (following := into.get(player)) and following not in met:
        player = following
        met.add(player)
    return player


def find_ids(value: Any) -> set[str]:
    """Return every id that occurs anywhere in a form's content, of whatever kind."""
    return {found for _place, found in _places(value)}


def _places(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield each id with the path of the field that contains it."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from ((path, found) for found in _ID.findall(str(key)))
            # "raw" contains the form of a hand, so it adds nothing to the path.
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
    """Refuse content that names a player who was merged away or erased.

    but: returns the ids of erased players who may be named.
    Raise RefusedError for merged players, or ConflictError if any of them was erased.
    """
    gone = find_gone_players(club_id, find_ids(content))
    erased = gone.erased - set(but()) if but and gone.erased else gone.erased
    refused = erased | gone.merged.keys()
    places = {player: place for place, player in reversed(list(_places(content)))}
    problems = [gone.problem(one, place) for one, place in places.items() if one in refused]
    if problems:
        raise (ConflictError if erased else RefusedError)(problems)


def replace_merged_players(club_id: UUID, data: QueryDict) -> tuple[QueryDict, GonePlayers]:
    """Return the form with merged players replaced by those they were merged into, and the replaced
    players.

    An id may occur in a field name or in a value, also among other text.
    """
    named = dict(data.lists())
    gone = find_gone_players(club_id, find_ids(named))
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


def equivalent_contents(club_id: UUID, content: Any) -> Iterator[Any]:
    """Yield the same content with every other id that its players had before or after a merge.

    A form recorded before two players were merged, and sent again afterwards, counts as the same
    form.
    """
    groups = _same_people(club_id)
    ids = sorted(find_ids(content) & groups.keys())
    choices = product(*((one, *sorted(groups[one] - {one})) for one in ids))
    for chosen in islice(choices, 1, _MOST_READINGS):
        yield replace_ids(content, dict(zip(ids, chosen, strict=True)))


def _same_people(club_id: UUID) -> dict[str, set[str]]:
    """Return, for each player who ever took part in a merge, all ids of the same person."""
    groups: dict[str, set[str]] = {}
    for pair in Merge.objects.filter(club_id=club_id).values_list("gone", "kept"):
        together = {str(one) for one in pair}
        for one in tuple(together):
            together |= groups.get(one, set())
        groups |= dict.fromkeys(together, together)
    return groups


def replace_ids(value: Any, by: Mapping[str, str]) -> Any:
    """Return the content with these ids replaced.

    by: old id to new id.
    """
    if isinstance(value, Mapping):
        return {_replaced(str(key), by): replace_ids(each, by) for key, each in value.items()}
    if isinstance(value, str | UUID):
        return _replaced(str(value), by)
    if isinstance(value, list | tuple):
        return [replace_ids(each, by) for each in value]
    return value


def only_merged(club_id: UUID, changes: Iterable[Change]) -> bool:
    """Return whether all these changes of a session only replaced one id of a person by another."""
    pairs: list[Any] = [(one.after or {}).get("replaced") for one in changes]
    if not pairs or not all(pairs):
        return False
    groups = _same_people(club_id)
    return all(new in groups.get(old, ()) for old, new in pairs)
