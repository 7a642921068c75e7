"""Every sentence of the worked documents and of the rules, word by word, as people read them.

`texts/` holds the sentences. After an intended change, write them again and review the diff:
`PYTHONPATH=.:tests .venv/bin/python tests/scoring/test_stored_texts.py`, then `git diff`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.answer import ENGLISH, build_result, replay_document
from scoring.cli import format_result
from scoring.core.guide import Rule, Topic
from scoring.core.posting import Line
from scoring.core.translation_marks import render
from scoring.document import read_head
from scoring.games import GAMES
from support.rule_values import variants

HERE = Path(__file__).parent
EXAMPLES = sorted((HERE / "examples").glob("*.json"))
TEXTS = HERE / "texts"


def evening(path: Path) -> str:
    """The answer as a person reads it, then what the statistics take from each line."""
    head = read_head(json.loads(path.read_text("utf-8"))["document"])
    hooks = [hook(line) for step in replay_document(head) for line in step.lines if line.figure]
    return "\n".join([format_result(build_result(head)), *hooks, ""])


def hook(line: Line) -> str:
    said = {True: "announced", False: "silent", None: "-"}[line.announced]
    return f"{line.figure}: {said}, kontra {line.kontra}, {line.side or '-'}, {line.by or '-'}"


def rules_of(key: str) -> str:
    """All that is told under the rules as they come, then what each other value changes of it."""
    game = GAMES[key]
    plain = list(topics(game.guide(game.rules())))
    rows = plain.copy()
    first = next(one for one in GAMES.values() if one.info.language == game.info.language)
    for item, all_rules in variants(game):
        # What a family shares is told once.
        shared = game is not first and hasattr(first.rules(), item.name)
        for rules in () if shared else all_rules:
            other = list(topics(game.guide(rules)))
            rows += ["", f"{item.name}: {getattr(rules, item.name)}"]
            rows += [f"- {row}" for row in plain if row not in other]
            rows += [f"+ {row}" for row in other if row not in plain]
    return "\n".join([*rows, ""])


def topics(found: tuple[Topic, ...]) -> Iterator[str]:
    for topic in found:
        yield f"{ENGLISH.term(topic.term)} ({', '.join(topic.items)})"
        yield from map(rule, topic.rules)


def rule(one: Rule) -> str:
    text = render(ENGLISH, one.code, one.values)
    return f"  {text} [{one.option}]" if one.option else f"  {text}"


def every() -> dict[str, Any]:
    return {
        **{path.stem: lambda path=path: evening(path) for path in EXAMPLES},
        **{f"rules-{key}": lambda key=key: rules_of(key) for key in GAMES},
    }


@pytest.mark.parametrize("name", every())
def test_output_matches_the_stored_text(name: str) -> None:
    assert every()[name]() == (TEXTS / f"{name}.txt").read_text("utf-8")


def test_every_stored_text_has_a_case() -> None:
    assert {path.stem for path in TEXTS.iterdir()} == set(every())


if __name__ == "__main__":
    TEXTS.mkdir(exist_ok=True)
    for name, text in every().items():
        (TEXTS / f"{name}.txt").write_text(text(), "utf-8")
