"""A club whose player's name occurs in every kind of text, and a search for the name."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.sessions.backends.db import SessionStore
from django.db import models
from django.test import Client
from django.utils import timezone

from support.attackers import a_link
from support.club_evenings import as_bytes, document, import_document
from support.club_factories import House, a_form, a_hand, a_house, a_session, a_user, recorded
from tarokk_club.club.models import Draft, Invitation, PasswordLink, Player, Role, Session, User
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.queries.balances.balance_sums import sum_player_open_balances
from tarokk_club.club.money.usecases.payments import NewPayment, record_payment
from tarokk_club.club.people.queries.members import compute_password_fingerprint
from tarokk_club.club.people.usecases.players import rename_player
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.session.usecases.sessions import close_session
from tarokk_club.club.writing.unit_of_work import Submission

TEXT = (models.CharField, models.TextField, models.JSONField)
NAME = "Titkos Tamás"
HAND = {"type": "hand", "declarer": "Béla", "bid": "three", "partner": "Dóra", "result": "won"}


@dataclass(frozen=True, slots=True)
class Traces:
    """Anna's club with Tamás, who is called Béla in the documents.

    other: open session without him, in which others mention him.
    """

    house: House
    tamas: Player
    account: User
    sessions: list[Session]
    other: Session


def traces(*, hands: int = 4, seasons: int = 3) -> Traces:
    """Create the club with hands in several seasons, and his name in every text."""
    house = a_house()
    account = a_user("titkos tamás", club=house.club, roles=(Role.MEMBER,))
    account.name, account.email = NAME, "titkos@example.org"
    account.theme, account.hand_side = "dark", "left"
    account.save()
    EmailAddress.objects.create(user=account, email=account.email)
    sessions = [_evening(house, 2024 + year, hands // seasons + 1) for year in range(seasons)]
    tamas = Player.objects.get(club=house.club, name="Béla")
    form = a_form(house.anna)
    rename_player(club_id=house.club.id, form=form, player_id=tamas.id, name=NAME)
    tamas.refresh_from_db()
    tamas.user = account
    tamas.save()
    other = _notes(house, account)
    _links(house, tamas, account)
    settle_with_kitty(house.club.id, tamas.id)
    return Traces(house, tamas, account, sessions, other)


def _evening(house: House, year: int, hands: int) -> Session:
    stake = {"currency": "HUF", "per_point": "10"}
    raw = document(*[HAND] * hands, date=f"{year}-03-01", stake=stake, title="Kemence")
    session = import_document(house.club, as_bytes(raw))
    close_session(session_id=session.id, form=a_form(house.anna, version=session.version))
    session.refresh_from_db()
    return session


def _notes(house: House, account: User) -> Session:
    """Create notes, reasons and a draft that mention him, and one note that does not."""
    seats = house.ids("Anna", "Csaba", "Dóra", "Cili")
    session = a_session(house, title=f"{NAME} 60", players=seats, dealer=seats[0])
    points = {house.players["Anna"]: 2, house.players["Csaba"]: -2}
    agreed = {"type": "adjust", "points": points, "note": f"{NAME} fizetett"}
    hand, _agreed, _kept = recorded(
        house,
        session,
        a_hand(house, note="Tamásnak nem volt XXI-ese"),
        agreed,
        {**a_hand(house), "note": "Szép játék"},
    )
    session.refresh_from_db()
    assert hand.entry_id
    correct_event(
        session_id=session.id,
        form=Submission(key=uuid4(), by=house.anna, version=session.version, reason=NAME),
        entry_id=hand.entry_id,
        raw=a_hand(house, note=f"mégis {NAME.lower()}"),
    )
    session.refresh_from_db()
    record = {"note": f"{NAME} sarokban"}
    Draft.objects.create(session=session, record=record, user=account, at=timezone.now())
    return session


def _links(house: House, tamas: Player, account: User) -> None:
    mark = compute_password_fingerprint(account)
    a_link(PasswordLink, house.club, house.anna, user=account, password_mark=mark)
    a_link(Invitation, house.club, house.anna, roles=["member"], player=tamas, uses_left=1)
    client = Client()
    client.force_login(account)


def settle_with_kitty(club_id: UUID, player_id: UUID) -> None:
    """Pay everything that is open between the player and the kitty."""
    for currency, minor in sum_player_open_balances(player_id).items():
        payer, receiver = (str(player_id), KITTY) if minor < 0 else (KITTY, str(player_id))
        paid = NewPayment(
            currency=currency,
            amount=abs(minor),
            payer=payer,
            receiver=receiver,
            date=date(2026, 1, 1),
        )
        record_payment(club_id=club_id, form=a_form(), paid=paid)


def erase_tamas(there: Traces, **more: Any) -> str:
    """Erase Tamás as the owner."""
    return erase_person(
        club_id=there.house.club.id,
        form=a_form(there.house.anna),
        player_id=there.tamas.id,
        **more,
    )


def find_fields_with(*words: str) -> list[str]:
    """Return every field of the database whose text contains one of the words, ignoring case."""
    wanted = [word.casefold() for word in words]
    found = []
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if not isinstance(field, TEXT):
                continue
            for value in model._default_manager.values_list(field.attname, flat=True):
                text = _read_session(value) if field.name == "session_data" else str(value)
                if any(word in text.casefold() for word in wanted):
                    found.append(f"{model.__name__}.{field.name}")
    return found


def _read_session(packed: str) -> str:
    # The stored text is compressed, so it hides names and may contain short words by chance.
    return str(SessionStore().decode(packed))
