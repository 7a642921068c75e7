"""Rate the players of a club."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Club, RatingTable
from tarokk_club.club.statistics.queries.ratings import history_from, rate, rows_from, states_of
from tarokk_club.club.statistics.rating import Trail
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.database.write_lock import write_lock


def choose_rating(*, club_id: UUID, form: Submission, rated: bool) -> Club:
    """The club, which has ratings or none; when switched off, stored ratings are thrown away.

    Raises what the unit of work raises.
    """
    content = {"do": "choose_rating", "rated": rated}

    def change(write: ClubWrite) -> Club:
        write.club.rates_players = rated
        write.club.save(update_fields=["rates_players"])
        if not rated:
            RatingTable.objects.filter(club=write.club).delete()
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: write.club,
    )


def rate_players(*, club_id: UUID, game: str) -> RatingTable | None:
    """The ratings as they stand now; None where the club does not want any.

    All the counting is done before the gate, so that no hand waits for it; what was written
    meanwhile leaves the new table stale.
    """
    state = states_of(club_id)[club_id, game]
    made_at = timezone.now()
    trails: dict[str, Trail] = {}
    rows = rows_from(rate(club_id, game, trails))
    with write_lock():
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        if not club.rates_players:
            return None
        kept = RatingTable.objects.filter(club=club, game=game).first()
        if kept and kept.version > state.version:
            # Somebody began later, was faster, and knows more.
            return kept
        table = kept or RatingTable(club=club, game=game)
        table.version, table.hands = state.version, state.hands
        table.rows, table.made_at = rows, made_at
        table.history = history_from(trails)
        table.save()
        return table
