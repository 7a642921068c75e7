"""The results of a tournament by player id, cached until the tournament changes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tarokk_club.club.models import Tournament
from tarokk_club.club.pages.fragment_cache import build_cache_key, get_or_compute
from tarokk_club.club.tournaments.queries.rated_tables import build_rated_tournament
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.rating_file import RatedTournament


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """The place and the table points of a player in a tournament."""

    player_id: str
    place: int
    table_points: Fraction


@dataclass(frozen=True, slots=True)
class TournamentOutcome:
    """The results of a tournament, without names.

    final: whether the results are final.
    """

    rated: RatedTournament
    results: tuple[PlayerOutcome, ...]
    final: bool


class _IdsAsNames(dict[str, str]):
    """A mapping in which the name of every player is the player's id."""

    def __missing__(self, key: str) -> str:
        """Return the id itself."""
        return key


def load_tournament_outcome(tournament: Tournament) -> TournamentOutcome:
    """Return the results of a tournament, cached until it or one of its sessions changes.

    tournament: loaded with its club, and with the sum of its session versions as `played`.
    """
    club = tournament.club
    facts = (tournament.version, getattr(tournament, "played", None), club.name, club.erased)
    return get_or_compute(
        build_cache_key("outcome", tournament.pk, *facts), lambda: _build_outcome(tournament)
    )


def _build_outcome(tournament: Tournament) -> TournamentOutcome:
    standing = load_standing(tournament, names=_IdsAsNames())
    return TournamentOutcome(
        build_rated_tournament(tournament, standing),
        tuple(PlayerOutcome(row.player_id, row.place, row.total.worth) for row in standing.results),
        standing.final,
    )
