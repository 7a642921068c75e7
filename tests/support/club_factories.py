"""Factories for clubs, users, sessions and hands.

Anna founded the club and is its secretary, Bela is a member, Cili has no account, and Denes belongs
to another club.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from django.utils.text import slugify
from pytest import ExceptionInfo

from scoring.core.problem import RefusedError
from scoring.document import Head, read_head
from tarokk_club.club.models import Club, Membership, Player, Role, Season, Session, User
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.session.usecases.sessions import start_session
from tarokk_club.club.writing.unit_of_work import Saved, Submission

SEATED = ("Anna", "Béla", "Csaba", "Dóra")
DAY = "2026-11-18"


@dataclass(frozen=True, slots=True)
class House:
    """A club with two of its users.

    players: player's name to id.
    """

    club: Club
    anna: User
    bela: User
    players: dict[str, str]

    def ids(self, *names: str) -> list[str]:
        """Return the ids of these players."""
        return [self.players[name] for name in names]


def a_user(username: str, *, club: Club | None = None, roles: tuple[Role, ...] = ()) -> User:
    """Create a user, and a membership if a club is given."""
    user = User.objects.create_user(username, password="kalandos pagat")
    if club:
        Membership.objects.create(user=user, club=club, roles=[role.value for role in roles])
    return user


def a_club(name: str, founder: User) -> Club:
    """Create a club with a season; its founder is owner and secretary."""
    club = Club.objects.create(slug=slugify(name), name=name, currency="HUF", founded_by=founder)
    roles = [Role.OWNER.value, Role.SECRETARY.value]
    Membership.objects.create(user=founder, club=club, roles=roles)
    Season.objects.create(club=club, name="2026", starts=date(2026, 1, 1))
    return club


def a_house() -> House:
    """Create Anna's club with Bela as a member and five players."""
    anna = a_user("anna")
    club = a_club("Zugló", anna)
    bela = a_user("bela", club=club, roles=(Role.MEMBER,))
    players = {
        name: str(Player.objects.create(club=club, name=name).id) for name in (*SEATED, "Cili")
    }
    return House(club, anna, bela, players)


def create_denes() -> User:
    """Create Denes and his club; return the user."""
    user = a_user("denes")
    a_club("Kőbánya", user)
    return user


def a_form(
    by: User | None = None, *, key: UUID | None = None, version: int | None = None
) -> Submission:
    """Return a submission, by default with a new key."""
    return Submission(key=key or uuid4(), by=by, version=version)


def a_head(house: House, **changes: Any) -> Head:
    """Return the head of a session of Paskievics with four players.

    changes: keys to replace.
    """
    seats = house.ids(*SEATED)
    raw = {
        "format": "tarokk-session",
        "version": 1,
        "game": "paskievics",
        "rules": {"preset": "pagat"},
        "players": seats,
        "dealer": seats[-1],
        "date": DAY,
        "stake": {"currency": "HUF", "per_point": "10"},
        "events": [],
    }
    return read_head(raw | changes)


def a_session(house: House, **changes: Any) -> Session:
    """Start a session as Anna.

    changes: keys of the head to replace.
    """
    return start_session(
        club_id=house.club.id, form=a_form(house.anna), head=a_head(house, **changes)
    )


def a_hand(
    house: House, declarer: str = "Anna", partner: str = "Csaba", **more: Any
) -> dict[str, Any]:
    """Return the event of a hand, by default a three that was won.

    more: keys to add or replace.
    """
    return {
        "type": "hand",
        "declarer": house.players[declarer],
        "bid": "three",
        "partner": house.players[partner],
        "result": "won",
        **more,
    }


def a_catch(house: House, victim: str) -> dict[str, Any]:
    """Return the event of a hand of Anna's in which Béla catches the victim's XXI."""
    catch = {"by": house.players["Béla"], "from": house.players[victim]}
    return a_hand(house, xxi_catch=catch)


def recorded(house: House, session: Session, *events: dict[str, Any]) -> list[Saved]:
    """Record the events one after the other as Anna; return the results."""
    return [
        record_event(session_id=session.id, form=a_form(house.anna), raw=event) for event in events
    ]


def codes(error: ExceptionInfo[RefusedError]) -> list[tuple[str, str]]:
    """Return the field and the code of each problem of a refusal."""
    return [(problem.field, problem.code) for problem in error.value.problems]


PASSED_OUT = {"type": "hand", "outcome": "passed_out"}
END = {"type": "end"}
