"""The cash book: two accounts, transfers, counts, receipts; every line adds up."""

import csv
import io
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import House, a_form, codes
from support.club_web import text_of
from support.money_tables import THE_DAY, charge_fee, move_money, paid, read_open, record_cash_count
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.kitty.queries.cash_book import CashBook, load_cash_book
from tarokk_club.club.kitty.usecases import (
    CountedCash,
    save_cash_count,
    set_money_kinds,
    undo_kitty_transfer,
)
from tarokk_club.club.kitty.views import cash_book
from tarokk_club.club.models import KittyTransfer, MoneyRules, Payment, Receipt
from tarokk_club.club.models.money import KITTY, OUTSIDE, PaymentMethod, Purpose
from tarokk_club.club.money.queries.entries.kitty_accounts import sum_kitty_accounts
from tarokk_club.club.money.usecases.payments import undo_payment
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.unit_of_work import Submission

pytestmark = pytest.mark.django_db
YEAR = THE_DAY.year


def with_reason(house: House, reason: str) -> Submission:
    return replace(a_form(house.anna), reason=reason)


def book_of(house: House, **more: Any) -> CashBook:
    return load_cash_book(house.club.id, "HUF", YEAR, **more)


def a_treasury(house: House) -> None:
    """Dues of two in cash and by bank, drinks bought in cash, cash brought to the bank."""
    charge_fee(house, 3000, "Anna", "Béla", purpose=Purpose.DUES)
    paid(house, "Anna", KITTY, 3000, purpose=Purpose.DUES)
    paid(house, "Béla", KITTY, 3000, purpose=Purpose.DUES, how=PaymentMethod.TRANSFER)
    paid(house, KITTY, OUTSIDE, 800, purpose=Purpose.OTHER, note="víz", kind="Italok")
    move_money(house, 1500, PaymentMethod.CASH, PaymentMethod.TRANSFER)


@row("U32")
def test_cash_and_bank_are_two_accounts_that_every_line_adds_up(house: House) -> None:
    a_treasury(house)

    whole, cash, bank = (
        book_of(house, account=one) for one in ("", PaymentMethod.CASH, PaymentMethod.TRANSFER)
    )

    assert sum_kitty_accounts(house.club.id)["HUF"] == {"cash": 700, "transfer": 4500}
    assert [line.balance for line in cash.lines] == [3000, 2200, 700]
    assert [line.balance for line in bank.lines] == [3000, 4500]
    assert (whole.amount_in, whole.amount_out, whole.closing_balance) == (6000, 800, 5200)
    assert cash.closing_balance + bank.closing_balance == whole.closing_balance
    assert cash.opening_balance + cash.amount_in - cash.amount_out == cash.closing_balance == 700
    before = read_open(house)
    move_money(house, 100, PaymentMethod.TRANSFER, PaymentMethod.CASH)
    assert read_open(house) == before
    assert list(iter_findings(house.club.id)) == []


def test_receipts_are_numbered_in_the_order_of_entry_and_keep_their_number(house: House) -> None:
    a_treasury(house)
    first = Payment.objects.get(receipt__number=1)
    undo_payment(club_id=house.club.id, form=a_form(house.anna), payment_id=first.id)
    paid(house, "Anna", "Béla", 100)

    numbers = {line.number for line in book_of(house).lines}

    assert numbers == {1, 2, 3, 4, 5}
    assert Receipt.objects.filter(club=house.club).count() == 5
    assert Payment.objects.get(receipt__number=5).reverses_id == first.id


def test_a_payment_of_an_older_version_is_numbered_after_the_others(house: House) -> None:
    a_treasury(house)
    older = Payment.objects.get(receipt__number=2)
    older.receipt.delete()

    Receipt.create_missing(house.club.id)
    Receipt.create_missing(house.club.id)

    assert Receipt.objects.get(payment=older).number == 5


def test_a_transfer_is_undone_once_and_never_to_the_same_account(house: House) -> None:
    a_treasury(house)
    transfer = KittyTransfer.objects.get()

    with pytest.raises(RefusedError) as same:
        move_money(house, 100, PaymentMethod.CASH, PaymentMethod.CASH)
    undo_kitty_transfer(club_id=house.club.id, form=a_form(house.anna), transfer_id=transfer.id)
    with pytest.raises(ConflictError):
        undo_kitty_transfer(club_id=house.club.id, form=a_form(house.anna), transfer_id=transfer.id)

    assert codes(same) == [("target", "same_account")]
    assert sum_kitty_accounts(house.club.id)["HUF"] == {"cash": 2200, "transfer": 3000}


def test_a_transfer_of_another_year_leads_to_the_book_of_that_year(
    house: House, anna: Client
) -> None:
    slug = house.club.slug
    a_treasury(house)
    sent = {"key": str(uuid4()), "source": "transfer", "target": "cash", "amount": "100"}
    url = reverse("club:kitty_transfer_new", args=[slug])

    answer = anna.post(url, sent | {"date": f"{YEAR - 1}-12-30", "currency": "HUF", "note": "régi"})

    assert answer.status_code == 302
    page = text_of(anna.get(answer["Location"]))
    assert "régi" in page and "No line in this year." not in page
    entry = reverse("club:payment_new", args=[slug])
    assert entry in page and entry in text_of(anna.get(reverse("club:kitty", args=[slug])))


def test_the_kitty_pays_more_than_it_holds_only_by_a_tick(house: House) -> None:
    a_treasury(house)

    with pytest.raises(RefusedError) as cash:
        paid(house, KITTY, OUTSIDE, 701, overdraw=False)
    with pytest.raises(RefusedError) as bank:
        move_money(house, 4501, PaymentMethod.TRANSFER, PaymentMethod.CASH, overdraw=False)
    paid(house, KITTY, OUTSIDE, 700, overdraw=False)
    paid(house, KITTY, OUTSIDE, 50, overdraw=True)

    assert codes(cash) == codes(bank) == [("overdraw", "kitty_below_zero")]
    assert sum_kitty_accounts(house.club.id)["HUF"]["cash"] == -50


def test_a_count_books_the_difference_with_its_reason(house: House) -> None:
    a_treasury(house)

    with pytest.raises(RefusedError) as short:
        record_cash_count(house, 650)
    less = record_cash_count(house, 650, "eltűnt egy ötvenes")
    exact = record_cash_count(house, 650)
    more = record_cash_count(house, 700, "meglett")

    assert codes(short) == [("reason", "cash_is_short")]
    assert (less.expected, less.difference) == (700, -50)
    assert exact.payment is None
    assert more.payment and (more.payment.payer_side, more.payment.amount) == (OUTSIDE, 50)
    assert sum_kitty_accounts(house.club.id)["HUF"]["cash"] == 700
    assert book_of(house, account=PaymentMethod.CASH).closing_balance == 700
    assert list(iter_findings(house.club.id)) == []


def test_a_count_sent_twice_is_booked_once(house: House) -> None:
    a_treasury(house)
    form = with_reason(house, "hiány")
    cash = CountedCash(currency="HUF", counted=600, date=THE_DAY)

    first = save_cash_count(club_id=house.club.id, form=form, cash=cash)
    second = save_cash_count(club_id=house.club.id, form=form, cash=cash)

    assert first == second
    assert sum_kitty_accounts(house.club.id)["HUF"]["cash"] == 600


def test_kinds_are_named_by_the_club_and_offered_for_payments(house: House, anna: Client) -> None:
    with pytest.raises(RefusedError) as twice:
        set_money_kinds(club_id=house.club.id, form=a_form(house.anna), kinds=("Bér", "bér"))
    with pytest.raises(RefusedError) as long:
        set_money_kinds(club_id=house.club.id, form=a_form(house.anna), kinds=("x" * 41,))
    url = reverse("club:kinds", args=[house.club.slug])
    sent = anna.post(url, {"key": str(uuid4()), "kinds": "Terembér\n\nItalok  \n"})

    assert codes(twice) == [("kinds", "kind_twice")]
    assert codes(long) == [("kinds", "text_too_long")]
    assert sent.status_code == 302
    assert MoneyRules.objects.get(club=house.club).kinds == "Terembér\nItalok"
    form = text_of(anna.get(reverse("club:payment_new", args=[house.club.slug])))
    assert '<option value="Terembér">' in form
    paid(house, KITTY, OUTSIDE, 10, purpose=Purpose.OTHER, kind="Terembér")
    assert "Terembér" in text_of(anna.get(reverse("club:facts", args=[house.club.slug])))


def test_the_cash_book_is_paged_with_a_count_of_lines(
    house: House, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cash_book, "LINES", 5)
    for _number in range(8):
        paid(house, "Anna", KITTY, 10, purpose=Purpose.DUES)
    url = reverse("club:book", args=[house.club.slug])

    page = anna.get(f"{url}?year={YEAR}")
    newest = text_of(page)
    oldest = text_of(anna.get(f"{url}?year={YEAR}&page=1"))

    assert "Page 2 of 2, 8 lines in all" in newest
    # The number of a receipt is on the line of its word.
    assert '<span class="unbroken">receipt 8&nbsp;·</span>' in page.content.decode()
    assert "Opening balance" not in newest
    assert "Opening balance" in oldest
    assert "Page 1 of 2" in oldest


def test_cash_book_accepts_invalid_parameters(house: House, anna: Client) -> None:
    a_treasury(house)
    url = reverse("club:book", args=[house.club.slug])
    for query in ("year=x", "year=99999", "account=gold", "currency=XYZ", "page=0"):
        assert anna.get(f"{url}?{query}").status_code == 200


@row("U32")
def test_files_of_the_cash_book_add_up_to_its_balance(house: House, anna: Client) -> None:
    a_treasury(house)
    url = reverse("club:book_file", args=[house.club.slug])

    content = anna.get(f"{url}?year={YEAR}&marks=point").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))

    lines = rows[1:-1]
    assert sum(int(one["In"] or 0) for one in lines) == 6000 + 1500
    assert sum(int(one["Out"] or 0) for one in lines) == 800 + 1500
    assert rows[0]["Balance"] == "0"
    assert (rows[-1]["In"], rows[-1]["Out"], rows[-1]["Balance"]) == ("6000", "800", "5200")
    assert [one["Receipt"] for one in lines] == ["1", "2", "3", "4", "4"]
    book = anna.get(reverse("club:book_xlsx_file", args=[house.club.slug]))
    assert book.content[:2] == b"PK"


def test_a_receipt_is_a_pdf_for_payments_of_the_kitty_only(house: House, anna: Client) -> None:
    a_treasury(house)
    of_kitty = Payment.objects.get(receipt__number=3)
    between = paid(house, "Anna", "Béla", 100)

    def receipt(payment: Payment) -> Any:
        return anna.get(reverse("club:receipt_file", args=[house.club.slug, payment.id]))

    found = receipt(of_kitty)

    assert found["Content-Type"] == "application/pdf"
    assert found.content.startswith(b"%PDF")
    assert receipt(between).status_code == 404


@pytest.mark.parametrize(
    ("typed", "code", "minor"),
    [
        ("1.234,50", "EUR", 123450),
        ("1 234,5", "EUR", 123450),
        ("1,234.50", "EUR", 123450),
        ("1500 Ft", "HUF", 1500),
        ("1.500 Ft", "HUF", 1500),
        ("25,- kr.", "DKK", 2500),
        ("12 lei", "RON", 1200),
        ("€ 3", "EUR", 300),
    ],
)
def test_amounts_are_read_as_people_write_them(
    house: House, anna: Client, typed: str, code: str, minor: int
) -> None:
    house.club.currency = code
    house.club.save()
    url = reverse("club:payment_new", args=[house.club.slug])
    sent = {
        "key": str(uuid4()),
        "payer": house.players["Anna"],
        "receiver": KITTY,
        "amount": typed,
        "currency": code,
        "date": THE_DAY.isoformat(),
        "purpose": "dues",
        "how": "cash",
    }

    assert anna.post(url, sent).status_code == 302
    assert Payment.objects.get().amount == minor


def test_refuses_an_amount_in_another_currency(house: House, anna: Client) -> None:
    url = reverse("club:payment_new", args=[house.club.slug])
    sent = {
        "key": str(uuid4()),
        "payer": house.players["Anna"],
        "receiver": KITTY,
        "amount": "15 €",
        "currency": "HUF",
        "date": THE_DAY.isoformat(),
        "purpose": "dues",
        "how": "cash",
    }

    assert anna.post(url, sent).status_code == 422
    assert not Payment.objects.exists()
