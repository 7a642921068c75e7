"""Texts about money: previews, erasures, days and file names."""

from dataclasses import replace
from datetime import UTC, date, datetime
from io import StringIO
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format, time_format

from support.club_factories import House, a_club, a_form, a_head, a_user
from support.club_web import session_url, text_of
from support.money_tables import charge_fee, pay_all, played, played_with, settle_club
from tarokk_club.club.formatting.numbers_and_dates import NO_BREAK, format_moment, format_plain_date
from tarokk_club.club.management.commands.import_club import Command
from tarokk_club.club.models import Payment, Player
from tarokk_club.club.money.queries.settlements.unsettled_items import load_unsettled_items
from tarokk_club.club.money.usecases.charges import WriteOff, undo_charge, write_off_debt
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.session.queries.replay.change_preview import (
    SettlementEffect,
    build_change_preview,
    compute_bin_effect,
)
from tarokk_club.club.session.queries.replay.change_replay import (
    preview_correction,
    preview_deletion,
    preview_settings,
)
from tarokk_club.club.session.usecases.sessions import bin_session, change_session, reopen_session
from tarokk_club.club.templatetags.book import format_date, format_local_moment
from tarokk_club.club.transfer.usecases.import_club import ImportResult

pytestmark = pytest.mark.django_db


def test_correction_previews_its_effect_on_the_settlement(house: House) -> None:
    session = played(house, Anna=12, Béla=-12)
    entry = session.entries.order_by("position")[0]
    raw = {
        "type": "adjust",
        "points": {house.players["Anna"]: 10, house.players["Béla"]: -10},
        "note": "mégis",
    }
    before = build_change_preview(preview_correction(session, entry.id, raw), session)
    assert before.settled is None
    settlement = settle_club(house)
    pay_all(house, settlement)

    effect = build_change_preview(preview_correction(session, entry.id, raw), session)

    assert effect.settled
    assert effect.settled.settlements == ((settlement.id, 1),)
    assert opened(effect.settled) == {("Anna", "HUF"): -20, ("Béla", "HUF"): 20}


@pytest.mark.parametrize(
    ("stake", "opens"),
    [
        ({"currency": "HUF", "per_point": "20"}, {"HUF": 120}),
        ({"currency": "EUR", "per_point": "0.05"}, {"HUF": -120, "EUR": 60}),
        (None, {"HUF": -120}),
    ],
)
def test_new_stake_of_a_settled_session_previews_reopened_balances(
    house: House, stake: dict[str, str] | None, opens: dict[str, int]
) -> None:
    session = played(house, Anna=12, Béla=-12)
    settle_club(house)
    head = a_head(house, stake=stake)

    effect = build_change_preview(preview_settings(session, head), session, head=head)

    wanted = {("Anna", code): minor for code, minor in opens.items()}
    wanted |= {("Béla", code): -minor for code, minor in opens.items()}
    assert opened(effect.settled) == wanted
    change_session(
        session_id=session.id, form=a_form(house.anna, version=session.version), head=head
    )
    assert left_open(house) == wanted


def test_restored_stake_previews_reopened_balances(house: House) -> None:
    session = played(house, Anna=12, Béla=-12)
    settle_club(house)
    head = a_head(house, stake=None)
    change_session(
        session_id=session.id, form=a_form(house.anna, version=session.version), head=head
    )
    session.refresh_from_db()
    head = a_head(house, stake={"currency": "HUF", "per_point": "10"})

    effect = build_change_preview(preview_settings(session, head), session, head=head)

    assert opened(effect.settled) == {("Anna", "HUF"): 120, ("Béla", "HUF"): -120}


def test_deleting_a_session_previews_reopened_balances_of_erased_persons(
    anna: Client, house: House
) -> None:
    session = played(house, Anna=12, Béla=-12)
    url = reverse("club:closing", args=[house.club.slug, session.id])
    assert "open for the next settlement" not in text_of(anna.get(url))
    pay_all(house, settle_club(house))
    bela = UUID(house.players["Béla"])
    erase_person(club_id=house.club.id, form=a_form(house.anna), player_id=bela)
    session.refresh_from_db()
    reopen_session(session_id=session.id, form=a_form(house.anna, version=session.version))
    session.refresh_from_db()

    effect = compute_bin_effect(session)

    pseudonym = Player.objects.get(pk=bela).name
    assert pseudonym != "Béla"
    assert opened(effect) == {("Anna", "HUF"): -120, (pseudonym, "HUF"): 120}
    page = text_of(anna.get(url))
    assert "leaves this open for the next settlement" in page
    assert pseudonym in page
    bin_session(session_id=session.id, form=a_form(house.anna, version=session.version))
    assert left_open(house) == opened(effect)
    session.refresh_from_db()
    back = {key: -minor for key, minor in opened(effect).items()}
    assert opened(compute_bin_effect(session)) == back


def opened(effect: SettlementEffect | None) -> dict[tuple[str, str], int]:
    """Return what the effect opens, by name and currency."""
    assert effect
    return {(one.name, one.currency): one.minor for one in effect.adjustments}


def left_open(house: House) -> dict[tuple[str, str], int]:
    """Return the unsettled amounts of the club, by name and currency."""
    names = dict(Player.objects.values_list("pk", "name"))
    return {
        (names[UUID(account)], item.currency): minor
        for item in load_unsettled_items(house.club.id)
        for account, minor in item.minor.items()
        if minor
    }


def test_the_page_of_a_deletion_names_the_settlement(anna: Client, house: House) -> None:
    session = played(house, end=False, Anna=12, Béla=-12)
    entry = session.entries.order_by("position")[0]
    closed = played(house, Anna=1, Béla=-1)
    settlement = settle_club(house)
    wanted = closed.entries.order_by("position")[0]
    url = reverse("club:delete", args=[house.club.slug, closed.id, wanted.id])

    page = text_of(anna.get(url))

    assert reverse("club:settled", args=[house.club.slug, settlement.id]) in page
    assert "leaves this open for the next settlement" in page
    assert build_change_preview(preview_deletion(session, entry.id), session).settled is None


def test_erasing_lists_the_open_money_with_the_way_to_clear_it(anna: Client, house: House) -> None:
    charge_fee(house, 700, "Cili")
    cili = house.players["Cili"]
    url = reverse("club:erase", args=[house.club.slug, cili])

    page = text_of(anna.get(url))

    assert "still owes HUF\xa0700" in page.replace("HUF 700", "HUF\xa0700")
    for name in ("write_off", "account"):
        assert reverse(f"club:{name}", args=[house.club.slug, cili]) in page
    assert f"clear={cili}" in page
    pay = reverse("club:payment_new", args=[house.club.slug])
    form = anna.get(f"{pay}?clear={cili}&currency=HUF").context["form"]
    assert form["payer"].value() == cili and form["amount"].value() == "700"
    for odd in (f"?clear={uuid4()}&currency=HUF", f"?clear={cili}&currency=XXX", "?clear=x"):
        assert anna.get(pay + odd).status_code == 200


def test_a_payment_form_shows_no_balance_of_another_club(client: Client, house: House) -> None:
    charge_fee(house, 700, "Cili")
    treasurer = a_user("gizi")
    club = a_club("Kőbánya", treasurer)
    client.force_login(treasurer)
    pay = reverse("club:payment_new", args=[club.slug])

    form = client.get(f"{pay}?clear={house.players['Cili']}&currency=HUF").context["form"]

    assert not form["amount"].value()


def test_an_account_names_the_table_and_calls_a_write_off_by_its_name(
    anna: Client, house: House
) -> None:
    played_with(house, {"Anna": 9, "Béla": -9}, title="Kemence")
    wanted = WriteOff(player_id=UUID(house.players["Béla"]), currency="HUF", amount=40)
    form = replace(a_form(house.anna), reason="elengedve")
    gone = write_off_debt(club_id=house.club.id, form=form, wanted=wanted)
    undo_charge(club_id=house.club.id, form=a_form(house.anna), charge_id=gone.id)
    account = reverse("club:account", args=[house.club.slug, house.players["Béla"]])
    entries = reverse("club:facts", args=[house.club.slug])

    page = text_of(anna.get(account))

    assert "Paskievics tarokk · Kemence" in page
    assert "Fee: Written off" not in page and "Written off" in page
    for told in (page, text_of(anna.get(entries))):
        assert "Write-off taken back" in told and "Fee taken back" not in told


def test_session_files_of_one_evening_carry_different_names(anna: Client, house: House) -> None:
    tables = [played(house, Anna=1, Béla=-1) for _table in range(2)]
    tables.append(played_with(house, {"Anna": 1, "Béla": -1}, title="Kemence"))
    names = [anna.get(session_url(one, "settlement_file"))["Content-Disposition"] for one in tables]

    assert len(set(names)) == 3
    assert names[0].endswith('"2026-11-18-1-settlement.csv"')
    assert names[2].endswith('"2026-11-18-kemence-settlement.csv"')


def test_a_day_is_never_written_in_the_american_order() -> None:
    day, at = date(2026, 11, 8), datetime(2026, 11, 8, 16, 5, tzinfo=UTC)
    said = {}
    with timezone.override("UTC"):
        for language in ("en", "hu", "da", "ro"):
            with translation.override(language):
                said[language] = (format_plain_date(day), format_moment(at))
    assert said["en"] == (f"8{NO_BREAK}Nov 2026", f"8{NO_BREAK}Nov 2026, 16:05")
    assert said["hu"] == (f"2026. nov.{NO_BREAK}8.", f"2026. nov.{NO_BREAK}8. 16:05")
    assert said["da"] == (f"8.{NO_BREAK}nov. 2026", f"8.{NO_BREAK}nov. 2026 16:05")
    assert said["ro"] == (f"8{NO_BREAK}nov. 2026", f"8{NO_BREAK}nov. 2026, 16:05")
    assert all(
        "Nov 8" not in text.replace(NO_BREAK, " ") for both in said.values() for text in both
    )
    # Outside money, too: the log, a hand's versions, links that run out.
    with timezone.override("UTC"), translation.override("en"):
        for style in ("DATE_FORMAT", "SHORT_DATE_FORMAT"):
            assert date_format(day, style) == said["en"][0].replace(NO_BREAK, " ")
        for style in ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"):
            assert date_format(at, style) == said["en"][1].replace(NO_BREAK, " ")


@pytest.mark.parametrize("language", ["en", "hu", "da", "ro"])
def test_writes_a_morning_time_without_seconds(
    language: str,
) -> None:
    at = datetime(2026, 11, 8, 7, 5, 9, tzinfo=UTC)
    with timezone.override("UTC"), translation.override(language):
        assert format_moment(at).endswith(f" {time_format(at)}")
        assert format_local_moment(at) == format_moment(at) and format_date(
            at
        ) == format_plain_date(at.date())
    # By the club's clock it is another day.
    with timezone.override("Pacific/Auckland"), translation.override(language):
        late = datetime(2026, 11, 8, 20, tzinfo=UTC)
        assert format_date(late) == format_plain_date(date(2026, 11, 9))


def test_the_command_for_a_name_with_a_space_runs_as_printed(house: House) -> None:
    said = StringIO()

    Command(stdout=said)._print_result(
        ImportResult(house.club, created=2, owners=["nagy anna", "bela"])
    )

    assert "manage.py changepassword 'nagy anna'\n" in said.getvalue()
    assert "manage.py changepassword bela\n" in said.getvalue()


def test_page_list_and_file_show_that_a_plan_was_carried_over(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    first = settle_club(house)
    played(house, Anna=1, Béla=-1)
    settle_club(house)
    page, settlements, file = (
        anna.get(reverse(f"club:{name}", args=[house.club.slug, *key]))
        for name, key in (
            ("settled", [first.id]),
            ("settlements", []),
            ("settled_file", [first.id]),
        )
    )

    assert "What was open here was carried over into" in text_of(page)
    assert text_of(settlements).count("carried over into No. 2") == 1
    assert '<span class="on-phone">No. 1</span>' in settlements.content.decode()
    assert "carried over into settlement 2" in file.content.decode("utf-8-sig")


def test_a_claimed_transfer_is_carried_over_on_page_and_list(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    first = settle_club(house)
    (claim,) = pay_all(house, first)
    Payment.objects.filter(pk=claim.pk).update(claimed=True)
    played(house, Anna=1, Béla=-1)
    settle_club(house)

    page, settlements = (
        text_of(anna.get(reverse(f"club:{name}", args=[house.club.slug, *key])))
        for name, key in (("settled", [first.id]), ("settlements", []))
    )

    assert "What was open here was carried over into" in page
    assert settlements.count("carried over into No. 2") == 1


def test_a_plan_that_was_paid_is_carried_over_nowhere(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    first = settle_club(house)
    pay_all(house, first)
    played(house, Anna=1, Béla=-1)
    settle_club(house)

    for name, key in (("settled", [first.id]), ("settlements", [])):
        page = text_of(anna.get(reverse(f"club:{name}", args=[house.club.slug, *key])))
        assert "carried over into" not in page


def test_settling_up_shows_carried_and_omitted_amounts(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settle_club(house)
    played_with(house, {"Anna": 1, "Béla": -1}, date="2026-11-11")
    played(house, Anna=3, Béla=-3)
    url = reverse("club:settle", args=[house.club.slug])
    asked = {"what": "evening", "evening": "2026-11-18", "currency": "HUF"}

    carried, apart = (text_of(anna.get(url, asked | more)) for more in ({"carry": "on"}, {}))

    for page in (carried, apart):
        left_out = page.split("Not in this plan")[1].split("</details>")[0]
        assert "11 Nov" in left_out
        assert ("Carried over" in left_out) == (page is apart)
    assert "with what is carried over" in carried
    assert "with what is carried over" not in apart


def test_sends_no_reminder_below_the_smallest_payment(anna: Client, house: House) -> None:
    account = reverse("club:account", args=[house.club.slug, house.players["Cili"]])
    charge_fee(house, 4, "Cili")
    assert "Remind the player" not in text_of(anna.get(account))

    charge_fee(house, 1, "Cili")

    assert "Remind the player" in text_of(anna.get(account))
