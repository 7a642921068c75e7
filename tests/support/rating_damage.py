"""Damage to the ratings of a club, for the audit."""

from collections.abc import Callable
from uuid import uuid4

from tarokk_club.club.models import Club, RatingTable, Session
from tarokk_club.club.statistics.usecases import rate_players


def compute_ratings(session: Session) -> RatingTable:
    """Compute and return the correct ratings of the session's game."""
    table = rate_players(club_id=session.club_id, game=session.game)
    assert table
    return table


def raise_rating(session: Session) -> None:
    """Raise a player's rating."""
    table = compute_ratings(session)
    table.rows[0]["skill"] += 20
    table.save()


def turn_ratings_off(session: Session) -> None:
    compute_ratings(session)
    Club.objects.update(rates_players=False)


def add_foreign_rating(session: Session) -> None:
    """Add a player of no club to ratings of an earlier version, which are not recomputed."""
    table = compute_ratings(session)
    table.rows[0]["player_id"] = str(uuid4())
    table.version -= 1
    table.save()


# Check to the damage that it must find.
RATINGS: dict[str, Callable[[Session], object]] = {
    "rating_of_the_book": raise_rating,
    "rating_wanted": turn_ratings_off,
    "rating_players": add_foreign_rating,
}
