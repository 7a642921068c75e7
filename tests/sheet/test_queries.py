"""Queries of the pages: sheet, history, club, standings, previews of changes."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone, translation

from scoring.core.problem import Problem
from support.club_factories import (
    END,
    PASSED_OUT,
    SEATED,
    House,
    a_form,
    a_hand,
    a_head,
    a_session,
    create_denes,
    recorded,
)
from tarokk_club.club.formatting.sentences import REFUSALS, ClubWords, render_problem
from tarokk_club.club.models import Season, Session
from tarokk_club.club.people.queries.clubs import load_player_rows
from tarokk_club.club.session.queries.history.history import (
    load_entry_history,
    load_session_history,
)
from tarokk_club.club.session.queries.replay.change_replay import (
    Effect,
    preview_correction,
    preview_deletion,
    preview_insert,
    preview_restoration,
    preview_settings,
)
from tarokk_club.club.session.queries.sessions.session_lists import load_binned_rows, load_club_page
from tarokk_club.club.session.usecases.events import correct_event, delete_event, restore_event
from tarokk_club.club.session.usecases.sessions import bin_session, change_session
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.statistics.queries.standings import load_club_standings

pytestmark = pytest.mark.django_db


def test_the_sheet_of_an_empty_session(house: House, session: Session) -> None:
    page = load_sheet(session)
    assert [seat.name for seat in page.seats] == list(SEATED)
    assert [seat.deals for seat in page.seats] == [False, False, False, True]
    assert [seat.leads for seat in page.seats] == [True, False, False, False]
    assert (page.next_number, page.multiplier, page.doubled_hands_left, page.total) == (1, 1, 0, 0)
    assert page.rows == () and page.last is None and page.in_play is None


def test_the_sheet_of_an_evening(house: House, session: Session) -> None:
    catch = {"by": house.players["Anna"], "from": house.players["Dóra"]}
    notice = {"type": "notice", "player": house.players["Béla"]}
    recorded(
        house,
        session,
        PASSED_OUT,
        a_hand(house, xxi_catch=catch) | {"note": "Dóra kalapja"},
        notice,
    )
    page = load_sheet(session)
    assert [row.number for row in page.rows] == [None, 2, 1]
    row = page.rows[1]
    assert (row.kind, row.multiplier, row.note) == ("played", 2, "Dóra kalapja")
    assert [seat.points for seat in page.seats] == [44, -44, 44, -44]
    assert [seat.name for seat in page.seats if seat.hat] == ["Dóra"]
    assert (page.next_number, page.multiplier, page.doubled_hands_left) == (3, 2, 3)
    assert page.hands_left == (4, 7)
    assert page.total == 0
    assert [why.item for why in row.why] == ["game", "xxi_catch"]
    assert sum(why.points[house.players["Anna"]] for why in row.why) == 44
    assert "Anna" in row.why[1].sentence and house.players["Anna"] not in row.why[1].sentence


def test_sheet_marks_the_player_sitting_out_and_lists_departed_players(house: House) -> None:
    five = house.ids(*SEATED, "Cili")
    session = a_session(house, players=five, dealer=five[0])
    recorded(house, session, a_hand(house, declarer="Béla", partner="Dóra"))
    page = load_sheet(session)
    assert [seat.name for seat in page.seats if seat.sits_out] == ["Béla"]
    assert [seat.hands for seat in page.seats] == [0, 1, 1, 1, 1]
    recorded(house, session, {"type": "leave", "player": five[4]})
    page = load_sheet(session)
    assert [seat.name for seat in page.departed] == ["Cili"]
    assert len(page.seats) == 4


def test_history_has_author_time_reason_and_amount(house: House, session: Session) -> None:
    first, _ = recorded(house, session, a_hand(house), a_hand(house))
    entry = first.change.entry
    assert entry
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id)
    page = load_session_history(session)
    assert [line.action for line in page.lines] == ["delete", "record", "record", "start"]
    assert [line.number for line in page.lines] == [None, 1, None, None]
    assert page.lines[0].effect[house.players["Anna"]] == -1
    assert page.lines[0].author == "anna"
    assert page.names[house.players["Anna"]] == "Anna"


def test_shows_every_version_of_a_hand_with_its_value(house: House, session: Session) -> None:
    (first,) = recorded(house, session, a_hand(house))
    entry = first.change.entry
    assert entry
    lost = a_hand(house, result="lost")
    correct_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id, raw=lost)
    page = load_entry_history(session, entry)
    assert page.row and page.row.net[house.players["Anna"]] == -1
    paid = [[why.points[house.players["Anna"]] for why in one.why] for one in page.versions]
    assert paid == [[-1], [1]]
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id)
    page = load_entry_history(session, entry)
    assert page.row is None
    assert [one.line.action for one in page.versions] == ["delete", "correct", "record"]


def test_the_club_shows_open_forgotten_and_last_sessions(house: House) -> None:
    old = a_session(house, date="2026-11-01")
    recorded(house, old, a_hand(house))
    Session.objects.filter(pk=old.pk).update(last_hand_at=timezone.now() - timedelta(days=2))
    new = a_session(house, date=timezone.now().date().isoformat())
    done, binned = a_session(house), a_session(house)
    recorded(house, done, END)
    bin_session(session_id=binned.id, form=a_form(house.anna))
    page = load_club_page(house.club)
    assert [(row.id, row.forgotten) for row in page.open] == [(new.id, False), (old.id, True)]
    assert page.open[1].totals == (("Anna", 1), ("Csaba", 1), ("Béla", -1), ("Dóra", -1))
    assert [row.id for row in page.recent] == [done.id]
    assert page.players == 5
    assert page.season == Season.objects.get()
    rows = load_binned_rows(house.club)
    assert [row.id for row in rows] == [binned.id]
    assert load_club_page(create_denes().clubs.get()).open == ()


def test_the_players_of_a_club_with_how_often_they_came(house: House) -> None:
    a_session(house)
    rows = load_player_rows(house.club)
    assert [(row.name, row.sessions) for row in rows] == [
        ("Anna", 1),
        ("Béla", 1),
        ("Cili", 0),
        ("Csaba", 1),
        ("Dóra", 1),
    ]


def test_standings_add_up_sessions_games_and_money(house: House) -> None:
    first = a_session(house)
    second = a_session(house, stake={"currency": "EUR", "per_point": "0.5"}, date="2026-02-01")
    third = a_session(house, stake=None)
    binned = a_session(house)
    for session in (first, second, third, binned):
        recorded(house, session, a_hand(house))
    bin_session(session_id=binned.id, form=a_form(house.anna))
    board = load_club_standings(house.club).together
    assert [(row.name, row.place, row.points) for row in board.rows] == [
        ("Anna", 1, 3),
        ("Csaba", 1, 3),
        ("Béla", 3, -3),
        ("Dóra", 3, -3),
    ]
    assert (board.rows[0].hands, board.rows[0].sessions) == (3, 3)
    assert board.rows[0].minor == {"HUF": 10, "EUR": 50}
    assert [board.game for board in load_club_standings(house.club).games] == ["paskievics"]
    season = Season.objects.get()
    head = a_head(house, stake={"currency": "EUR", "per_point": "0.5"}, date="2025-12-31")
    change_session(session_id=second.id, form=a_form(house.anna), head=head)
    assert load_club_standings(house.club, season).together.rows[0].points == 2
    assert load_club_standings(create_denes().clubs.get()).together.rows == ()


def test_several_games_are_combined_in_money(house: House) -> None:
    recorded(house, a_session(house, stake={"currency": "HUF", "per_point": "1"}), a_hand(house))
    dear = {"currency": "HUF", "per_point": "50"}
    other = a_session(house, game="illustrated", stake=dear)
    recorded(house, other, a_hand(house, "Béla", "Csaba"))

    found = load_club_standings(house.club)

    assert found.together.in_money
    assert [(row.name, row.place, row.minor) for row in found.together.rows] == [
        ("Csaba", 1, {"HUF": 51}),
        ("Béla", 2, {"HUF": 49}),
        ("Anna", 3, {"HUF": -49}),
        ("Dóra", 4, {"HUF": -51}),
    ]
    assert [board.in_money for board in found.games] == [False, False]


def test_two_currencies_combine_games_by_points(house: House) -> None:
    recorded(house, a_session(house), a_hand(house))
    euro = {"currency": "EUR", "per_point": "0.5"}
    recorded(house, a_session(house, game="illustrated", stake=euro), a_hand(house))

    found = load_club_standings(house.club).together

    assert not found.in_money
    assert [row.place for row in found.rows] == [1, 1, 3, 3]


def totals(effect: Effect, house: House) -> tuple[int, int]:
    return effect.totals[house.players["Anna"]]


def test_a_preview_of_an_insertion_shows_later_hands(house: House, session: Session) -> None:
    (first,) = recorded(house, session, a_hand(house))
    effect = preview_insert(session, PASSED_OUT, before=first.entry_id)
    assert totals(effect, house) == (1, 2)
    new, moved = effect.moved
    assert (new.before, new.kind) == (None, "passed_out")
    assert moved.before and moved.after
    assert (moved.before.number, moved.after.number) == (1, 2)
    assert (moved.before.multiplier, moved.after.multiplier) == (1, 2)
    assert session.entries.count() == 1
    appended = preview_insert(session, a_hand(house))
    assert totals(appended, house) == (1, 2) and len(appended.moved) == 1


def test_a_correction_and_a_deletion_are_previewed(house: House, session: Session) -> None:
    first, _ = recorded(house, session, a_hand(house), a_hand(house))
    entry = first.change.entry
    assert entry
    effect = preview_correction(session, entry.id, PASSED_OUT)
    assert totals(effect, house) == (2, 2)
    assert [moved.after.net[house.players["Anna"]] for moved in effect.moved if moved.after] == [
        0,
        2,
    ]
    effect = preview_deletion(session, entry.id)
    assert totals(effect, house) == (2, 1)
    gone, later = effect.moved
    assert gone.after is None and later.after and later.after.number == 1
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id)
    assert totals(preview_restoration(session, entry.id), house) == (1, 2)
    restore_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id)
    assert totals(preview_deletion(session, entry.id), house) == (2, 1)


def test_a_preview_explains_an_impossible_change(house: House, session: Session) -> None:
    join = {"type": "join", "player": house.players["Cili"], "after": house.players["Anna"]}
    joined, _ = recorded(house, session, join, {"type": "leave", "player": house.players["Cili"]})
    entry = joined.change.entry
    assert entry
    later = preview_deletion(session, entry.id)
    assert later.problems == () and later.fault and later.fault.number is None
    wrong = preview_correction(session, entry.id, join | {"after": house.players["Cili"]})
    assert [problem.field for problem in wrong.problems] == ["after"]
    assert preview_insert(session, {"type": "hand", "bid": 7}).problems
    assert preview_deletion(session, uuid4()).problems[0].code == "no_such_entry"


def test_previews_other_settings_without_saving_them(house: House, session: Session) -> None:
    recorded(house, session, PASSED_OUT, a_hand(house))
    effect = preview_settings(session, a_head(house, rules={"void_hands": "none"}))
    assert totals(effect, house) == (2, 1)
    assert totals(preview_settings(session, a_head(house)), house) == (2, 2)
    session.refresh_from_db()
    assert session.rules["void_hands"] != "none"


def test_a_refusal_renders_as_a_sentence(house: House) -> None:
    words = ClubWords({"x": "Anna"})
    problem = Problem("plays_already", "new", {"player": "x"})
    assert render_problem(problem, words) == "Anna plays in this session already."
    assert render_problem(Problem("after_end", "type")) == words.sentence("after_end")
    with translation.override("hu"):
        for code in REFUSALS:
            assert words.sentence(code)
    assert words.term("pot.ultimo")
    assert words.name("unknown") == "unknown"
