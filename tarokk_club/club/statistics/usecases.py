"""Turn the ratings of a club on or off, and compute them."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Club, RatingTable
from tarokk_club.club.statistics.queries.ratings import (
    compute_ratings,
    load_rating_states,
    serialize_strengths,
    serialize_trails,
)
from tarokk_club.club.statistics.rating import Trail
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.database.write_lock import write_lock


def switch_ratings(*, club_id: UUID, form: Submission, rated: bool) -> Club:
    """Turn the ratings of a club on or off, and return the club.

    Turning them off deletes the stored ratings.

    Raise the errors of the unit of work.
    """
    content = {"do": "choose_rating", "rated": rated}

    def save_switch(write: ClubWrite) -> Club:
        write.club.rates_players = rated
        write.club.save(update_fields=["rates_players"])
        if not rated:
            RatingTable.objects.filter(club=write.club).delete()
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        save_switch,
        repeated=lambda write: write.club,
    )


def rate_players(*, club_id: UUID, game: str) -> RatingTable | None:
    """Compute, store and return the ratings of a game; None if the club has turned them off.

    game: key of a game that the club has played.

    The ratings are computed before the write lock is taken, so they delay no other write. If a
    hand is recorded meanwhile, the new table is stale. If newer ratings are already stored, return
    those instead.
    """
    state = load_rating_states(club_id)[club_id, game]
    made_at = timezone.now()
    trails: dict[str, Trail] = {}
    rows = serialize_strengths(compute_ratings(club_id, game, trails))
    with write_lock():
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        if not club.rates_players:
            return None
        stored = RatingTable.objects.filter(club=club, game=game).first()
        if stored and stored.version > state.version:
            # A run that started later finished first, from newer data.
            return stored
        table = stored or RatingTable(club=club, game=game)
        table.version, table.hands = state.version, state.hands
        table.rows, table.made_at = rows, made_at
        table.history = serialize_trails(trails)
        table.save()
        return table
