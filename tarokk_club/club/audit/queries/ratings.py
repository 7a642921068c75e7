"""Checks of the ratings, which are stored separately from the score book and may be out of date."""

from collections.abc import Callable, Iterator, Mapping
from uuid import UUID

from tarokk_club.club.models import Player, RatingTable
from tarokk_club.club.statistics.queries.ratings import (
    compute_ratings,
    load_rating_states,
    parse_strength,
)
from tarokk_club.club.statistics.rating import Strength


def check_rating_of_the_book(club_id: UUID | None) -> Iterator[str]:
    """Current ratings follow from the hands, and no ratings are newer than the hands."""
    states = load_rating_states(club_id)
    for table in _load_rating_tables(club_id):
        state = states.get((table.club_id, table.game))
        if state is None or table.version > state.version:
            yield f"ratings {table.pk} are of a state that the book was never in"
        elif table.version == state.version and not _have_same_ratings(
            table, compute_ratings(table.club_id, table.game)
        ):
            yield f"ratings {table.pk} are not what the hands come to"


def check_rating_wanted(club_id: UUID | None) -> Iterator[str]:
    """A club that does not rate its players has no ratings."""
    for table in _load_rating_tables(club_id):
        if not table.club.rates_players:
            yield f"ratings {table.pk}"


def check_rating_players(club_id: UUID | None) -> Iterator[str]:
    """Ratings name only players of their club."""
    for table in _load_rating_tables(club_id):
        named = {row["player_id"] for row in table.rows}
        if Player.objects.filter(club_id=table.club_id, pk__in=named).count() != len(table.rows):
            yield f"ratings {table.pk}"


def _load_rating_tables(club_id: UUID | None) -> Iterator[RatingTable]:
    rows = RatingTable.objects.select_related("club").order_by("pk")
    return (rows.filter(club_id=club_id) if club_id else rows).iterator()


def _have_same_ratings(table: RatingTable, computed: Mapping[str, Strength]) -> bool:
    """Return whether stored and computed ratings agree, up to rounding differences of machines."""
    stored = {row["player_id"]: parse_strength(row) for row in table.rows}
    return stored.keys() == computed.keys() and all(
        _is_near(value, computed[key]) for key, value in stored.items()
    )


def _is_near(stored: Strength, computed: Strength) -> bool:
    apart = max(abs(stored.skill - computed.skill), abs(stored.doubt - computed.doubt))
    return apart <= 1 and stored.hands == computed.hands


CHECKS: tuple[Callable[[UUID | None], Iterator[str]], ...] = (
    check_rating_of_the_book,
    check_rating_wanted,
    check_rating_players,
)
