"""The readers of files take steps in proportion to what they read, whatever repeats in it."""

import json
import sys
from collections.abc import Callable
from datetime import date
from types import FrameType
from typing import Any

import pytest

from support.bank_statements import read_titled_statement
from support.catalogue import row
from tarokk_club.club.money.camt import read_camt
from tarokk_club.club.money.other_books import read_other_book
from tarokk_club.club.transfer.totals import read_totals_table
from tarokk_club.club.transfer.usecases.session_documents import read_incoming_document

pytestmark = row("S86")

SIZE = 40


def camt(entries: str) -> bytes:
    statement = f"<Stmt><Acct><Id><IBAN>HU42</IBAN></Id></Acct>{entries}</Stmt>"
    return f"<Document><BkToCstmrStmt>{statement}</BkToCstmrStmt></Document>".encode()


def entry(count: int, *, references: int = 1) -> str:
    """An entry of the bank with payments, or with references of its own."""
    payer = "<RltdPties><Dbtr><Nm>A</Nm></Dbtr></RltdPties>"
    payment = f'<NtryDtls><TxDtls><Amt Ccy="HUF">1</Amt>{payer}</TxDtls></NtryDtls>'
    return (
        f'<Ntry>{"<NtryRef>1</NtryRef>" * references}<Amt Ccy="HUF">{count}.00</Amt>'
        "<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>"
        f"{payment * count}</Ntry>"
    )


def rows(head: str, line: str, count: int) -> bytes:
    return "\n".join([head, *(line.format(n) for n in range(count))]).encode()


def names(count: int) -> list[str]:
    return [f"N{n}" for n in range(count)]


def splitwise(count: int) -> bytes:
    head = "Date,Description,Category,Cost,Currency,A,B"
    return rows(head, "2026-11-20,Dinner {0},Food,2.00,EUR,1.00,-1.00", count)


def bills(payers: int, count: int) -> bytes:
    """Bills of ihatemoney, each owed by everybody."""
    bill = {"what": "x", "payer_name": "N0", "payer_weight": 1, "amount": 1, "owers": names(payers)}
    return json.dumps([{**bill, "currency": "EUR"}] * count).encode()


def cospend(count: int) -> bytes:
    head = "what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers"
    return rows(head, 'x{0},2.00,2026-11-20,1,N0,1,1,"N0,N{0}"', count)


def totals(count: int) -> bytes:
    return rows("Day,Anna,Bo,Csaba,Dan", "2026-11-20,{0},-{0},0,0", count)


def sheet(count: int) -> bytes:
    """Hands of tarock-sheet."""
    players = [{"id": f"{n}", "name": f"N{n}"} for n in range(4)]
    hand = {f"{n}": 0 for n in range(4)}
    return json.dumps({"players": players, "gameScoreList": [hand] * count}).encode()


def document(count: int) -> bytes:
    bid = {"declarer": "Anna", "partner": "Csaba", "called": "XX", "bid": "three"}
    hand = {"type": "hand", **bid, "declarer_points": 50}
    head: dict[str, Any] = {"format": "tarokk-session", "version": 1, "game": "paskievics"}
    players = ["Anna", "Béla", "Csaba", "Dóra"]
    told = {**head, "players": players, "dealer": "Dóra", "events": [hand] * count}
    return json.dumps(told).encode()


Read = Callable[[bytes], object]


def bank(data: bytes) -> object:
    return read_titled_statement(data, "HUF")


def openings(data: bytes) -> object:
    return read_other_book(data, currency="EUR")


def incoming(data: bytes) -> object:
    return read_incoming_document(data, today=date(2026, 11, 28))


FILES: dict[str, tuple[Read, Callable[[int], bytes]]] = {
    "entries of the bank": (read_camt, lambda n: camt(entry(1) * n)),
    "payments of an entry": (read_camt, lambda n: camt(entry(n))),
    "references of an entry": (read_camt, lambda n: camt(entry(n, references=n))),
    "a table of the bank": (
        bank,
        lambda n: rows("Date,Amount,Name,Text,Currency", "2026-11-20,{0}.00,A,x,HUF", n),
    ),
    "blank lines of the bank": (
        bank,
        lambda n: rows("Date,Amount,Name,Text", "2026-11-20,1,A,x" + ",\n" * n, 2),
    ),
    "bills of Splitwise": (openings, splitwise),
    "bills of ihatemoney": (openings, lambda n: bills(4, n)),
    "owers of a bill": (openings, lambda n: bills(n, 3)),
    "bills of Cospend": (openings, cospend),
    "balances": (openings, lambda n: rows("Name,Balance", "N{0},0.00", n)),
    "evenings": (read_totals_table, totals),
    "hands of tarock-sheet": (read_totals_table, sheet),
    "hands of a document": (incoming, document),
}


def steps(read: Read, data: bytes) -> int:
    """The instructions of Python that reading takes."""
    count = 0

    def trace(frame: FrameType, event: str, _value: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(data)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("kind", FILES)
def test_twice_the_file_takes_twice_the_steps(kind: str) -> None:
    read, make = FILES[kind]
    # The first reading fills caches and imports what is imported late.
    steps(read, make(SIZE))

    first, second, third = (steps(read, make(SIZE * factor)) for factor in (1, 2, 4))

    # What does not grow with the file cancels out.
    assert second - first > SIZE
    assert third - second <= 2.2 * (second - first)
