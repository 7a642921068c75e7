"""The pages about money: what they show, what they refuse, who may do what."""

import re
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import House, a_form, create_denes
from support.club_web import form_in, send, text_of
from support.money_tables import (
    THE_DAY,
    a_treasurer,
    charge_fee,
    link_player,
    paid,
    pay_all,
    played,
    played_with,
    read_open,
    settle_club,
)
from tarokk_club.club.models import Charge, MoneyRules, Payment, Player, Settlement
from tarokk_club.club.models.members import AuditLine
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.session.usecases.events import correct_event


@pytest.fixture
def bela(house: House) -> Client:
    """A member who plays under his own name."""
    link_player(house, house.bela, "Béla")
    client = Client()
    client.force_login(house.bela)
    return client


def url(house: House, name: str, *ids: object) -> str:
    return reverse(f"club:{name}", args=[house.club.slug, *ids])


def settle(client: Client, house: House, **asked: str) -> Any:
    """Settle the proposal of the page, or the given choice."""
    page = url(house, "settle")
    shown = client.get(page, asked)
    return client.post(page, form_in(shown, page).sent)


def test_the_treasurer_settles_and_marks_all_as_paid(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    assert "+HUF 120" in text_of(anna.get(url(house, "money")))

    answer = settle(anna, house)
    page = answer["Location"]
    all_of_it = url(house, "settled_paid", Settlement.objects.get().id)
    assert all_of_it in text_of(anna.get(page))
    assert read_open(house) == {"Anna": 120, "Béla": -120}
    send(anna, all_of_it)

    assert read_open(house) == {}
    shown = text_of(anna.get(page))
    assert "The evening of" in shown and "All of it is paid" not in shown
    assert "Nobody owes anybody anything." in text_of(anna.get(url(house, "money")))


def test_empty_pages_explain_their_future_content(anna: Client, house: House) -> None:
    texts = {
        "money": "No money yet",
        "kitty": "The kitty is empty",
        "facts": "No payments yet",
        "settlements": "Nothing has been settled yet.",
        "settle": "Nothing is left to settle",
    }
    for name, text in texts.items():
        assert text in text_of(anna.get(url(house, name))), name
    account = anna.get(url(house, "account", house.players["Anna"]))
    assert "Nothing on this account" in text_of(account)


def test_selection_is_displayed_and_settled(anna: Client, house: House) -> None:
    played_with(house, {"Anna": 5, "Béla": -5}, date="2026-11-11")
    session = played(house, Anna=12, Béla=-12)
    page = url(house, "settle")
    asked = {"what": "session", "session": str(session.id), "currency": "HUF"}
    assert "HUF 120" in text_of(anna.get(page, asked))
    whole = {"what": "range", "currency": "HUF", "carry": "on"}
    assert "HUF 170" in text_of(anna.get(page, whole))
    wrong = anna.get(page, whole | {"first": "2026-11-12", "last": "2026-11-01"})
    assert "The last day must not be before the first." in text_of(wrong)

    settle(anna, house, **asked)

    assert read_open(house) == {"Anna": 170, "Béla": -170}
    assert Settlement.objects.get().scope["session"] == str(session.id)


@row("S70")
def test_second_payer_is_warned_and_sees_the_rest(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    page = url(house, "settle")
    mine = form_in(anna.get(page), page).sent
    settle_club(house, by=a_treasurer(house))

    answer = anna.post(page, mine)

    assert answer.status_code == 409
    assert "treasurer has just made settlement 1." in text_of(answer)
    assert "HUF 120" in text_of(answer)
    assert Settlement.objects.count() == 1


def test_a_tap_on_a_paid_transfer_changes_nothing(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    ids = (settlement.id, settlement.transfers.get().id)
    page, tick = url(house, "settled", settlement.id), url(house, "transfer_paid", *ids)
    sent = form_in(anna.get(page), tick).sent

    answers = [anna.post(tick, sent), anna.post(tick, sent | {"key": str(uuid4())})]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert Payment.objects.count() == 1


def test_a_member_marks_the_own_transfer_and_no_other(
    anna: Client, bela: Client, house: House
) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    settlement = settle_club(house)
    page = url(house, "settled", settlement.id)
    shown = text_of(bela.get(page))
    assert shown.count("I have paid") == 1 and "All of it is paid" not in shown
    own = settlement.transfers.get(payer__name="Béla")
    other = settlement.transfers.get(payer__name="Csaba")
    tick = url(house, "transfer_paid", settlement.id, own.id)
    assert bela.post(tick, form_in(bela.get(page), tick).sent).status_code == 302
    foreign = url(house, "transfer_paid", settlement.id, other.id)
    assert bela.post(foreign, {"key": str(uuid4())}).status_code == 403
    assert "not yet confirmed" in text_of(bela.get(page))
    assert read_open(house)["Béla"] == -70
    claim = Payment.objects.get()
    assert bela.post(
        url(house, "payment_confirm", claim.id), {"key": str(uuid4())}
    ).status_code == (403)

    send(anna, url(house, "payment_confirm", claim.id), at=url(house, "money"))

    assert "Béla" not in read_open(house)


def test_the_receiver_denies_a_missing_payment(bela: Client, house: House) -> None:
    played(house, Csaba=-12, Béla=12)
    treasurer = a_treasurer(house)
    treasurer.memberships.update(roles=["member"])
    link_player(house, treasurer, "Csaba")
    settlement = settle_club(house)
    csaba = Client()
    csaba.force_login(treasurer)
    ids = (settlement.id, settlement.transfers.get().id)
    page, tick = url(house, "settled", settlement.id), url(house, "transfer_paid", *ids)
    csaba.post(tick, form_in(csaba.get(page), tick).sent)
    claim = Payment.objects.get()

    deny = url(house, "payment_deny", claim.id)
    assert deny in text_of(bela.get(page))
    assert send(bela, deny, reason=" ").status_code == 422
    answer = send(bela, deny, reason="nem láttam")

    assert answer["Location"] == page
    assert "said to be paid" not in text_of(bela.get(page))
    for reader in (bela, csaba):
        for told in (page, url(house, "facts"), url(house, "fact", claim.id)):
            assert "nem láttam" in text_of(reader.get(told)), told
    assert "undone" not in text_of(bela.get(url(house, "facts")))
    line = AuditLine.objects.get(act="payment_denied")
    assert line.user == house.bela and line.facts == {"payment": str(claim.id)}
    assert read_open(house) == {"Béla": 120, "Csaba": -120}


def test_a_payment_is_entered_freely_and_taken_back(anna: Client, house: House) -> None:
    new = url(house, "payment_new")
    send(
        anna,
        new,
        payer=house.players["Béla"],
        receiver=house.players["Anna"],
        amount="1 200",
        purpose="other",
        how="transfer",
        note="a kocsi",
    )
    payment = Payment.objects.get()
    assert (payment.amount, payment.how, payment.date) == (1200, "transfer", get_today(house.club))
    shown = text_of(anna.get(url(house, "facts")))
    assert "a kocsi" in shown and "Bank transfer" in shown

    undo = url(house, "payment_undo", payment.id)
    send(anna, undo, at=url(house, "facts"), reason="elírás")

    assert read_open(house) == {}
    shown = text_of(anna.get(url(house, "facts")))
    assert "Counter-entry" in shown and "undone" in shown and "elírás" in shown
    assert undo not in shown


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("amount", "1.5", "the currency has no cents"),
        ("amount", "-5", "must not be below zero"),
        ("amount", "0", "The amount must be above zero."),
        ("amount", "sok", "must be a whole number"),
        ("amount", "12 345 678 901", "This amount is too large."),
        ("payer", KITTY, "Payer and receiver must be different."),
        ("payer", "00000000-0000-4000-8000-000000000000", "Choose a player of this club."),
        ("date", "2999-01-01", "This day has not come yet."),
        ("date", "0026-11-20", "nothing from before the year 1900"),
    ],
)
def test_bad_input_is_refused_at_its_field(
    anna: Client, house: House, field: str, typed: str, told: str
) -> None:
    new = url(house, "payment_new")
    fields = {"payer": house.players["Béla"], "receiver": KITTY, "amount": "50", field: typed}

    answer = send(anna, new, **fields)

    assert answer.status_code == 422
    assert told in text_of(answer)
    assert form_in(answer, new).faulty
    assert form_in(answer, new).sent["amount"] == fields["amount"]
    assert not Payment.objects.exists()


@row("S03")
def test_reveals_nothing_about_a_player_of_another_club(anna: Client, house: House) -> None:
    foreign = Player.objects.create(club=create_denes().clubs.get(), name="Titkos Tamás")
    texts = []
    for party in (foreign.id, uuid4()):
        answer = send(anna, url(house, "payment_new"), payer=str(party), amount="50")
        assert answer.status_code == 422
        texts.append(re.findall(r'class="errorlist".*?</ul>', text_of(answer)))
    assert texts[0] == texts[1] != []
    answer = send(anna, url(house, "fee_new"), players=[str(foreign.id)], amount="50")
    assert answer.status_code == 422 and not Charge.objects.exists()
    assert anna.get(url(house, "account", foreign.id)).status_code == 404


@row("S04")
def test_money_pages_of_another_club_return_404(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    ids = (settlement.id, settlement.transfers.get().id)
    (payment,), (charge,) = pay_all(house, settlement), charge_fee(house, 5, "Anna")
    other = Client()
    other.force_login(create_denes())
    names: dict[str, tuple[UUID, ...]] = {
        "settled": ids[:1],
        "settled_paid": ids[:1],
        "settled_withdraw": ids[:1],
        "transfer_paid": ids,
        "payment_confirm": (payment.id,),
        "payment_undo": (payment.id,),
        "fee_undo": (charge.id,),
    }
    for name, these in names.items():
        inside = reverse(f"club:{name}", args=["kobanya", *these])
        answer = other.get(inside) if name == "settled" else other.post(inside, {"key": uuid4()})
        assert answer.status_code == 404, name
    assert (Payment.objects.count(), Charge.objects.count()) == (1, 1)


def test_records_table_money_of_an_evening_at_once(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    new = url(house, "fee_new")
    shown = anna.get(new, {"evening": THE_DAY.isoformat()})
    ticked = re.findall(r'name="players" value="([^"]+)"[^>]* checked', text_of(shown))
    assert set(ticked) == set(house.ids("Anna", "Béla", "Csaba", "Dóra"))
    form = form_in(shown, new).sent

    answer = anna.post(new, {**form, "players": ticked, "amount": "300", "paid": "on"})

    assert answer["Location"] == url(house, "facts")
    assert [charge.date for charge in Charge.objects.all()] == [THE_DAY] * 4
    assert read_open(house).keys() == {"Anna", "Béla"}
    assert "HUF 1" in text_of(anna.get(url(house, "kitty")))
    charge = Charge.objects.all()[0]
    send(anna, url(house, "fee_undo", charge.id), at=url(house, "kitty"))
    assert Charge.objects.count() == 5


def test_fee_needs_a_player(anna: Client, house: House) -> None:
    answer = send(anna, url(house, "fee_new"), players=None, amount="300")
    assert answer.status_code == 422
    assert "Choose at least one player." in text_of(answer)


def test_a_player_leaving_an_open_table_is_paid_out(anna: Client, house: House) -> None:
    session = played(house, Anna=13, Béla=-13, end=False)
    sheet = reverse("club:settlement", args=[house.club.slug, session.id])
    links = re.findall(r'href="([^"]+payments/new/[^"]+)"', text_of(anna.get(sheet)))
    (link,) = [one for one in links if house.players["Anna"] in one]
    form = form_in(anna.get(link.replace("&amp;", "&")), url(house, "payment_new")).sent
    assert (form["payer"], form["receiver"], form["amount"]) == (
        KITTY,
        house.players["Anna"],
        "130",
    )

    refused = anna.post(url(house, "payment_new"), form)
    anna.post(url(house, "payment_new"), form | {"overdraw": "on"})

    assert "The kitty has only HUF 0 there" in text_of(refused)
    assert Payment.objects.get().session == session
    assert read_open(house) == {"Béla": -130, KITTY: 130}


@row("R19")
def test_page_names_the_correction_behind_a_difference(anna: Client, house: House) -> None:
    session = played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    pay_all(house, settlement)
    entry = session.entries.order_by("position")[0]
    points = {house.players["Anna"]: 10, house.players["Béla"]: -10}
    correct_event(
        session_id=session.id,
        form=a_form(house.anna),
        entry_id=entry.id,
        raw={"type": "adjust", "points": points, "note": "mégis"},
    )

    shown = text_of(anna.get(url(house, "settled", settlement.id)))

    assert "Corrected since" in shown and "What was paid stays paid" in shown
    assert "−HUF 20" in shown and "HUF 120" in shown


def test_settlement_rules_are_saved_and_logged(anna: Client, house: House) -> None:
    page = url(house, "money_rules")
    send(anna, page, when="season", till=house.players["Dóra"], cash_step="100")

    rules = MoneyRules.objects.get()
    assert (rules.when, rules.hub, rules.cash_step) == ("season", house.players["Dóra"], 100)
    assert form_in(anna.get(page), page).sent["cash_step"] == "100"
    assert AuditLine.objects.get(act="money_rules").user == house.anna
    assert send(anna, page, cash_step="0").status_code == 422
    send(anna, page, till="", cash_step="")
    assert (MoneyRules.objects.get().hub, MoneyRules.objects.get().cash_step) == ("", None)


def test_account_shows_the_newest_first_and_all_on_request(
    anna: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tarokk_club.club.money.views.money.LINES", 2)
    for amount in (10, 20, 30):
        paid(house, "Béla", "Anna", amount, date=THE_DAY - timedelta(days=amount))
    page = url(house, "account", house.players["Béla"])

    newest, whole = text_of(anna.get(page)), text_of(anna.get(page, {"all": "1"}))

    assert newest.count("Paid to") == 2 and "Show the whole account" in newest
    assert whole.count("Paid to") == 3 and "Show the whole account" not in whole
    assert newest.index(">+10<") < newest.index(">+20<")


def test_members_read_and_find_nothing_to_press(bela: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    pay_all(house, settle_club(house))
    played(house, Anna=12, Béla=-12)
    for name in ("money", "kitty", "facts", "settlements"):
        shown = bela.get(url(house, name))
        assert shown.status_code == 200
        assert 'method="post"' not in shown.content.decode(), name
    assert "You still owe" in text_of(bela.get(url(house, "money")))


def test_an_open_table_is_named_beside_the_plan_with_the_way_to_close_it(
    anna: Client, house: House
) -> None:
    table = played(house, Anna=12, Béla=-12, end=False)
    played(house, Csaba=1, Dóra=-1)

    page = text_of(anna.get(reverse("club:settle", args=[house.club.slug])))

    assert "1 session is still being played and is left out of this plan" in page
    for name in ("sheet", "closing"):
        assert reverse(f"club:{name}", args=[house.club.slug, table.id]) in page
