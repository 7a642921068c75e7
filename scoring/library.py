"""Scoring and checking of whole session documents: the public API of the package `scoring`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.answer import build_result, render_fault
from scoring.core.problem import RefusedError
from scoring.document import read_head
from scoring.parsing import parse_strict_json

_SCHEMA = "session.schema.json"
Document = Mapping[str, Any] | str | bytes


def score_document(document: Document) -> dict[str, Any]:
    """Return the result for a session document: balances, pots, and each hand explained.

    document: JSON as text or bytes, or already parsed.

    Raise RefusedError if the document has a fault; `check_document` returns the faults.

    >>> import scoring
    >>> seats = ["Anna", "Béla", "Csaba", "Dóra"]
    >>> hand = {"type": "hand", "declarer": "Béla", "bid": "two", "partner": "Csaba"}
    >>> evening = {"format": "tarokk-session", "version": 1, "game": "paskievics"}
    >>> evening |= {"players": seats, "dealer": "Anna"}
    >>> evening["events"] = [{**hand, "declarer_points": 52, "trull": "declarer"}]
    >>> answer = scoring.score_document(evening)
    >>> answer["balances"]
    {'Anna': -3, 'Béla': 3, 'Csaba': 3, 'Dóra': -3}
    >>> [line["why"] for line in answer["hands"][0]["lines"]][1]
    'Trull, made silently: each opponent of the declarer pays 1.'

    Source: docs/reference/format.md, "What score answers".
    """
    return build_result(read_head(_parse_document(document)))


def check_document(document: Document) -> list[dict[str, Any]]:
    """Return the faults of a session document, or an empty list if it can be scored.

    These are the faults of its head, or of the first event that is refused.
    Each fault has `event` (number from 1, None for the head), `key`, `code` and `message`.

    >>> import scoring
    >>> evening = {"format": "tarokk-session", "version": 1, "game": "taper", "dealer": "A"}
    >>> evening |= {"players": ["A", "B", "C"], "events": []}
    >>> scoring.check_document(evening)
    []
    >>> hand = {"type": "hand", "declarer": "A", "contract": "trei", "declarer_points": 66}
    >>> (fault,) = scoring.check_document(evening | {"events": [hand]})
    >>> fault["event"], fault["key"], fault["code"]
    (1, 'tricks', 'ro.exclude_points')
    >>> scoring.check_document('{"format": 1, "format": 2}')[0]["message"]
    'The same key appears twice.'

    Source: docs/reference/format.md.
    """
    try:
        score_document(document)
    except RefusedError as refused:
        return [
            {
                "event": refused.event,
                "key": problem.field,
                "code": problem.code,
                "message": render_fault(problem),
            }
            for problem in refused.problems
        ]
    return []


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the session document.

    >>> import scoring
    >>> scoring.schema()["properties"]["game"]["enum"][-1]
    'taper'

    Source: docs/reference/format.md.
    """
    # Imported here: the command never needs the schema, and these take a tenth of its start-up.
    from importlib.resources import files
    from pathlib import Path

    packaged = files("scoring").joinpath(_SCHEMA)
    if not packaged.is_file():  # a checkout has it in docs/reference
        packaged = Path(__file__).resolve().parents[1].joinpath("docs", "reference", _SCHEMA)
    document_schema: dict[str, Any] = parse_strict_json(packaged.read_text(encoding="utf-8"))
    return document_schema


def _parse_document(document: Document) -> Any:
    return parse_strict_json(document) if isinstance(document, str | bytes) else document
