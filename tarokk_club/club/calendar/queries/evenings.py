"""Queries for evenings with their answers, seats and games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Count, DateField, OuterRef, Q, QuerySet, Subquery, Sum, UUIDField
from django.db.models.functions import Coalesce

from scoring.games import GAMES
from tarokk_club.club.calendar.table_plan import TablePlan, plan_tables
from tarokk_club.club.models import Attendance, Club, EveningAnswer, PlannedEvening, Player
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.database.prepared import Parameter, PreparedQuery

PAST_A_PAGE = 20
# The most evenings on a page for visitors who are not members.
MOST_NEXT = 10
# The ordering of the model, repeated because grouped queries ignore it.
NEXT_FIRST = ("date", "starts", "made_at", "id")
LAST_FIRST = tuple(f"-{field}" for field in NEXT_FIRST)


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """The number of players with each answer, without archived players.

    guests: number of guests of the players who answered yes.
    """

    yes: int
    perhaps: int
    no: int
    guests: int

    @property
    def coming_count(self) -> int:
        """The number of players and guests who will come."""
        return self.yes + self.guests


@dataclass(frozen=True, slots=True)
class EveningRow:
    """A row in a list of evenings, with the reader's answer.

    tally: number of players by answer.
    coming, guests: the reader's answer and number of guests; coming is "" for no answer.
    over: whether the day has passed.
    """

    evening: PlannedEvening
    tally: AnswerCounts
    coming: str
    guests: int
    over: bool


def annotate_answer_counts(
    rows: QuerySet[PlannedEvening], player: UUID | Parameter | None
) -> QuerySet[PlannedEvening]:
    """Return the evenings annotated with answer counts and with the player's answer.

    player: id of the player; None for a reader without a player.
    """
    counts = {
        f"said_{one.value}": Count(
            "answers", filter=Q(answers__coming=one, answers__player__archived_at=None)
        )
        for one in Attendance
    }
    comes = Q(answers__coming=Attendance.YES, answers__player__archived_at=None)
    guests = Coalesce(Sum("answers__guests", filter=comes), 0)
    mine = EveningAnswer.objects.filter(evening=OuterRef("pk"), player=player)
    return rows.annotate(
        **counts,
        guests_come=guests,
        own_coming=Subquery(mine.values("coming")[:1]),
        own_guests=Subquery(mine.values("guests")[:1]),
    )


def build_evening_row(evening: Any, day: date) -> EveningRow:
    """Return the row of an evening annotated by `annotate_answer_counts`.

    day: today.
    """
    tally = AnswerCounts(
        evening.said_yes, evening.said_perhaps, evening.said_no, evening.guests_come
    )
    coming, guests = evening.own_coming or "", evening.own_guests or 0
    return EveningRow(evening, tally, coming, guests, evening.date < day)


def load_upcoming_evenings(club: Club, player: UUID | None) -> tuple[EveningRow, ...]:
    """Return the evenings from today on, next first, in one query.

    player: id of the reader's player; None for a reader without a player.
    """
    day = get_today(club)
    rows = annotate_answer_counts(PlannedEvening.objects.filter(club=club, date__gte=day), player)
    return tuple(build_evening_row(one, day) for one in rows.order_by(*NEXT_FIRST))


def load_past_evenings(
    club: Club, number: str | None, player: UUID | None
) -> tuple[Page[PlannedEvening], tuple[EveningRow, ...]]:
    """Return a page of the evenings before today, and its rows, latest first, in three queries.

    number: number of the page, as in the query string; None for the first.
    player: id of the reader's player; None for a reader without a player.
    """
    day = get_today(club)
    past = PlannedEvening.objects.filter(club=club, date__lt=day)
    newest = past.order_by(*LAST_FIRST)
    at = Paginator(newest, PAST_A_PAGE).get_page(number)
    ids = [one.pk for one in at.object_list]
    if not ids:
        return at, ()
    rows = annotate_answer_counts(newest.filter(pk__in=ids), player).order_by(*LAST_FIRST)
    return at, tuple(build_evening_row(one, day) for one in rows)


def load_public_evenings(club: Club) -> list[PlannedEvening]:
    """Return the next `MOST_NEXT` evenings with their club, in one query.

    Cancelled evenings are included.
    """
    rows = PlannedEvening.objects.filter(club=club, date__gte=get_today(club)).select_related(
        "club"
    )
    return list(rows.order_by(*NEXT_FIRST)[:MOST_NEXT])


def load_next_evening(club: Club, player: UUID | None) -> EveningRow | None:
    """Return the next evening that is not cancelled, None if there is none, in one query.

    player: id of the reader's player; None for a reader without a player.
    """
    day = get_today(club)
    evening = _NEXT.first(club=club.pk, day=day, player=player)
    return build_evening_row(evening, day) if evening else None


def _build_next_evening_query() -> QuerySet[PlannedEvening]:
    club, day = Parameter("club", UUIDField()), Parameter("day", DateField())
    rows = PlannedEvening.objects.filter(club=club, date__gte=day, cancelled_at=None)
    annotated = annotate_answer_counts(rows, Parameter("player", UUIDField()))
    return annotated.order_by(*NEXT_FIRST)[:1]


_NEXT = PreparedQuery(_build_next_evening_query)


def find_last_planned_evening(club: Club) -> PlannedEvening | None:
    """Return the evening that was created last, None if there is none."""
    return PlannedEvening.objects.filter(club=club).order_by("-made_at", "-id").first()


@dataclass(frozen=True, slots=True)
class SeatedAnswer:
    """The answer of a player who will come, with the assigned seats.

    seated: whether the player has a seat.
    guests: number of the player's guests who have a seat.
    """

    answer: EveningAnswer
    seated: bool
    guests: int

    @property
    def is_waiting_for_seat(self) -> bool:
        """Whether the player or a guest has no seat yet."""
        return not self.seated or self.guests < self.answer.guests


def load_answers(evening: PlannedEvening) -> tuple[EveningAnswer, ...]:
    """Return the answers of all players who are not archived, oldest first."""
    rows = EveningAnswer.objects.filter(evening=evening, player__archived_at=None)
    return tuple(rows.select_related("player", "by"))


@dataclass(frozen=True, slots=True)
class PlayerAnswerRow:
    """A player of the club with the answer to an evening, if there is one."""

    player: Player
    answer: EveningAnswer | None

    @property
    def coming(self) -> str:
        """The value of the answer, "" for none."""
        return self.answer.coming if self.answer else ""

    @property
    def has_account(self) -> bool:
        """Whether the player has an account, so nobody else may answer."""
        return self.player.user_id is not None


def load_player_answers(evening: PlannedEvening) -> tuple[PlayerAnswerRow, ...]:
    """Return every active player of the club with the answer, sorted by name, in two queries.

    Tournament guests who have not answered are left out.
    """
    answers = {one.player_id: one for one in load_answers(evening)}
    players = Player.objects.filter(club=evening.club_id, archived_at=None)
    rows = [
        PlayerAnswerRow(player, answers.get(player.pk))
        for player in players.filter(Q(guest=False) | Q(pk__in=answers))
    ]
    return tuple(sorted(rows, key=lambda row: build_sort_key(row.player.name)))


def count_player_answers(rows: Sequence[PlayerAnswerRow]) -> AnswerCounts:
    """Return the number of players with each answer."""
    given = Counter(row.coming for row in rows)
    guests = sum(row.answer.guests for row in rows if row.answer and row.coming == Attendance.YES)
    return AnswerCounts(
        given[Attendance.YES], given[Attendance.PERHAPS], given[Attendance.NO], guests
    )


def assign_seats(answers: Sequence[EveningAnswer], most: int | None) -> tuple[SeatedAnswer, ...]:
    """Assign seats to the players who will come, and return their answers with the seats.

    Seats go to the players in the order of their answers, then to the guests.

    most: number of seats, None for no limit.
    """
    comes = [one for one in answers if one.coming == Attendance.YES]
    seats = len(comes) + sum(one.guests for one in comes) if most is None else most
    left = max(0, seats - len(comes))
    seated_answers = []
    for place, answer in enumerate(comes):
        guests = min(left, answer.guests)
        left -= guests
        seated_answers.append(SeatedAnswer(answer, place < seats, guests))
    return tuple(seated_answers)


def plan_tables_for_answers(
    evening: PlannedEvening, seats: int, perhaps: Sequence[EveningAnswer]
) -> tuple[TablePlan | None, TablePlan | None]:
    """Return the tables for everybody with a seat, and those if all who answered "perhaps" come.

    The second is None if nobody answered "perhaps", or if the evening has a limit of seats.

    seats: number of the assigned seats.
    perhaps: the answers "perhaps".
    """
    game = find_game_of_evening(evening)
    plan = _plan_tables_for_game(seats, game)
    if not perhaps or evening.most is not None:
        return plan, None
    return plan, _plan_tables_for_game(seats + sum(1 + row.guests for row in perhaps), game)


def _plan_tables_for_game(count: int, game: str) -> TablePlan | None:
    """Return the tables for this number of people, None if the game is unknown."""
    played = GAMES.get(game)
    return plan_tables(count, played.fewest, played.most) if played else None


def list_games_that_seat_all(count: int) -> tuple[str, ...]:
    """Return the keys of the offered games whose tables can seat exactly this number of people."""
    if not count:
        return ()
    return tuple(
        key
        for key, game in GAMES.items()
        if game.info.offered and not plan_tables(count, game.fewest, game.most).out
    )


def find_game_of_evening(evening: PlannedEvening) -> str:
    """Return the key of the evening's game, else of the game last played in the club, else ""."""
    return evening.game or str(evening.club.last_choice.get("game") or "")
