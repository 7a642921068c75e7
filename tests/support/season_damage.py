"""Damage to the seasons of a club, for the audit."""

from collections.abc import Callable
from datetime import date

from support.club_factories import a_form, create_denes
from tarokk_club.club.models import Player, Season, Session
from tarokk_club.club.seasons.usecases import close_season


def create_overlapping_season(session: Session) -> None:
    """Create a season that overlaps the first one."""
    Season.objects.create(club=session.club, name="2025/26", starts=date(2025, 9, 1))


def close_first_season(session: Session) -> Season:
    """Close the session's season properly."""
    form = a_form(session.club.founded_by)
    return close_season(club_id=session.club_id, form=form, season_id=session.club.seasons.get().pk)


def close_without_table(session: Session) -> None:
    close_first_season(session).finals.get().delete()


def rewrite_final(session: Session) -> None:
    close_first_season(session).finals.get().final_rows.filter(position=1).update(points=99)


def add_foreign_final_row(session: Session) -> None:
    """Put a player of another club into a final table and renew its seal."""
    final = close_first_season(session).finals.get()
    rows = list(final.final_rows.all())
    rows[0].player = Player.objects.create(club=create_denes().clubs.get(), name="Denes")
    rows[0].save()
    final.seal = final.compute_seal(rows)
    final.save()


def delete_final_row(session: Session) -> None:
    """Delete a row of a final table and renew its seal."""
    final = close_first_season(session).finals.get()
    final.final_rows.filter(position=1).delete()
    final.seal = final.compute_seal(final.final_rows.all())
    final.save()


# Check to the damage that it must find.
SEASONS: dict[str, Callable[[Session], object]] = {
    "seasons_apart": create_overlapping_season,
    "closed_season_final": close_without_table,
    "final_seal": rewrite_final,
    "final_players": add_foreign_final_row,
    "final_order": delete_final_row,
}
