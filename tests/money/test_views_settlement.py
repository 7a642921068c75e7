"""The settlement of a session: points, money, and who pays whom."""

import csv
import re

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.catalogue import row
from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_session,
    create_denes,
    recorded,
)
from support.club_web import form_in, send, session_url, text_of
from support.money_tables import paid, pay_all, played, played_with, settle_club, the_session
from support.page_reader import rows_of
from tarokk_club.club.formatting.numbers_and_dates import MINUS
from tarokk_club.club.models import MoneyRules, Session, Settlement
from tarokk_club.club.models.money import KITTY, WhenSettled
from tarokk_club.club.money.usecases.payments import undo_payment
from tarokk_club.club.money.usecases.settlements import withdraw_settlement


def read_settlement_page(client: Client, session: Session) -> str:
    return text_of(client.get(session_url(session, "settlement")))


def test_lists_the_payments_of_a_session(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), a_hand(house, bid="solo"), END)

    page = read_settlement_page(anna, session)

    assert page.count("</bdi> pays <bdi>") == 2
    assert "<bdi>Béla</bdi> pays <bdi>" in page and "pays <bdi>Anna</bdi>" in page
    assert page.count("HUF 50") >= 4
    assert '<b class="plus">+5</b>' in page
    assert session_url(session, "settlement_file") in page


def test_the_tables_come_with_the_marks_that_are_chosen(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    url = session_url(session, "settlement")

    usual, chosen = read_settlement_page(anna, session), text_of(anna.get(f"{url}?marks=comma"))

    for name in ("settlement_file", "hands_file", "ledger_file"):
        assert f'{session_url(session, name)}?marks=point"' in usual
        assert f'{session_url(session, name)}?marks=comma"' in chosen
    assert '"?marks=comma"' in usual and '"?marks=point"' in chosen


def test_open_session_is_in_no_settlement_plan(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))

    page = read_settlement_page(anna, session)

    assert "it is in no plan before it is closed" in page
    assert "<bdi>Béla</bdi> pays" not in page and "<bdi>Béla</bdi>" in page


def test_nothing_is_paid_before_the_pots_are_split(anna: Client, house: House) -> None:
    session = a_session(house, rules={"preset": "standard"})
    recorded(house, session, PASSED_OUT)

    page = read_settlement_page(anna, session)

    assert "nothing is to be paid before its pots are split" in page
    assert "</bdi> pays" not in page
    assert ["In the pots", "+8 HUF 80"] in rows_of(page)
    recorded(house, session, END)
    assert "Nobody owes anybody anything." in read_settlement_page(anna, session)


@row("R06")
def test_exact_and_payable_amounts_are_side_by_side(anna: Client, house: House) -> None:
    session = played_with(
        house, {"Anna": 13, "Béla": -6, "Csaba": -7}, stake={"currency": "HUF", "per_point": "1"}
    )

    page = read_settlement_page(anna, session)
    paper = text_of(anna.get(session_url(session, "settlement_paper")))

    for name, exact, payable in (("Anna", 13, 15), ("Béla", -6, -5), ("Csaba", -7, -10)):
        exact_text, payable_text = (
            f"{'+' if minor > 0 else MINUS}{abs(minor)}" for minor in (exact, payable)
        )
        assert [f"{name} 0 hands", exact_text, exact_text, payable_text] in rows_of(page)
        line = re.search(rf'<th scope="row"><bdi>{name}</bdi></th>(.*?)</tr>', paper)
        assert line and f"<b>{payable_text}</b>" in line[1]
    assert rows_of(page)[-1] == ["Sum of all accounts", "0", "0", "0"]
    for text in (page, paper):
        assert "Paid in steps of HUF 5" in text


def test_amounts_without_rounding_appear_once(anna: Client, session: Session) -> None:
    page = read_settlement_page(anna, session)

    assert "To be paid" not in page and "Paid in steps" not in page


def test_session_is_paid_through_the_club_cash(anna: Client, house: House) -> None:
    session = played_with(house, {"Anna": 12, "Béla": -12})
    MoneyRules.objects.create(club=house.club, till=KITTY)

    page = read_settlement_page(anna, session)

    assert "<bdi>Béla</bdi> pays the kitty" in page and "The kitty pays <bdi>Anna</bdi>" in page


def test_a_club_that_settles_at_the_table_pays_each_hand_by_itself(
    anna: Client, house: House
) -> None:
    MoneyRules.objects.create(club=house.club, when=WhenSettled.HAND)
    session = played_with(house, {"Anna": 12, "Béla": -12}, end=False)
    made = []
    for _hand in range(2):
        page = read_settlement_page(anna, session)
        assert "Settle this session" in page and "Settle this evening" not in page
        (link,) = re.findall(r'class="go" href="([^"]+)"', page)
        asked = anna.get(link.replace("&amp;", "&"))
        url = reverse("club:settle", args=[house.club.slug])
        done = anna.post(url, form_in(asked, url).sent)
        settlement = Settlement.objects.latest("number")
        assert done.status_code == 302 and settlement.scope["session"] == str(session.id)
        pay_all(house, settlement)
        made.append([one.amount for one in settlement.transfers.all()])
        session.refresh_from_db()
        points = {house.players["Csaba"]: 3, house.players["Anna"]: -3}
        recorded(house, session, {"type": "adjust", "points": points, "note": "még egy"})

    # The second one takes in the new points alone.
    assert made == [[120], [30]]


PARTY = r"(?:<bdi>)?([\w ]+?)(?:</bdi>)?"
PAYS = re.compile(rf">\s*{PARTY} pays {PARTY}\s*</span>\D*(\d+)")


def plans(anna: Client, session: Session) -> list[list[str]]:
    """Who pays whom, on the page of the session, on its paper and in its table."""
    paper = text_of(anna.get(session_url(session, "settlement_paper")))
    table = anna.get(session_url(session, "settlement_file")).content.decode("utf-8-sig")
    lines = csv.reader(table.splitlines())
    rows = [(line[1], line[2], line[5]) for line in lines if line[:1] == ["Transfer"]]
    found = (PAYS.findall(read_settlement_page(anna, session)), PAYS.findall(paper), rows)
    return [[" ".join(one) for one in place] for place in found]


def test_open_session_is_planned_only_once_it_is_closed(anna: Client, house: House) -> None:
    session = played_with(house, {"Anna": 12, "Béla": -12}, end=False)

    page = read_settlement_page(anna, session)

    assert plans(anna, session) == [[]] * 3
    assert "it is in no plan before it is closed" in page
    assert session_url(session, "closing") in page and "Settle this evening" not in page
    recorded(house, session, END)
    assert plans(anna, session) == [["Béla Anna 120"]] * 3


def test_settled_amounts_are_not_requested_again(anna: Client, house: House) -> None:
    MoneyRules.objects.create(club=house.club, when=WhenSettled.HAND)
    session = played_with(house, {"Anna": 12, "Béla": -12}, end=False)
    assert plans(anna, session) == [["Béla Anna 120"]] * 3

    settlement = settle_club(house, the_session(session))

    assert plans(anna, session) == [[]] * 3
    page = read_settlement_page(anna, session)
    assert reverse("club:settled", args=[house.club.slug, settlement.id]) in page
    assert "Nothing of this session is left to settle." in page
    paper = text_of(anna.get(session_url(session, "settlement_paper")))
    assert "by settlement 1; only what is open since then is planned here." in paper
    # What comes after it is open, and once it is withdrawn everything.
    again = {house.players["Csaba"]: 3, house.players["Béla"]: -3}
    recorded(house, session, {"type": "adjust", "points": again, "note": "még egy"})
    assert plans(anna, session) == [["Béla Csaba 30"]] * 3
    form = a_form(house.anna)
    withdraw_settlement(club_id=house.club.id, form=form, settlement_id=settlement.id)
    assert plans(anna, session) == [["Béla Anna 120", "Béla Csaba 30"]] * 3


def test_a_payment_at_the_table_is_not_settled_again(anna: Client, house: House) -> None:
    MoneyRules.objects.create(club=house.club, when=WhenSettled.HAND)
    session = played_with(house, {"Anna": 12, "Béla": -12}, end=False)

    first = paid(house, "Béla", "kitty", 120, session_id=session.id)

    assert plans(anna, session) == [["The kitty Anna 120"]] * 3
    page = read_settlement_page(anna, session)
    assert "Paid at the table already:" in page and "<bdi>Béla</bdi> paid the kitty" in page
    assert "This is still open:" in page
    undo_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=first.id)
    assert plans(anna, session) == [["Béla Anna 120"]] * 3
    assert "Paid at the table already:" not in read_settlement_page(anna, session)


def test_every_custom_is_offered_where_the_treasurer_begins(anna: Client, house: House) -> None:
    session = played_with(house, {"Anna": 12, "Béla": -12})
    rules = MoneyRules.objects.create(club=house.club)
    whats = {}
    for when in WhenSettled:
        rules.when = when
        rules.save()
        chosen = anna.get(reverse("club:settle", args=[house.club.slug])).context["chosen"]
        whats[when] = (chosen["what"].value(), chosen["session"].value())
    assert whats == {
        WhenSettled.HAND: ("session", str(session.id)),
        WhenSettled.EVENING: ("evening", ""),
        WhenSettled.SEASON: ("open", ""),
    }


def test_without_a_stake_points_are_paid(anna: Client, house: House) -> None:
    session = a_session(house, stake=None)
    recorded(house, session, a_hand(house), END)

    page = read_settlement_page(anna, session)

    assert "Money</th>" not in page
    assert page.count("</bdi></span> <span> 1 </span>") == 2


def test_shows_a_notice_for_a_binned_session(anna: Client, session: Session) -> None:
    Session.objects.update(binned_at=session.created_at)

    page = read_settlement_page(anna, session)
    assert "is in the bin and counts nowhere" in page
    assert "Nothing is to be paid for a session in the bin." in page
    assert "Close the session" not in page


def test_a_member_reads_but_takes_nothing_away(
    client: Client, house: House, session: Session
) -> None:
    client.force_login(house.bela)

    assert session_url(session, "settlement_file") not in read_settlement_page(client, session)


def test_strangers_find_nothing(client: Client, session: Session) -> None:
    client.force_login(create_denes())

    assert client.get(session_url(session, "settlement")).status_code == 404


def test_few_queries(
    anna: Client,
    house: House,
    session: Session,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, *[a_hand(house) for _ in range(6)])
    with django_assert_max_num_queries(14):
        read_settlement_page(anna, session)


def test_settlement_with_a_payment_cannot_be_withdrawn(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    page, withdraw = (
        reverse(f"club:{name}", args=[house.club.slug, settlement.id])
        for name in ("settled", "settled_withdraw")
    )
    reason = "undo those payments first"
    (payment,) = pay_all(house, settlement)
    assert withdraw not in text_of(anna.get(page)) and reason in text_of(anna.get(page))
    undo_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=payment.id)
    assert reason not in text_of(anna.get(page))

    send(anna, withdraw, at=page)

    assert "was withdrawn and counts nowhere" in text_of(anna.get(page))
