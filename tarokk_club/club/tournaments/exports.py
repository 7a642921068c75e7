"""The final table of a tournament, the same for both kinds of file."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from tarokk_club.club.base.spreadsheet import Amount, Cell, Dialect, write_csv
from tarokk_club.club.base.workbook import write_xlsx
from tarokk_club.club.seasons.ranking import hundredths
from tarokk_club.club.tournaments.queries.tournaments import TournamentStanding

# Shared places make fractions; they are written in hundredths.
DIGITS = 2


def tournament_csv(standing: TournamentStanding, dialect: Dialect, *, xxi: bool) -> bytes:
    """One row a player, best first; xxi: with the points of the XXI table."""
    return write_csv(_header(standing, xxi=xxi), _rows(standing, xxi=xxi), dialect)


def tournament_xlsx(title: str, standing: TournamentStanding, *, xxi: bool) -> bytes:
    """The same rows as a workbook."""
    return write_xlsx(title, _header(standing, xxi=xxi), _rows(standing, xxi=xxi))


def _header(standing: TournamentStanding, *, xxi: bool) -> list[str]:
    rounds = sorted(one.number for one in standing.rounds)
    return [
        _("Place"),
        _("Player"),
        *(_("Round %(number)s") % {"number": number} for number in rounds),
        _("Table points"),
        _("Points"),
        _("Tables won"),
        *([_("XXI table")] if xxi else []),
    ]


def _rows(standing: TournamentStanding, *, xxi: bool) -> Iterator[list[Cell]]:
    for row in standing.results:
        yield [
            row.place,
            row.name,
            *(_amount(worth) for worth in row.by_round),
            _amount(row.total.worth),
            row.total.points,
            row.total.wins,
            *([row.xxi] if xxi else []),
        ]


def _amount(worth: Fraction | None) -> Amount | None:
    return None if worth is None else Amount(hundredths(worth), DIGITS)
