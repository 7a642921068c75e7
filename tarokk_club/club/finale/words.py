"""The end of a session as a text to share, with nothing that guests may not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from tarokk_club.club.finale.picture import Card, CardRow
from tarokk_club.club.finale.queries import Finale, Peak
from tarokk_club.club.formatting.labels import game_label
from tarokk_club.club.formatting.numbers_and_dates import short_date, signed
from tarokk_club.club.models import Session
from tarokk_club.club.sheet.queries.running_totals import build_running_chart


def finale_text(session: Session, finale: Finale, names: Mapping[str, str]) -> str:
    """Return one line for each player, and the two hands, without money.

    names: as guests may see them.
    """
    return "\n".join([*finale_head(session), "", *_lines(finale, names)])


def finale_card(session: Session, finale: Finale, names: Mapping[str, str]) -> Card:
    """Return the content of the picture.

    names: as guests may see them.
    """
    title, subtitle = finale_head(session)
    winners = {one.player_id for one in finale.winners}
    rows = tuple(
        CardRow(
            place=f"{one.place}.",
            name=names[one.player_id],
            points=signed(one.points),
            line=finale.columns.index(one.player_id) + 1,
            won=one.player_id in winners,
        )
        for one in finale.places
    )
    best = finale.best
    foot = f"{_('The best hand')}: {_peak_line(best, names)}" if best else ""
    return Card(title, subtitle, rows, foot, build_running_chart(finale.running))


def finale_head(session: Session) -> tuple[str, str]:
    """Return the club and title of a session, and when and what was played."""
    what = (session.table_name, short_date(session.date), game_label(session.game))
    return session.club.name, " · ".join(one for one in what if one)


def _lines(finale: Finale, names: Mapping[str, str]) -> Iterator[str]:
    if not finale.hands and not finale.winners:
        yield _("No hand was played.")
        return
    for one in finale.places:
        yield f"{one.place}. {names[one.player_id]} {signed(one.points)}"
    if finale.best:
        yield f"{_('The best hand')}: {_peak_line(finale.best, names)}"
    if finale.dearest:
        yield f"{_('The dearest hand')}: {_peak_line(finale.dearest, names)}"


def _peak_line(peak: Peak, names: Mapping[str, str]) -> str:
    return f"{', '.join(names[one] for one in peak.players)} {signed(peak.points)}"
