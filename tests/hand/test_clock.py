"""A clock that jumps: row R27. Order follows positions, never times."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from support.catalogue import row
from support.club_factories import DAY, House, a_hand, a_user, recorded
from support.club_web import session_url, text_of
from support.entry_forms import address, fields_of
from support.invitations import an_invitation, link_to
from tarokk_club.club.audit import last_runs
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Change, Role, Session

# The note of a hand where it is shown; "hand 2" is on buttons and in labels as well.
NOTED = re.compile(r"hand (\d+)</span>")
# The second hour of the night in which the clocks go back, once and once more, and other nights.
CLOCKS = {
    "back and forth": ["2026-11-21T20:00", "2026-11-18T20:00", "2027-12-26T20:00"],
    "the hour that comes twice": ["2026-10-25T00:40", "2026-10-25T01:10", "2026-10-25T00:55"],
    "midnight": ["2026-11-21T23:59", "2026-11-22T00:01"],
    "a day that is rare": ["2028-02-28T22:00", "2028-02-29T22:00", "2028-03-01T00:10"],
    "the year's end": ["2026-12-31T22:59", "2026-12-31T23:01", "2027-01-01T01:00"],
}


@row("R27")
@pytest.mark.sweep
@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
def test_hands_keep_their_order_if_the_clock_is_wrong(
    house: House, session: Session, client: Client, clock: list[str]
) -> None:
    for number, moment in enumerate(clock):
        with time_machine.travel(datetime.fromisoformat(moment).replace(tzinfo=UTC), tick=False):
            recorded(house, session, a_hand(house, note=f"hand {number}"))
            client.force_login(house.anna)
            sheet = text_of(client.get(session_url(session, "sheet")))
            history = client.get(session_url(session, "history"))
            assert history.status_code == 200
    session.refresh_from_db()
    notes = session.entries.order_by("position").values_list("note", flat=True)
    numbers = session.postings.order_by("position").values_list("number", flat=True)

    assert list(notes) == [f"hand {number}" for number in range(len(clock))]
    assert list(numbers) == list(range(1, len(clock) + 1))
    assert list(Change.objects.order_by("seq").values_list("seq", flat=True)) == list(
        range(1, len(clock) + 2)
    )
    assert session.date == date.fromisoformat(DAY)
    # The newest hand is first on the sheet, and each of the others below it in its turn.
    assert NOTED.findall(sheet) == [str(number) for number in reversed(range(len(clock)))]
    assert list(iter_findings()) == []


@row("R27")
def test_draft_dated_in_the_future_counts_as_just_tapped(
    house: House, session: Session, client: Client
) -> None:
    """Whoever looks after the clock was put right reads no time below zero."""
    feri = a_user("feri", club=house.club, roles=(Role.SCORER,))
    url = session_url(session, "draft")
    with time_machine.travel(datetime.now(UTC) + timedelta(days=3)):
        client.force_login(feri)
        client.post(url, fields_of(client.get(address(session, "hand_new"))))
    client.force_login(house.anna)
    page = text_of(client.get(session_url(session, "hand_new")))

    assert "The last tap was just now." in page


@row("R27")
@pytest.mark.parametrize("years", [-2, 2])
def test_a_link_does_not_end_by_the_clock_of_the_phone(
    house: House, client: Client, years: int
) -> None:
    there = datetime.now(UTC) + timedelta(days=365 * years)
    said = there.strftime("%a, %d %b %Y %H:%M:%S GMT")
    url = link_to(an_invitation(house))

    assert client.get(url, headers={"Date": said}).status_code == 200
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=71)):
        assert client.get(url, headers={"Date": said}).status_code == 200
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=73)):
        assert client.get(url, headers={"Date": said}).status_code != 200


@row("R27")
def test_backup_dated_in_the_future_does_not_delay_the_next(db: None) -> None:
    with time_machine.travel(datetime.now(UTC) + timedelta(days=400)):
        last_runs.record_backup_run()

    assert last_runs.load_maintenance_ages().backup is None
    assert last_runs.is_backup_due()
    last_runs.record_backup_run()
    assert not last_runs.is_backup_due()
    age = last_runs.load_maintenance_ages().backup
    assert age is not None
    assert timedelta(0) <= age < timedelta(hours=1)


def test_a_backup_dated_slightly_ahead_counts_as_new(db: None) -> None:
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=1)):
        last_runs.record_backup_run()

    assert last_runs.load_maintenance_ages().backup == timedelta(0)
    assert not last_runs.is_backup_due()
