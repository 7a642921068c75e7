"""A year of a club, entered through the pages with a controlled clock.

Anna founds the club and is its secretary; Béla, Csaba and Tamás have accounts and play; Dóra,
Erika, Feri and Gizi have none. Tamás will be erased, so his name is entered wherever it can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid4

import time_machine
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_hand, recorded
from support.club_web import form_in, forms_in, send, session_url, text_of
from support.entry_forms import sent_hand
from support.invitations import PASSWORD, link_to
from support.money_tables import played_with
from support.planned_evenings import calendar_url, evening_url
from support.push_receiver import HOST, Browser, Receiver, plain
from tarokk_club.club.calendar.evening_draw import read_evening_draw
from tarokk_club.club.finale.picture import PictureContent
from tarokk_club.club.models import (
    CalendarLink,
    Club,
    Entry,
    Invitation,
    PlannedEvening,
    Player,
    Session,
    Settlement,
    User,
)
from tarokk_club.club.notices.push_keys import derive_public_key
from tarokk_club.club.notices.usecases.sending import send_notices
from tarokk_club.club.notices.watching import queue_reminders
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.writing.unit_of_work import Submission

TAMAS = "Titkos Tamás"
MEMBERS = ("Béla", "Csaba", TAMAS)
OTHERS = ("Dóra", "Erika", "Feri", "Gizi")
ADDRESS = "titkos@example.org"
ENDPOINT = f"https://{HOST}/to/titkos-telefon"
NOON, AFTERNOON, NIGHT = time(11), time(16), time(20)
NOTICES = "/me/notices/"
BEGAN = datetime(2026, 1, 2, 11, tzinfo=UTC)


@dataclass
class Year:
    """The club, its clock, and a client for each account.

    cards: picture to the words drawn on it.
    feed: path of Tamás's calendar feed.
    """

    house: House
    clock: time_machine.Traveller
    receiver: Receiver
    clients: dict[str, Client]
    cards: dict[bytes, PictureContent]
    phone: Browser = field(default_factory=Browser)
    sessions: list[Session] = field(default_factory=list)
    feed: str = ""

    @property
    def secretary_client(self) -> Client:
        return self.clients["Anna"]

    @property
    def club(self) -> Club:
        return self.house.club

    @property
    def tamas(self) -> Player:
        return Player.objects.get(pk=self.house.players[TAMAS])

    def url(self, name: str, *ids: object) -> str:
        """Return the path of a page of the club."""
        return reverse(f"club:{name}", args=[self.club.slug, *ids])

    def on(self, day: date, at: time = NOON) -> None:
        """Set the clock; sign in everybody whose session has expired."""
        self.clock.move_to(datetime.combine(day, at, UTC))
        for name, client in self.clients.items():
            if client.get("/me/").status_code == 302:
                signed_in(client, name)

    def send_due_notices(self) -> int:
        """Send all notices that are due and return their number; check that none is sent twice."""
        self.clock.shift(timedelta(minutes=2))
        queue_reminders()
        sent = send_notices(network=self.receiver.network())
        assert send_notices(network=self.receiver.network()) == 0
        connection.close()
        queue_reminders()
        assert send_notices(network=self.receiver.network()) == 0
        return sent


def signed_in(client: Client, name: str) -> None:
    """Sign in through the page."""
    answer = client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert answer.status_code == 302, name


def found_club(
    clock: time_machine.Traveller, receiver: Receiver, cards: dict[bytes, PictureContent]
) -> Year:
    """Found the club and add everybody; return it on its first day."""
    anna = Client()
    typed = {"club": "Zugló", "name": "Anna", "password": PASSWORD, "language": "en"}
    more = {"currency": "HUF", "time_zone": "Europe/Budapest", "key": str(uuid4())}
    assert anna.post("/found/", typed | more).status_code == 302
    club = Club.objects.get()
    founder = club.founded_by
    assert founder
    house = House(club, founder, founder, {})
    year = Year(house, clock, receiver, {"Anna": anna}, cards)
    for name in ("Anna", *MEMBERS, *OTHERS):
        if not Player.objects.filter(name=name).exists():
            send(anna, year.url("players"), name=name)
        year.house.players[name] = str(Player.objects.get(name=name).pk)
    _plays_as_anna(year)
    for name in MEMBERS:
        year.clients[name] = _came(year, name)
    for name in year.clients:
        _has_an_address(year, name)
    return year


def _plays_as_anna(year: Year) -> None:
    """Link the founder's account to the player Anna."""
    Player.objects.filter(pk=year.house.players["Anna"]).update(user=year.house.anna)


def _came(year: Year, name: str) -> Client:
    """Invite the player, accept the invitation in a new client, and return that client."""
    player = year.house.players[name]
    made = send(year.secretary_client, year.url("invite"), role="member", player=player)
    invitation = Invitation.objects.get(player__pk=player)
    assert made["Location"] == year.url("invitation", invitation.id)
    client = Client(headers={"User-Agent": "Mozilla/5.0 (Android 15; Mobile) Firefox/130.0"})
    link = link_to(invitation)
    sent = forms_in(client.get(link))[0].sent | {"name": name, "password": PASSWORD}
    assert client.post(link, sent).status_code == 302
    return client


def _has_an_address(year: Year, name: str) -> None:
    user = year.house.anna if name == "Anna" else user_of(year, name)
    user.email = ADDRESS if name == TAMAS else f"{user.username}@example.org"
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    asked = {"letter_evening": "on", "letter_debts": "on"}
    if name == TAMAS:
        asked |= {"push_plan": "on", "push_evening": "on", "push_paid": "on"}
        phone = {"endpoint": ENDPOINT, "p256dh": plain(year.phone.point)}
        keys = {
            "auth": plain(year.phone.secret),
            "server": derive_public_key(),
            "key": str(uuid4()),
        }
        year.clients[name].post(reverse("club:notices_phone"), phone | keys)
    assert send(year.clients[name], NOTICES, **asked)["Location"] == NOTICES


def user_of(year: Year, name: str) -> User:
    """Return the account of a player."""
    return User.objects.get(players_claimed__pk=year.house.players[name])


# --- evenings


def planned(year: Year) -> list[PlannedEvening]:
    """Plan an evening for the second Friday of each month, as the secretary."""
    new = year.url("evening_new")
    told = {"date": "2026-01-09", "starts": "18:30", "place": "Kávéház", "game": "paskievics"}
    more = {"rhythm": "monthly", "until": "2026-12-31", "note": f"{TAMAS} hoz lapot"}
    assert send(year.secretary_client, new, **told, **more).status_code == 302
    return list(PlannedEvening.objects.order_by("date"))


def answer_evening(year: Year, evening: PlannedEvening, **said: str) -> None:
    """Answer for an evening: users by themselves, Anna for the others."""
    url, answer = evening_url(evening), evening_url(evening, "evening_answer")
    for name, client in year.clients.items():
        coming = said.get(name.split()[-1], "yes")
        guests = "1" if name == "Csaba" and coming == "yes" else ""
        sent = send(client, answer, at=url, coming=coming, guests=guests)
        assert sent.status_code == 302, name
    note = evening_url(evening, "evening_player")
    for name in OTHERS:
        send(year.secretary_client, note, at=url, player=year.house.players[name], coming="yes")


def played_evening(year: Year, evening: PlannedEvening) -> list[Session]:
    """Draw, start and play both tables of an evening; return the sessions."""
    draw, url = evening_url(evening, "evening_draw"), evening_url(evening)
    everybody = list(year.house.players.values())
    assert send(year.secretary_client, draw, players=everybody).status_code == 302
    evening.refresh_from_db()
    kept = read_evening_draw(evening.seating)
    assert kept and sorted(map(len, kept.tables.values())) == [4, 4]
    for number in sorted(kept.tables):
        start = evening_url(evening, "evening_start")
        send(
            year.secretary_client,
            start,
            at=url,
            table=f"{number}:{kept.compute_table_fingerprint(number)}",
        )
    tables = [one.session for one in evening.tables.order_by("number")]
    for session in tables:
        _played(year, session)
    return tables


def _played(year: Year, session: Session) -> None:
    """Play a session of four hands, correct one of them, and close the session."""
    seats, form = list(map(str, session.seats)), session_url(session, "hand_new")
    for number, result in enumerate(("won", "lost")):
        two = {"declarer": seats[number], "partner": seats[number + 2]}
        told = {"outcome": "played", "bid": "three", "called": "XX", "result": result}
        answer = sent_hand(year.secretary_client, session, year.house, url=form, **two, **told)
        assert answer.status_code == 302
    hand = {"declarer": seats[3], "partner": seats[1], "bid": "two"}
    (last,) = recorded(year.house, session, a_hand(year.house) | hand | {"note": f"{TAMAS} bukott"})
    session.refresh_from_db()
    assert last.entry_id
    correct_event(
        session_id=session.id,
        form=Submission(
            key=uuid4(), by=year.house.anna, version=session.version, reason=f"mégis {TAMAS}"
        ),
        entry_id=last.entry_id,
        raw=a_hand(year.house) | hand | {"result": "lost"},
    )
    close = session_url(session, "close")
    closed = send(year.secretary_client, close, at=session_url(session, "closing"))
    assert closed["Location"] == session_url(session, "finale")
    session.refresh_from_db()
    year.sessions.append(session)


def create_session(year: Year, day: date, game: str = "paskievics", **points: int) -> Session:
    """Create a closed session at 10 forints a point with these results."""
    named = {TAMAS if name == "Tamás" else name: won for name, won in points.items()}
    seats = year.house.ids("Anna", "Béla", "Csaba", TAMAS)
    head: dict[str, Any] = {"players": seats, "dealer": seats[0], "date": day.isoformat()}
    if game != "paskievics":
        head |= {"game": game, "rules": {}}
    session = played_with(year.house, named, **head)
    year.sessions.append(session)
    return session


def entry_with(session: Session, player: str) -> Entry:
    """Return a hand that the player declared or was the partner in."""
    hands = session.entries.order_by("position")
    return next(one for one in hands if player in str(one.record))


# --- money


def settle_everything(year: Year) -> Settlement:
    """Settle everything that is open through the page."""
    page = year.url("settle")
    shown = year.secretary_client.get(page, {"what": "open", "currency": "HUF"})
    answer = year.secretary_client.post(page, form_in(shown, page).sent)
    assert answer.status_code == 302
    return Settlement.objects.latest("number")


def pay_everything(year: Year, plan: Settlement) -> None:
    """Pay all transfers: payers with an account claim theirs, Anna marks and confirms the rest."""
    page = year.url("settled", plan.id)
    for transfer in plan.transfers.select_related("payer"):
        client = year.clients.get(transfer.payer.name if transfer.payer else "")
        if client:
            tick = year.url("transfer_paid", plan.id, transfer.id)
            assert send(client, tick, at=page).status_code == 302
    rest = year.url("settled_paid", plan.id)
    if rest in text_of(year.secretary_client.get(page)):
        assert send(year.secretary_client, rest).status_code == 302
    for claim in _claims(plan):
        assert (
            send(year.secretary_client, year.url("payment_confirm", claim), at=page).status_code
            == 302
        )


def _claims(plan: Settlement) -> Iterator[UUID]:
    for transfer in plan.transfers.all():
        rows = transfer.payments.filter(claimed=True, confirmation=None, reversed_by=None)
        yield from rows.values_list("pk", flat=True)


def create_feed(year: Year) -> str:
    """Return the path of Tamás's calendar feed."""
    client, page = year.clients[TAMAS], calendar_url(year.house, "calendar_feed")
    send(client, page)
    link = CalendarLink.objects.get(made_by=user_of(year, TAMAS), revoked_at=None)
    return reverse("club:calendar_file", args=[link.token])
