"""The sheet shows the details of each hand, and the totals after it."""

from datetime import date, timedelta
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from support.club_factories import DAY, House, a_hand, a_session, create_denes, recorded
from support.page_reader import tree_of
from tarokk_club.club.models import Session
from tarokk_club.club.session.queries.rows.hand_details import FAILED, MADE, HandDetail
from tarokk_club.club.session.queries.sessions.session_lists import find_neighbouring_sessions
from tarokk_club.club.sheet.queries.sheet_layout import lay_out_sheet
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.templatetags.book import render_hand_details


def read_details(house: House, session: Session, **more: Any) -> list[tuple[str, str]]:
    """What the sheet tells of a hand of Anna with Csaba, or as told."""
    recorded(house, session, a_hand(house, **more))
    return [(one.text, one.outcome) for one in lay_out_sheet(load_sheet(session)).rows[0].details]


def read_page(client: Client, session: Session, name: str = "sheet") -> str:
    answer = client.get(reverse(f"club:{name}", args=[session.club.slug, session.id]))
    return " ".join(answer.content.decode().split())


def test_shows_the_called_card_unless_it_is_the_usual_one(house: House, session: Session) -> None:
    assert read_details(house, session, called="XX") == []
    assert read_details(house, session, called="XIX", bid="two") == [("Called: XIX", "")]


def test_kontra_names_the_side_of_the_last_step(house: House, session: Session) -> None:
    assert read_details(house, session, kontra_game=1) == [("Kontra (opponents)", "")]
    assert read_details(house, session, kontra_game=2) == [("Rekontra (declarer's side)", "")]


def test_figure_shows_its_announcer_kontra_and_outcome(house: House, session: Session) -> None:
    announced = [{"figure": "trull", "by": house.players["Béla"], "kontra": 1}]

    found = read_details(house, session, announced=announced, trull="declarer")

    assert ("Trull (Béla, announced, Kontra: declarer's side)", FAILED) in found
    assert ("Trull", MADE) in found


def test_a_caught_xxi_names_both(house: House, session: Session) -> None:
    caught = {"by": house.players["Béla"], "from": house.players["Csaba"]}

    assert read_details(house, session, xxi_catch=caught) == [("XXI-catch (Béla from Csaba)", MADE)]


def test_tarokks_are_displayed_without_an_outcome(house: House, session: Session) -> None:
    tarokks = [{"player": house.players["Béla"], "count": 9}]

    assert read_details(house, session, tarokks=tarokks) == [("Nine tarokks (Béla, announced)", "")]


def test_a_romanian_king_is_called_by_its_suit(house: House) -> None:
    session = a_session(house, game="romanian", rules={})
    recorded(
        house,
        session,
        {
            "type": "hand",
            "declarer": house.players["Anna"],
            "contract": "doi",
            "called": "hearts",
            "partner": house.players["Csaba"],
            "declarer_points": 40,
        },
    )

    assert lay_out_sheet(load_sheet(session)).rows[0].details[0].text == "Called: Hearts"


def test_a_failed_tout_is_not_called_a_nolo(house: House) -> None:
    session = a_session(
        house,
        game="danish",
        rules={},
        players=house.ids("Anna", "Béla", "Csaba"),
        dealer=house.players["Anna"],
    )
    trick = {"winner": house.players["Anna"], "with": "other"}
    nolo = {"announced_tout": True, "nolo": house.players["Béla"], "last_trick": trick}
    recorded(house, session, {"type": "hand", **nolo})

    row = lay_out_sheet(load_sheet(session)).rows[0]

    assert row.title == "Tout announced, failed"
    assert ("Nolo (Béla)", "") in [(one.text, one.outcome) for one in row.details]


def test_the_row_shows_marks_and_that_there_is_a_note(
    anna: Client, house: House, session: Session
) -> None:
    announced = [{"figure": "trull", "by": house.players["Anna"]}]
    recorded(house, session, a_hand(house, announced=announced, note="in a hurry"))

    page = read_page(anna, session)

    assert '<small class="gist"><span class="failed">' in page
    assert '<span class="vh">with a note</span>' in page
    assert '<p class="heads" aria-hidden="true">' in page


def test_no_line_of_details_begins_with_a_dot() -> None:
    html = render_hand_details((HandDetail("Called: XIX"), HandDetail("Trull", MADE)))

    assert html.startswith('<small class="gist">Called: XIX\N{NO-BREAK SPACE}· <span class="made">')


def test_running_totals_are_a_table_and_a_curve(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), a_hand(house), a_hand(house))

    page = read_page(anna, session, "running")

    assert "Three with Csaba" in page
    figures = tree_of(page).xpath("//td//text()[normalize-space()]")
    assert {"+3", "−2"} <= {one.strip() for one in figures}
    assert 'class="chart"' in page
    assert reverse("club:running", args=[session.club.slug, session.id]) in read_page(anna, session)


def test_curve_is_beside_the_list(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))
    page = read_page(anna, session)
    curve = reverse("club:running", args=[session.club.slug, session.id])
    beside = tree_of(page).xpath("//aside[@class='beside']")[0]

    assert beside.xpath(".//a/@href") == [curve], "without script the way to it"
    assert beside.xpath(".//@hx-get") == [curve]
    assert 'class="chart"' not in page, "no phone carries what only a desk shows"
    part = anna.get(curve, headers={"hx-request": "true"}).content.decode()
    assert 'class="chart"' in part
    assert "<table" not in part
    assert "<main" not in part


def test_a_newcomer_has_no_total_before_the_first_hand(
    anna: Client, house: House, session: Session
) -> None:
    join = {"type": "join", "player": house.players["Cili"], "after": house.players["Dóra"]}
    recorded(house, session, a_hand(house), join)

    running = lay_out_sheet(load_sheet(session)).running

    assert running.rows[0].totals[running.names.index("Cili")] is None


def test_no_running_totals_of_an_empty_sheet(anna: Client, session: Session) -> None:
    assert "No hand yet" in read_page(anna, session, "running")


def test_strangers_find_no_running_totals(client: Client, session: Session) -> None:
    client.force_login(create_denes())

    url = reverse("club:running", args=[session.club.slug, session.id])
    assert client.get(url).status_code == 404


def test_the_session_before_and_the_one_after_lead_on(
    anna: Client, house: House, session: Session
) -> None:
    day = date.fromisoformat(DAY)
    before = a_session(house, date=str(day - timedelta(days=7)))
    after = a_session(house, date=str(day + timedelta(days=1)))

    page = read_page(anna, session)

    for other in (before, after):
        assert f'href="{reverse("club:sheet", args=[other.club.slug, other.id])}"' in page
    assert 'class="leads-on"' in page


def test_neighbouring_sessions_are_read_without_their_rules(session: Session) -> None:
    with CaptureQueriesContext(connection) as queries:
        find_neighbouring_sessions(session)

    assert len(queries) == 2
    assert not any("rules" in query["sql"] for query in queries)
