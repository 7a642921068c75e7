"""A session as the familiar paper sheet: a row for each hand, a column for each player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.core.accounts import add_to
from scoring.core.events import write_event
from scoring.core.game import Lore
from scoring.core.grammar import Choice, Head, Seat, Word
from scoring.core.hand_facts import HandRecord
from scoring.core.nicknames import Nicknames
from scoring.core.options import read_rules
from scoring.core.shorthand_tongues import reserved_words_everywhere
from scoring.core.shorthand_write import write_line
from scoring.games import GAMES
from tarokk_club.club.formatting.labels import kind_label
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Club, Session
from tarokk_club.club.names.player_names import at_table
from tarokk_club.club.paper.queries.paper_reading import cells_with_totals, shorthand_line_kinds
from tarokk_club.club.session.queries.booked import PostedEntry
from tarokk_club.club.session.queries.chronicle import SettingChange, unusual_rules
from tarokk_club.club.session.queries.evenings import SessionOutcome, load_session_outcome
from tarokk_club.club.session.queries.hand_gist import Gist, gist_of
from tarokk_club.club.session.rule_words import PRESETS
from tarokk_club.club.session.titles import title_of_record

# A fingerprint of this length can be compared by eye.
SHORT, GROUP = 16, 4
FEW_COLUMNS = 6
# Letters of the usual size that fit next to four columns, and how many each column costs.
WIDE_LETTERS, NARROWER = 72, 11
# The print size by the highest number of lines for which it is used.
DENSITIES = ((42, ""), (62, "dense"), (10_000, "denser"))
# The house rule with the club's own figures, and the key of those made silently.
OWN_FIGURES, OWN = "own_figures", "own"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A word or line of shorthand and its meaning."""

    code: str
    meaning: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A hand or another event on the sheet.

    number: number of the hand, None for other events.
    dealer: "" for other events.
    multiplier: 1 for other events.
    title, gist: the event in words.
    line: the event in shorthand.
    cells: (points of the row, total after it) by player, None for a player who has not joined
        yet.
    pots: pots after the row.
    """

    number: int | None
    dealer: str
    multiplier: int
    title: str
    gist: tuple[Gist, ...]
    note: str
    line: str
    cells: tuple[tuple[int, int] | None, ...]
    pots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EveningPaper:
    """The printed sheet: a page in words, and a page in shorthand to type it in again.

    columns: what each player is called on the sheet.
    players: name in shorthand and full name of each player.
    seats, dealer: before the first deal.
    rules: rules that differ from the preset.
    own: shorthand of the club's own figures.
    fingerprint: fingerprint of the session's history.
    """

    columns: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    dealer: str
    preset: str
    rules: tuple[SettingChange, ...]
    own: tuple[Meaning, ...]
    pots: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    totals: tuple[int, ...]
    left: tuple[int, ...]
    fingerprint: str

    @property
    def proof(self) -> int:
        """The sum of all totals and pots, always 0."""
        return sum(self.totals) + sum(self.left)

    @property
    def is_crowded(self) -> bool:
        """Whether the columns must be narrow."""
        return len(self.players) + len(self.pots) >= FEW_COLUMNS

    @property
    def density(self) -> str:
        """The CSS class of the print size at which all rows fit on one page."""
        letters = WIDE_LETTERS - NARROWER * (len(self.players) + len(self.pots) - 4)
        lines = sum(-(-_letters(row) // letters) for row in self.rows)
        return next((name for most, name in DENSITIES if lines <= most), DENSITIES[-1][1])

    @property
    def short_fingerprint(self) -> str:
        """The beginning of the fingerprint, in groups that can be read aloud."""
        begins = self.fingerprint[:SHORT]
        return " ".join(begins[place : place + GROUP] for place in range(0, SHORT, GROUP))


def build_print_sheet(session: Session) -> EveningPaper:
    """Return the whole session for printing.

    Raise RefusedError if a record no longer conforms to the rules.
    """
    whole = load_session_outcome(session)
    words = ClubWords(whole.names)
    table = whole.book.table
    names = Nicknames(
        {player: whole.names[player] for player in table.everyone},
        reserved=reserved_words_everywhere(whole.head.game.shorthand),
    )
    called = at_table(whole.names, table.everyone)
    totals: dict[str, int] = dict.fromkeys(session.seats, 0)
    rows = tuple(_row(whole, names, called, totals, row) for row in whole.book.rows)
    hashes = session.changes.order_by("-seq").values_list("hash", flat=True)
    return EveningPaper(
        columns=tuple(called.values()),
        players=tuple((names.short(one), whole.names[one]) for one in table.everyone),
        seats=tuple(whole.names[player] for player in session.seats),
        dealer=whole.names[str(session.first_dealer)],
        preset=str(PRESETS.get(whole.head.preset or "", "")),
        rules=unusual_rules(whole.head),
        own=club_figure_words(session),
        pots=tuple(words.term(f"pot.{name}") for name in table.pots),
        rows=rows,
        totals=tuple(whole.book.totals[player] for player in table.everyone),
        left=tuple(table.pots.values()),
        fingerprint=hashes.first() or "",
    )


def _row(
    whole: SessionOutcome,
    names: Nicknames,
    called: Mapping[str, str],
    totals: dict[str, int],
    row: PostedEntry,
) -> PaperRow:
    """Return the next row and add its points to the totals.

    called: what each player is called on the sheet, by id.
    """
    for player in row.after.everyone:
        totals.setdefault(player, 0)
    add_to(totals, {player: points for player, points in row.net.items() if player in totals})
    is_hand = row.number is not None
    missing = len(whole.book.table.everyone) - len(totals)
    game, words = whole.head.game, ClubWords(called)
    record = row.entry.record
    return PaperRow(
        number=row.number,
        dealer=called[row.before.dealer] if is_hand else "",
        multiplier=row.before.multiplier if is_hand else 1,
        title=title_of_record(game, record, words),
        gist=gist_of(game, record, row.lines, words),
        note=row.entry.note,
        line=write_line(shorthand_line_kinds(game.key), write_event(game, row.event), names),
        cells=(*cells_with_totals(row.net, totals), *(None,) * missing),
        pots=tuple(row.after.pots.values()),
    )


def _letters(row: PaperRow) -> int:
    """Return the number of letters in the words of a row, separators included."""
    return len(row.title) + sum(len(one.text) + 5 for one in row.gist) + len(row.note)


@dataclass(frozen=True, slots=True)
class BlankPaper:
    """An empty sheet: its seats, its rows and the names of its pots."""

    seats: range
    rows: range
    pots: tuple[str, ...]

    @property
    def is_crowded(self) -> bool:
        """Whether the columns must be narrow."""
        return len(self.seats) + len(self.pots) > FEW_COLUMNS


def blank_paper(club: Club, *, game: str, seats: int, rows: int) -> BlankPaper:
    """Return an empty sheet of a game, with the pots of the rules that the club used last."""
    last, played = club.last_choice, GAMES[game]
    remembered = last.get("rules", {}) if last.get("game") == game else {}
    rules = read_rules(played.rules, played.presets, remembered, [])
    words = ClubWords()
    pots = tuple(words.term(f"pot.{name}") for name in played.pots(rules))
    return BlankPaper(range(seats), range(1, rows + 1), pots)


def shorthand_lines(game: str) -> tuple[Meaning, ...]:
    """Return the kinds of lines of a game's shorthand, each with an example."""
    played = GAMES[game]
    return tuple(
        Meaning(_example(head, played.lore), kind_label(head.label))
        for head in shorthand_line_kinds(game)
    )


def club_figure_words(session: Session) -> tuple[Meaning, ...]:
    """Return the shorthand of the club's own figures, with the names that the club gave them."""
    heads = shorthand_line_kinds(session.game)
    named = [word for head in heads for word in head.words if word.name is not None]
    return tuple(
        Meaning(
            _listed([_own_code(word, one) for word in named if _has_figure_value(word, one)]),
            one["name"],
        )
        for one in session.rules.get(OWN_FIGURES) or ()
    )


def _own_code(word: Word, figure: Mapping[str, Any]) -> str:
    return word.example.replace("@name", f"@{figure['key']}")


def _has_figure_value(word: Word, figure: Mapping[str, Any]) -> bool:
    """Return whether the figure has a value in the form the word means: silent or announced."""
    return figure["silent" if word.key == OWN else "announced"] is not None


def shorthand_words(game: str) -> tuple[Meaning, ...]:
    """Return every word of a game's shorthand with its meaning, in the order of the tables.

    The club's own figures are left out, because each session has its own (`own_words`).
    """
    words = ClubWords()
    found: dict[str, list[str]] = {}
    bidding = GAMES[game].lore.bidding
    bids = bidding.terms if bidding else {}
    for head in shorthand_line_kinds(game):
        for place in head.places:
            if isinstance(place, Choice):
                for code, said in place.codes.items():
                    bid = str(said.get(place.key))
                    # A contract in full is accepted as well, but need not be listed.
                    if bid in bids and not code.startswith(bid):
                        _collect(found, bids[bid], code)
        for word in head.words:
            if word.name is not None:
                continue
            _collect(found, word.term, word.example)
        if head.amounts:
            _collect(found, "sh.amount", "A=3")
        if head.calls:
            _collect(found, "sh.auction", "[A:3,B:-,C:2]")
    return tuple(Meaning(_listed(codes), words.term(term)) for term, codes in found.items())


def _collect(notes: dict[str, list[str]], term: str, code: str) -> None:
    codes = notes.setdefault(term, [])
    if code not in codes:
        codes.append(code)


def _listed(codes: list[str]) -> str:
    """Return a few codes in full, or many as the first and the last."""
    return "  ".join(codes) if len(codes) <= GROUP else f"{codes[0]} … {codes[-1]}"


def _example(head: Head, lore: Lore[HandRecord]) -> str:
    ending = lore.endings.get(head.label)
    people = iter("ABCD")
    parts = [head.code] if head.code else []
    for place in head.places:
        parts.append(next(people) if isinstance(place, Seat) else next(iter(place.codes)))
    if head.amounts == "points":
        parts += ["A=3", "B=-3", "# …"]
    elif ending is None or not ending.counts:
        return " ".join(parts)
    elif head.amounts:
        parts += ["A=…", "B=…", "C=…"]
    else:
        parts += [word.example for word in head.words if word.key in lore.unsaid][:1]
    return " ".join(parts)
