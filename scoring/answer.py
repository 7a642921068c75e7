"""The result of scoring one document, as `manage.py score` prints it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.core import grammar, guide, sentences
from scoring.core.events import Event, Hand, Join, read_event
from scoring.core.posting import sum_points
from scoring.core.problem import Problem, RefusedError
from scoring.core.replay import Step, apply_event, open_table
from scoring.core.table import Table
from scoring.core.translation_marks import Words, render
from scoring.document import Head
from scoring.games import GAMES


class English:
    """English sentences and terms, with players called by their names in the document.

    Source: docs/adr/0004-sentences-are-codes.md.
    """

    def __init__(self) -> None:
        self.sentences: dict[str, str] = {
            **sentences.SENTENCES,
            **grammar.SENTENCES,
            **guide.SENTENCES,
        }
        self.terms: dict[str, str] = {**sentences.TERMS, **grammar.TERMS, **guide.TERMS}
        for game in GAMES.values():
            self.sentences.update(game.sentences)
            self.terms.update(game.terms)

    def sentence(self, code: str) -> str:
        """Return the template for `code`. Source: docs/adr/0004-sentences-are-codes.md."""
        return self.sentences[code]

    def term(self, key: str) -> str:
        """Return the English word for a term. Source: docs/reference/glossary.md."""
        return self.terms[key]

    def name(self, player: str) -> str:
        """Return the player's name, which is also the id in a document.

        Source: docs/reference/format.md.
        """
        return player


ENGLISH = English()


def replay_document(head: Head) -> Iterator[Step]:
    """Yield the step of each event of the document, applied to the table in order.

    Raise RefusedError, with the number (from 1) and type of the event, at the first event that
        is refused.

    Source: docs/reference/format.md, "Events".
    """
    table = open_table(head.game, head.rules, head.players, head.dealer)
    events, refused = _read_events(head)
    for number, event in enumerate(events, start=1):
        step = apply_event(head.game, table, event)
        if step.problems:
            raw = head.events[number - 1]
            raise RefusedError(list(step.problems), number, _read_event_type(raw))
        yield step
        table = step.after
    if refused is not None:
        raise refused


def _read_events(head: Head) -> tuple[list[Event], RefusedError | None]:
    """Return the events before the first invalid event, and the refusal of that event or None.

    Reading all events first is faster than reading and scoring each event in turn.
    """
    events: list[Event] = []
    for number, raw in enumerate(head.events, start=1):
        try:
            events.append(read_event(head.game, raw, schema=head.schema))
        except RefusedError as refused:
            return events, RefusedError(refused.problems, number, _read_event_type(raw))
    return events, None


def _read_event_type(raw: Any) -> str:
    kind = raw.get("type") if isinstance(raw, dict) else None
    return kind if isinstance(kind, str) else "event"


def build_result(head: Head, words: Words = ENGLISH) -> dict[str, Any]:
    """Return the result for a document: balances, pots, explained events, next deal and mayor.

    Raise RefusedError as `replay_document` does.

    Source: docs/reference/format.md, "What score answers".
    """
    balances = dict.fromkeys(head.players, 0)
    hands: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    table = open_table(head.game, head.rules, head.players, head.dealer)
    # Replay all events first, so no sentences are built for a document that is refused.
    for number, step in enumerate([*replay_document(head)], start=1):
        table = step.after
        if isinstance(step.event, Join):
            balances.setdefault(step.event.player, 0)
        net = sum_points(step.lines)
        if isinstance(step.event, Hand):
            players = {name: net.get(name, 0) for name in step.before.seats}
            head_of = _describe_hand(number, step.before, step.event.record.outcome)
            hands.append({**head_of, **_describe_points(players, step, words)})
        elif step.lines:
            moved = {name: net[name] for name in table.everyone if name in net}
            kind = head.events[number - 1]["type"]
            events.append({"event": number, "type": kind, **_describe_points(moved, step, words)})
        for name, points in net.items():
            if name in balances:
                balances[name] += points
    return {
        "balances": balances,
        "pots": dict(table.pots),
        "hands": hands,
        "events": events,
        "next": {"dealer": table.dealer, "multiplier": table.multiplier},
        "mayor": table.mayor,
    }


def _describe_hand(event: int, before: Table, outcome: str) -> dict[str, Any]:
    return {
        "number": before.number,
        "event": event,
        "dealer": before.dealer,
        "outcome": outcome,
        "multiplier": before.multiplier,
    }


def _describe_points(net: dict[str, int], step: Step, words: Words) -> dict[str, Any]:
    explained = [
        {"item": line.item, "points": line.points, "why": render(words, line.code, line.values)}
        for line in step.lines
    ]
    return {"net": net, "pots": dict(step.after.pots), "lines": explained}


def render_fault(problem: Problem, words: Words = ENGLISH) -> str:
    """Return the sentence that describes a fault.

    Source: docs/reference/format.md, "What score answers".
    """
    return render(words, problem.code, problem.values)
