"""The club's bank account: validation, and the codes for banks."""

from typing import Any

import pytest
import segno
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from scoring.core.problem import RefusedError
from support.club_factories import House, a_form
from support.club_web import form_in, send, text_of
from support.money_tables import link_player, pay_all, played_with, settle_club
from tarokk_club.club.models import MoneyRules, Player, Settlement
from tarokk_club.club.models.money import PartyKind
from tarokk_club.club.money.iban import group_iban, read_iban
from tarokk_club.club.money.queries.bank.bank_transfers import build_debt_slip
from tarokk_club.club.money.queries.settlements.unsettled_items import OPEN, SettlingScope
from tarokk_club.club.money.usecases.money_settings import BankAccount, set_bank_account
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.templatetags.qr_codes import render_transfer_qr_code
from tarokk_club.club.writing.errors import ForbiddenError

pytestmark = pytest.mark.django_db
# The account that the guideline EPC069-12 shows in its example.
IBAN = "BE72000000001616"
EUROS = {"currency": "EUR", "per_point": "0.05"}
EVERYTHING = SettlingScope(what=OPEN, currency="EUR", carry=True)
IN_FORINTS = SettlingScope(what=OPEN, currency="HUF", carry=True)


@pytest.fixture
def euro(house: House) -> House:
    house.club.currency = "EUR"
    house.club.save()
    MoneyRules.objects.create(club=house.club, till="kitty", beneficiary="Zuglói Kör", iban=IBAN)
    return house


def url_of(house: House, name: str, *ids: object) -> str:
    return reverse(f"club:{name}", args=[house.club.slug, *ids])


def a_night(house: House) -> Settlement:
    played_with(house, {"Anna": 12, "Béla": -6, "Dóra": -6}, stake=EUROS)
    return settle_club(house, EVERYTHING)


def code_of(reason: str, amount: str) -> str:
    """The picture of the transfer, from the lines of the guideline."""
    lines = ["BCD", "002", "1", "SCT", "", "Zuglói Kör", IBAN, amount, "", "", reason]
    code = segno.make_qr("\n".join(lines).encode("utf-8"), error="m", boost_error=False)
    return code.svg_inline(omitsize=True, svgclass=None, lineclass=None)


@pytest.mark.parametrize(
    "typed", [IBAN, "be72 0000 0000 1616", "DE89 3704 0044 0532 0130 00", "NO93 8601 1117 947"]
)
def test_an_iban_is_read_as_people_write_it(typed: str) -> None:
    read = read_iban(typed, field="iban")

    assert read == typed.replace(" ", "").upper()
    assert group_iban(read).replace(" ", "") == read


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("BE73000000001616", "iban_wrong"),
        ("BE720000000016160", "iban_wrong"),
        ("BE72 0000 0000 161", "iban_wrong"),
        ("BE72-0000-0000-1616", "iban_wrong"),
        ("72BE000000001616", "iban_wrong"),
        ("BE7٢000000001616", "iban_wrong"),
        ("", "iban_wrong"),
        # A sound number of a country that takes no part.
        ("TR330006100519786457841326", "iban_abroad"),
    ],
)
def test_refuses_an_invalid_iban(typed: str, code: str) -> None:
    with pytest.raises(RefusedError) as caught:
        read_iban(typed, field="iban")

    assert [(one.code, one.field) for one in caught.value.problems] == [(code, "iban")]


def test_any_two_digits_swapped_are_seen() -> None:
    sound = "DE89370400440532013000"
    for place in range(4, len(sound) - 1):
        swapped = sound[:place] + sound[place + 1] + sound[place] + sound[place + 2 :]
        if swapped != sound:
            with pytest.raises(RefusedError):
                read_iban(swapped, field="iban")


def test_rules_form_saves_the_bank_account(anna: Client, house: House) -> None:
    house.club.currency = "EUR"
    house.club.save()
    page = url_of(house, "money_rules")

    send(anna, page, beneficiary=" Zuglói  Kör ", iban="be72 0000 0000 1616")

    rules = MoneyRules.objects.get()
    assert (rules.beneficiary, rules.iban) == ("Zuglói Kör", IBAN)
    assert form_in(anna.get(page), page).sent["iban"] == "BE72 0000 0000 1616"
    send(anna, page, beneficiary="", iban="")
    rules.refresh_from_db()
    assert (rules.beneficiary, rules.iban) == ("", "")


@pytest.mark.parametrize(
    ("name", "iban", "field"),
    [
        ("Kör", "BE72 0000 0000 1617", "iban"),
        ("Kör", "", "iban"),
        ("", IBAN, "beneficiary"),
        ("\N{CUNEIFORM SIGN A}" * 70, IBAN, "beneficiary"),
    ],
)
def test_shows_a_fault_at_its_field(
    anna: Client, euro: House, name: str, iban: str, field: str
) -> None:
    answer = send(anna, url_of(euro, "money_rules"), beneficiary=name, iban=iban)

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert MoneyRules.objects.get().iban == IBAN


def test_the_account_is_of_the_currency_of_the_club(anna: Client, house: House) -> None:
    MoneyRules.objects.create(club=house.club, till="kitty", beneficiary="Kör", iban=IBAN)
    played_with(house, {"Anna": 12, "Béla": -12}, stake=EUROS)
    settlement = settle_club(house, EVERYTHING)
    pages = (
        url_of(house, "settled", settlement.id),
        url_of(house, "settled_paper", settlement.id),
        url_of(house, "account", house.players["Béla"]),
    )

    for page in pages:
        assert "IBAN" not in text_of(anna.get(page)), page


def test_the_payment_code_of_a_settlement_follows_the_guideline(anna: Client, euro: House) -> None:
    settlement = a_night(euro)

    page = text_of(anna.get(url_of(euro, "settled", settlement.id)))
    paper = text_of(anna.get(url_of(euro, "settled_paper", settlement.id)))

    for name in ("Béla", "Dóra"):
        assert code_of(f"Settlement 1, {name}", "EUR0.3") in page
        assert code_of(f"Settlement 1, {name}", "EUR0.3") in paper
    # The kitty pays Anna; a player has no bank account in the book.
    assert page.count("BE72 0000 0000 1616") == 2 and "Settlement 1, Anna" not in page
    assert "BE72 0000 0000 1616" in paper
    pay_all(euro, settlement)
    assert "IBAN" not in text_of(anna.get(url_of(euro, "settled", settlement.id)))


def test_the_reason_is_in_the_language_of_the_club(anna: Client, euro: House) -> None:
    euro.club.language, euro.anna.language = "hu", "en"
    euro.club.save()
    euro.anna.save()

    page = text_of(anna.get(url_of(euro, "settled", a_night(euro).id)))

    with translation.override("hu"):
        reason = gettext("Settlement %(number)s, %(name)s") % {"number": 1, "name": "Béla"}
    assert "Who pays whom" in page and code_of(reason, "EUR0.3") in page


def test_cash_holder_is_paid_into_the_club_account(anna: Client, euro: House) -> None:
    rules = MoneyRules.objects.get()
    rules.till, rules.till_player_id = PartyKind.PLAYER, euro.players["Dóra"]
    rules.save()

    page = text_of(anna.get(url_of(euro, "settled", a_night(euro).id)))

    assert code_of("Settlement 1, Béla", "EUR0.3") in page and "Settlement 1, Dóra" not in page


def test_payments_between_players_have_no_code(anna: Client, euro: House) -> None:
    MoneyRules.objects.update(till="")

    assert "IBAN" not in text_of(anna.get(url_of(euro, "settled", a_night(euro).id)))


def with_accounts(house: House) -> None:
    """Anna and Béla have given theirs."""
    for name, iban in (("Anna", IBAN), ("Béla", "HU42117730161111101800000000")):
        rows = Player.objects.filter(pk=house.players[name])
        rows.update(account_holder=f"{name} Nagy", iban=iban)


def test_a_payer_sees_the_code_if_both_gave_an_account(client: Client, euro: House) -> None:
    MoneyRules.objects.update(till="")
    link_player(euro, euro.bela, "Béla")
    client.force_login(euro.bela)
    page = url_of(euro, "settled", a_night(euro).id)
    assert "Anna Nagy" not in text_of(client.get(page))
    with_accounts(euro)

    shown = text_of(client.get(page))

    assert "Anna Nagy" in shown and group_iban(IBAN) in shown and "QR code" in shown
    assert shown.count("data-copy=") == 3
    client.force_login(euro.anna)
    assert group_iban(IBAN) not in text_of(client.get(page))
    Player.objects.filter(pk=euro.players["Béla"]).update(iban="", account_holder="")
    client.force_login(euro.bela)
    assert "Anna Nagy" not in text_of(client.get(page))


def test_without_a_qr_code_shows_text_to_copy(client: Client, house: House) -> None:
    with_accounts(house)
    link_player(house, house.bela, "Béla")
    played_with(house, {"Anna": 12, "Béla": -12})
    client.force_login(house.bela)

    shown = text_of(client.get(url_of(house, "settled", settle_club(house, IN_FORINTS).id)))

    assert group_iban(IBAN) in shown and "QR code" not in shown
    assert 'value="120"' in shown and "Amount (HUF)" in shown


def test_a_player_gives_the_own_account_and_takes_it_away(client: Client, house: House) -> None:
    link_player(house, house.bela, "Béla")
    client.force_login(house.bela)
    url = url_of(house, "my_bank_account")
    assert send(client, url, holder="Béla", iban="HU00").status_code == 422

    send(client, url, holder="Nagy Béla", iban="hu42 1177 3016 1111 1018 0000 0000")

    bela = Player.objects.get(pk=house.players["Béla"])
    assert (bela.account_holder, bela.iban) == ("Nagy Béla", "HU42117730161111101800000000")
    with pytest.raises(ForbiddenError):
        set_bank_account(
            club_id=house.club.id,
            form=a_form(house.anna),
            player_id=bela.pk,
            account=BankAccount(holder="Anna", iban=IBAN),
        )
    send(client, url, holder="", iban="")
    bela.refresh_from_db()
    assert (bela.account_holder, bela.iban) == ("", "")


def test_a_players_account_goes_with_the_name(house: House) -> None:
    with_accounts(house)
    bela = Player.objects.get(pk=house.players["Béla"])

    erase_person(club_id=house.club.id, form=a_form(), player_id=bela.pk)

    bela.refresh_from_db()
    assert (bela.account_holder, bela.iban) == ("", "")


def test_reminder_names_the_bank_account(anna: Client, euro: House) -> None:
    played_with(euro, {"Anna": 200, "Béla": -200}, stake=EUROS)

    page = text_of(anna.get(url_of(euro, "account", euro.players["Béla"])))

    assert code_of("Zugló, Béla", "EUR10") in page
    assert (
        "You can transfer it to Zuglói Kör, IBAN BE72 0000 0000 1616, with the reason “Zugló, Béla”"
        in page
    )
    assert "IBAN" not in text_of(anna.get(url_of(euro, "account", euro.players["Anna"])))


def test_a_debtor_sees_the_code_on_the_own_account(client: Client, euro: House) -> None:
    played_with(euro, {"Anna": 200, "Béla": -200}, stake=EUROS)
    link_player(euro, euro.bela, "Béla")
    client.force_login(euro.bela)

    page = text_of(client.get(url_of(euro, "account", euro.players["Béla"])))

    assert code_of("Zugló, Béla", "EUR10") in page and "<textarea" not in page


@pytest.mark.parametrize(("cents", "shown"), [(99_999_999_999, True), (100_000_000_000, False)])
def test_no_code_beyond_the_limits_of_the_guideline(
    euro: House, cents: int, *, shown: bool
) -> None:
    slip = build_debt_slip(euro.club, payer="Béla", minor=-cents, currency="EUR")

    assert (slip is not None) is shown
    assert build_debt_slip(euro.club, payer="Béla", minor=0, currency="EUR") is None


def test_long_names_fit_into_the_code(euro: House) -> None:
    MoneyRules.objects.update(beneficiary="ő" * 70)
    euro.club.name = "\N{CUNEIFORM SIGN A}" * 80
    slip: Any = build_debt_slip(euro.club, payer="ű" * 80, minor=-99_999_999_999, currency="EUR")

    assert len(slip.reason) == 25 and render_transfer_qr_code(slip).startswith("<svg")


@pytest.mark.usefixtures("no_list")
def test_a_bank_account_goes_with_the_name_of_its_holder(euro: House) -> None:
    MoneyRules.objects.update(beneficiary="Kovács Erzsébet")
    player = Player.objects.create(club=euro.club, name="Kovács Erzsébet")

    erase_person(club_id=euro.club.id, form=a_form(), player_id=player.id)

    rules = MoneyRules.objects.get()
    assert (rules.beneficiary, rules.iban) == ("", "")


@pytest.mark.usefixtures("no_list")
def test_erasing_another_player_keeps_the_bank_account(euro: House) -> None:
    player = Player.objects.create(club=euro.club, name="Kovács Erzsébet")

    erase_person(club_id=euro.club.id, form=a_form(), player_id=player.id)

    assert MoneyRules.objects.get().iban == IBAN
