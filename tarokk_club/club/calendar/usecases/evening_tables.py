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
from tarokk_club.club.calendar.kept_seats import KeptSeats, kept_seats
from tarokk_club.club.calendar.queries.seatings import (
    drawn_seats,
    seated_now,
    session_of_table,
    started_tables,
)
from tarokk_club.club.calendar.queries.startable_rules import startable
from tarokk_club.club.calendar.usecases.evening_plans import (
    keep_evening,
    locked_evening,
    note_evening,
    require_playable,
)
from tarokk_club.club.models import Act, EveningTable, PlannedEvening, Session
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.session.usecases.entries import players_in
from tarokk_club.club.session.usecases.sessions import check_players, remember_choice, start_at
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def swap_drawn(club_id: UUID, *, old: str, new: str) -> None:
    """`new` for `old` in every draw; where both were drawn, the draw is gone."""
    for evening, kept in _draws_with(club_id, old):
        if new in kept.players:
            evening.seating = None
        else:
            tables = {
                number: tuple(new if one == old else one for one in row)
                for number, row in kept.tables.items()
            }
            out = [new if one == old else one for one in kept.out]
            evening.seating = kept.seated(tables, out).as_json()
        evening.save(update_fields=["seating"])


def drop_drawn(club_id: UUID, player: str) -> None:
    """Throw away every draw with the player: it must be drawn anew without."""
    for evening, _kept in _draws_with(club_id, player):
        evening.seating = None
        evening.save(update_fields=["seating"])


def _draws_with(club_id: UUID, player: str) -> Iterator[tuple[PlannedEvening, KeptSeats]]:
    rows = PlannedEvening.objects.filter(club=club_id, seating__isnull=False)
    told = rows.annotate(text=Cast("seating", TextField())).filter(text__contains=player)
    for evening in told:
        kept = kept_seats(evening.seating)
        if kept and player in kept.players:
            yield evening, kept


def draw_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, game: str, players: Collection[UUID]
) -> PlannedEvening:
    """The evening with seats for these players, but for those who sit at a table that plays; the
    seats that waited before are drawn anew. game: what is played, where the evening does not say.

    Raises RefusedError (somebody is no player of the club, or too few are here), ConflictError,
    PlannedEvening.DoesNotExist and what the unit of work raises.
    """
    chosen = sorted({str(player) for player in players})
    content = {"do": "draw_evening", "evening": str(evening_id), "game": game, "players": chosen}

    def change(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        require_playable(evening)
        if game not in GAMES:
            allowed = {"allowed": ", ".join(GAMES)}
            raise RefusedError([Problem("unknown_game", "game", allowed)])
        if players_in(club_id, chosen) != set(chosen):
            raise RefusedError([Problem("no_such_player", "players")])
        started = started_tables(evening)
        free = set(chosen) - seated_now(started)
        kept = drawn_seats(evening, free, game, taken={one.number for one in started})
        if not kept.tables:
            fewest = GAMES[game].fewest
            raise RefusedError([Problem("too_few_here", "players", {"fewest": fewest})])
        evening.seating = kept.as_json()
        evening.save(update_fields=["seating"])
        keep_evening(write, evening, Act.EVENING_DRAWN)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked_evening(write, evening_id),
    )


def change_seats(
    *,
    club_id: UUID,
    form: Submission,
    evening_id: UUID,
    tables: Mapping[int, Sequence[str]],
    seen: str,
) -> PlannedEvening:
    """The evening with these seats at its waiting tables; who has none sits out. seen: the mark of
    all seats that the person saw.

    Raises ConflictError (the seats are others now), RefusedError (somebody who was not drawn, or a
    table of a size that the game does not know), PlannedEvening.DoesNotExist and what the unit of
    work raises.
    """
    told = {str(number): list(row) for number, row in tables.items()}
    content = {"do": "change_seats", "evening": str(evening_id), "tables": told, "seen": seen}

    def change(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        require_playable(evening)
        kept = kept_seats(evening.seating)
        if kept is None or kept.mark != seen:
            raise ConflictError([Problem("seats_changed", "")])
        evening.seating = _seated(kept, tables).as_json()
        evening.save(update_fields=["seating"])
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked_evening(write, evening_id),
    )


def _seated(kept: KeptSeats, tables: Mapping[int, Sequence[str]]) -> KeptSeats:
    game = GAMES[kept.game]
    rows = {number: tuple(row) for number, row in tables.items() if row}
    seated = [one for row in rows.values() for one in row]
    problems = []
    if set(seated) - set(kept.players) or len(set(seated)) != len(seated):
        problems.append(Problem("no_such_player", ""))
    if not set(rows) <= set(kept.tables):
        problems.append(Problem("seats_changed", ""))
    values = {"fewest": game.fewest, "most": game.most}
    problems += [
        Problem("table_size", "", {"number": number, "count": len(row), **values})
        for number, row in sorted(rows.items())
        if not game.fewest <= len(row) <= game.most
    ]
    if problems or not rows:
        raise RefusedError(problems or [Problem("too_few_here", "", values)])
    out = [one for one in kept.players if one not in seated]
    return kept.seated(rows, out, by_hand=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTable:
    """The table as the person saw it. mark: of its seats; rules: the key of those chosen."""

    number: int
    mark: str
    rules: str = ""

    def content(self) -> dict[str, Any]:
        """As the key of the form knows it."""
        return {"number": self.number, "mark": self.mark, "rules": self.rules}


def start_evening_table(
    *, club_id: UUID, form: Submission, evening_id: UUID, seen: SeenTable
) -> Session:
    """The session of the table, whose last seat deals first; one that somebody has started already
    is given back as it is.

    Raises ConflictError (the seats are others now, the day has not come, the evening is cancelled
    or over), RefusedError, PlannedEvening.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "start_evening_table", "evening": str(evening_id), **seen.content()}

    def change(write: ClubWrite) -> Session:
        evening = locked_evening(write, evening_id)
        kept = kept_seats(evening.seating)
        if kept is None or seen.number not in kept.tables:
            return _started_before(evening, seen.number)
        require_playable(evening)
        if evening.date > today(write.club):
            raise ConflictError([Problem("evening_not_begun", "")])
        if kept.mark_of(seen.number) != seen.mark:
            raise ConflictError([Problem("seats_changed", "")])
        session = _start(write, evening, kept, seen)
        evening.seating = kept.without(seen.number).as_json()
        evening.save(update_fields=["seating"])
        return session

    def repeated(write: ClubWrite) -> Session:
        locked_evening(write, evening_id)
        return Session.objects.select_related("club").get(pk=form.key)

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=repeated,
    )


def _started_before(evening: PlannedEvening, number: int) -> Session:
    session = session_of_table(evening, number)
    if session is None:
        raise ConflictError([Problem("seats_changed", "")])
    return Session.objects.select_related("club").get(pk=session)


def _start(write: ClubWrite, evening: PlannedEvening, kept: KeptSeats, seen: SeenTable) -> Session:
    head = _head(evening, kept, seen)
    check_players(write.club.id, head)
    session = start_at(write, head)
    remember_choice(write.club, head)
    EveningTable.objects.create(evening=evening, session=session, number=seen.number)
    note_evening(write, evening, Act.EVENING_STARTED)
    return session


def _head(evening: PlannedEvening, kept: KeptSeats, seen: SeenTable) -> Head:
    known = startable(evening.club, kept.game)
    chosen = known.chosen(seen.rules)
    players = kept.tables[seen.number]
    several = len(kept.tables) > 1 or seen.number > 1 or evening.tables.exists()
    return Head(
        game=GAMES[kept.game],
        rules=chosen.rules,
        preset=chosen.preset,
        players=players,
        dealer=players[-1],
        title=_title(evening, seen.number) if several else None,
        day=evening.date,
        stake=known.stake,
        events=[],
    )


def _title(evening: PlannedEvening, number: int) -> str:
    """In the club's language, as it is kept."""
    with translation.override(evening.club.language):
        return _("Table %(number)s") % {"number": number}
