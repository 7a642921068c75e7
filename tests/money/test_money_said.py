"""What is said about money beforehand, and how: previews, erasing, days, names of files."""

from dataclasses import replace
from datetime import UTC, date, datetime
from io import StringIO
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format, time_format

from support.club_factories import House, a_form, a_head
from support.club_web import session_url, text_of
from support.money_tables import all_paid, charged, played, played_with, settled
from tarokk_club.club.formatting.numbers_and_dates import moment, plain_date
from tarokk_club.club.management.commands.import_club import Command
from tarokk_club.club.money.usecases.charges import undo_charge
from tarokk_club.club.money.usecases.debts import WriteOff, write_off_debt
from tarokk_club.club.session.queries.change_preview import build_change_preview
from tarokk_club.club.session.queries.change_replay import (
    preview_correction,
    preview_deletion,
    preview_settings,
)
from tarokk_club.club.templatetags.book import at_moment, on_day
from tarokk_club.club.transfer.usecases.import_club import ImportResult

pytestmark = pytest.mark.django_db


def test_a_correction_tells_beforehand_what_it_does_to_the_settlement(house: House) -> None:
    session = played(house, Anna=12, Béla=-12)
    entry = session.entries.order_by("position")[0]
    raw = {
        "type": "adjust",
        "points": {house.players["Anna"]: 10, house.players["Béla"]: -10},
        "note": "mégis",
    }
    before = build_change_preview(preview_correction(session, entry.id, raw), session)
    assert before.settled is None
    settlement = settled(house)
    all_paid(house, settlement)

    effect = build_change_preview(preview_correction(session, entry.id, raw), session)

    assert effect.settled
    assert effect.settled.settlements == ((settlement.id, 1),)
    assert dict(effect.settled.moved) == {"Anna": -20, "Béla": 20}


def test_another_stake_of_a_settled_session_is_told_as_well(house: House) -> None:
    session = played(house, Anna=12, Béla=-12)
    settled(house)
    head = a_head(house, stake={"currency": "HUF", "per_point": "20"})

    effect = build_change_preview(preview_settings(session, head), session, per_point="20")

    assert effect.settled and dict(effect.settled.moved) == {"Anna": 120, "Béla": -120}


def test_the_page_of_a_deletion_names_the_settlement(anna: Client, house: House) -> None:
    session = played(house, end=False, Anna=12, Béla=-12)
    entry = session.entries.order_by("position")[0]
    closed = played(house, Anna=1, Béla=-1)
    settlement = settled(house)
    wanted = closed.entries.order_by("position")[0]
    url = reverse("club:delete", args=[house.club.slug, closed.id, wanted.id])

    page = text_of(anna.get(url))

    assert reverse("club:settled", args=[house.club.slug, settlement.id]) in page
    assert "leaves this open for the next settlement" in page
    assert build_change_preview(preview_deletion(session, entry.id), session).settled is None


def test_erasing_lists_the_open_money_with_the_way_to_clear_it(anna: Client, house: House) -> None:
    charged(house, 700, "Cili")
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
                said[language] = (plain_date(day), moment(at))
    assert said["en"] == ("8 Nov 2026", "8 Nov 2026, 16:05")
    assert said["hu"] == ("2026. nov. 8.", "2026. nov. 8. 16:05")
    assert said["da"] == ("8. nov. 2026", "8. nov. 2026 16:05")
    assert said["ro"] == ("8 nov. 2026", "8 nov. 2026, 16:05")
    assert all("Nov 8" not in text for both in said.values() for text in both)
    # Outside money, too: the log, a hand's versions, links that run out.
    with timezone.override("UTC"), translation.override("en"):
        for style in ("DATE_FORMAT", "SHORT_DATE_FORMAT"):
            assert date_format(day, style) == said["en"][0]
        for style in ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"):
            assert date_format(at, style) == said["en"][1]


@pytest.mark.parametrize("language", ["en", "hu", "da", "ro"])
def test_a_moment_of_the_morning_is_told_without_seconds_as_the_hours_of_all_pages_are(
    language: str,
) -> None:
    at = datetime(2026, 11, 8, 7, 5, 9, tzinfo=UTC)
    with timezone.override("UTC"), translation.override(language):
        assert moment(at).endswith(f" {time_format(at)}")
        assert at_moment(at) == moment(at) and on_day(at) == plain_date(at.date())
    # By the club's clock it is another day.
    with timezone.override("Pacific/Auckland"), translation.override(language):
        late = datetime(2026, 11, 8, 20, tzinfo=UTC)
        assert on_day(late) == plain_date(date(2026, 11, 9))


def test_the_command_for_a_name_with_a_space_runs_as_printed(house: House) -> None:
    said = StringIO()

    Command(stdout=said)._tell(ImportResult(house.club, made=2, owners=["nagy anna", "bela"]))

    assert "manage.py changepassword 'nagy anna'\n" in said.getvalue()
    assert "manage.py changepassword bela\n" in said.getvalue()
