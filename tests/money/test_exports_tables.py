"""The tables a treasurer takes away: every number, in the reader's own marks."""

import csv
import io
import json
from typing import Any

import pytest
from django.utils import translation

from support.club_evenings import (
    EXAMPLES,
    PASSED,
    adjustment,
    an_empty_club,
    as_bytes,
    document,
    import_document,
)
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Session
from tarokk_club.club.money.exports.session_settlement import build_session_settlement_table
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.tables import build_hands_csv, build_ledger_csv
from tarokk_club.club.statistics.exports import build_standings_table
from tarokk_club.club.statistics.queries.standings import load_club_standings
from tarokk_club.club.tables.spreadsheet_csv import COMMA, POINT, Dialect

pytestmark = pytest.mark.django_db
HUF = {"currency": "HUF", "per_point": "10"}
EUR = {"currency": "EUR", "per_point": "0.05"}


def _example(name: str) -> dict[str, Any]:
    path = next(path for path in EXAMPLES if path.stem == name)
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def _session(*events: Any, **changes: Any) -> Session:
    return import_document(an_empty_club(), as_bytes(document(*events, **changes)))


def _ended(*events: Any, **changes: Any) -> Session:
    """Nothing is to be paid as long as a session is played."""
    session = _session(*events, **changes)
    session.closed = True
    session.save()
    return session


def _rows(content: bytes, dialect: Dialect = POINT) -> list[dict[str, str]]:
    text = io.StringIO(content.decode("utf-8-sig"), newline="")
    return list(csv.DictReader(text, delimiter=dialect.separator))


def _hands(session: Session) -> list[dict[str, str]]:
    whole = load_session_outcome(session)
    return _rows(build_hands_csv(whole, POINT))


def _ledger(session: Session) -> list[dict[str, str]]:
    whole = load_session_outcome(session)
    return _rows(build_ledger_csv(whole, ClubWords(whole.names), POINT))


def test_the_table_of_a_settlement_is_written_as_csv() -> None:
    session = _ended(adjustment("x", Anna=30, Béla=-30, Csaba=5, Dóra=-5), stake=HUF)

    written = (
        build_session_settlement_table(load_session_settlement(session))
        .build_csv(COMMA)
        .decode("utf-8-sig")
    )

    assert written.replace('"', "").splitlines() == [
        "Row;Player;Pays to;Hands;Points;Amount;To be paid;Currency",
        "Result;Anna;;0;30;300;300;HUF",
        "Result;Csaba;;0;5;50;50;HUF",
        "Result;Dóra;;0;-5;-50;-50;HUF",
        "Result;Béla;;0;-30;-300;-300;HUF",
        "Sum of the results;;;;0;0;0;HUF",
        "Transfer;Béla;Anna;;;300;300;HUF",
        "Transfer;Dóra;Csaba;;;50;50;HUF",
        "Sum of the transfers;;;;;350;350;HUF",
    ]


def test_the_settlement_in_cents_and_with_a_decimal_comma() -> None:
    session = _ended(adjustment("x", Anna=1, Béla=-1), stake=EUR)

    amounts = [
        row["Amount"]
        for row in _rows(
            build_session_settlement_table(load_session_settlement(session)).build_csv(COMMA), COMMA
        )
    ]

    assert amounts == ["0,05", "0,00", "0,00", "-0,05", "0,00", "0,05", "0,05"]


def test_without_a_stake_the_transfers_are_in_points() -> None:
    session = _ended(adjustment("x", Anna=7, Béla=-7))

    *_results, last, total = _rows(
        build_session_settlement_table(load_session_settlement(session)).build_csv(POINT)
    )

    assert (total["Row"], total["Points"]) == ("Sum of the transfers", "7")
    assert (last["Player"], last["Pays to"], last["Points"]) == ("Béla", "Anna", "7")
    assert last["Amount"] == last["Currency"] == ""


def test_as_long_as_the_pots_hold_something_nothing_is_to_be_paid() -> None:
    raw = _example("danish-evening")["document"]
    raw["events"] = raw["events"][:2]
    found = load_session_settlement(import_document(an_empty_club(), as_bytes(raw)))

    rows = _rows(build_session_settlement_table(found).build_csv(POINT))

    assert found.in_pots > 0
    assert [row["Points"] for row in rows if row["Row"] == "In the pots"] == [str(found.in_pots)]
    assert sum(int(row["Points"]) for row in rows) == 0
    assert found.payments == ()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_hands_and_ledger_add_up_to_the_balances(path: Any) -> None:
    example = _example(path.stem)
    session = import_document(an_empty_club(), as_bytes(example["document"]))
    balances = example["expect"]["balances"]

    hands, ledger = _hands(session), _ledger(session)

    for name, points in balances.items():
        assert sum(int(row[name] or 0) for row in hands) == points
        mine = [int(row["Points"]) for row in ledger if row["Account"] == name]
        assert sum(mine) == points
    assert sum(int(row["Points"]) for row in ledger) == 0


def test_hands_are_one_row_each() -> None:
    example = _example("danish-evening")
    session = import_document(an_empty_club(), as_bytes(example["document"]))

    rows = [row for row in _hands(session) if row["Hand"]]

    wanted = example["expect"]["hands"]
    assert [int(row["Hand"]) for row in rows] == list(range(1, len(wanted) + 1))
    assert [row["Dealer"] for row in rows] == [hand["dealer"] for hand in wanted]
    for row, hand in zip(rows, wanted, strict=True):
        assert {name: int(row[name]) for name in hand["net"]} == hand["net"]


def test_ledger_gives_the_reason_in_a_sentence() -> None:
    session = _session(adjustment("=lost bet", Anna=7, Béla=-7))

    rows = _ledger(session)

    assert [(row["Account"], row["Points"]) for row in rows] == [("Anna", "7"), ("Béla", "-7")]
    assert {row["Reason"] for row in rows} == {"Agreed at the table: =lost bet"}


def test_a_formula_in_a_note_or_name_is_only_text() -> None:
    names = ["=A1", "@sum", "+plus", "-minus"]
    event = {"type": "adjust", "points": {"=A1": -3, "-minus": 3}, "note": "=HYPERLINK()"}
    session = _session(event, players=names, dealer="=A1")

    (row,) = _hands(session)
    accounts = [posting["Account"] for posting in _ledger(session)]

    assert {key for key in row if key.startswith("'")} == {"'=A1", "'@sum", "'+plus", "'-minus"}
    assert (row["'=A1"], row["'-minus"], row["Note"]) == ("-3", "3", "'=HYPERLINK()")
    assert accounts == ["'=A1", "'-minus"]


def test_headers_and_reasons_follow_the_reader() -> None:
    session = _session(PASSED)

    with translation.override("hu"):
        written = build_session_settlement_table(load_session_settlement(session)).build_csv(COMMA)

    assert len(written.splitlines()[0].split(b";")) == 8


def test_standings_put_all_games_together_and_each_by_itself() -> None:
    club = an_empty_club()
    import_document(club, as_bytes(document(adjustment("x", Anna=7, Béla=-7), stake=HUF)))
    import_document(club, as_bytes(document(adjustment("x", Anna=1, Csaba=-1), stake=EUR)))

    rows = _rows(build_standings_table(load_club_standings(club)).build_csv(POINT))

    first = rows[0]
    assert (first["Place"], first["Player"], first["Points"]) == ("1", "Anna", "8")
    assert (first["HUF"], first["EUR"]) == ("70", "0.05")
    assert {row["Game"] for row in rows} == {"All games", "Paskievics tarokk"}


def test_standings_of_several_games_together_have_money_and_no_points() -> None:
    club = an_empty_club()
    for game in ("paskievics", "illustrated"):
        import_document(
            club, as_bytes(document(adjustment("x", Anna=7, Béla=-7), stake=HUF, game=game))
        )

    rows = _rows(build_standings_table(load_club_standings(club)).build_csv(POINT))

    annas = [row for row in rows if row["Player"] == "Anna"]
    assert [(row["Game"], row["Points"], row["HUF"]) for row in annas] == [
        ("All games", "", "140"),
        ("Illustrated tarokk", "7", "70"),
        ("Paskievics tarokk", "7", "70"),
    ]
