"""Seasons: their dates, the sessions that fall into them, their closing."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import (
    House,
    a_form,
    a_hand,
    a_session,
    a_user,
    codes,
    create_denes,
    recorded,
)
from support.club_web import forms_in, text_of
from support.season_tables import a_plan, an_evening, the_season
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Act, AuditLine, Balance, FinalTable, Role, Season, Session
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.seasons.usecases import (
    change_season,
    close_season,
    make_season,
    reopen_season,
)
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError

pytestmark = pytest.mark.django_db


def made(house: House, *words: str | None, **rules: Any) -> Season:
    plan = a_plan(*words, **rules)  # type: ignore[arg-type]
    return make_season(club_id=house.club.id, form=a_form(house.anna), plan=plan)


def closed(house: House) -> Season:
    season = the_season(house)
    return close_season(club_id=house.club.id, form=a_form(house.anna), season_id=season.id)


def test_a_new_season_ends_the_one_that_runs_and_takes_its_sessions(house: House) -> None:
    early, late = an_evening(house, "2026-08-31", "Anna"), an_evening(house, "2026-09-01", "Anna")

    season = made(house, "2026/27", "2026-09-01")

    early.refresh_from_db()
    late.refresh_from_db()
    assert the_season(house).ends == date(2026, 8, 31)
    assert (early.season, late.season) == (the_season(house), season)
    assert list(iter_findings()) == []


def test_changed_dates_move_sessions(house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    season = the_season(house)

    def change(starts: str, ends: str) -> int:
        plan = a_plan("2026", starts, ends)
        form = a_form(house.anna)
        return change_season(club_id=house.club.id, form=form, season_id=season.id, plan=plan)

    def placed() -> Season | None:
        return Session.objects.get(pk=session.pk).season

    assert change("2026-04-01", "2026-12-31") == 1
    assert placed() is None
    assert change("2026-02-01", "2026-12-31") == 1
    assert placed() == season
    assert list(iter_findings()) == []


def test_page_reports_sessions_that_change_their_season(house: House, client: Client) -> None:
    an_evening(house, "2026-03-01", "Anna")
    client.force_login(house.anna)
    url = reverse("club:season_settings", args=[house.club.slug, the_season(house).id])
    (sent,) = (form.sent for form in forms_in(client.get(url)) if "starts" in form.sent)

    def change(starts: str) -> str:
        form = {**sent, "key": str(uuid4()), "starts": starts}
        return text_of(client.post(url, form, follow=True))

    assert "1 session belongs to no season now" in change("2026-04-01")
    assert "1 session falls into another season now" in change("2026-02-01")


@pytest.mark.parametrize(
    ("starts", "ends", "code"),
    [
        ("2025-12-01", "2026-01-01", "season_without_end"),
        ("2025-01-01", None, "season_without_end"),
        ("2024-01-01", "2024-06-30", "seasons_overlap"),
    ],
)
def test_days_of_another_season_are_refused_with_the_reason(
    house: House, starts: str, ends: str | None, code: str
) -> None:
    made(house, "2024", "2024-06-30", "2024-12-31")

    with pytest.raises(ConflictError) as caught:
        made(house, "Another", starts, ends)

    assert codes(caught) == [("starts", code)]
    assert caught.value.problems[0].values["season"] in {"2026", "2024"}
    assert Season.objects.filter(name="Another").count() == 0


def test_refuses_an_invalid_season_with_every_fault(house: House) -> None:
    with pytest.raises(RefusedError) as caught:
        made(house, " ", "2027-05-01", "2027-04-01", drop_worst=-1, counts="luck")

    assert {field for field, _code in codes(caught)} == {"name", "ends", "drop_worst", "counts"}


def test_a_season_of_years_that_no_calendar_counts_is_refused_at_both_days(house: House) -> None:
    for starts, ends in (("0001-01-01", "9999-12-31"), ("1899-12-31", "3000-01-01")):
        with pytest.raises(RefusedError) as caught:
            made(house, "Long", starts, ends)
        assert codes(caught) == [("starts", "date_too_early"), ("ends", "date_too_late")]


def test_a_double_tap_makes_one_season(house: House) -> None:
    form, plan = a_form(house.anna), a_plan("2027", "2027-01-01")

    both = [make_season(club_id=house.club.id, form=form, plan=plan) for _tap in range(2)]

    assert both[0] == both[1]
    assert Season.objects.filter(name="2027").count() == 1


@row("S05")
@pytest.mark.parametrize("role", [Role.MEMBER, Role.SCORER, Role.TREASURER])
def test_closing_a_season_requires_the_secretary(house: House, role: Role) -> None:
    user = a_user("other", club=house.club, roles=(role,))
    season = the_season(house)

    with pytest.raises(ForbiddenError):
        close_season(club_id=house.club.id, form=a_form(user), season_id=season.id)

    assert the_season(house).closed_at is None


@row("S03")
def test_season_of_another_club_is_not_found(house: House) -> None:
    stranger = create_denes()
    other = stranger.clubs.get()

    with pytest.raises(Season.DoesNotExist):
        close_season(club_id=other.id, form=a_form(stranger), season_id=the_season(house).id)

    assert the_season(house).closed_at is None


def test_closing_keeps_the_table_and_ends_the_season(house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna", "Anna")

    season = closed(house)

    final = season.finals.get()
    assert season.ends
    assert season.ends >= session.date
    rows = final.final_rows.all()
    assert [row.points for row in rows] == [2, 2, -2, -2]
    assert "Anna" not in str(final.build_sealed_content(rows))
    assert AuditLine.objects.filter(act=Act.SEASON_CLOSED).count() == 1
    assert list(iter_findings()) == []


def test_closing_twice_keeps_one_table(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")

    closed(house)
    closed(house)

    assert FinalTable.objects.count() == 1


def test_correction_after_the_closing_is_beside_the_table(house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna", "Anna")
    season = closed(house)
    entry = session.entries.order_by("position")[0]

    correct_event(
        session_id=session.id,
        form=a_form(house.anna),
        entry_id=entry.id,
        raw=a_hand(house, "Anna", "Béla", result="lost"),
    )

    table = load_season_table(house.club, season, Filters())
    assert {row.name: row.points for row in table.board.rows}["Anna"] == 2
    since = {one.name: (one.was, one.now) for one in table.since}
    was, now = since["Anna"]
    assert was
    assert now
    assert (was.points, was.place) == (2, 1)
    assert (now.points, now.place) == (0, 1)
    assert list(iter_findings()) == []


def test_an_unchanged_closed_season_lists_no_corrections(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")

    assert load_season_table(house.club, closed(house), Filters()).since == ()


def test_a_season_being_played_or_not_begun_cannot_be_closed(house: House) -> None:
    recorded(house, a_session(house), a_hand(house))
    later = made(house, "2999", "2999-01-01")

    with pytest.raises(ConflictError) as played:
        closed(house)
    with pytest.raises(ConflictError) as early:
        close_season(club_id=house.club.id, form=a_form(house.anna), season_id=later.id)

    assert codes(played) == [("", "season_is_played")]
    assert codes(early) == [("", "season_not_begun")]


def test_a_closed_season_changes_only_after_it_is_opened_again(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    season = closed(house)
    plan = a_plan("2026", "2026-01-01", "2026-12-31", drop_worst=1)

    def change() -> None:
        form = a_form(house.anna)
        change_season(club_id=house.club.id, form=form, season_id=season.id, plan=plan)

    with pytest.raises(ConflictError):
        change()
    reopen_season(club_id=house.club.id, form=a_form(house.anna), season_id=season.id)
    change()

    assert the_season(house).drop_worst == 1
    assert FinalTable.objects.count() == 1
    assert load_season_table(house.club, the_season(house), Filters()).final is None


def test_a_season_can_be_closed_without_its_open_sessions(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    played = a_session(house)
    recorded(house, played, a_hand(house))
    season = Season.objects.get(club=house.club)

    close_season(
        club_id=house.club.id, form=a_form(house.anna), season_id=season.id, without_open=True
    )

    (final,) = season.finals.all()
    alone = Balance.objects.filter(session__date="2026-03-01")
    kept = final.final_rows.values_list("points", flat=True)
    assert sorted(kept) == sorted(alone.values_list("points", flat=True))
    assert list(iter_findings()) == []
