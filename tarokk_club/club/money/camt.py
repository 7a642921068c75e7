"""ISO 20022 bank statements: CAMT.053, the intraday CAMT.052 and CAMT.054.

Files with a document type declaration are refused, so that no entity is expanded and nothing is
fetched. See docs/adr/0094-bank-statements.md for the choice of the parser.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from xml.parsers import expat

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.money.bank_lines import (
    MOST_LINES,
    BankLine,
    BankStatement,
    LineState,
    add_fingerprints,
    build_too_many_payments_error,
    read_bank_amount,
    sum_booked_lines,
)
from tarokk_club.club.tables.days import read_day

_DEEPEST = 40
# An entry of a real statement has at most eighty elements; 2,000 lines are read.
MOST_ELEMENTS = 200_000
# Identifiers that are repeated in each line are limited to this length and number; the standard
# allows 35 characters.
_LONGEST_ID, _MOST_REFERENCES = 140, 20
# Statement, intraday report, notification.
_KINDS = ("BkToCstmrStmt/Stmt", "BkToCstmrAcctRpt/Rpt", "BkToCstmrDbtCdtNtfctn/Ntfctn")
# An entry without a status is booked.
_BOOKED = ("", "BOOK")
# Sub-families of ISO bank transaction codes: returned transfers, debits and cheques.
_RETURNS = frozenset({"RRTN", "RPCR", "UPDD", "UPCQ", "PRDD"})


@dataclass(slots=True)
class _Node:
    """An XML element; its namespace is dropped, because it differs between versions of CAMT."""

    name: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    children: list[_Node] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The element's text, without the text of its children."""
        return "".join(self.parts)

    def find_all(self, path: str) -> Iterator[_Node]:
        """Yield the descendants at a path of element names."""
        first, _slash, remaining_path = path.partition("/")
        for child in self.children:
            if child.name == first:
                yield from child.find_all(remaining_path) if remaining_path else iter([child])

    def find_below(self, name: str) -> Iterator[_Node]:
        """Yield the outermost descendants with this name."""
        for child in self.children:
            yield from [child] if child.name == name else child.find_below(name)

    def find_texts(self, *paths: str) -> list[str]:
        """Return the non-empty texts at these paths, in the order of the paths."""
        texts = (
            " ".join(element.text.split()) for path in paths for element in self.find_all(path)
        )
        return [text for text in texts if text]

    def find_text(self, *paths: str) -> str:
        """Return the first non-empty text at any of the paths; "" if there is none."""
        return next(iter(self.find_texts(*paths)), "")


def read_camt(data: bytes) -> BankStatement:
    """Return all statements in the file as a single statement.

    Raise RefusedError if the file cannot be read, or has too many payments or elements.
    """
    root = _parse_tree(data)
    # The document may be in an envelope of SWIFT or of the bank.
    documents = list(root.find_below("Document"))
    statements = [
        element for document in documents for kind in _KINDS for element in document.find_all(kind)
    ]
    if not statements:
        raise _build_unreadable_error()
    lines: list[BankLine] = []
    sums: Counter[str] = Counter()
    digest_counts: Counter[str] = Counter()
    declared, accounts, gaps = 0, [], []
    for statement in statements:
        account = "".join(statement.find_text("Acct/Id/IBAN", "Acct/Id/Othr/Id").split())[
            :_LONGEST_ID
        ]
        entries = [_Entry(entry_node) for entry_node in statement.find_all("Ntry")]
        wholes = [_build_whole_line(entry) for entry in entries]
        splits = [_split_entry(*pair) for pair in zip(entries, wholes, strict=True)]
        named = [replace(line, account=account) for split in splits for line in split]
        # The pages of a statement are statements of one id.
        lines += add_fingerprints(
            named, account, statement.find_text("Id")[:_LONGEST_ID], digest_counts=digest_counts
        )
        # If the bank states its own count, that number reveals missing entries.
        stated = statement.find_text("TxsSummry/TtlNtries/NbOfNtries")
        declared += int(stated) if stated.isdecimal() and len(stated) < 10 else len(entries)
        for whole, split in zip(wholes, splits, strict=True):
            # If parts of an entry were returned, only its other parts count.
            sums.update(sum_booked_lines([whole] if whole.is_booked else split))
        gaps += _find_gap(statement, wholes)
        accounts += [account] if account and account not in accounts else []
    return BankStatement(tuple(lines), declared, dict(sums), tuple(accounts), gaps=tuple(gaps))


def _find_gap(statement: _Node, wholes: Iterable[BankLine]) -> list[tuple[str, int, int]]:
    """Return a list of at most one gap between the balances and the entries.

    A gap is the currency, the change of the balance, and the sum of the entries.
    All entries except pending ones have changed the balance, even if they were returned.
    """
    balances = list(statement.find_all("Bal"))
    opening = _find_balance(balances, "OPBD", "PRCD")
    # A file of several days may have a closing balance for each day.
    closing = _find_balance(balances[::-1], "CLBD")
    if opening is None or closing is None or opening.currency != closing.currency:
        return []
    code, change = closing.currency, closing.minor - opening.minor
    entries = sum(
        line.minor
        for line in wholes
        if line.state is not LineState.PENDING and line.currency == code
    )
    return [] if entries == change else [(code, change, entries)]


def _find_balance(balances: Iterable[_Node], *kinds: str) -> BankLine | None:
    """Return the first readable balance of these kinds as a line; None if there is none."""
    for balance in balances:
        if balance.find_text("Tp/CdOrPrtry/Cd") in kinds:
            amount = next(balance.find_all("Amt"), _Node("Amt"))
            code = amount.attributes.get("Ccy", "")
            try:
                minor = read_bank_amount(amount.text, code)
            except RefusedError:
                continue
            is_debit = balance.find_text("CdtDbtInd") == "DBIT"
            return BankLine(None, -minor if is_debit else minor, code, "", "")
    return None


def _build_unreadable_error() -> RefusedError:
    return RefusedError([Problem("bank_file_unreadable", "file")])


def _parse_tree(data: bytes) -> _Node:
    root = _Node("")
    open_nodes = [root]
    parser = expat.ParserCreate()
    count = 0
    payments = {"Ntry": 0, "TxDtls": 0}

    def begin_element(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        # Count the elements beyond the limit, but do not build them.
        if count > MOST_ELEMENTS:
            open_nodes.append(root)
            return
        node = _Node(name.rpartition(":")[2], attributes)
        if node.name in payments:
            payments[node.name] += 1
        if max(payments.values()) <= MOST_LINES:
            open_nodes[-1].children.append(node)
        open_nodes.append(node)
        if len(open_nodes) > _DEEPEST:
            raise _build_unreadable_error()

    def end_element(_name: str) -> None:
        open_nodes.pop()

    def add_text(more: str) -> None:
        open_nodes[-1].parts.append(more)

    def refuse_declaration(*_declared: Any) -> None:
        raise _build_unreadable_error()

    parser.StartElementHandler, parser.EndElementHandler = begin_element, end_element
    parser.CharacterDataHandler = add_text
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse_declaration
    parser.buffer_text = True
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise _build_unreadable_error() from error
    if (most := max(payments.values())) > MOST_LINES:
        raise build_too_many_payments_error(most)
    if count > MOST_ELEMENTS:
        values = {"highest": MOST_ELEMENTS, "count": count}
        raise RefusedError([Problem("bank_file_elements", "file", values)])
    return root


class _Entry:
    """A bank entry; the fields that its payments share are looked up only once."""

    __slots__ = ("day", "node", "parts", "references", "sign")

    def __init__(self, node: _Node) -> None:
        self.node = node
        self.parts = list(node.find_all("NtryDtls/TxDtls"))
        self.sign = node.find_text("CdtDbtInd")
        self.references = [each[:_LONGEST_ID] for each in _find_references(node)[:_MOST_REFERENCES]]
        self.day = node.find_text("BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm")


def _split_entry(entry: _Entry, whole: BankLine) -> list[BankLine]:
    """Return a line for each payment of a bank entry, or one line for the entry as a whole.

    The entry stays whole if its parts are unreadable, have another currency or do not add up to it.
    """
    parts = entry.parts
    if len(parts) < 2 or whole.state is LineState.UNREADABLE:
        return [whole]
    lines = [_build_part_line(entry, part, whole) for part in parts]
    readable = all(line.problem is None for line in lines)
    if not readable or sum(line.minor for line in lines) != whole.minor:
        return [whole]
    if {line.currency for line in lines} != {whole.currency}:
        return [whole]
    return lines


def _build_whole_line(entry: _Entry) -> BankLine:
    """Return the whole bank entry as one line."""
    node, sign, parts = entry.node, entry.sign, entry.parts
    amount = next(node.find_all("Amt"), _Node("Amt"))
    names = [name for part in parts for name in _find_names(part, sign)[:1]] or _find_names(
        node, sign
    )[:1]
    texts = [text for part in parts for text in _find_texts(part, sign)] or _find_texts(node, sign)
    texts = texts or node.find_texts("AddtlNtryInf")
    line = _build_line(entry, amount, sign, (", ".join(dict.fromkeys(names)), texts))
    references = [text for part in parts for text in _find_references(part)]
    return replace(
        line, fingerprint=" ".join([*entry.references, *references]), state=_read_state(node, line)
    )


def _build_part_line(entry: _Entry, node: _Node, whole: BankLine) -> BankLine:
    paths = ("Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt")
    amounts = [amount for path in paths for amount in node.find_all(path)]
    sign = node.find_text("CdtDbtInd") or entry.sign
    name, texts = next(iter(_find_names(node, sign)), ""), _find_texts(node, sign)
    line = _build_line(entry, next(iter(amounts), _Node("Amt")), sign, (name, texts))
    references = " ".join([*entry.references, *_find_references(node)])
    state = whole.state
    if state is LineState.RETURNED and not (_is_return(node) or _is_return(entry.node)):
        state = LineState.BOOKED
    return replace(line, fingerprint=references, state=state)


def _build_line(
    entry: _Entry, amount: _Node, sign: str, named_texts: tuple[str, Sequence[str]]
) -> BankLine:
    code = amount.attributes.get("Ccy", "")
    day = read_day(entry.day[:10])
    name, texts = named_texts
    line = BankLine(day, 0, code, name, " ".join(dict.fromkeys(texts)))
    number = amount.text.strip()
    minus = "-" if sign == "DBIT" and not number.startswith("-") else ""
    written = f"{minus}{number} {code}".strip()
    try:
        if day is None:
            reason = "bank_day_unreadable" if entry.day else "bank_day_missing"
            raise RefusedError([Problem(reason, "", {"text": entry.day[:40]})])
        minor = read_bank_amount(amount.text, code)
        # The standard has no negative amounts: "-5" as a debit may be either side.
        if sign not in ("CRDT", "DBIT") or (minor < 0 and sign == "DBIT"):
            raise RefusedError([Problem("bank_side_unknown", "")])
    except RefusedError as refused:
        return replace(
            line, state=LineState.UNREADABLE, written=written, problem=refused.problems[0]
        )
    return replace(line, minor=minor if sign == "CRDT" else -minor)


def _read_state(entry: _Node, line: BankLine) -> LineState:
    if line.problem:
        return line.state
    if entry.find_text("Sts/Cd", "Sts") not in _BOOKED:
        return LineState.PENDING
    if _is_return(entry) or any(map(_is_return, entry.find_all("NtryDtls/TxDtls"))):
        return LineState.RETURNED
    if entry.find_text("RvslInd").lower() in ("true", "1"):
        return LineState.REVERSED
    return LineState.BOOKED


def _is_return(node: _Node) -> bool:
    """Return whether an entry, or a part of it, says that a payment was returned."""
    code = node.find_text("BkTxCd/Domn/Fmly/SubFmlyCd")
    return code in _RETURNS or any(node.find_all("RtrInf"))


def _find_names(node: _Node, sign: str) -> list[str]:
    """Return the names of the other side: first the account holder, then the ultimate party."""
    side = "Dbtr" if sign == "CRDT" else "Cdtr"
    parties = (side, f"Ultmt{side}")
    return node.find_texts(
        *(f"RltdPties/{party}{pty}/Nm" for party in parties for pty in ("", "/Pty"))
    )


def _find_texts(node: _Node, sign: str) -> list[str]:
    texts = node.find_texts("RmtInf/Ustrd", "RmtInf/Strd/CdtrRefInf/Ref", "RmtInf/Strd/AddtlRmtInf")
    return [*texts, *node.find_texts("AddtlTxInf"), *_find_names(node, sign)[1:]]


def _find_references(node: _Node) -> list[str]:
    paths = ("AcctSvcrRef", "NtryRef", "Refs/AcctSvcrRef", "Refs/TxId", "Refs/InstrId")
    return node.find_texts(*paths, "Refs/EndToEndId", "Refs/Prtry/Ref")
