"""Printable sheets, of a session or empty, and the shorthand for typing them in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.core.accounts import add_amounts
from scoring.core.events import serialize_event
from scoring.core.game import GameInfo
from scoring.core.game_info_types import HandRecord
from scoring.core.grammar import Choice, LineKind, Seat, Word
from scoring.core.nicknames import Nicknames
from scoring.core.options import read_rules
from scoring.core.shorthand_languages import list_reserved_words_in_all_languages
from scoring.core.shorthand_write import format_line
from scoring.games import GAMES
from tarokk_club.club.formatting.labels import label_event_kind
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Club, Session
from tarokk_club.club.names.player_names import shorten_names
from tarokk_club.club.paper.queries.paper_reading import (
    list_shorthand_line_kinds,
    pair_points_with_totals,
)
from tarokk_club.club.session.queries.history.history_texts import SettingChange, list_unusual_rules
from tarokk_club.club.session.queries.replay.posted_session import PostedEntry
from tarokk_club.club.session.queries.rows.hand_details import HandDetail, describe_details
from tarokk_club.club.session.queries.sessions.session_outcomes import (
    SessionOutcome,
    load_session_outcome,
)
from tarokk_club.club.session.rule_words import PRESETS
from tarokk_club.club.session.titles import format_record_title

# A fingerprint of this length can be compared by eye.
SHORT, GROUP = 16, 4
FEW_COLUMNS = 6
# The number of letters that fit next to four columns, and the number lost by each further column.
WIDE_LETTERS, NARROWER = 72, 11
# The print size by the highest number of lines for which it is used.
DENSITIES = ((42, ""), (62, "dense"), (10_000, "denser"))
# The house rule with the figures invented by the club, and the shorthand key of silent figures.
OWN_FIGURES, SILENT = "own_figures", "own"


@dataclass(frozen=True, slots=True)
class ShorthandMeaning:
    """A word or line of shorthand and its meaning."""

    code: str
    meaning: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A hand or another event on the sheet.

    number: the number of the hand; None for other events.
    dealer: the dealer's short name; "" for other events.
    multiplier: the factor of the hand; 1 for other events.
    title: the title of the event.
    details: the details of the hand.
    line: the event in shorthand.
    cells: (points of the row, total after it) by player; None for a player yet to join.
    pots: the content of each pot after the row.
    """

    number: int | None
    dealer: str
    multiplier: int
    title: str
    details: tuple[HandDetail, ...]
    note: str
    line: str
    cells: tuple[tuple[int, int] | None, ...]
    pots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PrintSheet:
    """The printed sheet: a page in words, and a page in shorthand to type it in again.

    columns: the short name of each player.
    players: the nickname in shorthand and the full name of each player.
    seats: the players at the start.
    dealer: the first dealer.
    rules: the rules that differ from the preset.
    club_figures: the shorthand of the figures invented by the club.
    pots_left: the content of each pot at the end.
    fingerprint: the hash of the session's history.
    """

    columns: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    dealer: str
    preset: str
    rules: tuple[SettingChange, ...]
    club_figures: tuple[ShorthandMeaning, ...]
    pots: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    totals: tuple[int, ...]
    pots_left: tuple[int, ...]
    fingerprint: str

    @property
    def control_sum(self) -> int:
        """The sum of all totals and pots, always 0."""
        return sum(self.totals) + sum(self.pots_left)

    @property
    def is_crowded(self) -> bool:
        """Whether the columns must be narrow."""
        return len(self.players) + len(self.pots) >= FEW_COLUMNS

    @property
    def density(self) -> str:
        """The CSS class of the print size at which all rows fit on one page, if one does."""
        letters = WIDE_LETTERS - NARROWER * (len(self.players) + len(self.pots) - 4)
        lines = sum(-(-_count_letters(row) // letters) for row in self.rows)
        return next((name for most, name in DENSITIES if lines <= most), DENSITIES[-1][1])

    @property
    def short_fingerprint(self) -> str:
        """The beginning of the fingerprint, in short groups that are easy to read aloud."""
        begins = self.fingerprint[:SHORT]
        return " ".join(begins[place : place + GROUP] for place in range(0, SHORT, GROUP))


def build_print_sheet(session: Session) -> PrintSheet:
    """Return the session as a printable sheet.

    Raise RefusedError if a record no longer conforms to the rules.
    """
    outcome = load_session_outcome(session)
    words = ClubWords(outcome.names)
    table = outcome.book.table
    names = Nicknames(
        {player: outcome.names[player] for player in table.everyone},
        reserved=list_reserved_words_in_all_languages(outcome.head.game.shorthand),
    )
    short_names = shorten_names(outcome.names, table.everyone)
    totals: dict[str, int] = dict.fromkeys(session.seats, 0)
    rows = tuple(_build_row(outcome, names, short_names, totals, row) for row in outcome.book.rows)
    hashes = session.changes.order_by("-seq").values_list("hash", flat=True)
    return PrintSheet(
        columns=tuple(short_names.values()),
        players=tuple(
            (names.find_short_name(player), outcome.names[player]) for player in table.everyone
        ),
        seats=tuple(outcome.names[player] for player in session.seats),
        dealer=outcome.names[str(session.first_dealer)],
        preset=str(PRESETS.get(outcome.head.preset or "", "")),
        rules=list_unusual_rules(outcome.head),
        club_figures=list_club_figure_words(session),
        pots=tuple(words.term(f"pot.{name}") for name in table.pots),
        rows=rows,
        totals=tuple(outcome.book.totals[player] for player in table.everyone),
        pots_left=tuple(table.pots.values()),
        fingerprint=hashes.first() or "",
    )


def _build_row(
    outcome: SessionOutcome,
    names: Nicknames,
    short_names: Mapping[str, str],
    totals: dict[str, int],
    row: PostedEntry,
) -> PaperRow:
    """Return the next row and add its points to the totals.

    short_names: player id to short name.
    """
    for player in row.after.everyone:
        totals.setdefault(player, 0)
    add_amounts(totals, {player: points for player, points in row.net.items() if player in totals})
    is_hand = row.number is not None
    missing = len(outcome.book.table.everyone) - len(totals)
    game, words = outcome.head.game, ClubWords(short_names)
    record = row.entry.record
    return PaperRow(
        number=row.number,
        dealer=short_names[row.before.dealer] if is_hand else "",
        multiplier=row.before.multiplier if is_hand else 1,
        title=format_record_title(game, record, words),
        details=describe_details(game, record, row.lines, words),
        note=row.entry.note,
        line=format_line(
            list_shorthand_line_kinds(game.key), serialize_event(game, row.event), names
        ),
        cells=(*pair_points_with_totals(row.net, totals), *(None,) * missing),
        pots=tuple(row.after.pots.values()),
    )


def _count_letters(row: PaperRow) -> int:
    """Return the number of letters in the words of a row, separators included."""
    return len(row.title) + sum(len(detail.text) + 5 for detail in row.details) + len(row.note)


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """An empty sheet: its seats, its rows and the names of its pots."""

    seats: range
    rows: range
    pots: tuple[str, ...]

    @property
    def is_crowded(self) -> bool:
        """Whether the columns must be narrow."""
        return len(self.seats) + len(self.pots) > FEW_COLUMNS


def build_blank_sheet(club: Club, *, game: str, seats: int, rows: int) -> BlankSheet:
    """Return an empty sheet of a game, with the pots of its rules.

    The rules are those of the club's last session if it was this game, else the defaults.
    """
    last, played = club.last_choice, GAMES[game]
    remembered = last.get("rules", {}) if last.get("game") == game else {}
    rules = read_rules(played.rules, played.presets, remembered, [])
    words = ClubWords()
    pots = tuple(words.term(f"pot.{name}") for name in played.pots(rules))
    return BlankSheet(range(seats), range(1, rows + 1), pots)


def list_shorthand_examples(game: str) -> tuple[ShorthandMeaning, ...]:
    """Return an example of each line kind of a game's shorthand, with the name of the kind."""
    played = GAMES[game]
    return tuple(
        ShorthandMeaning(_format_example(line_kind, played.info), label_event_kind(line_kind.label))
        for line_kind in list_shorthand_line_kinds(game)
    )


def list_club_figure_words(session: Session) -> tuple[ShorthandMeaning, ...]:
    """Return the shorthand and the names of the figures invented by the club."""
    heads = list_shorthand_line_kinds(session.game)
    named = [word for line_kind in heads for word in line_kind.words if word.name is not None]
    return tuple(
        ShorthandMeaning(
            _join_codes(
                [
                    _format_figure_code(word, figure)
                    for word in named
                    if _has_figure_value(word, figure)
                ]
            ),
            figure["name"],
        )
        for figure in session.rules.get(OWN_FIGURES) or ()
    )


def _format_figure_code(word: Word, figure: Mapping[str, Any]) -> str:
    return word.example.replace("@name", f"@{figure['key']}")


def _has_figure_value(word: Word, figure: Mapping[str, Any]) -> bool:
    """Return whether the figure has points if made as the word says, silent or announced."""
    return figure["silent" if word.key == SILENT else "announced"] is not None


def list_shorthand_words(game: str) -> tuple[ShorthandMeaning, ...]:
    """Return every word of a game's shorthand with its meaning, in the order of the line kinds.

    Figures invented by the club are left out; see `list_club_figure_words`.
    """
    words = ClubWords()
    codes_by_term: dict[str, list[str]] = {}
    bidding = GAMES[game].info.bidding
    bids = bidding.terms if bidding else {}
    for line_kind in list_shorthand_line_kinds(game):
        for place in line_kind.places:
            if isinstance(place, Choice):
                for code, values in place.codes.items():
                    bid = str(values.get(place.key))
                    # A contract in full is accepted as well, but need not be listed.
                    if bid in bids and not code.startswith(bid):
                        _add_code(codes_by_term, bids[bid], code)
        for word in line_kind.words:
            if word.name is not None:
                continue
            _add_code(codes_by_term, word.term, word.example)
        if line_kind.amounts:
            _add_code(codes_by_term, "sh.amount", "A=3")
        if line_kind.calls:
            _add_code(codes_by_term, "sh.auction", "[A:3,B:-,C:2]")
    return tuple(
        ShorthandMeaning(_join_codes(codes), words.term(term))
        for term, codes in codes_by_term.items()
    )


def _add_code(codes_by_term: dict[str, list[str]], term: str, code: str) -> None:
    codes = codes_by_term.setdefault(term, [])
    if code not in codes:
        codes.append(code)


def _join_codes(codes: list[str]) -> str:
    """Return the codes as text, or only the first and last if there are more than `GROUP`."""
    return "  ".join(codes) if len(codes) <= GROUP else f"{codes[0]} … {codes[-1]}"


def _format_example(line_kind: LineKind, info: GameInfo[HandRecord]) -> str:
    ending = info.endings.get(line_kind.label)
    people = iter("ABCD")
    parts = [line_kind.code] if line_kind.code else []
    for place in line_kind.places:
        parts.append(next(people) if isinstance(place, Seat) else next(iter(place.codes)))
    if line_kind.amounts == "points":
        parts += ["A=3", "B=-3", "# …"]
    elif ending is None or not ending.counts:
        return " ".join(parts)
    elif line_kind.amounts:
        parts += ["A=…", "B=…", "C=…"]
    else:
        parts += [word.example for word in line_kind.words if word.key in info.unsaid][:1]
    return " ".join(parts)
