"""The columns of the hands table of one game, and the cells of each event.

Every key of a record has a column, and the first row of a session contains its header data, so
the session documents can be rebuilt from the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.core.game import AnyGame
from scoring.core.options import serialize_rules
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import DECLARER, OPPONENTS, Line
from scoring.core.reader import RECORD_SCHEMA
from scoring.document import rename_players
from tarokk_club.club.models import Entry, Posting, Session
from tarokk_club.club.models.hands import NO_NOTE, NOTED
from tarokk_club.club.sheet.exports.hand_words import OWN, HandWords, PlayerName, format_json
from tarokk_club.club.tables.spreadsheet_csv import Cell

# The most important columns; each game has some of them.
FIRST = (
    *("outcome", "declarer", "bid", "contract", "level", "called", "partner"),
    *("declarer_points", "tricks", "kontra_game"),
)
# The fields of events other than hands, except the note.
OF_EVENTS = ("player", "after", "severity", "pot", "points", "skiz")
SESSION_COLUMNS = (
    "game",
    "preset",
    "players",
    "first_dealer",
    "currency",
    "per_point",
    "rules",
    "schema",
)
_SIDES = (DECLARER, OPPONENTS)
Records = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HandColumns:
    """The columns of the hands table of one game.

    players: player id to name, for every player with a column.
    words: the wording of titles and terms.
    """

    game: AnyGame
    players: Mapping[str, str]
    words: HandWords

    def build_header(self) -> list[str]:
        """Return the titles of the columns."""
        words, pots = self.words, self.game.info.pots
        return [
            *(
                words.format_column_title(key)
                for key in ("session", "date", "title", "hand", "type", "dealer")
            ),
            *(words.format_column_title(key) for key in self._list_first_columns()),
            *(words.format_figure_title(key, side) for key, side in self._list_figure_columns()),
            words.format_column_title("multiplier"),
            *(words.format_points_title(name) for name in self.players.values()),
            *(words.format_pot_title(name) for name in pots),
            words.format_column_title("note"),
            *(words.format_column_title(key) for key in self._list_other_columns()),
            *(words.format_column_title(key) for key in (*OF_EVENTS, *SESSION_COLUMNS)),
        ]

    def iter_rows(
        self, session: Session, events: Sequence[tuple[Entry, Posting]]
    ) -> Iterator[list[Cell]]:
        """Yield a row for every event of the session, in order."""
        place: list[Cell] = [str(session.pk), session.date.isoformat(), session.table_name or None]
        session_cells = [*self._build_session_cells(session), _find_oldest_schema(events)]
        for entry, posting in events:
            yield [*place, *self._build_event_cells(entry, posting), *session_cells]
            session_cells = [None] * len(SESSION_COLUMNS)

    def _build_event_cells(self, entry: Entry, posting: Posting) -> list[Cell]:
        words, is_hand = self.words, posting.number is not None
        raw = rename_players(entry.record, self._name_player)
        if is_hand:
            raw["outcome"] = posting.kind
        net, pots = posting.net, posting.pots
        note = entry.note or (NO_NOTE if posting.kind in NOTED else None)
        keys = self.game.info.hand_keys if is_hand else OF_EVENTS
        return [
            posting.number,
            words.format_term(raw["type"]),
            self._name_player(str(posting.dealer)) if is_hand else None,
            *(self._format_value(raw.get(key)) for key in self._list_first_columns()),
            *self._build_figure_cells(entry.record, posting.lines),
            posting.multiplier if is_hand else None,
            *(net.get(player) for player in self.players),
            *(pots.get(name) for name in self.game.info.pots),
            note,
            *(self._format_value(raw.get(key)) for key in self._list_other_columns()),
            *(self._format_value(raw.get(key) if key in keys else None) for key in OF_EVENTS),
        ]

    def _list_first_columns(self) -> list[str]:
        return [key for key in FIRST if key in self.game.info.hand_keys]

    def _list_other_columns(self) -> list[str]:
        return [key for key in self.game.info.hand_keys if key not in (*FIRST, *OF_EVENTS)]

    def _list_figure_columns(self) -> list[tuple[str, str | None]]:
        sides: tuple[str | None, ...] = _SIDES if self.game.info.sided else (None,)
        club_columns = (OWN,) if OWN in self.game.info.hand_keys else ()
        return [(key, side) for key in (*self.game.figures, *club_columns) for side in sides]

    def _build_figure_cells(self, record: Records, rows: Sequence[Any]) -> Iterator[Cell]:
        """Yield a cell for each figure and side: its payments in words, or None if it has none."""
        texts_by_figure: dict[tuple[str, str | None], list[str]] = {}
        for row in rows:
            line: Records = (
                row if isinstance(row, dict) else dict(zip(Line._fields, row, strict=False))
            )
            key = line.get("figure")
            if key:
                is_club_figure = key.startswith(OWN_PREFIX)
                side = self._find_side(record, line)
                texts = texts_by_figure.setdefault((OWN if is_club_figure else key, side), [])
                texts.append(self._describe_line(record, line, side, called=is_club_figure))
        return (
            "; ".join(dict.fromkeys(texts_by_figure[figure])) if figure in texts_by_figure else None
            for figure in self._list_figure_columns()
        )

    def _find_side(self, record: Records, line: Records) -> str | None:
        if not self.game.info.sided:
            return None
        ours = line.get("by") in (record.get("declarer"), record.get("partner"))
        return line.get("side") or (DECLARER if ours else OPPONENTS)

    def _describe_line(
        self, record: Records, line: Records, side: str | None, *, called: bool
    ) -> str:
        by, points, term = line.get("by"), line["points"], self.words.format_term
        won = points.get(by, 0)
        if side:
            won = sum(points.get(record.get(role), 0) for role in ("declarer", "partner"))
            won = won if side == DECLARER else -won
        parts = [line["values"].get("own", line["figure"])] if called else []
        parts += [self._name_player(by)] if by else []
        parts += [term("announced")] if line.get("announced") else []
        parts += [term(f"kontra.{line['kontra']}")] if line.get("kontra") else []
        parts += [term("made" if won > 0 else "failed")] if won else []
        return ", ".join(parts)

    def _build_session_cells(self, session: Session) -> list[Cell]:
        staked = bool(session.per_point)
        return [
            session.game,
            session.rules_preset or None,
            format_json([self._name_player(seat) for seat in session.seats]),
            self._name_player(str(session.first_dealer)),
            session.currency if staked else None,
            session.per_point if staked else None,
            format_json(serialize_rules(session.read_frozen_rules())),
        ]

    def _format_value(self, value: Any) -> Cell:
        if value is None or isinstance(value, PlayerName):
            return value
        if isinstance(value, str):
            return self.words.format_term(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        return self.words.format_value(value)

    def _name_player(self, player: str) -> str:
        return PlayerName(self.players.get(player, player))


def _find_oldest_schema(events: Sequence[tuple[Entry, Posting]]) -> int | None:
    """Return the oldest schema of the records; None if all have the present schema."""
    oldest = min((entry.schema for entry, _posting in events), default=RECORD_SCHEMA)
    return oldest if oldest < RECORD_SCHEMA else None
