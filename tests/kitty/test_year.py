"""A club's year: its figures, its closing, what changes later, the papers."""

from collections.abc import Iterator
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import House, a_form, codes
from support.club_web import text_of
from support.money_tables import (
    THE_DAY,
    charge_fee,
    move_money,
    paid,
    played_with,
    record_cash_count,
    settle_club,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.kitty.queries.cash_book import load_cash_book
from tarokk_club.club.kitty.queries.year_figures import (
    compute_year_figures,
    compute_year_fingerprint,
    find_year_to_close,
    list_club_years,
    load_closed_years,
)
from tarokk_club.club.kitty.queries.year_report import YearReport, build_year_report
from tarokk_club.club.kitty.usecases import close_year
from tarokk_club.club.models import Charge, ClosedYear, MoneyRules, Payment
from tarokk_club.club.models.money import KITTY, OUTSIDE, PaymentMethod, Purpose
from tarokk_club.club.money.queries.entries.kitty_accounts import sum_kitty_accounts
from tarokk_club.club.money.usecases.payments import confirm_payment, undo_payment
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.errors import ConflictError, RefusedError

pytestmark = pytest.mark.django_db
OLD, LAST = 2024, 2025


def on(month: int, day: int = 15, *, year: int = LAST) -> date:
    return date(year, month, day)


def report_of(house: House, year: int) -> YearReport:
    return build_year_report(house.club, year, load_closed_years(house.club.id).get(year))


def next_to_close(house: House) -> int | None:
    day, club_id = get_today(house.club), house.club.id
    return find_year_to_close(list_club_years(club_id, day), load_closed_years(club_id), day)


def closed(house: House, year: int) -> ClosedYear:
    seen = report_of(house, year).fingerprint
    return close_year(club_id=house.club.id, form=a_form(house.anna), year=year, digest=seen)


def a_year_of_two_currencies(house: House) -> Iterator[tuple[date, str, int]]:
    """Replay a treasurer's year; yield day, currency and the cash in the box."""
    charge_fee(house, 5000, "Anna", "Béla", "Csaba", purpose=Purpose.DUES, date=on(1))
    paid(house, "Anna", KITTY, 5000, purpose=Purpose.DUES, date=on(2))
    yield on(2), "HUF", 5000
    paid(
        house, "Béla", KITTY, 5000, purpose=Purpose.DUES, date=on(2, 20), how=PaymentMethod.TRANSFER
    )
    yield on(2, 20), "HUF", 5000
    move_money(house, 2000, PaymentMethod.CASH, PaymentMethod.TRANSFER, date=on(3))
    yield on(3), "HUF", 3000
    paid(house, KITTY, OUTSIDE, 1200, purpose=Purpose.OTHER, date=on(4), kind="Italok")
    yield on(4), "HUF", 1800
    paid(
        house,
        *(KITTY, OUTSIDE, 6000),
        purpose=Purpose.OTHER,
        date=on(5),
        how=PaymentMethod.TRANSFER,
        kind="Terembér",
    )
    record_cash_count(house, 1750, "egy ötvenes hiányzik", day=on(6))
    yield on(6), "HUF", 1750
    paid(house, OUTSIDE, KITTY, 1050, purpose=Purpose.OTHER, date=on(7), currency="EUR")
    yield on(7), "EUR", 1050
    move_money(house, 1000, PaymentMethod.CASH, PaymentMethod.TRANSFER, date=on(8), currency="EUR")
    yield on(8), "EUR", 50
    played_with(house, {"Anna": 10, "Béla": 2, "Csaba": -5, "Dóra": -7}, date="2025-09-01")
    charge_fee(house, 300, "Dóra", purpose=Purpose.FINE, date=on(12, 30))
    yield on(12, 30), "HUF", 1750


@row("U32")
def test_the_cash_book_is_equal_to_the_counted_cash_at_every_step(house: House) -> None:
    for day, code, box in a_year_of_two_currencies(house):
        assert sum_kitty_accounts(house.club.id, until=day)[code][PaymentMethod.CASH] == box
        record_cash_count(house, box, code=code, day=day)

    figures = compute_year_figures(house.club, LAST)

    forints, euros = figures["HUF"], figures["EUR"]
    assert forints.closing == {"cash": 1750, "transfer": 1000}
    assert forints.income == {("dues", ""): 10000}
    assert forints.expense == {
        ("other", "Italok"): 1200,
        ("other", "Terembér"): 6000,
        ("other", ""): 50,
    }
    assert sum(forints.closing.values()) == forints.amount_in - forints.amount_out
    assert (euros.closing, euros.income) == ({"cash": 50, "transfer": 1000}, {("other", ""): 1050})
    assert list(iter_findings(house.club.id)) == []


def test_an_undone_payment_of_a_kind_adds_up_to_zero_in_that_kind(house: House) -> None:
    rent = paid(house, KITTY, OUTSIDE, 500, purpose=Purpose.OTHER, kind="Terembér")
    undo_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=rent.pk)

    figures = compute_year_figures(house.club, THE_DAY.year)["HUF"]

    assert figures.expense == {("other", "Terembér"): 0}


def test_groups_debts_by_age_and_pays_the_oldest_first(house: House) -> None:
    charge_fee(house, 1000, "Csaba", purpose=Purpose.DUES, date=on(1, year=OLD))
    charge_fee(house, 500, "Csaba", purpose=Purpose.DUES, date=on(6))
    charge_fee(house, 200, "Csaba", purpose=Purpose.FINE, date=on(12))
    paid(house, "Csaba", KITTY, 1100, purpose=Purpose.SETTLING, date=on(12))

    figures = compute_year_figures(house.club, LAST)["HUF"]

    assert figures.debts == {house.players["Csaba"]: (200, 400, 0)}
    assert figures.debts_by_age == (200, 400, 0)


@row("U32")
def test_closed_year_keeps_its_figures_and_reports_later_changes(house: House) -> None:
    list(a_year_of_two_currencies(house))
    claim = paid(house, "Csaba", KITTY, 5000, purpose=Purpose.DUES, date=on(12, 31))
    Payment.objects.filter(pk=claim.pk).update(claimed=True)
    kept = closed(house, LAST)
    before = report_of(house, LAST)

    confirm_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=claim.pk)
    after = report_of(house, LAST)
    opened = load_cash_book(house.club.id, "HUF", LAST + 1)

    forints = {one.currency: one for one in after.currencies}["HUF"]
    assert before.currencies[0].differences == ()
    assert forints.closing == 2750
    changes = {one.figure: one.change for one in forints.differences}
    assert changes == {"account": 5000, "income": 5000, "player": 5000}
    assert (opened.opening_balance, opened.difference, opened.closing_balance) == (2750, 5000, 7750)
    assert kept.fingerprint == compute_year_fingerprint(house.club.id, LAST, kept.figures, "")


def test_a_corrected_hand_of_a_closed_year_shows_as_a_difference(house: House) -> None:
    played_with(house, {"Anna": 10, "Béla": -10}, date="2025-09-01", end=False)
    paid(house, "Anna", KITTY, 10, purpose=Purpose.DUES, date=on(12))
    closed(house, LAST)

    played_with(house, {"Csaba": 3, "Dóra": -3}, date="2025-09-02")

    (forints,) = report_of(house, LAST).currencies
    assert {(one.key, one.change) for one in forints.differences} == {("Csaba", 30), ("Dóra", -30)}


def test_nothing_is_entered_on_a_day_of_a_closed_year(house: House) -> None:
    paid(house, "Anna", KITTY, 100, purpose=Purpose.DUES, date=on(5))
    closed(house, LAST)
    refused: list[Any] = []

    for write in (
        lambda: paid(house, "Anna", KITTY, 1, date=on(12, 31)),
        lambda: charge_fee(house, 1, "Anna", date=on(1, year=OLD)),
        lambda: move_money(house, 1, PaymentMethod.CASH, PaymentMethod.TRANSFER, date=on(12, 31)),
        lambda: record_cash_count(house, 100, day=on(12, 31)),
    ):
        with pytest.raises(RefusedError) as error:
            write()
        refused += codes(error)
    paid(house, "Anna", KITTY, 1, date=on(1, 1, year=LAST + 1))

    assert refused == [("date", "year_is_closed")] * 4


def test_years_are_closed_in_order_and_only_when_over(house: House) -> None:
    paid(house, "Anna", KITTY, 100, purpose=Purpose.DUES, date=on(5, year=OLD))
    paid(house, "Anna", KITTY, 100, purpose=Purpose.DUES, date=on(5))
    day = get_today(house.club)
    assert next_to_close(house) == OLD

    with pytest.raises(RefusedError) as early:
        closed(house, LAST)
    first, second = closed(house, OLD), closed(house, LAST)
    with pytest.raises(RefusedError):
        closed(house, day.year)

    assert codes(early) == [("", "year_not_next")]
    assert second.fingerprint == compute_year_fingerprint(
        house.club.id, LAST, second.figures, first.fingerprint
    )
    assert next_to_close(house) is None
    assert list_club_years(house.club.id, day) == (day.year, LAST, OLD)


def test_refuses_to_close_a_year_whose_figures_changed_since_the_page(house: House) -> None:
    paid(house, "Anna", KITTY, 100, purpose=Purpose.DUES, date=on(5))
    seen = report_of(house, LAST).fingerprint
    paid(house, "Anna", KITTY, 50, purpose=Purpose.DUES, date=on(6))

    with pytest.raises(ConflictError):
        close_year(club_id=house.club.id, form=a_form(house.anna), year=LAST, digest=seen)

    assert not ClosedYear.objects.exists()


def test_a_year_is_closed_on_its_page_after_a_tick(house: House, anna: Client) -> None:
    list(a_year_of_two_currencies(house))
    url = reverse("club:year_close", args=[house.club.slug, LAST])
    seen = report_of(house, LAST).fingerprint

    without = anna.post(url, {"key": str(uuid4()), "seen": seen})
    sent = anna.post(url, {"key": str(uuid4()), "seen": seen, "sure": "on"})

    assert without.status_code == 422
    assert sent.status_code == 302
    kept = ClosedYear.objects.get()
    page = text_of(anna.get(sent["Location"]))
    assert kept.fingerprint in page
    assert "Terembér" in page
    assert "Changed since the year was closed" not in page
    assert "closed the year 2025" in text_of(anna.get(reverse("club:log", args=[house.club.slug])))


def test_shows_a_changed_figure_again(house: House, anna: Client) -> None:
    paid(house, "Anna", KITTY, 100, purpose=Purpose.DUES, date=on(5))
    url = reverse("club:year_close", args=[house.club.slug, LAST])

    page = anna.post(url, {"key": str(uuid4()), "seen": "0" * 64, "sure": "on"})

    assert page.status_code in (200, 409)
    assert "The figures have changed in the meantime" in text_of(page)
    assert report_of(house, LAST).fingerprint in text_of(page)


def test_prints_of_a_year_open_and_unknown_years_return_404(house: House, anna: Client) -> None:
    list(a_year_of_two_currencies(house))
    slug = house.club.slug

    report = text_of(anna.get(reverse("club:year_paper", args=[slug, LAST])))
    sheet = text_of(anna.get(reverse("club:auditors_paper", args=[slug, LAST])))
    statements = anna.get(reverse("club:statements_file", args=[slug, LAST]))

    assert "Csaba" in report
    assert "First auditor" in sheet and "Agrees" in sheet and "Owed by players" in sheet
    assert statements.content.startswith(b"%PDF")
    for name in ("year_paper", "auditors_paper", "statements_file", "year_close"):
        assert anna.get(reverse(f"club:{name}", args=[slug, 1999])).status_code == 404


def test_members_of_a_club_that_hides_money_read_no_cash_book(client: Client, house: House) -> None:
    MoneyRules.objects.create(club=house.club, own_only=True)
    paid(house, "Anna", KITTY, 100, purpose=Purpose.DUES, date=on(5))
    client.force_login(house.bela)
    slug = house.club.slug

    for name in ("book", "book_paper", "years"):
        assert client.get(reverse(f"club:{name}", args=[slug])).status_code == 403
    for name in ("year_paper", "auditors_paper"):
        assert client.get(reverse(f"club:{name}", args=[slug, LAST])).status_code == 403
    assert reverse("club:book", args=[slug]) not in text_of(
        client.get(reverse("club:kitty", args=[slug]))
    )


def test_payments_and_write_offs_take_a_date_and_a_method(house: House, anna: Client) -> None:
    played_with(house, {"Anna": 10, "Béla": -10}, date="2025-09-01")
    plan = settle_club(house)
    url = reverse("club:settled_paid", args=[house.club.slug, plan.id])
    charge_fee(house, 500, "Dóra", date=on(3, year=LAST + 1))

    sent = anna.post(url, {"key": str(uuid4()), "date": "2025-10-02", "how": "transfer"})
    owed = {"key": str(uuid4()), "amount": "500", "currency": "HUF", "date": "2026-04-01"}
    write_off = reverse("club:write_off", args=[house.club.slug, house.players["Dóra"]])
    written = anna.post(write_off, {**owed, "reason": "elköltözött"})

    payment = Payment.objects.get(transfer__settlement=plan)
    assert (sent.status_code, written.status_code) == (302, 302)
    assert (payment.date, payment.how) == (date(2025, 10, 2), PaymentMethod.TRANSFER)
    assert Charge.objects.get(purpose=Purpose.WRITE_OFF).date == date(2026, 4, 1)


def test_a_written_off_debt_stays_in_the_plan_with_a_note(house: House, anna: Client) -> None:
    played_with(house, {"Anna": 10, "Béla": -10})
    settle_club(house)
    charge_fee(house, 500, "Dóra")
    pages = {}
    for name, amount in (("Béla", "100"), ("Dóra", "500")):
        url = reverse("club:write_off", args=[house.club.slug, house.players[name]])
        sent = {"key": str(uuid4()), "amount": amount, "currency": "HUF", "reason": "elköltözött"}
        answer = anna.post(url, sent | {"date": "2026-11-19"}, follow=True)
        pages[name] = text_of(answer)

    assert all("The debt is written off." in page for page in pages.values())
    assert "The plan still asks for it" in pages["Béla"]
    assert "The plan still asks for it" not in pages["Dóra"]


def test_no_plan_is_paid_on_a_day_of_a_closed_year(house: House, anna: Client) -> None:
    played_with(house, {"Anna": 10, "Béla": -10}, date="2025-09-01")
    plan = settle_club(house)
    closed(house, LAST)
    url = reverse("club:settled_paid", args=[house.club.slug, plan.id])

    sent = anna.post(url, {"key": str(uuid4()), "date": "2025-10-02", "how": "cash"})

    assert sent.status_code == 422
    assert "The year 2025 is closed" in text_of(sent)
    assert not Payment.objects.exists()
