"""Evenings: planned once or again and again, answered, drawn, started, and forgotten."""

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest

from support.catalogue import row
from support.club_factories import House, a_form, a_session, codes, recorded
from support.planned_evenings import (
    a_plan,
    an_answered_evening,
    an_evening,
    day_in,
    draw_tables,
    more_players,
    record_answer,
    start_first_table,
    weekly,
)
from support.rule_sets import a_rule_set
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.calendar.evening_draw import read_evening_draw
from tarokk_club.club.calendar.queries.evenings import assign_seats, load_answers
from tarokk_club.club.calendar.queries.rule_choices import load_rule_choices
from tarokk_club.club.calendar.usecases.answers import EveningReply, answer_evening
from tarokk_club.club.calendar.usecases.evening_tables import draw_evening
from tarokk_club.club.calendar.usecases.evenings import (
    SeriesPlan,
    cancel_evening,
    plan_evening,
    restore_evening,
)
from tarokk_club.club.merging.usecases.merges import merge_players, unmerge_players
from tarokk_club.club.models import (
    AuditLine,
    EveningAnswer,
    EveningTable,
    PlannedEvening,
    Player,
    Season,
    Session,
)
from tarokk_club.club.people.usecases.players import archive_player
from tarokk_club.club.privacy.queries.personal import collect_player_data
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError

pytestmark = pytest.mark.django_db


def planned(house: House, first: date, rhythm: str, until: date | None) -> list[date]:
    """The days of evenings that repeat."""
    plan = replace(a_plan(house), day=first)
    often = SeriesPlan(rhythm=rhythm, until=until)
    plan_evening(club_id=house.club.id, form=a_form(house.anna), plan=plan, repeating=often)
    return list(PlannedEvening.objects.values_list("date", flat=True))


# --- evenings that repeat


def test_a_month_has_its_second_friday(house: House) -> None:
    days = planned(house, date(2030, 10, 11), "monthly", date(2031, 3, 1))

    assert days == [
        *(date(2030, 10, 11), date(2030, 11, 8), date(2030, 12, 13)),
        *(date(2031, 1, 10), date(2031, 2, 14)),
    ]


def test_series_from_a_fifth_thursday_uses_the_last_one(house: House) -> None:
    days = planned(house, date(2030, 10, 31), "monthly", date(2031, 1, 31))

    assert days == [date(2030, 10, 31), date(2030, 11, 28), date(2030, 12, 26), date(2031, 1, 30)]


def test_every_two_weeks_goes_over_the_year(house: House) -> None:
    days = planned(house, date(2030, 12, 13), "fortnightly", date(2031, 1, 10))

    assert days == [date(2030, 12, 13), date(2030, 12, 27), date(2031, 1, 10)]


def test_series_without_a_last_day_ends_with_the_season(house: House) -> None:
    Season.objects.create(
        club=house.club, name="2030", starts=date(2030, 1, 1), ends=date(2030, 1, 31)
    )

    days = planned(house, date(2030, 1, 11), "weekly", None)
    assert days == [date(2030, 1, 11), date(2030, 1, 18), date(2030, 1, 25)]
    with pytest.raises(RefusedError) as error:
        planned(house, date(2032, 1, 11), "weekly", None)
    assert codes(error) == [("until", "series_without_end")]


def test_refuses_a_series_of_too_many_evenings(house: House) -> None:
    with pytest.raises(RefusedError) as error:
        planned(house, date(2030, 1, 11), "weekly", date(2300, 1, 11))

    assert codes(error) == [("until", "series_too_long")]
    assert not PlannedEvening.objects.exists()


def test_evenings_cancelled_together_are_restored_together_or_singly(house: House) -> None:
    _first, second, third, fourth = weekly(house, 4, days=3)
    club = house.club.id
    cancel_evening(club_id=club, form=a_form(house.anna), evening_id=fourth.id)
    cancel_evening(club_id=club, form=a_form(house.anna), evening_id=second.id, onwards=True)
    assert standing() == [1]

    restore_evening(club_id=club, form=a_form(house.anna), evening_id=third.id)
    assert standing() == [1, 3]
    restore_evening(club_id=club, form=a_form(house.anna), evening_id=second.id, onwards=True)
    # The fourth was cancelled by itself, and stays so.
    assert standing() == [1, 2, 3]
    acts = AuditLine.objects.order_by("pk").values_list("act", flat=True)
    assert list(acts)[-4:] == [
        *("evening_cancelled", "evenings_cancelled", "evening_restored"),
        "evening_restored",
    ]


def standing() -> list[int]:
    """Which evenings of the series take place, from 1."""
    rows = PlannedEvening.objects.filter(cancelled_at=None)
    return [number + 1 for number in rows.values_list("place_in_series", flat=True)]


# --- answers and seats


def test_seats_go_to_the_first_players_and_then_to_guests(house: House) -> None:
    evening = an_evening(house, 2, most=4)
    first, second, third = house.ids("Csaba", "Dóra", "Cili")
    record_answer(house, evening, first, guests=2)
    record_answer(house, evening, second)
    record_answer(house, evening, third, guests=1)
    given = assign_seats(load_answers(evening), evening.most)

    assert [(one.seated, one.guests, one.is_waiting_for_seat) for one in given] == [
        *((True, 1, True), (True, 0, False)),
        (True, 0, True),
    ]
    record_answer(house, evening, house.players["Béla"])
    record_answer(house, evening, house.players["Anna"])
    seated = [one.seated for one in assign_seats(load_answers(evening), evening.most)]
    assert seated == [True, True, True, True, False]


def test_adding_guests_keeps_the_place_in_the_queue(house: House) -> None:
    evening = an_evening(house, 2)
    first, second = house.ids("Csaba", "Dóra")
    record_answer(house, evening, first)
    record_answer(house, evening, second)
    record_answer(house, evening, first, guests=3)
    assert [str(one.player_id) for one in load_answers(evening)] == [first, second]

    # A player who declined and comes after all is last.
    record_answer(house, evening, first, "no")
    record_answer(house, evening, first)
    assert [str(one.player_id) for one in load_answers(evening)] == [second, first]


@pytest.mark.parametrize("guests", [-1, 10])
def test_refuses_an_impossible_number_of_guests(house: House, guests: int) -> None:
    with pytest.raises(RefusedError) as error:
        record_answer(house, an_evening(house), house.players["Cili"], guests=guests)

    assert codes(error) == [("guests", "out_of_range")]


def test_member_cannot_answer_for_another_player(house: House) -> None:
    evening = an_evening(house)
    with pytest.raises(ForbiddenError):
        answer_evening(
            club_id=house.club.id,
            form=a_form(house.bela),
            evening_id=evening.id,
            player_id=UUID(house.players["Cili"]),
            reply=EveningReply(coming="yes"),
        )
    assert not EveningAnswer.objects.exists()


def test_an_evening_that_is_over_takes_no_answer(house: House) -> None:
    evening = an_evening(house)
    PlannedEvening.objects.filter(pk=evening.pk).update(date=day_in(house, -1))

    with pytest.raises(ConflictError) as error:
        record_answer(house, evening, house.players["Cili"])
    assert codes(error) == [("", "evening_over")]


# --- tables


def test_the_same_draw_gives_the_same_seats_and_another_one_others(house: House) -> None:
    players = [*house.ids("Anna", "Béla", "Csaba", "Dóra"), *more_players(house, 9)]
    first, other = an_evening(house), an_evening(house, 1)
    one = read_evening_draw(draw_tables(house, first, players).seating)
    again = read_evening_draw(draw_tables(house, first, players).seating)
    elsewhere = read_evening_draw(draw_tables(house, other, players).seating)

    assert one and again and elsewhere
    assert (one.seed, again.seed) == (f"{first.pk} 0", f"{first.pk} 1")
    assert len({one.tables[1], again.tables[1], elsewhere.tables[1]}) == 3
    assert sorted(map(len, one.tables.values())) == [4, 4, 5]
    assert sorted(again.players) == sorted(players)


def test_a_new_draw_skips_seated_players_and_used_table_numbers(house: House) -> None:
    players = [*house.ids("Anna", "Béla", "Csaba", "Dóra"), *more_players(house, 4)]
    evening = draw_tables(house, an_evening(house), players)
    session = start_first_table(house, evening)

    kept = read_evening_draw(draw_tables(house, evening, players).seating)
    assert kept and set(kept.tables) == {2}
    assert not set(kept.players) & set(session.seats)


def test_a_new_draw_goes_by_who_sits_at_a_table_now(house: House) -> None:
    players = house.ids("Anna", "Béla", "Csaba", "Dóra")
    evening = draw_tables(house, an_evening(house), players)
    session = start_first_table(house, evening)
    leave = {"type": "leave", "player": session.seats[1]}
    join = {"type": "join", "player": house.players["Cili"], "after": session.seats[0]}
    recorded(house, session, leave, join)
    others = more_players(house, 4)

    everybody = [*players, house.players["Cili"], *others]
    drawn = read_evening_draw(draw_tables(house, evening, everybody).seating)

    assert drawn and set(drawn.players) == {session.seats[1], *others}


def test_refuses_to_draw_too_few_players(house: House) -> None:
    with pytest.raises(RefusedError) as error:
        draw_tables(house, an_evening(house), house.ids("Anna", "Béla", "Csaba"))

    assert codes(error) == [("players", "too_few_here")]


def test_a_table_starts_under_the_rules_and_the_stake_of_last_time(house: House) -> None:
    a_session(house, rules={"preset": "pagat", "void_hands": "pot"})
    evening = draw_tables(house, an_evening(house), house.ids("Anna", "Béla", "Csaba", "Dóra"))
    session = start_first_table(house, evening)

    assert session.rules["void_hands"] == "pot"
    assert (session.per_point, session.currency) == ("10", "HUF")
    assert (session.date, str(session.first_dealer)) == (evening.date, session.seats[-1])
    # Where only one table plays, nobody needs a name for it.
    assert session.table_name == ""
    assert list(iter_findings()) == []


def test_the_last_played_rules_are_offered_first_by_name(house: House) -> None:
    mine = a_rule_set(house, "Kocsmai", preset="pagat", xx_discard=False)
    assert load_rule_choices(house.club, "paskievics").choices[0].name == "Kocsmai"

    a_session(house)
    known = load_rule_choices(house.club, "paskievics")
    assert known.choices[0].preset == "pagat" and known.choices[0].key == "pagat"
    a_session(house, rules={"preset": "pagat", "void_hands": "pot"})
    known = load_rule_choices(house.club, "paskievics")
    assert (known.choices[0].key, known.choices[0].name) == ("last", "")
    assert known.find_choice(f"club:{mine.pk}").rules == mine.read_frozen_rules()
    assert load_rule_choices(house.club, "danish").stake is None


def test_no_table_starts_early_or_with_an_archived_player(house: House) -> None:
    players = house.ids("Anna", "Béla", "Csaba", "Dóra")
    with pytest.raises(ConflictError) as error:
        start_first_table(house, draw_tables(house, an_evening(house, 1), players))
    assert codes(error) == [("", "evening_not_begun")]

    evening = draw_tables(house, an_evening(house), players)
    archive_player(club_id=house.club.id, form=a_form(), player_id=UUID(players[0]), archived=True)
    with pytest.raises(RefusedError) as refused:
        start_first_table(house, evening)
    assert {code for _field, code in codes(refused)} == {"no_such_player"}
    assert not Session.objects.exists()


def test_a_table_in_the_bin_does_not_count_and_can_be_drawn_again(house: House) -> None:
    players = house.ids("Anna", "Béla", "Csaba", "Dóra")
    evening = draw_tables(house, an_evening(house), players)
    first = start_first_table(house, evening)
    bin_session(session_id=first.id, form=a_form(house.anna))

    second = start_first_table(house, draw_tables(house, evening, players))
    assert EveningTable.objects.count() == 2
    assert second.id != first.id and sorted(second.seats) == sorted(players)


def test_a_cancelled_evening_is_not_drawn(house: House) -> None:
    evening = an_evening(house)
    cancel_evening(club_id=house.club.id, form=a_form(house.anna), evening_id=evening.id)

    with pytest.raises(ConflictError) as error:
        draw_evening(
            club_id=house.club.id,
            form=a_form(house.anna),
            evening_id=evening.id,
            game="paskievics",
            players=[UUID(one) for one in house.players.values()],
        )
    assert codes(error) == [("", "evening_cancelled")]


def test_an_evening_that_is_played_is_neither_moved_nor_cancelled(house: House) -> None:
    evening = draw_tables(house, an_evening(house), house.ids("Anna", "Béla", "Csaba", "Dóra"))
    start_first_table(house, evening)

    with pytest.raises(ConflictError) as error:
        cancel_evening(club_id=house.club.id, form=a_form(house.anna), evening_id=evening.id)
    assert codes(error) == [("", "evening_is_played")]


# --- what becomes of it when people turn out to be one, or go


def test_a_merge_combines_answers_and_its_undo_separates_them(house: House) -> None:
    evening = an_answered_evening(house)
    later = PlannedEvening.objects.all()[1]
    twin = str(Player.objects.create(club=house.club, name="Cilike").pk)
    record_answer(house, later, twin, guests=2)
    record_answer(house, evening, twin, "no")

    merge = merge_players(
        club_id=house.club.id,
        form=a_form(house.anna),
        gone=UUID(twin),
        into=UUID(house.players["Cili"]),
    )
    # Where both had answered, that of the one who stays counts.
    answers = {one.evening_id: one for one in EveningAnswer.objects.filter(player=merge.kept)}
    assert (answers[evening.pk].coming, answers[later.pk].guests) == ("yes", 2)
    assert [one.player.name for one in load_answers(evening)] == ["Cili"]
    assert list(iter_findings()) == []

    unmerge_players(club_id=house.club.id, form=a_form(house.anna), merge_id=merge.id)
    assert EveningAnswer.objects.filter(player__pk=twin).count() == 2
    assert EveningAnswer.objects.get(player=merge.kept).evening == evening


def test_a_stored_draw_follows_a_merged_player(house: House) -> None:
    evening = an_answered_evening(house)
    twin = Player.objects.create(club=house.club, name="Cilike")
    cili = house.players["Cili"]
    merge_players(club_id=house.club.id, form=a_form(house.anna), gone=UUID(cili), into=twin.pk)

    evening.refresh_from_db()
    kept = read_evening_draw(evening.seating)
    assert kept and str(twin.pk) in kept.players and cili not in kept.players


@row("S61")
def test_erased_person_has_no_answer_and_no_seat(house: House) -> None:
    evening = an_answered_evening(house)
    cili = Player.objects.get(name="Cili")
    PlannedEvening.objects.update(note="Cili hoz sütit", place="Cilinél")
    erase_person(club_id=house.club.id, form=a_form(house.anna), player_id=cili.pk)

    evening.refresh_from_db()
    assert (evening.seating, evening.note) == (None, "")
    assert not EveningAnswer.objects.exists()
    assert list(iter_findings()) == []


@row("S60")
def test_personal_data_contains_every_answer(house: House) -> None:
    evening = an_answered_evening(house)
    (club,) = collect_player_data(house.club, Player.objects.get(name="Cili"))["clubs"]

    (told,) = club["evenings"]
    assert (told["day"], told["comes"], told["guests"]) == (evening.date, "yes", 1)
    assert told["by"] == "somebody else"
