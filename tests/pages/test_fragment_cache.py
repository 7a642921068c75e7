"""The fragment cache is never outdated, and never shows one reader's data to another."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from support.club_factories import END, House, a_catch, a_form, a_hand, a_session, recorded
from support.club_web import form_in, session_url, text_of
from support.guest_visits import a_guest_link, open_guest_page, set_guest_names
from support.page_reader import rows_of
from support.season_tables import an_evening, the_season
from tarokk_club.club.confirmations.usecases.confirmations import record_objection
from tarokk_club.club.hand.usecases import DraftSubmission, save_draft
from tarokk_club.club.models import Player, Session, User
from tarokk_club.club.pages import fragment_cache
from tarokk_club.club.people.queries import club_days
from tarokk_club.club.people.usecases.players import rename_player
from tarokk_club.club.seasons import fragments
from tarokk_club.club.seasons.queries import leaderboard
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.statistics.usecases import switch_ratings


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def anna(house: House) -> Client:
    return signed_in(house.anna)


def sheet_of(client: Client, session: Session) -> str:
    return text_of(client.get(session_url(session, "sheet")))


def board_of(client: Client, house: House, query: str = "") -> str:
    url = reverse("club:season", args=[house.club.slug, the_season(house).id])
    return text_of(client.get(url + query))


def standings_of(client: Client, house: House) -> str:
    url = reverse("club:standings_file", args=[house.club.slug])
    return str(client.get(url).content.decode("utf-8-sig"))


def career_of(client: Client, house: House) -> str:
    url = reverse("club:career", args=[house.club.slug, house.players["Anna"]])
    return text_of(client.get(url))


def records_of(client: Client, house: House) -> str:
    return text_of(client.get(reverse("club:records", args=[house.club.slug])))


def reads(queries: CaptureQueriesContext, table: str) -> bool:
    """Whether any of the statements reads the table."""
    return any(table in query["sql"] for query in queries)


def rename(house: House, name: str, to: str) -> None:
    rename_player(
        club_id=house.club.id,
        form=a_form(house.anna),
        player_id=UUID(house.players[name]),
        name=to,
    )


def turn_round(house: House, session: Session) -> None:
    """The first hand was lost and not won."""
    entry = session.entries.get(position=1)
    raw = {**entry.record, "result": "lost"}
    correct_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id, raw=raw)


def test_an_unchanged_sheet_is_served_from_the_cache(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))

    with CaptureQueriesContext(connection) as first:
        sheet_of(anna, session)
    with CaptureQueriesContext(connection) as second:
        shown = sheet_of(anna, session)

    assert reads(first, "club_entry") and not reads(second, "club_entry")
    assert "Anna · Three with Csaba" in shown


def test_a_new_name_is_on_every_page_at_once(anna: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    pages = [board_of, standings_of, career_of, records_of]
    before = [sheet_of(anna, session), *(page(anna, house) for page in pages)]
    assert all("Anna" in page for page in before)

    rename(house, "Anna", "Annamária")

    after = [sheet_of(anna, session), *(page(anna, house) for page in pages)]
    assert all("Annamária" in page for page in after)


def test_a_correction_is_on_every_page_at_once(anna: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    pages = [board_of, standings_of, career_of, records_of]
    before = [sheet_of(anna, session), *(page(anna, house) for page in pages)]

    turn_round(house, session)

    after = [sheet_of(anna, session), *(page(anna, house) for page in pages)]
    assert all(old != new for old, new in zip(before, after, strict=True))
    assert 'aria-label="minus 1">−1</b> <span><bdi>Anna</bdi></span>' in after[0]


def test_shows_the_unfinished_hand_in_play(anna: Client, house: House, session: Session) -> None:
    assert "is in play" not in sheet_of(anna, session)

    sketch = DraftSubmission(key=UUID(int=1), revision=0, record=a_hand(house, result=None))
    save_draft(session_id=session.id, by=house.anna, submitted=sketch)

    assert "Hand 1 is in play" in sheet_of(anna, session)
    User.objects.filter(pk=house.anna.pk).update(name="Annus")
    assert "<bdi>Annus</bdi> is entering it." in sheet_of(anna, session)


def test_cache_separates_members_by_rights(anna: Client, house: House, session: Session) -> None:
    """A member who only reads gets no button from the secretary's cached page."""
    recorded(house, session, a_hand(house))
    url = session_url(session, "sheet")
    secretary, member = anna.get(url), signed_in(house.bela).get(url)

    assert "Undo the last entry" in text_of(secretary)
    assert "Correct the session itself" in text_of(secretary)
    assert "Undo the last entry" not in text_of(member)
    assert "Correct the session itself" not in text_of(member)
    assert "csrfmiddlewaretoken" not in text_of(member)


def test_cache_separates_guests(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, {**a_hand(house), "note": "Bela wrote this"})
    link = a_guest_link(house, session)
    assert "Bela wrote this" in sheet_of(anna, session)

    shown = text_of(open_guest_page(link))

    assert "Bela wrote this" not in shown
    assert "Open, correct or delete" not in shown


def test_two_phones_get_undo_forms_of_their_own(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    url = session_url(session, "sheet")
    undo = session_url(session, "undo")
    forms = [form_in(anna.get(url), undo) for _ in range(2)]

    assert forms[0].sent["key"] != forms[1].sent["key"]
    assert anna.post(session_url(session, "undo"), forms[1].sent).status_code == 302
    assert "No hand yet" in sheet_of(anna, session)


def test_the_totals_of_a_season_are_read_once(anna: Client, house: House) -> None:
    for day in ("2026-03-01", "2026-03-08"):
        an_evening(house, day, "Anna", "Csaba")

    for page in (board_of, standings_of):
        with CaptureQueriesContext(connection) as first:
            shown = page(anna, house)
        with CaptureQueriesContext(connection) as second:
            assert page(anna, house) == shown

        assert reads(first, "club_balance") and not reads(second, "club_balance")


def test_the_figures_of_players_and_records_are_counted_once(anna: Client, house: House) -> None:
    """The page around them is the reader's own, and drawn each time."""
    an_evening(house, "2026-03-01", "Anna", "Csaba")
    bela = signed_in(house.bela)

    for page in (career_of, records_of):
        with CaptureQueriesContext(connection) as first:
            own = page(anna, house)
        with CaptureQueriesContext(connection) as second:
            other = page(bela, house)

        assert reads(first, "club_tally") and not reads(second, "club_tally")
        edit = reverse("club:player", args=[house.club.slug, house.players["Anna"]])
        assert edit not in other and (edit in own) == (page is career_of)
    house.bela.language = "hu"
    house.bela.save()
    assert "Átlag" in career_of(signed_in(house.bela), house)


def test_every_choice_of_the_leaderboard_is_another_page(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    an_evening(house, "2026-03-08", "Csaba")

    one, other = board_of(anna, house), board_of(anna, house, "?last=2026-03-01")
    assert one != other


def test_the_hat_is_worn_a_day_longer_tomorrow(
    anna: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing was written since, and yet the page is another one."""
    session = an_evening(house, "2026-03-01", "Anna")
    Session.objects.filter(pk=session.pk).update(mayor=UUID(house.players["Anna"]))
    before = board_of(anna, house)

    tomorrow = club_days.get_today(house.club) + timedelta(days=1)
    for module in (fragments, leaderboard):
        monkeypatch.setattr(module, "get_today", lambda _club: tomorrow)

    assert board_of(anna, house) != before


def test_members_of_two_roles_read_two_leaderboards(anna: Client, house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    assert "Downloads" in board_of(anna, house)
    assert "Downloads" not in board_of(signed_in(house.bela), house)


def test_a_session_in_the_bin_leaves_the_standings(anna: Client, house: House) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    assert "Anna" in standings_of(anna, house)

    bin_session(session_id=session.id, form=a_form(house.anna))

    assert "Anna" not in standings_of(anna, house)


def test_each_link_leads_to_the_rules_by_its_own_address(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    links = [a_guest_link(house, session) for _ in range(2)]

    shown = [text_of(open_guest_page(link)) for link in links]

    assert [str(links[0].token) in text for text in shown] == [True, False]
    assert [str(links[1].token) in text for text in shown] == [False, True]


def test_the_hat_of_an_evening_before_comes_late(
    anna: Client, house: House, session: Session
) -> None:
    later = a_session(house)
    Session.objects.filter(pk=session.pk).update(date=later.date - timedelta(days=7))
    session.refresh_from_db()
    recorded(house, later, a_catch(house, "Csaba"), END)
    assert "takes off the mayor" not in sheet_of(anna, later)

    recorded(house, session, a_catch(house, "Anna"), END)

    assert "takes off the mayor" in sheet_of(anna, later)


def test_a_club_without_ratings_leads_to_none(house: House, session: Session) -> None:
    an_evening(house, "2026-01-09", "Anna")
    reader = signed_in(house.bela)
    assert "A fair table" in board_of(reader, house)

    switch_ratings(club_id=house.club.id, form=a_form(house.anna), rated=False)

    assert "A fair table" not in board_of(reader, house)


def made(monkeypatch: pytest.MonkeyPatch, of: str) -> list[str]:
    """Which parts called `of` are made from now on."""
    found: list[str] = []
    as_ever = render_to_string

    def counted(template: str, *rest: Any) -> Any:
        if template.endswith(of):
            found.append(template)
        return as_ever(template, *rest)

    monkeypatch.setattr(fragment_cache, "render_to_string", counted)
    return found


def test_first_reader_after_a_hand_renders_only_that_hand(
    anna: Client, house: House, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(house, session, a_hand(house), a_hand(house))
    hands = made(monkeypatch, "_hand.html")
    sheet_of(anna, session)
    assert len(hands) == 2

    recorded(house, session, a_hand(house, result="lost"))
    assert sheet_of(anna, session).count("Anna · Three with Csaba") == 4
    assert len(hands) == 3

    turn_round(house, session)
    assert '<span class="amount minus">−1</span>' in sheet_of(anna, session)
    assert len(hands) == 4

    rename(house, "Anna", "Annamária")
    assert sheet_of(anna, session).count("Annamária · Three with Csaba") == 4
    assert len(hands) == 7


def test_an_objection_shows_on_the_sheet_at_once(
    anna: Client, house: House, session: Session
) -> None:
    Player.objects.filter(name="Dóra").update(user=house.bela)
    done = recorded(house, session, a_hand(house), a_hand(house))
    assert "somebody objects" not in sheet_of(anna, session)

    record_objection(
        session_id=session.id, form=a_form(house.bela), entry_id=done[0].entry_id, note="No."
    )

    assert sheet_of(anna, session).count("somebody objects") == 1


def test_only_changed_leaderboard_rows_are_rendered(
    anna: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = an_evening(house, "2026-03-01", "Anna")
    rows = made(monkeypatch, "_leader.html")
    assert "Dóra" in board_of(anna, house)
    assert len(rows) == 4

    rename(house, "Dóra", "Dorottya")
    assert "Dorottya" in board_of(anna, house)
    assert len(rows) == 5

    turn_round(house, session)
    assert any(cell.startswith("−") for row in rows_of(board_of(anna, house)) for cell in row)
    assert len(rows) == 9


def test_guests_read_the_totals_once_and_names_as_they_are_to_be_now(house: House) -> None:
    an_evening(house, "2026-03-01", "Anna")
    board = a_guest_link(house)
    with CaptureQueriesContext(connection) as first:
        shown = text_of(open_guest_page(board))
    with CaptureQueriesContext(connection) as second:
        assert text_of(open_guest_page(board)) == shown

    assert reads(first, "club_balance") and not reads(second, "club_balance")
    assert "<bdi>A.</bdi>" in shown and "Anna" not in shown
    set_guest_names(house.club, "full")
    assert "<bdi>Anna</bdi>" in text_of(open_guest_page(board))
    turn_round(house, Session.objects.get())
    assert text_of(open_guest_page(board)).index("Dóra") < text_of(open_guest_page(board)).index(
        "Anna"
    )
