"""Tables without a phone: typed totals and typed paper sheets, each marked as such."""

import re
from dataclasses import replace
from html import unescape
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import PASSED_OUT, House, a_form, a_head, a_user, codes, recorded
from support.club_web import text_of
from support.tournament_tables import a_tournament, begun, close_with_points, read_fields
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.formatting.numbers_and_dates import format_integer
from tarokk_club.club.models import Balance, Entry, Role, Session, Tournament
from tarokk_club.club.paper.usecases import record_paper_sheet
from tarokk_club.club.session.queries.sessions.final_results import is_result_final
from tarokk_club.club.session.queries.sessions.table_origins import TableOrigin, load_table_origin
from tarokk_club.club.session.usecases.events import correct_event, delete_event
from tarokk_club.club.session.usecases.sessions import reopen_session
from tarokk_club.club.tournaments.queries.standing import TableState, load_standing
from tarokk_club.club.tournaments.usecases.tables import end_table_with_totals
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError


def typed(house: House, session: Session, *points: int, note: str = "") -> None:
    """Let Anna type these totals, in the order of the seats."""
    totals = dict(zip(map(str, session.seats), points, strict=True))
    end_table_with_totals(session_id=session.id, form=a_form(house.anna), totals=totals, note=note)


def held(session: Session) -> list[int]:
    rows = dict(Balance.objects.filter(session=session).values_list("player_id", "points"))
    return [rows[UUID(str(seat))] for seat in session.seats]


def test_typed_totals_end_the_table_and_count(house: House) -> None:
    tournament = a_tournament(house, 4, rounds=1)
    (session,) = begun(house, tournament)

    typed(house, session, 9, 1, -3, -7)

    assert held(session) == [9, 1, -3, -7]
    standing = load_standing(tournament)
    (table,) = standing.rounds[0].tables
    assert (table.state, table.origin) == (TableState.DONE, TableOrigin.TOTALS)
    assert [row.total.worth for row in standing.results] == [10, 8, 6, 4]
    assert is_result_final(tournament) and standing.final
    assert not standing.rounds[0].is_untouched
    assert Entry.objects.filter(session=session).order_by("position")[0].note
    assert list(iter_findings()) == []


@pytest.mark.parametrize("game", ["danish", "romanian", "taper", "illustrated"])
def test_typed_totals_work_in_every_game(house: House, game: str) -> None:
    three = {"players": house.ids("Anna", "Béla", "Csaba"), "dealer": house.players["Anna"]}
    few = three if game in {"danish", "taper"} else {}
    head = a_head(house, game=game, rules={}, **few)
    (session, *_more) = begun(house, a_tournament(house, 4, head=head))
    points = (9, 1, -3, -7) if len(session.seats) == 4 else (9, 1, -10)

    typed(house, session, *points)

    assert held(session) == list(points)
    assert list(iter_findings()) == []


def test_all_totals_can_be_zero(house: House) -> None:
    (session,) = begun(house, a_tournament(house, 4))

    typed(house, session, 0, 0, 0, 0)

    assert load_standing(Tournament.objects.get()).results[0].total.worth == 7


def test_typed_totals_complete_a_partly_entered_table(house: House) -> None:
    (session,) = begun(house, a_tournament(house, 4, turns=2))
    adjust = {"type": "adjust", "points": {str(session.seats[0]): 5, str(session.seats[1]): -5}}
    recorded(house, session, PASSED_OUT, adjust | {"note": "eddig"})

    typed(house, session, 9, 1, -3, -7, note="A 3. asztal papírjáról")

    assert held(session) == [9, 1, -3, -7]
    assert load_table_origin(session.id) == TableOrigin.TOTALS


@pytest.mark.parametrize(
    ("points", "code"), [((9, 1, -3, -6), "totals_not_zero"), ((9, 1, -10), "totals_of_others")]
)
def test_refuses_totals_that_do_not_add_up(
    house: House, points: tuple[int, ...], code: str
) -> None:
    (session,) = begun(house, a_tournament(house, 4))
    totals = dict(zip(map(str, session.seats), points, strict=False))

    with pytest.raises(RefusedError) as caught:
        end_table_with_totals(session_id=session.id, form=a_form(house.anna), totals=totals)

    assert codes(caught) == [("", code)]
    assert not Entry.objects.filter(session=session).exists()


def test_a_closed_table_and_one_of_no_tournament_take_none(house: House, session: Session) -> None:
    (table,) = begun(house, a_tournament(house, 4))
    close_with_points(house, table, 9, 1, -3, -7)
    for one, code in ((table, "totals_of_closed"), (session, "no_tournament_table")):
        with pytest.raises(RefusedError) as caught:
            typed(house, one, 9, 1, -3, -7)
        assert codes(caught) == [("", code)]


def test_scorers_cannot_type_totals(house: House) -> None:
    (session,) = begun(house, a_tournament(house, 4))
    feri = a_user("feri", club=house.club, roles=(Role.SCORER,))

    with pytest.raises(ForbiddenError):
        end_table_with_totals(session_id=session.id, form=a_form(feri), totals={})


def test_distinguishes_a_paper_sheet_from_other_origins(house: House) -> None:
    tournament = a_tournament(house, 8, turns=2)
    paper, phone = begun(house, tournament)
    record_paper_sheet(session_id=paper.id, form=a_form(house.anna), lines="pass\npass")
    recorded(house, phone, PASSED_OUT)

    origins = [table.origin for table in load_standing(tournament).rounds[0].tables]

    assert origins == [TableOrigin.PAPER, TableOrigin.TABLE]


def test_correction_keeps_the_origin_of_a_table(house: House) -> None:
    (session,) = begun(house, a_tournament(house, 4))
    typed(house, session, 9, 1, -3, -7)
    entry = session.entries.order_by("position")[0]
    form = replace(a_form(house.anna), reason="elírás")
    points = dict(zip(map(str, session.seats), (8, 2, -3, -7), strict=True))
    raw = {"type": "adjust", "points": points, "note": "javítva"}

    correct_event(session_id=session.id, form=form, entry_id=entry.id, raw=raw)
    assert load_table_origin(session.id) == TableOrigin.TOTALS

    reopen_session(session_id=session.id, form=a_form(house.anna))
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id)
    assert load_table_origin(session.id) == TableOrigin.TABLE
    assert session.changes.filter(action="totals").exists()


def test_typed_totals_are_marked_on_every_page(house: House, client: Client) -> None:
    client.force_login(house.anna)
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    url = [house.club.slug, tournament.id]
    address = reverse("club:tournament_table", args=[*url, session.id])
    assert address in text_of(client.get(reverse("club:tournament", args=url)))
    one, other = (f"points_{seat}" for seat in session.seats[:2])
    fields = read_fields(client.get(address), "totals") | {one: "12", other: "−10"}

    refused = client.post(address, fields)
    assert refused.status_code == 422
    assert "The totals add up to 2, not to 0." in text_of(refused)
    assert client.post(address, fields | {other: "12-"}).status_code == 302

    said = "Totals typed by the organiser"
    for page in ("tournament", "tournament_rounds_file"):
        assert said in text_of(client.get(reverse(f"club:{page}", args=url)))
    sheet = client.get(reverse("club:sheet", args=[house.club.slug, session.id]))
    assert said in text_of(sheet)
    told = client.get(reverse("club:tournament_json_file", args=url)).json()
    assert told["rounds"][0]["tables"][0]["origin"] == "totals"
    assert "This table is closed" in text_of(client.get(address))


def test_the_evening_shows_the_origin_of_each_table(
    house: House, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    by_totals, by_sheet, by_hand = begun(house, a_tournament(house, 12))
    typed(house, by_totals, 9, 1, -3, -7)
    record_paper_sheet(session_id=by_sheet.id, form=a_form(house.anna), lines="pass\npass")
    close_with_points(house, by_hand, 9, 1, -3, -7)
    client.force_login(house.anna)
    url = reverse("club:played_evening", args=[house.club.slug, by_hand.date])

    with django_assert_max_num_queries(9):
        shown = text_of(client.get(url))

    rows = re.findall(r"<b>Paskievics tarokk</b>\s*<small>(.*?)</small>", shown, re.DOTALL)
    assert [" ".join(unescape(row).split()).partition("</bdi> · ")[2] for row in rows] == [
        "Totals typed by the organiser",
        "2 hands · Typed from its paper sheet",
        "1 hand",
    ]
    content = shown.partition("<main")[2].partition("</main>")[0]
    assert "18 Nov" not in content
    listed = text_of(client.get(reverse("club:session_list", args=[house.club.slug])))
    assert "Totals typed by the organiser" in listed and "0 hands" not in listed


def test_table_of_another_tournament_returns_404(house: House, client: Client) -> None:
    client.force_login(house.anna)
    one, other = a_tournament(house, 4), a_tournament(house, 4, name="Másik")
    (session,) = begun(house, other)

    address = reverse("club:tournament_table", args=[house.club.slug, one.id, session.id])

    assert client.get(address).status_code == 404


def test_empty_form_does_not_close_the_table(client: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    client.force_login(house.anna)
    address = reverse("club:tournament_table", args=[house.club.slug, tournament.id, session.id])
    form = read_fields(client.get(address), "totals")

    answer = client.post(address, form)

    assert answer.status_code == 422
    assert "Type the totals; who has won and lost nothing has 0." in text_of(answer)
    assert not Session.objects.get(pk=session.pk).closed
    first = next(name for name in form if name.startswith("points_"))
    odd = text_of(client.post(address, form | {first: "-12"}))
    assert f"The totals add up to {format_integer(-12)}, not to 0." in odd
    nothing = dict.fromkeys((name for name in form if name.startswith("points_")), "0")
    assert client.post(address, form | nothing).status_code == 302
