"""Results of tournaments that stand: whoever is called otherwise there keeps the place."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Tournament
from tarokk_club.club.session.queries.prescribed import is_guarded
from tarokk_club.club.tournaments.queries.tournaments import tournament_standing
from tarokk_club.club.writing.errors import ConflictError


@contextmanager
def results_kept(*players: UUID) -> Iterator[None]:
    """Merge these players, or separate them, within it; in a unit of work only.

    Raises ConflictError where a result that stands would have other places afterwards: of two who
    won something at different tables the sum would be made, or taken apart.
    """
    tables = Tournament.objects.filter(tables__session__balances__player__in=players).distinct()
    guarded = [one for one in tables.order_by("pk") if is_guarded(one)]
    before = [_places(one) for one in guarded]
    yield
    for tournament, places in zip(guarded, before, strict=True):
        if _places(tournament) != places:
            values = {"tournament": tournament.name}
            raise ConflictError([Problem("result_would_move", "kept", values)])


def _places(tournament: Tournament) -> list[tuple[int, int]]:
    """The places and what they were won with, without the names."""
    results = tournament_standing(tournament, names=_Unnamed()).results
    return sorted((row.place, row.total.points) for row in results)


class _Unnamed(dict[str, str]):
    """Nobody's name is asked for."""

    def __missing__(self, key: str) -> str:
        return key
