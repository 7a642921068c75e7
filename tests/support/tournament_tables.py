"""Tournaments for tests: plans, players, rounds that are started and played."""

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from support.club_factories import DAY, END, House, a_form, a_head, recorded
from support.page_reader import forms_of
from tarokk_club.club.models import Arbiter, Penalty, Player, Session, Tournament, User
from tarokk_club.club.tournaments.draw.manual_seat_changes import ManualSeatChange
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables
from tarokk_club.club.tournaments.queries.drawn_rounds import DrawnRow, load_changeable_draw
from tarokk_club.club.tournaments.queries.next_draws import compute_next_draw
from tarokk_club.club.tournaments.usecases.arbiters import (
    accept_arbiter_invitation,
    appoint_arbiter,
)
from tarokk_club.club.tournaments.usecases.entrants import enter_players
from tarokk_club.club.tournaments.usecases.penalties import PenaltyPlan, give_penalty
from tarokk_club.club.tournaments.usecases.rounds import SeenDraw, draw_all_rounds, start_round
from tarokk_club.club.tournaments.usecases.tables import change_round_seats
from tarokk_club.club.tournaments.usecases.tournament_money import (
    TournamentMoney,
    record_tournament_money,
)
from tarokk_club.club.tournaments.usecases.tournaments import TournamentPlan, make_tournament
from tarokk_club.club.values.draws import Publishing
from tarokk_club.club.values.table_points import Reckoning


def a_tournament_plan(house: House, **changes: Any) -> TournamentPlan:
    """Return the plan of two rounds of Paskievics in which each player deals once.

    After a void hand the next player deals, so the hand counts as one of those planned.

    changes: fields to replace.
    """
    told: dict[str, Any] = {
        "name": "Tavaszi kupa",
        "day": date.fromisoformat(DAY),
        "rounds": 2,
        "turns": 1,
        "minutes": 0,
        "reckoning": Reckoning.TABLE,
        "head": a_head(house, rules={"preset": "pagat", "void_redeal": "next"}),
    }
    return TournamentPlan(**told | changes)


def danish(house: House) -> Any:
    """Return the head of a Danish table."""
    return a_head(
        house,
        game="danish",
        rules={},
        players=house.ids("Anna", "Béla", "Csaba"),
        dealer=house.players["Anna"],
    )


def create_players(house: House, count: int) -> list[UUID]:
    """Return the ids of this many players, creating those that are missing."""
    there = [UUID(player) for player in house.players.values()]
    new = [
        Player.objects.get_or_create(club=house.club, name=f"Játékos {number:02}")[0].pk
        for number in range(len(there), count)
    ]
    return [*there, *new][:count]


def a_tournament(house: House, players: int = 8, **changes: Any) -> Tournament:
    """Create a tournament as Anna with this many players."""
    plan = a_tournament_plan(house, **changes)
    made = make_tournament(club_id=house.club.id, form=a_form(house.anna), plan=plan)
    return set_players(house, made, create_players(house, players))


def set_players(
    house: House, tournament: Tournament, players: list[UUID], *, reason: str = ""
) -> Tournament:
    """Set the players of a tournament as Anna; return the tournament."""
    form = replace(a_form(house.anna), reason=reason)
    return enter_players(
        club_id=house.club.id, form=form, tournament_id=tournament.id, players=players
    )


def draw_rounds_at_once(house: House, tournament: Tournament) -> None:
    """Draw all rounds as Anna."""
    form = a_form(house.anna)
    draw_all_rounds(club_id=house.club.id, form=form, tournament_id=tournament.id)
    tournament.refresh_from_db()


def read_next_draw(tournament: Tournament, number: int = 0) -> SeenDraw:
    """Return the draw of the next round as a page displays it."""
    tournament.refresh_from_db()
    mark = compute_next_draw(tournament, number).fingerprint
    return SeenDraw(number=number, fingerprint=mark, day=date.fromisoformat(DAY))


def begun(house: House, tournament: Tournament, *, key: UUID | None = None) -> list[Session]:
    """Start the next round as Anna and return its sessions."""
    form = a_form(house.anna, key=key or uuid4())
    start_round(
        club_id=house.club.id,
        form=form,
        tournament_id=tournament.id,
        seen=read_next_draw(tournament),
    )
    tables = load_counting_tables(tournament)
    return [table.session for table in tables if table.round == tables[-1].round]


def close_with_points(house: House, session: Session, *points: int) -> None:
    """Give these points to the seats of a table and close it."""
    given = {player: won for player, won in zip(session.seats, points, strict=True) if won}
    hand = {"type": "hand", "outcome": "abandoned" if session.game == "danish" else "passed_out"}
    adjust = {"type": "adjust", "points": given, "note": "állás"}
    recorded(house, session, hand, adjust, END)


def a_penalty(house: House, tournament: Tournament, **changes: Any) -> Penalty:
    """Give a penalty as Anna, by default two table points for being late.

    changes: fields to replace.
    """
    told: dict[str, Any] = {
        "player": UUID(house.players["Anna"]),
        "round": None,
        "half_points": 4,
        "points": 0,
    }
    form = replace(a_form(house.anna), reason="Késett")
    give_penalty(
        club_id=house.club.id,
        form=form,
        tournament_id=tournament.id,
        plan=PenaltyPlan(**told | changes),
    )
    return Penalty.objects.get(pk=form.key)


def an_arbiter(house: House, tournament: Tournament, user: User) -> Arbiter:
    """Name the user an arbiter as Anna; a user of another club agrees."""
    form = a_form(house.anna)
    member = user.memberships.filter(club=house.club).exists()
    appoint_arbiter(
        club_id=house.club.id,
        form=form,
        tournament_id=tournament.id,
        member=user.pk if member else None,
        user_name=user.username,
    )
    if not member:
        accept_arbiter_invitation(by=user, arbiter_id=form.key)
    return Arbiter.objects.get(pk=form.key)


def a_directed_tournament(house: House, user: User) -> dict[str, UUID]:
    """Create a tournament with this user as arbiter; return both ids."""
    cup = a_tournament(house, 4)
    return {"tournament_id": cup.pk, "arbiter_id": an_arbiter(house, cup, user).pk}


def a_waiting_round(house: House, tournament: Tournament) -> DrawnRow:
    """Draw the next round as Anna without publishing it."""
    Tournament.objects.filter(pk=tournament.pk).update(publishing=Publishing.WHEN_READY)
    form = a_form(house.anna)
    start_round(
        club_id=house.club.id,
        form=form,
        tournament_id=tournament.id,
        seen=read_next_draw(tournament),
    )
    return read_drawn_round(tournament)


def read_drawn_round(tournament: Tournament) -> DrawnRow:
    """Return the drawn round whose seats can be changed."""
    tournament.refresh_from_db()
    row = load_changeable_draw(tournament)
    assert row
    return row


def change_seats(house: House, tournament: Tournament, change: ManualSeatChange) -> DrawnRow:
    """Change seats as Anna and return the drawn round."""
    change_round_seats(
        club_id=house.club.id,
        form=a_form(house.anna),
        tournament_id=tournament.id,
        fingerprint=read_drawn_round(tournament).fingerprint,
        change=change,
    )
    return read_drawn_round(tournament)


def read_fields(answer: Any, form: str) -> dict[str, Any]:
    """Return the fields that this form of the page submits if unchanged."""
    return next(one for one in forms_of(answer.content.decode()) if one.id == form).sent


def with_a_prize(house: House, tournament: Tournament) -> None:
    """Record a prize for Anna."""
    money = TournamentMoney(
        currency="HUF",
        day=date.fromisoformat(DAY),
        prizes={UUID(house.players["Anna"]): 1500},
    )
    record_tournament_money(
        club_id=house.club.id,
        form=a_form(house.anna),
        tournament_id=tournament.id,
        money=money,
    )
