"""Starting, changing, closing and binning a session."""

from datetime import date
from uuid import UUID, uuid4

import pytest

from scoring.core.options import serialize_rules
from support.catalogue import row
from support.club_factories import (
    END,
    PASSED_OUT,
    SEATED,
    House,
    a_form,
    a_hand,
    a_head,
    a_session,
    codes,
    create_denes,
    recorded,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Balance, Player, Posting, Season, Session
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.queries.replay.change_replay import (
    preview_replacement,
    preview_settings,
)
from tarokk_club.club.session.usecases.seats import replace_player
from tarokk_club.club.session.usecases.sessions import (
    bin_session,
    change_session,
    close_session,
    reopen_session,
    restore_session,
    start_session,
)
from tarokk_club.club.writing.errors import (
    ForbiddenError,
    KeyReusedError,
    LaterEntryError,
    RefusedError,
)

pytestmark = pytest.mark.django_db


def totals(session: Session) -> list[int]:
    rows = Balance.objects.filter(session=session).values_list("player_id", "points")
    points = {str(player): amount for player, amount in rows}
    return [points[player] for player in session.seats]


def is_closed(session: Session) -> bool:
    return Session.objects.get(pk=session.pk).closed


def test_a_session_starts_with_its_rules_frozen(house: House) -> None:
    form = a_form(house.anna)
    head = a_head(house, title=" Wednesday table 2 ")
    session = start_session(club_id=house.club.id, form=form, head=head)
    assert session.id == form.key
    session = Session.objects.get()
    assert (session.table_name, session.date) == ("Wednesday table 2", date(2026, 11, 18))
    assert session.read_frozen_rules() == head.rules
    assert session.rules == serialize_rules(head.rules)
    assert (session.per_point, session.currency) == ("10", "HUF")
    assert session.season == Season.objects.get()
    assert totals(session) == [0, 0, 0, 0]
    change = session.changes.get()
    assert (change.action, change.author) == (Action.START, house.anna)
    assert list(iter_findings()) == []


def test_the_club_stores_the_last_choices(house: House, session: Session) -> None:
    house.club.refresh_from_db()
    choice = house.club.last_choice
    assert (choice["game"], choice["preset"], choice["stake"]) == (
        "paskievics",
        "pagat",
        ["HUF", "10"],
    )
    assert choice["players"] == house.ids(*SEATED)


def test_the_same_form_starts_one_session(house: House) -> None:
    form, head = a_form(house.anna), a_head(house)
    first = start_session(club_id=house.club.id, form=form, head=head)
    assert start_session(club_id=house.club.id, form=form, head=head) == first
    assert Session.objects.count() == 1
    with pytest.raises(KeyReusedError):
        start_session(club_id=house.club.id, form=form, head=a_head(house, title="2"))


def test_a_session_needs_a_date_and_players_of_the_club(house: House) -> None:
    with pytest.raises(RefusedError) as caught:
        start_session(club_id=house.club.id, form=a_form(house.anna), head=a_head(house, date=None))
    assert codes(caught) == [("date", "missing")]
    club = create_denes().clubs.get()
    foreign = str(Player.objects.create(club=club, name="Denes").id)
    seats = [*house.ids("Anna", "Béla", "Csaba"), foreign]
    head = a_head(house, players=seats, dealer=seats[0])
    with pytest.raises(RefusedError) as caught:
        start_session(club_id=house.club.id, form=a_form(house.anna), head=head)
    assert codes(caught) == [("players.3", "no_such_player")]
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    ("day", "told"),
    [("9999-12-31", "date_in_future"), ("0026-11-18", "date_too_early")],
)
def test_refuses_a_day_in_the_future_or_too_long_ago(
    house: House, session: Session, day: str, told: str
) -> None:
    head = a_head(house, date=day)
    for write in (
        lambda: start_session(club_id=house.club.id, form=a_form(house.anna), head=head),
        lambda: change_session(session_id=session.id, form=a_form(house.anna), head=head),
    ):
        with pytest.raises(RefusedError) as caught:
            write()
        assert codes(caught) == [("date", told)]
    assert Session.objects.get().date == date(2026, 11, 18)


@row("R27")
def test_an_evening_keeps_its_date_when_the_clock_was_set_back(
    house: House, session: Session
) -> None:
    Session.objects.update(date=date(2999, 1, 1))
    head = a_head(house, date="2999-01-01", title="2")

    change_session(session_id=session.id, form=a_form(house.anna, version=1), head=head)

    assert Session.objects.get().table_name == "2"


@pytest.mark.parametrize("name", ["Vakond\ud800", "Vakond\0"])
def test_a_figure_whose_name_no_page_can_show_is_refused(house: House, name: str) -> None:
    mole = {"key": "mole", "name": name, "silent": 1, "announced": 2}

    with pytest.raises(RefusedError) as caught:
        a_session(house, rules={"preset": "pagat", "own_figures": [mole]})

    assert codes(caught) == [("rules.own_figures.0.name", "name_has_unseen")]


def test_ids_that_are_none_are_refused(house: House) -> None:
    seats = ["x", *house.ids("Anna", "Béla", "Csaba")]
    head = a_head(house, players=seats, dealer="x")
    with pytest.raises(RefusedError) as caught:
        start_session(club_id=house.club.id, form=a_form(house.anna), head=head)
    assert codes(caught) == [("players.0", "no_such_player")]


def test_only_the_secretary_starts_a_session(house: House) -> None:
    for user in (house.bela, create_denes()):
        with pytest.raises(ForbiddenError):
            start_session(club_id=house.club.id, form=a_form(user), head=a_head(house))


def test_a_session_before_all_seasons_is_in_none(house: House) -> None:
    assert a_session(house, date="2019-05-01").season is None


def test_other_rules_score_the_hands_again(house: House, session: Session) -> None:
    hand = a_hand(house, result="double_won")
    recorded(house, session, PASSED_OUT, hand)
    assert totals(session) == [4, -4, 4, -4]
    head = a_head(house, rules={"preset": "pagat", "void_hands": "none"})
    saved = change_session(session_id=session.id, form=a_form(house.anna), head=head)
    assert totals(session) == [2, -2, 2, -2]
    assert saved.change.effect[session.seats[0]] == -2
    assert (saved.change.before or {})["rules"] != (saved.change.after or {})["rules"]
    assert Posting.objects.get(number=2).multiplier == 1
    assert list(iter_findings()) == []


def test_a_new_first_dealer_and_seat_order_change_the_dealer(
    house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    seats = house.ids("Béla", "Anna", "Csaba", "Dóra")
    head = a_head(house, players=seats, dealer=seats[0])
    change_session(session_id=session.id, form=a_form(house.anna), head=head)
    assert str(Posting.objects.get().dealer) == house.players["Béla"]


def test_date_stake_and_table_are_corrected_and_the_season_follows(
    house: House, session: Session
) -> None:
    last = Season.objects.create(
        club=house.club, name="2025", starts=date(2025, 1, 1), ends=date(2025, 12, 31)
    )
    stake = {"currency": "HUF", "per_point": "20"}
    head = a_head(house, date="2025-12-31", stake=stake, title="Mash")
    saved = change_session(session_id=session.id, form=a_form(house.anna), head=head)
    session.refresh_from_db()
    assert session.season == last
    assert (session.per_point, session.table_name) == ("20", "Mash")
    # What is hashed holds no free text.
    assert "Mash" not in str(saved.change.after)
    assert (saved.change.note_before, saved.change.note_after) == ("", "Mash")


def test_a_change_that_spoils_a_recorded_hand_is_refused(house: House, session: Session) -> None:
    (saved,) = recorded(house, session, a_hand(house))
    seats = house.ids("Anna", "Béla", "Dóra", "Cili")
    head = a_head(house, players=seats, dealer=seats[0])
    with pytest.raises(LaterEntryError) as caught:
        change_session(session_id=session.id, form=a_form(house.anna), head=head)
    assert (caught.value.entry, caught.value.number) == (saved.entry_id, 1)
    assert preview_settings(session, head).fault is not None


def test_the_game_stays_and_something_must_change(house: House, session: Session) -> None:
    with pytest.raises(RefusedError) as caught:
        change_session(session_id=session.id, form=a_form(house.anna), head=a_head(house))
    assert codes(caught) == [("", "nothing_changed")]
    other = a_head(house, game="danish", rules={}, players=house.ids(*SEATED))
    with pytest.raises(RefusedError) as caught:
        change_session(session_id=session.id, form=a_form(house.anna), head=other)
    assert codes(caught) == [("game", "game_stays")]


def test_archived_player_may_stay_seated(house: House, session: Session) -> None:
    Player.objects.filter(name="Anna").update(archived_at=session.created_at)
    head = a_head(house, title="Kis szoba")
    change_session(session_id=session.id, form=a_form(house.anna), head=head)
    session.refresh_from_db()
    assert session.table_name == "Kis szoba"


def test_one_player_for_another(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), a_hand(house, declarer="Dóra", partner="Anna"))
    anna, cili = UUID(house.players["Anna"]), UUID(house.players["Cili"])
    effect = preview_replacement(session, old=anna, new=cili)
    assert effect.totals[str(cili)] == (0, 2) and effect.totals[str(anna)] == (2, 0)
    saved = replace_player(session_id=session.id, form=a_form(house.anna), old=anna, new=cili)
    session.refresh_from_db()
    assert session.seats[0] == str(cili)
    assert totals(session) == [2, -2, 0, 0]
    assert not Balance.objects.filter(player_id=anna).exists()
    assert saved.change.effect == {str(anna): -2, str(cili): 2}
    assert list(iter_findings()) == []


def test_refuses_a_seated_or_unknown_replacement(house: House, session: Session) -> None:
    anna, bela = UUID(house.players["Anna"]), UUID(house.players["Béla"])
    for new, code in ((bela, "plays_already"), (uuid4(), "no_such_player")):
        with pytest.raises(RefusedError) as caught:
            replace_player(session_id=session.id, form=a_form(house.anna), old=anna, new=new)
        assert codes(caught) == [("new", code)]


def test_closing_splits_the_pots_and_opening_fills_them_again(house: House) -> None:
    session = a_session(house, rules={"void_hands": "pot"})
    recorded(house, session, PASSED_OUT)
    before = totals(session)
    assert sum(before) < 0
    close_session(session_id=session.id, form=a_form(house.anna))
    assert is_closed(session)
    assert totals(session) == [0, 0, 0, 0]
    saved = reopen_session(session_id=session.id, form=a_form(house.anna))
    assert not is_closed(session)
    assert totals(session) == before
    assert saved.change.action == Action.REOPEN
    close_session(session_id=session.id, form=a_form(house.anna))
    assert list(iter_findings()) == []


def test_an_open_session_cannot_be_opened_nor_a_closed_one_closed(
    house: House, session: Session
) -> None:
    with pytest.raises(RefusedError) as caught:
        reopen_session(session_id=session.id, form=a_form(house.anna))
    assert codes(caught) == [("", "session_not_closed")]
    recorded(house, session, END)
    with pytest.raises(RefusedError) as caught:
        close_session(session_id=session.id, form=a_form(house.anna))
    assert codes(caught) == [("type", "after_end")]


def test_a_binned_session_takes_nothing_and_comes_back_whole(
    house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    bin_session(session_id=session.id, form=a_form(house.anna))
    with pytest.raises(RefusedError) as caught:
        recorded(house, session, a_hand(house))
    assert codes(caught) == [("", "session_binned")]
    restore_session(session_id=session.id, form=a_form(house.anna))
    recorded(house, session, a_hand(house))
    assert totals(session) == [2, -2, 2, -2]
    with pytest.raises(RefusedError) as caught:
        restore_session(session_id=session.id, form=a_form(house.anna))
    assert codes(caught) == [("", "session_not_binned")]
