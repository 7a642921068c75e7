"""Session documents with current names in place of those of merged players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from scoring.document import rename_players
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.transfer.usecases.incoming import Incoming
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.removed_players import MERGED, find_removed_players_by_name

register_refusals(
    {
        "one_player_twice": _(
            "%(gone)s and %(kept)s are one player here, so they cannot sit at one table."
        ),
    }
)


@dataclass(frozen=True, slots=True)
class PresentDocument:
    """A session document with current names.

    merged: values for the message about each replaced player.
    problems: reasons why the document cannot be imported.
    """

    incoming: Incoming
    merged: tuple[Mapping[str, str], ...] = ()
    problems: tuple[Problem, ...] = ()

    def require_importable(self, *, as_named: bool = False) -> Incoming:
        """Return the document if it can be imported.

        as_named: whether to refuse a document that names a merged player.

        Raise ConflictError for an erased player, or for two names of the same player.
        Raise RefusedError for a merged player, with `as_named`.
        """
        if self.problems:
            raise ConflictError(list(self.problems))
        if as_named and self.merged:
            raise RefusedError([Problem(MERGED, "", values) for values in self.merged])
        return self.incoming


def replace_merged_names(club_id: UUID, incoming: Incoming) -> PresentDocument:
    """Return the document with each merged player replaced by the remaining player."""
    names_by_key = {build_name_key(name): name for name in incoming.names.values()}
    gone_by_key = find_removed_players_by_name(club_id, names_by_key.keys())
    if not gone_by_key:
        return PresentDocument(incoming)
    current_names, merged, problems = {name: name for name in names_by_key.values()}, [], []
    for key, (player, gone) in sorted(gone_by_key.items()):
        if player in gone.erased:
            problems.append(gone.build_problem(player, "players"))
            continue
        values = gone.list_message_values(player)
        current_names[names_by_key[key]] = values["kept"]
        merged.append(values)
        if build_name_key(values["kept"]) in names_by_key:
            problems.append(
                Problem("one_player_twice", "players", gone.list_message_values(player))
            )
    if len(set(current_names.values())) < len(current_names) and not problems:
        problems.append(Problem("one_player_twice", "players", merged[0]))
    present = replace(
        incoming,
        names={written: current_names[name] for written, name in incoming.names.items()},
        events=tuple(rename_players(event, current_names.__getitem__) for event in incoming.events),
    )
    return PresentDocument(present, tuple(merged), tuple(problems))
