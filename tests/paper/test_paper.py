"""Printed sheets can be typed in again, and typed sheets are checked first."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from scoring.core.problem import RefusedError
from support.catalogue import row
from support.club_evenings import EXAMPLES, an_empty_club, import_document
from support.club_factories import DAY, House, a_form, a_hand, a_session, codes, recorded
from support.club_web import form_in, send, session_url, text_of
from support.page_reader import rows_of
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Session, User
from tarokk_club.club.paper.forms import MOST_ROWS
from tarokk_club.club.paper.queries.paper_reading import read_paper_sheet
from tarokk_club.club.paper.queries.papers import build_print_sheet
from tarokk_club.club.paper.usecases import record_paper_sheet
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.session.usecases.sessions import bin_session, start_session
from tarokk_club.club.writing.errors import StaleError

GOOD = "A 3 C XX 52 tr+\r\n\r\n# szünet\r\npass\r\n3. B 2 D XX 44 !pu:B*1 pu:B-\r\njoin Cili B"


def saved(session: Session, lines: str, **form: Any) -> None:
    """The lines recorded by the operator."""
    record_paper_sheet(session_id=session.id, form=a_form(**form), lines=lines)
    session.refresh_from_db()


def checked(client: Client, session: Session, lines: str) -> Any:
    """Post the typed lines; return the page with their results."""
    return send(client, session_url(session, "paper_entry"), lines=lines)


def confirm(client: Client, session: Session, shown: Any, **changes: str) -> Any:
    """Send the shown page on with its button that saves."""
    form = form_in(shown, session_url(session, "paper_entry"))
    return client.post(form.action, {**form.sent, "confirm": shown.context["mark"], **changes})


@row("U30")
@pytest.mark.django_db
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_a_printed_evening_can_be_typed_in_again(example: Path) -> None:
    raw = json.loads(example.read_text())
    club = an_empty_club()
    first = import_document(club, json.dumps(raw.get("document", raw)).encode())
    printed = build_print_sheet(first)

    head = load_session_outcome(first).head
    second = start_session(club_id=club.id, form=a_form(), head=head)
    saved(second, "\n".join(row.line for row in printed.rows))

    records = [
        list(one.entries.order_by("position").values_list("record", "note"))
        for one in (first, second)
    ]
    assert records[0] == records[1]
    again = build_print_sheet(second)
    assert [row.cells for row in again.rows] == [row.cells for row in printed.rows]
    assert again.totals == printed.totals
    assert printed.control_sum == 0
    assert list(iter_findings()) == []


@row("U30")
@pytest.mark.django_db
def test_the_sheet_shows_rows_sums_and_fingerprint(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), {"type": "hand", "outcome": "passed_out"})

    answer = anna.get(session_url(session, "paper"))
    text = text_of(answer)

    head = session.changes.order_by("-seq")[0].hash
    assert head in text
    assert f"{head[:4]} {head[4:8]} {head[8:12]} {head[12:16]}" in text
    lines = [row.line for row in answer.context["paper"].rows]
    assert lines[0].startswith("A 3 C ")
    assert lines[1] == "pass"
    assert all(f"<bdi>{line}</bdi>" in text for line in lines)
    assert "Sum of all accounts: 0" in text
    assert "Seats: Anna – Béla – Csaba – Dóra. First dealer: Dóra." in text
    words, _sheet, retyping = text.partition("To type it in again")
    assert "Anna · Three with Csaba" in words and lines[0] not in words
    assert all(f"<bdi>{line}</bdi>" in retyping for line in lines)
    assert "<svg" in text


@pytest.mark.django_db
def test_the_sheet_costs_few_queries(
    anna: Client,
    house: House,
    session: Session,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, *[a_hand(house)] * 8)

    with django_assert_max_num_queries(8):
        anna.get(session_url(session, "paper"))


@row("U30")
@pytest.mark.django_db
def test_shows_good_lines_before_saving_them_once(
    anna: Client, house: House, session: Session
) -> None:
    shown = checked(anna, session, GOOD)

    assert shown.status_code == 200
    assert "Every line is good." in text_of(shown)
    assert "Save 3 hands" in text_of(shown)
    assert shown.context["reading"].totals[0] == 1 + 1 + 2 * 22
    assert not session.entries.exists()

    first = confirm(anna, session, shown)
    twice = confirm(anna, session, shown)

    assert first.status_code == twice.status_code == 302
    session.refresh_from_db()
    assert [entry.record["type"] for entry in session.entries.order_by("position")] == [
        "hand",
        "hand",
        "hand",
        "join",
    ]
    assert session.hands_count == 3
    assert session.version == 5
    assert list(iter_findings()) == []


@row("U30")
@pytest.mark.django_db
def test_a_wrong_line_is_named_and_nothing_is_saved_or_lost(anna: Client, session: Session) -> None:
    lines = "A 3 C XX 52 tr+\r\nA 3 X 50\r\nB 2 D 4 trull+\r\nB 2 D 40 zz"

    shown = checked(anna, session, lines)

    text = text_of(shown)
    assert shown.status_code == 422
    assert "Line 2, character 5" in text
    assert "Nobody is called “X”; there are: A, B, C, D." in text
    assert "Line 4, character 10" in text
    assert form_in(shown, session_url(session, "paper_entry")).sent["lines"] == lines
    # Lines above the fault are played, lines below it only read.
    assert [bool(line.cells) for line in shown.context["reading"].lines] == [
        True,
        False,
        False,
        False,
    ]
    assert not session.entries.exists()

    forced = confirm(anna, session, shown)
    assert forced.status_code == 422
    assert not session.entries.exists()


@pytest.mark.django_db
def test_shows_a_fault_of_the_cards_at_its_place_in_the_line(session: Session) -> None:
    (line,) = read_paper_sheet(session, "A 3 C 4 tr+").lines

    assert [fault.column for fault in line.faults] == [9]
    assert line.faults[0].good == "A 3 C 4 "
    assert line.faults[0].bad == "tr+"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "line", "told"),
    [
        ("paskievics", "A 3 B", "The result is missing"),
        ("paskievics", "adjust A=3 B=-3", "The reason is missing"),
        ("romanian", "A d2 B h", "The result is missing"),
        ("danish", "t10:A u:A", "The card points of each player are missing"),
        ("danish", "t10:A A=30 B=22 C=26", "Who took the last trick is missing"),
    ],
)
def test_a_line_reports_its_fault(house: House, game: str, line: str, told: str) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", *([] if game == "danish" else ["Dóra"]))
    session = a_session(house, game=game, rules={}, players=seats, dealer=seats[0])

    (wrong,) = read_paper_sheet(session, line).lines

    assert [fault.sentence for fault in wrong.faults if told in fault.sentence]


def test_lines_changed_after_the_look_are_looked_at_again(anna: Client, session: Session) -> None:
    shown = checked(anna, session, "pass")

    again = confirm(anna, session, shown, lines="A 3 C 52")

    assert again.status_code == 200
    assert "Every line is good." in text_of(again)
    assert not session.entries.exists()


@pytest.mark.django_db
def test_remarks_without_hands_are_no_sheet(anna: Client, session: Session) -> None:
    shown = checked(anna, session, "# nothing\r\n\r\n")

    assert shown.status_code == 422
    assert "None of these lines says anything yet." in text_of(shown)


@pytest.mark.django_db
def test_sheet_continues_after_the_recorded_hands(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))

    saved(session, "pass\nA 3 C 52", by=house.anna)

    assert [entry.position for entry in session.entries.order_by("position")] == [1, 2, 3]
    assert list(iter_findings()) == []
    # No whole session came in by it, so the history does not say so.
    labels = [change.label for change in session.changes.order_by("seq")]
    assert labels == ["Session started", "Recorded", *["Imported from paper or a file"] * 2]


@pytest.mark.django_db
def test_an_old_page_saves_no_sheet(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))

    with pytest.raises(StaleError):
        saved(session, "pass", version=1)

    assert session.entries.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("lines", ["A 3 X 52", "pass\nend\npass", "# only a remark", ""])
def test_a_faulty_sheet_is_saved_in_no_part(session: Session, lines: str) -> None:
    with pytest.raises(RefusedError) as refused:
        saved(session, lines)

    assert codes(refused) == [("lines", "sheet_faulty")]
    assert not session.entries.exists()


@pytest.mark.django_db
def test_nothing_is_typed_into_the_bin(session: Session) -> None:
    bin_session(session_id=session.id, form=a_form())

    with pytest.raises(RefusedError) as refused:
        saved(session, "pass")

    assert codes(refused) == [("", "session_binned")]


@pytest.mark.django_db
def test_only_players_of_the_club_join(house: House, session: Session) -> None:
    saved(session, "join cili A")
    (line,) = read_paper_sheet(session, "join Titkos A").lines

    assert session.entries.get().record["player"] == house.players["Cili"]
    assert [fault.column for fault in line.faults] == [6]


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["paskievics", "illustrated", "danish", "romanian", "taper"])
def test_the_screen_explains_the_shorthand_of_its_game(
    anna: Client, house: House, game: str
) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", "Dóra")[: 4 if game != "taper" else 3]
    session = a_session(house, game=game, rules={}, players=seats, dealer=seats[0], date=DAY)

    answer = anna.get(session_url(session, "paper_entry"))

    meanings = {row.meaning for row in answer.context["shorthand_words"]}
    assert {"Pagát ultimó", "Pagat ultimo"} & meanings
    assert ("Fine" in {row.meaning for row in answer.context["shorthand_lines"]}) == (
        game == "danish"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "columns", "rows"),
    [
        ({}, 4, 36),
        ({"game": "danish", "seats": "3", "rows": "20"}, 3 + 2, 20),
        ({"game": "taper", "seats": "5", "rows": "5"}, 3 + 1, 5),
    ],
)
def test_an_empty_sheet_has_the_same_columns(
    anna: Client, house: House, asked: dict[str, str], columns: int, rows: int
) -> None:
    answer = anna.get(reverse("club:blank_sheet", args=[house.club.slug]), asked)

    blank = answer.context["paper"]
    assert (len(blank.seats) + len(blank.pots), len(blank.rows)) == (columns, rows)
    assert len(rows_of(text_of(answer), "//tbody")) == rows


@pytest.mark.django_db
@pytest.mark.parametrize("asked", [{"rows": str(MOST_ROWS + 1)}, {"game": "x"}, {"seats": "9"}])
def test_no_impossible_empty_sheet(anna: Client, house: House, asked: dict[str, str]) -> None:
    answer = anna.get(reverse("club:blank_sheet", args=[house.club.slug]), asked)

    assert answer.status_code == 200
    assert "paper" not in answer.context
    assert "errorlist" in text_of(answer) or "fault" in text_of(answer)


@pytest.mark.django_db
def test_a_sheet_is_printed_and_read_in_the_language_of_its_reader(session: Session) -> None:
    saved(session, "A 3 C won\nB 2 D lost")

    with override("hu"):
        printed = [row.line for row in build_print_sheet(session).rows]
        own, english = "C 3 A nyert\nvége", "C 3 A won\nend"
        assert printed == ["A 3 C nyert", "B 2 D bukott"]
        assert read_paper_sheet(session, own).raws == read_paper_sheet(session, english).raws
        assert read_paper_sheet(session, own).is_valid
    with override("en"):
        assert [row.line for row in build_print_sheet(session).rows] == ["A 3 C won", "B 2 D lost"]
        assert read_paper_sheet(session, own).faulty_lines


@pytest.mark.django_db
def test_the_screen_lists_the_words_of_its_reader(
    anna: Client, house: House, session: Session
) -> None:
    User.objects.filter(pk=house.anna.pk).update(language="hu")
    page = text_of(anna.get(session_url(session, "paper_entry")))

    assert "<code>nyert</code>" in page
    assert "<code>won</code>" not in page
