"""Merged and erased players, who must not appear in new writes."""

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
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.writing.errors import ConflictError, RefusedError

# Problem codes.
MERGED = "player_merged"
ERASED = "erased_named"
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# The maximum number of variants of a form that are compared.
_MOST_READINGS = 64


@dataclass(frozen=True, slots=True)
class RemovedPlayers:
    """The merged and erased players among the ids that a caller looked up.

    merged: by id of a merged player, the id of the player into whom they were finally merged.
    erased: the ids of the erased players.
    names: the names of these players and of those into whom they were merged, by id.
    """

    merged: Mapping[str, str] = field(default_factory=dict)
    erased: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.merged or self.erased)

    def build_message_values(self, player: str) -> dict[str, str]:
        """Return the names for the message about a merged player, and the ids for the API."""
        into = self.merged[player]
        names = {"gone": self.names[player], "kept": self.names[into]}
        return {**names, "player_id": player, "merged_into": into}

    def build_problem(self, player: str, place: str) -> Problem:
        """Return the problem for a merged or erased player in this field."""
        if player in self.merged:
            return Problem(MERGED, place, self.build_message_values(player))
        return Problem(ERASED, place, {"name": self.names[player]})


def find_removed_players(club_id: UUID, ids: Collection[str]) -> RemovedPlayers:
    """Return the merged and erased players of the club among the ids.

    Only one query is needed if none of them is archived.
    """
    if not ids:
        return RemovedPlayers()
    archived = Player.objects.filter(club_id=club_id, pk__in=ids, archived_at__isnull=False)
    names = {str(pk): name for pk, name in archived.values_list("pk", "name")}
    return _load_removed_players(club_id, names) if names else RemovedPlayers()


def drop_removed_players(
    club_id: UUID, players: Collection[tuple[str, str]], *, archived: Collection[str] | None = None
) -> list[tuple[str, str]]:
    """Return the players, as (id, name), without merged and erased ones.

    archived: the ids of the archived players, if already loaded.
    """
    ids = [player for player, _name in players] if archived is None else archived
    gone = find_removed_players(club_id, ids)
    return [pair for pair in players if pair[0] not in gone.merged and pair[0] not in gone.erased]


def find_removed_players_by_name_key(
    club_id: UUID, keys: Collection[str]
) -> dict[str, tuple[str, RemovedPlayers]]:
    """Return the merged or erased players with these name keys: (id, removed players) by key.

    Every pair contains the same `RemovedPlayers`, with the players of all the keys.
    """
    rows = Player.objects.filter(club_id=club_id, name_key__in=keys, archived_at__isnull=False)
    ids = {key: str(pk) for pk, key in rows.values_list("pk", "name_key")}
    gone = find_removed_players(club_id, ids.values())
    return {key: (pk, gone) for key, pk in ids.items() if pk in gone.merged or pk in gone.erased}


def load_former_names(club_id: UUID) -> dict[UUID, list[str]]:
    """Return the names of merged players, by id of the player into whom each was finally merged."""
    rows = Merge.objects.filter(club_id=club_id, undone_at=None).values_list("gone", "gone__name")
    names = {str(pk): name for pk, name in rows}
    former: dict[UUID, list[str]] = {}
    for gone, into in find_removed_players(club_id, names.keys()).merged.items():
        former.setdefault(UUID(into), []).append(names[gone])
    return former


def find_merged_by_name(club_id: UUID, names: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the message values of the merged players with one of these names, by name key."""
    players = find_removed_players_by_name_key(club_id, {build_name_key(name) for name in names})
    return {
        key: gone.build_message_values(pk)
        for key, (pk, gone) in players.items()
        if pk in gone.merged
    }


def _load_removed_players(club_id: UUID, names: dict[str, str]) -> RemovedPlayers:
    pairs = Merge.objects.filter(club_id=club_id, undone_at=None).values_list("gone", "kept")
    into = {str(source): str(target) for source, target in pairs}
    ends = {pk: _find_final_player(into, pk) for pk in names}
    wanted = set(ends.values())
    rows = Erasure.objects.filter(club_id=club_id, player__in=wanted)
    erased = {str(player) for player in rows.values_list("player", flat=True)}
    merged = {pk: end for pk, end in ends.items() if end != pk and end not in erased}
    if missing := set(merged.values()) - names.keys():
        targets = Player.objects.filter(pk__in=missing).values_list("pk", "name")
        names = names | {str(pk): name for pk, name in targets}
    erased_ids = frozenset(pk for pk, end in ends.items() if end in erased)
    return RemovedPlayers(merged, erased_ids, names)


def _find_final_player(into: Mapping[str, str], player: str) -> str:
    """Return the id of the player into whom this player was finally merged, or this id."""
    visited = {player}
    while (following := into.get(player)) and following not in visited:
        player = following
        visited.add(player)
    return player


def find_ids_in_content(value: Any) -> set[str]:
    """Return all ids, of any kind, that occur in the content of a form."""
    return {ident for _place, ident in _find_id_paths(value)}


def _find_id_paths(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield each id with the path of the field that contains it."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from ((path, ident) for ident in _ID.findall(str(key)))
            # "raw" contains the form of a hand, so it adds nothing to the path.
            yield from _find_id_paths(each, path if key == "raw" else _join_path(path, str(key)))
    elif isinstance(value, str | UUID):
        yield from ((path, ident) for ident in _ID.findall(str(value)))
    elif isinstance(value, Iterable):
        for number, each in enumerate(value):
            yield from _find_id_paths(each, _join_path(path, str(number)))


def _join_path(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def require_no_removed_players(
    club_id: UUID, content: Any, *, but: Callable[[], Collection[str]] | None = None
) -> None:
    """Raise an error if the content contains the id of a merged or erased player.

    but: returns the ids of erased players that the content may contain; None for none.
    Raise ConflictError if any of these players was erased, or else RefusedError.
    """
    gone = find_removed_players(club_id, find_ids_in_content(content))
    erased = gone.erased - set(but()) if but and gone.erased else gone.erased
    refused = erased | gone.merged.keys()
    places = {player: place for place, player in reversed(list(_find_id_paths(content)))}
    problems = [gone.build_problem(pk, place) for pk, place in places.items() if pk in refused]
    if problems:
        raise (ConflictError if erased else RefusedError)(problems)


def replace_merged_players(club_id: UUID, data: QueryDict) -> tuple[QueryDict, RemovedPlayers]:
    """Return the form with merged players replaced, and the removed players that it named.

    Ids are replaced in field names and values, even within other text. If no player in the form
    was merged, return the form itself and no players.
    """
    named = dict(data.lists())
    gone = find_removed_players(club_id, find_ids_in_content(named))
    if not gone.merged:
        return data, RemovedPlayers()
    present = QueryDict(mutable=True, encoding=data.encoding)
    for name, values in named.items():
        texts = [
            _replace_ids_in_text(text, gone.merged) if isinstance(text, str) else text
            for text in values
        ]
        present.setlist(_replace_ids_in_text(name, gone.merged), texts)
    present._mutable = False
    return present, gone


def _replace_ids_in_text(text: str, by: Mapping[str, str]) -> str:
    return _ID.sub(lambda match: by.get(match[0], match[0]), text)


def iter_equivalent_contents(club_id: UUID, content: Any) -> Iterator[Any]:
    """Yield variants of the content with ids that its players had before or after merges.

    A form submitted both before and after a merge is thus recognised as the same form. The content
    itself is left out, and the number of variants is limited.
    """
    groups = _group_merged_ids(club_id)
    ids = sorted(find_ids_in_content(content) & groups.keys())
    choices = product(*((pk, *sorted(groups[pk] - {pk})) for pk in ids))
    for chosen in islice(choices, 1, _MOST_READINGS):
        yield replace_ids(content, dict(zip(ids, chosen, strict=True)))


def _group_merged_ids(club_id: UUID) -> dict[str, set[str]]:
    """Return, for each id in a merge, the set of all ids of the same person."""
    groups: dict[str, set[str]] = {}
    for pair in Merge.objects.filter(club_id=club_id).values_list("gone", "kept"):
        together = {str(pk) for pk in pair}
        for pk in tuple(together):
            together |= groups.get(pk, set())
        groups |= dict.fromkeys(together, together)
    return groups


def replace_ids(value: Any, by: Mapping[str, str]) -> Any:
    """Return the content with these ids replaced.

    by: the new ids, by old id.
    """
    if isinstance(value, Mapping):
        return {
            _replace_ids_in_text(str(key), by): replace_ids(each, by) for key, each in value.items()
        }
    if isinstance(value, str | UUID):
        return _replace_ids_in_text(str(value), by)
    if isinstance(value, list | tuple):
        return [replace_ids(each, by) for each in value]
    return value


def are_only_merges(club_id: UUID, changes: Iterable[Change]) -> bool:
    """Return whether each change only replaced a player with another id of the same person.

    Return False if there are no changes.
    """
    pairs: list[Any] = [(change.after or {}).get("replaced") for change in changes]
    if not pairs or not all(pairs):
        return False
    groups = _group_merged_ids(club_id)
    return all(new in groups.get(old, ()) for old, new in pairs)
