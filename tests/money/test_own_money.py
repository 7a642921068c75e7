"""A club whose members see only their own money, and the sums of all."""

import pytest
from django.test import Client
from django.urls import reverse

from support.attackers import a_client
from support.club_factories import House, a_form, a_user, create_denes
from support.club_web import session_url, text_of
from support.money_tables import a_treasurer, charge_fee, link_player, paid, played, settle_club
from support.tournament_tables import a_tournament, an_arbiter, begun, close_with_points
from tarokk_club.club.models import MoneyRules, Payment, Role
from tarokk_club.club.models.money import KITTY, OUTSIDE
from tarokk_club.club.session.usecases.events import delete_event
from tarokk_club.club.session.usecases.sessions import reopen_session


@pytest.fixture
def bela(client: Client, house: House) -> Client:
    """Béla, in a club that shows nobody what others owe."""
    MoneyRules.objects.create(club=house.club, own_only=True)
    link_player(house, house.bela, "Béla")
    client.force_login(house.bela)
    return client


def url(house: House, name: str, *ids: object) -> str:
    return reverse(f"club:{name}", args=[house.club.slug, *ids])


def test_a_member_sees_only_their_own_money(bela: Client, house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    settlement = settle_club(house)
    session = played(house, Anna=12, Béla=-7, Csaba=-5)
    charge_fee(house, 30, "Béla", "Csaba")
    theirs = paid(house, "Csaba", "Dóra", 111)
    mine = paid(house, "Béla", KITTY, 222)
    paid(house, KITTY, OUTSIDE, 333)
    pages = {
        "settled": url(house, "settled", settlement.id),
        "paper": url(house, "settled_paper", settlement.id),
        "facts": url(house, "facts"),
        "money": url(house, "money"),
        "kitty": url(house, "kitty"),
        "session": session_url(session, "settlement"),
    }
    said = {name: text_of(bela.get(page)) for name, page in pages.items()}

    for name in ("settled", "paper", "facts", "money", "kitty"):
        assert "Csaba" not in said[name], name
    assert "<bdi>Béla</bdi> pays" in said["session"]
    assert "<bdi>Csaba</bdi> pays" not in said["session"]
    assert "111" not in said["facts"] and "222" in said["facts"] and "333" in said["facts"]
    assert "everybody sees only their own money" in said["money"]
    assert "HUF" in said["money"]
    assert bela.get(url(house, "fact", mine.id)).status_code == 200
    assert bela.get(url(house, "fact", theirs.id)).status_code == 404
    to_kitty = paid(house, "Csaba", KITTY, 444)
    assert bela.get(url(house, "payment_deny", to_kitty.id)).status_code == 403


def test_the_accounts_of_others_stay_closed(bela: Client, house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    settlement = settle_club(house)
    own, other = house.players["Béla"], house.players["Csaba"]
    for name in ("account", "statement"):
        assert bela.get(url(house, name, own)).status_code == 200
        refused = bela.get(url(house, name, other))
        assert refused.status_code == 403
        assert "everybody sees only their own money" in text_of(refused)
    assert bela.get(url(house, "settled_account", settlement.id, own)).status_code == 200
    assert bela.get(url(house, "settled_account", settlement.id, other)).status_code == 403


def test_the_lines_of_the_kitty_stay_closed(bela: Client, house: House) -> None:
    charge_fee(house, 30, "Béla", "Csaba")
    paid(house, "Csaba", KITTY, 10)
    settlement = settle_club(house)
    lines = url(house, "settled_account", settlement.id, KITTY)

    page = text_of(bela.get(url(house, "settled", settlement.id)))

    assert "The kitty" in page and lines not in page
    assert bela.get(lines).status_code == 403
    bela.force_login(house.anna)
    assert lines in text_of(bela.get(url(house, "settled", settlement.id)))
    assert "Csaba" in text_of(bela.get(lines))


def test_the_treasurer_sees_all_money(bela: Client, house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    settlement = settle_club(house)
    bela.force_login(a_treasurer(house))
    for name, ids in (
        ("account", (house.players["Csaba"],)),
        ("settled", (settlement.id,)),
        ("money", ()),
    ):
        shown = bela.get(url(house, name, *ids))
        assert shown.status_code == 200 and "Csaba" in text_of(shown)
        assert "everybody sees only their own money" not in text_of(shown)
    assert not Payment.objects.exists()


def test_an_arbiter_sees_no_money_of_others_in_previews_of_changes(house: House) -> None:
    MoneyRules.objects.create(club=house.club, own_only=True)
    tournament, arbiter = a_tournament(house, 4), create_denes()
    an_arbiter(house, tournament, arbiter)
    (first,) = begun(house, tournament)
    close_with_points(house, first, 731, -402, -329, 0)
    plan = settle_club(house)
    assert plan.parts.filter(session=first).exists()
    first.refresh_from_db()
    reopen_session(session_id=first.id, form=a_form(house.anna, version=first.version))
    entry = first.entries.order_by("position")[1]
    pages = (session_url(first, "closing"), url(house, "delete", first.id, entry.id))

    for page in pages:
        hidden = text_of(a_client(arbiter).get(page))
        assert "This session is settled by" in hidden
        assert "7,310" not in hidden and "3,290" not in hidden
        assert "everybody sees only their own money" in hidden
        assert "The change leaves nothing open" not in hidden
        shown = text_of(a_client(house.anna).get(page))
        assert "7,310" in shown and "everybody sees only" not in shown


def test_a_scorer_who_restores_an_entry_sees_only_their_own_money(house: House) -> None:
    MoneyRules.objects.create(club=house.club, own_only=True)
    scorer = a_user("scorer", club=house.club, roles=(Role.SCORER,))
    link_player(house, scorer, "Csaba")
    session = played(house, Anna=731, Béla=-402, Csaba=-329)
    settle_club(house)
    reopen_session(session_id=session.id, form=a_form(house.anna, version=session.version))
    entry = session.entries.order_by("position")[0]
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id)

    page = text_of(a_client(scorer).get(url(house, "hand", session.id, entry.id)))

    assert "leaves this open for the next settlement" in page
    assert "3,290" in page
    assert "7,310" not in page and "4,020" not in page
