"""Every number, limit, default and word of the shorthand in the scorer, a second time.

`numbers.txt` holds them, so that a typing error in a table is found even where no hand of a test
uses it. After an intended change, write them again and review the diff:
`PYTHONPATH=.:tests .venv/bin/python tests/scoring/test_numbers.py`, then `git diff`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import scoring
from scoring.games import GAMES

TOLD = Path(__file__).parent / "numbers.txt"
# A constant: of a module, written in capitals, maybe for itself alone.
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*$")


def numbers() -> str:
    """What each module defines itself, module by module, then what each game is."""
    rows: list[str] = []
    for found in walk_packages(scoring.__path__, "scoring."):
        if found.name.endswith("__main__"):
            continue
        module = import_module(found.name)
        told = [*constants(module), *defaults(module)]
        rows += ["", found.name, *told] if told else []
    for game in GAMES.values():
        rows += ["", f"game {game.key}", *(f"  {row}" for row in about(game))]
    return "\n".join([*rows, ""]).lstrip()


def constants(module: Any) -> Iterator[str]:
    for name, value in vars(module).items():
        if CONSTANT.match(name) and name in written(module):
            told = plain(value)
            # The shorthand and what pages know stand with their games.
            if not (only_words(value) or re.search(r"\b(Word|GameInfo|Game)\(", told)):
                yield f"  {name} = {told}"


def written(module: Any) -> frozenset[str]:
    """The constants that the module's own text assigns; others it only imports."""
    text = Path(str(module.__file__)).read_text("utf-8")
    heads = re.findall(r"^([A-Z_][A-Z0-9_, ]*)(?::[^=\n]*)?\s=\s", text, re.M)
    return frozenset(name.strip() for head in heads for name in head.split(","))


def defaults(module: Any) -> Iterator[str]:
    for name, kind in vars(module).items():
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.__name__:
            for field in fields(kind):
                extra = {key: one for key, one in field.metadata.items() if not only_words(one)}
                if field.default is not MISSING or extra:
                    yield f"  {name}.{field.name}: {plain(field.default)} {plain(extra)}".rstrip()
        elif isinstance(kind, type) and kind.__module__ == module.__name__:
            for field_name, default in getattr(kind, "_field_defaults", {}).items():
                yield f"  {name}.{field_name}: {plain(default)} {plain({})}"


def about(game: Any) -> Iterator[str]:
    for field in fields(game):
        value = getattr(game, field.name)
        if field.name == "shorthand":
            for head in value:
                yield f"line {plain(head, without=('words',))}"
                yield from (f"  {plain(word)}" for word in head.words)
        elif field.name == "info":
            for one in fields(value):
                if not only_words(told := getattr(value, one.name)):
                    yield f"info.{one.name} = {plain(told)}"
        elif not only_words(value):
            yield f"{field.name} = {plain(value)}"


def only_words(value: Any) -> bool:
    """Text stands elsewhere, and functions are tried by what they do."""
    if isinstance(value, Mapping):
        return all(map(only_words, value.values())) and all(map(only_words, value))
    if isinstance(value, tuple | list | AbstractSet):
        return all(map(only_words, value))
    return isinstance(value, str | type) or callable(value)


def differs(field: Any, whole: Any) -> bool:
    """What is as it comes stands with the defaults already."""
    value = getattr(whole, field.name)
    unlike = field.default is MISSING or type(value) is not type(field.default)
    return unlike or value != field.default


def plain(value: Any, *, without: tuple[str, ...] = ()) -> str:
    """The value in words that are the same in every process."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{plain(key)}: {plain(one)}" for key, one in value.items()) + "}"
    if isinstance(value, AbstractSet):
        return "{" + ", ".join(sorted(map(plain, value))) + "}"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(map(plain, value)) + ")"
    if is_dataclass(value) and not isinstance(value, type):
        shown = {one.name: getattr(value, one.name) for one in fields(value) if differs(one, value)}
        told = (f"{key}={plain(one)}" for key, one in shown.items() if key not in without)
        return f"{type(value).__name__}({', '.join(told)})"
    if isinstance(value, re.Pattern):
        return f"/{value.pattern}/"
    if value is MISSING:
        return "-"
    if isinstance(value, str | int | float | None):
        return repr(value)
    return str(getattr(value, "__name__", type(value).__name__))


def test_every_number_is_as_it_was_written_down() -> None:
    assert numbers() == TOLD.read_text("utf-8")


if __name__ == "__main__":
    TOLD.write_text(numbers(), "utf-8")
