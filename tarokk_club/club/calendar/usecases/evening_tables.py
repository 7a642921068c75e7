"""Draw, change and start the tables of an evening."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.core.problem import Problem
from scoring.document import Head
from scoring.games import GAMES
from tarokk_club.club.calendar.evening_draw import EveningDraw, read_evening_draw
from tarokk_club.club.calendar.queries.rule_choices import load_rule_choices
from tarokk_club.club.calendar.queries.seatings import (
    draw_evening_seats,
    find_busy_player_ids,
    find_session_id_of_table,
    load_started_tables,
)
from tarokk_club.club.calendar.usecases.evenings import lock_evening, log_evening, require_playable
from tarokk_club.club.models import Act, EveningTable, PlannedEvening, Session
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.session.usecases.entries import filter_active_players
from tarokk_club.club.session.usecases.sessions import (
    create_session,
    require_active_players,
    store_session_defaults,
)
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def replace_drawn_player(club_id: UUID, *, old: str, new: str) -> None:
    """Replace a player with another in every draw; delete draws that contain both."""
    for evening, drawn in _iter_draws_of_player(club_id, old):
        if new in drawn.players:
            evening.seating = None
        else:
            tables = {
                number: tuple(new if player == old else player for player in row)
                for number, row in drawn.tables.items()
            }
            out = [new if player == old else player for player in drawn.out]
            evening.seating = drawn.copy_with_seats(tables, out).to_json()
        evening.save(update_fields=["seating"])


def delete_draws_of_player(club_id: UUID, player: str) -> None:
    """Delete every draw that contains the player."""
    for evening, _drawn in _iter_draws_of_player(club_id, player):
        evening.seating = None
        evening.save(update_fields=["seating"])


def _iter_draws_of_player(
    club_id: UUID, player: str
) -> Iterator[tuple[PlannedEvening, EveningDraw]]:
    rows = PlannedEvening.objects.filter(club=club_id, seating__isnull=False)
    matching = rows.annotate(text=Cast("seating", TextField())).filter(text__contains=player)
    for evening in matching:
        drawn = read_evening_draw(evening.seating)
        if drawn and player in drawn.players:
            yield evening, drawn


def draw_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, game: str, players: Collection[UUID]
) -> PlannedEvening:
    """Draw tables for these players, in place of an earlier draw, and return the evening.

    Players at a table that is still playing are left out.

    game: key of the game to play.
    Raise RefusedError if the game is unknown, a player is not in the club or is archived, or there
        are too few players for a table.
    Raise ConflictError if the evening is cancelled or over.
    Raise PlannedEvening.DoesNotExist, and any error of the unit of work.
    """
    chosen = sorted({str(player) for player in players})
    content = {"do": "draw_evening", "evening": str(evening_id), "game": game, "players": chosen}

    def draw_tables(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        require_playable(evening)
        if game not in GAMES:
            allowed = {"allowed": ", ".join(GAMES)}
            raise RefusedError([Problem("unknown_game", "game", allowed)])
        if filter_active_players(club_id, chosen) != set(chosen):
            raise RefusedError([Problem("no_such_player", "players")])
        started = load_started_tables(evening)
        free = set(chosen) - find_busy_player_ids(started)
        drawn = draw_evening_seats(evening, free, game, taken={one.number for one in started})
        if not drawn.tables:
            fewest = GAMES[game].fewest
            raise RefusedError([Problem("too_few_here", "players", {"fewest": fewest})])
        evening.seating = drawn.to_json()
        evening.save(update_fields=["seating"])
        log_evening(write, evening, Act.EVENING_DRAWN)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        draw_tables,
        repeated=lambda write: lock_evening(write, evening_id),
    )


def change_evening_seats(
    *,
    club_id: UUID,
    form: Submission,
    evening_id: UUID,
    tables: Mapping[int, Sequence[str]],
    seen: str,
) -> PlannedEvening:
    """Save the seats of the tables that have not started, and return the evening.

    Drawn players without a seat sit out.

    tables: player ids in the order of the seats, by table number.
    seen: fingerprint of the seats that the user saw.
    Raise ConflictError if the seats have changed since, or the evening is cancelled or over.
    Raise RefusedError if a player was not drawn or has two seats, if a table was not drawn or has
        a size that the game does not allow, or if no table is left.
    Raise PlannedEvening.DoesNotExist, and any error of the unit of work.
    """
    seats = {str(number): list(row) for number, row in tables.items()}
    content = {"do": "change_seats", "evening": str(evening_id), "tables": seats, "seen": seen}

    def save_seats(write: ClubWrite) -> PlannedEvening:
        evening = lock_evening(write, evening_id)
        require_playable(evening)
        drawn = read_evening_draw(evening.seating)
        if drawn is None or drawn.fingerprint != seen:
            raise ConflictError([Problem("seats_changed", "")])
        evening.seating = _build_changed_draw(drawn, tables).to_json()
        evening.save(update_fields=["seating"])
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        save_seats,
        repeated=lambda write: lock_evening(write, evening_id),
    )


def _build_changed_draw(drawn: EveningDraw, tables: Mapping[int, Sequence[str]]) -> EveningDraw:
    """Return the draw with these seats; raise RefusedError if they are not possible."""
    game = GAMES[drawn.game]
    rows = {number: tuple(row) for number, row in tables.items() if row}
    seated = [one for row in rows.values() for one in row]
    problems = []
    if set(seated) - set(drawn.players) or len(set(seated)) != len(seated):
        problems.append(Problem("no_such_player", ""))
    if not set(rows) <= set(drawn.tables):
        problems.append(Problem("seats_changed", ""))
    values = {"fewest": game.fewest, "most": game.most}
    problems += [
        Problem("table_size", "", {"number": number, "count": len(row), **values})
        for number, row in sorted(rows.items())
        if not game.fewest <= len(row) <= game.most
    ]
    if problems or not rows:
        raise RefusedError(problems or [Problem("too_few_here", "", values)])
    out = [one for one in drawn.players if one not in seated]
    return drawn.copy_with_seats(rows, out, by_hand=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTable:
    """A drawn table as the user saw it, with the chosen rules.

    fingerprint: digest of the seats.
    rules: key of the chosen rules, "" for the proposal.
    """

    number: int
    fingerprint: str
    rules: str = ""

    def build_content(self) -> dict[str, Any]:
        """Return the submitted fields, to recognise a repeated submission."""
        return {"number": self.number, "mark": self.fingerprint, "rules": self.rules}


def start_evening_table(
    *, club_id: UUID, form: Submission, evening_id: UUID, seen: SeenTable
) -> Session:
    """Start a session at the drawn table and return it; the last seat deals first.

    If the table was already started, return its session.

    Raise ConflictError if the seats have changed, the day has not come, or the evening is
        cancelled or over.
    Raise RefusedError, and any error of the unit of work.
    """
    content = {"do": "start_evening_table", "evening": str(evening_id), **seen.build_content()}

    def start_table(write: ClubWrite) -> Session:
        evening = lock_evening(write, evening_id)
        drawn = read_evening_draw(evening.seating)
        if drawn is None or seen.number not in drawn.tables:
            return _require_started_session(evening, seen.number)
        require_playable(evening)
        if evening.date > get_today(write.club):
            raise ConflictError([Problem("evening_not_begun", "")])
        if drawn.compute_table_fingerprint(seen.number) != seen.fingerprint:
            raise ConflictError([Problem("seats_changed", "")])
        session = _start_session(write, evening, drawn, seen)
        evening.seating = drawn.copy_without_table(seen.number).to_json()
        evening.save(update_fields=["seating"])
        return session

    def load_earlier_result(write: ClubWrite) -> Session:
        lock_evening(write, evening_id)
        return Session.objects.select_related("club").get(pk=form.key)

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        start_table,
        repeated=load_earlier_result,
    )


def _require_started_session(evening: PlannedEvening, number: int) -> Session:
    session = find_session_id_of_table(evening, number)
    if session is None:
        raise ConflictError([Problem("seats_changed", "")])
    return Session.objects.select_related("club").get(pk=session)


def _start_session(
    write: ClubWrite, evening: PlannedEvening, drawn: EveningDraw, seen: SeenTable
) -> Session:
    head = _build_head(evening, drawn, seen)
    require_active_players(write.club.id, head)
    session = create_session(write, head)
    store_session_defaults(write.club, head)
    EveningTable.objects.create(evening=evening, session=session, number=seen.number)
    log_evening(write, evening, Act.EVENING_STARTED)
    return session


def _build_head(evening: PlannedEvening, drawn: EveningDraw, seen: SeenTable) -> Head:
    rule_choices = load_rule_choices(evening.club, drawn.game)
    chosen = rule_choices.find_choice(seen.rules)
    players = drawn.tables[seen.number]
    several = len(drawn.tables) > 1 or seen.number > 1 or evening.tables.exists()
    return Head(
        game=GAMES[drawn.game],
        rules=chosen.rules,
        preset=chosen.preset,
        players=players,
        dealer=players[-1],
        title=_build_table_name(evening, seen.number) if several else None,
        day=evening.date,
        stake=rule_choices.stake,
        events=[],
    )


def _build_table_name(evening: PlannedEvening, number: int) -> str:
    """Return the stored name of the table, in the language of the club."""
    with translation.override(evening.club.language):
        return _("Table %(number)s") % {"number": number}
