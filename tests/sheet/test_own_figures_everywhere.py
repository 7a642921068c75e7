"""A figure of the club itself is called as its people typed it, on every page and in every file."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.core.own_figures import read_own_figures
from support.club_factories import END, House, a_form, a_hand, a_session, recorded
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Session
from tarokk_club.club.paper.queries.papers import build_print_sheet
from tarokk_club.club.paper.usecases import record_paper_sheet
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.session.usecases.sessions import change_session

OWN = [
    {"key": "pheasant", "name": "Fácán & co", "silent": 10, "announced": 20},
    {"key": "hat", "name": "Kalap", "silent": 3, "announced": None},
]
NAMES = ("Fácán &amp; co", "Kalap")
OF_SESSION = (
    *("sheet", "history", "session_rules", "paper", "settings", "closing", "session_what_if"),
    *("hands_file", "ledger_file", "document_file", "hand_new"),
)


@pytest.fixture
def session(house: House) -> Session:
    """A session in which both figures happened, one announced with kontra."""
    session = a_session(house, rules={"own_figures": OWN})
    said = {"figure": "own:pheasant", "by": house.players["Béla"], "kontra": 1, "made": False}
    recorded(house, session, a_hand(house, announced=[said], own={"own:hat": "declarer"}))
    return session


def text_at(client: Client, name: str, *args: Any) -> str:
    """What a page or file says; a file may be streamed."""
    answer = client.get(reverse(f"club:{name}", args=args))
    assert answer.status_code == 200, name
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return str(body.decode("utf-8", "replace"))


@pytest.mark.parametrize("name", OF_SESSION)
def test_every_page_of_the_session_calls_it_by_its_name(
    client: Client, house: House, session: Session, name: str
) -> None:
    client.force_login(house.anna)

    text = text_at(client, name, house.club.slug, session.id)

    assert ">own:" not in text and "fig.own" not in text
    if name in ("session_rules", "ledger_file", "document_file", "hand_new"):
        assert "Fácán" in text and "Kalap" in text


def test_the_hand_is_explained_with_it(client: Client, house: House, session: Session) -> None:
    client.force_login(house.anna)
    entry = session.entries.get()

    text = text_at(client, "hand", house.club.slug, session.id, entry.id)

    assert all(name in text for name in NAMES)


@pytest.mark.parametrize("name", ["records", "career"])
def test_statistics_call_it_by_its_name(
    client: Client, house: House, session: Session, name: str
) -> None:
    recorded(house, session, END)
    client.force_login(house.anna)
    args = [house.players["Anna"]] if name == "career" else []

    text = text_at(client, name, house.club.slug, *args)

    assert "own:" not in text and "Kalap" in text


def test_typed_sheet_explains_how_to_write_each_figure(
    client: Client, house: House, session: Session
) -> None:
    client.force_login(house.anna)

    answer = client.get(reverse("club:paper_entry", args=[house.club.slug, session.id]))

    words = {row.meaning: row.code for row in answer.context["shorthand_words"]}
    assert words["Fácán & co"] == "!own@pheasant:A+  own@pheasant+"
    assert words["Kalap"] == "own@hat+"
    assert not any("@name" in code for code in words.values())


def test_printed_sheet_explains_each_own_figure_and_its_value(
    client: Client, house: House, session: Session
) -> None:
    client.force_login(house.anna)

    text = text_at(client, "paper", house.club.slug, session.id)

    assert "Fácán &amp; co 10 / 20, Kalap 3 / –" in text
    assert "<bdi>own@hat+</bdi> <b><bdi>Kalap</bdi></b>" in text
    assert "&#x27;key&#x27;" not in text


def test_a_typed_line_with_both_is_saved_and_printed_again(
    client: Client, house: House, session: Session
) -> None:
    line = "B 2 D XX 44 !own@pheasant:A*2+ own@hat-"
    record_paper_sheet(session_id=session.id, form=a_form(house.anna), lines=line)

    session.refresh_from_db()
    assert "!own@pheasant:A*2+" in build_print_sheet(session).rows[-1].line
    assert "own@hat-" in build_print_sheet(session).rows[-1].line


def changed_figures(house: House, session: Session, figures: list[dict[str, Any]]) -> None:
    """The session as if it had begun with these figures."""
    session.refresh_from_db()
    head = load_session_outcome(session).head
    rules = replace(head.rules, own_figures=read_own_figures(figures)[0])
    form = a_form(house.anna, version=session.version)
    change_session(session_id=session.id, form=form, head=replace(head, rules=rules))


def test_the_history_names_them_when_the_rules_change(client: Client, house: House) -> None:
    session = a_session(house, rules={"own_figures": OWN})
    changed_figures(house, session, [{**OWN[0], "silent": 12, "name": "Fácán"}])
    client.force_login(house.anna)

    text = text_at(client, "history", house.club.slug, session.id)

    assert "Fácán 12 / 20" in text and "&#x27;key&#x27;" not in text
    # Who is gone from the rules has left only the key.
    assert "hat 3 / –" in text


def test_renaming_a_figure_is_a_change(house: House, session: Session) -> None:
    changed_figures(house, session, [OWN[0], {**OWN[1], "name": "Sapka"}])

    session.refresh_from_db()
    assert [one["name"] for one in session.rules["own_figures"]] == ["Fácán & co", "Sapka"]
    assert list(iter_findings()) == []
