"""The content of the print sheets: pairings, place cards and certificates."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.tournaments.queries.counting_tables import (
    compute_final_place_spans,
    load_counting_tables,
)
from tarokk_club.club.tournaments.queries.results import Result
from tarokk_club.club.tournaments.queries.standing import TournamentStanding

# The last place with a certificate, unless everybody gets one.
FIRST_PLACES = 3


@dataclass(frozen=True, slots=True)
class PairingTable:
    """A table of the pairings.

    names: players in the order of the seats; the last one deals first.
    places: first and last place that the table plays for in a final, otherwise None.
    """

    number: int
    names: tuple[str, ...]
    places: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class PairingSheet:
    """The tables of a round on a sheet, sorted by number."""

    number: int
    tables: tuple[PairingTable, ...]

    @property
    def density_class(self) -> str:
        """The CSS class for the spacing of the tables, which makes a round fit on one page."""
        few, some = 8, 18
        count = len(self.tables)
        return "few" if count <= few else "some" if count <= some else "many"


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A place card with a player's name."""

    name: str

    @property
    def letter_size_class(self) -> str:
        """The CSS class for the size of the letters, which makes the name fit on the card."""
        longest = max(map(len, self.name.split() or [""]))
        for size, word, line in (("large", 13, 40), ("middling", 21, 60)):
            if longest <= word and len(self.name) <= line:
                return size
        return "small"


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate of a player.

    card: the name, as on a place card.
    result: the row of the final table.
    shared: whether another player has the same place.
    """

    card: PlaceCard
    result: Result
    shared: bool


def load_pairing_sheets(tournament: Tournament) -> tuple[PairingSheet, ...]:
    """Return the sheet of every round that has begun, in order."""
    names = load_names(tournament.club_id)
    rounds: dict[int, list[PairingTable]] = defaultdict(list)
    tables = load_counting_tables(tournament)
    spans = compute_final_place_spans(tournament, tables)
    for table in tables:
        seats = tuple(names[str(player)] for player in table.session.seats)
        span = spans.get(table.pk)
        rounds[table.round].append(PairingTable(table.number, seats, span))
    return tuple(PairingSheet(number, tuple(rounds[number])) for number in sorted(rounds))


def list_place_cards(standing: TournamentStanding) -> tuple[PlaceCard, ...]:
    """Return a card for each entrant, sorted by name."""
    return tuple(PlaceCard(name) for name in sorted(standing.entrants, key=build_sort_key))


def list_certificates(standing: TournamentStanding, *, everybody: bool) -> tuple[Certificate, ...]:
    """Return the certificates, best first, or none before the tournament is over.

    everybody: whether to include all players instead of only the first places.
    """
    if not standing.final:
        return ()
    held = Counter(row.place for row in standing.results)
    return tuple(
        Certificate(PlaceCard(row.name), row, held[row.place] > 1)
        for row in standing.results
        if everybody or row.place <= FIRST_PLACES
    )
