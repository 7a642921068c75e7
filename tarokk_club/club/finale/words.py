"""The result of a session as text to share, with only the details that guests may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from tarokk_club.club.finale.picture import PictureContent, PictureRow
from tarokk_club.club.finale.queries import Finale, PeakHand
from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.formatting.numbers_and_dates import format_short_date, format_signed
from tarokk_club.club.models import Session
from tarokk_club.club.sheet.queries.running_totals import build_running_chart


def build_finale_text(session: Session, finale: Finale, names: Mapping[str, str]) -> str:
    """Return a text with a line for each player and the two peak hands, without money.

    names: player names by id, in the form that guests may see.
    """
    return "\n".join([*build_finale_heading(session), "", *_iter_result_lines(finale, names)])


def build_picture_content(
    session: Session, finale: Finale, names: Mapping[str, str]
) -> PictureContent:
    """Return the content of the picture.

    names: player names by id, in the form that guests may see.
    """
    title, subtitle = build_finale_heading(session)
    winners = {winner.player_id for winner in finale.winners}
    rows = tuple(
        PictureRow(
            place=f"{place.place}.",
            name=names[place.player_id],
            points=format_signed(place.points),
            line=finale.columns.index(place.player_id) + 1,
            won=place.player_id in winners,
        )
        for place in finale.places
    )
    best = finale.best
    foot = f"{_('The best hand')}: {_format_peak(best, names)}" if best else ""
    return PictureContent(title, subtitle, rows, foot, build_running_chart(finale.running))


def build_finale_heading(session: Session) -> tuple[str, str]:
    """Return two lines: the club's name, and the session's table, date and game."""
    parts = (session.table_name, format_short_date(session.date), label_game(session.game))
    return session.club.name, " · ".join(part for part in parts if part)


def _iter_result_lines(finale: Finale, names: Mapping[str, str]) -> Iterator[str]:
    if not finale.hands and not finale.winners:
        yield _("No hand was played.")
        return
    for place in finale.places:
        yield f"{place.place}. {names[place.player_id]} {format_signed(place.points)}"
    if finale.best:
        yield f"{_('The best hand')}: {_format_peak(finale.best, names)}"
    if finale.costliest:
        yield f"{_('The costliest hand')}: {_format_peak(finale.costliest, names)}"


def _format_peak(peak: PeakHand, names: Mapping[str, str]) -> str:
    return f"{', '.join(names[player] for player in peak.players)} {format_signed(peak.points)}"
