"""Two tournaments of the club: a cup to which guests come, and a Danish championship."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from tools.demo.seasons import MEMBERS

SATURDAY = 5
# With the members they fill four tables of four.
GUESTS = (
    *("Lajos Fekete", "Mária Pintér", "Nándor Sipos"),
    *("Olga Varga", "Péter Halász", "Réka Bíró"),
)


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament that was played to its end. players: by name; rules: as in a document."""

    game: str
    day: date
    rounds: int
    players: tuple[str, ...]
    rules: dict[str, Any]


def cups_until(today: date) -> tuple[Cup, Cup]:
    """The cup of four tables on the last Saturday, and five weeks before it the championship, at
    tables of three and four.
    """
    # Never today, as what is played today is still open.
    last = today - timedelta(days=(today.weekday() - SATURDAY - 1) % 7 + 1)
    return (
        Cup("paskievics", last, 3, (*MEMBERS, *GUESTS), {"preset": "tournament"}),
        Cup("danish", last - timedelta(weeks=5), 2, MEMBERS, {}),
    )
