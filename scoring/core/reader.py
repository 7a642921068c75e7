"""A reader of JSON objects that notes every fault, and the schema versions of records and rules.

Every older schema version can still be read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from scoring.core.problem import Problem

# 1: as in Tarokk Club 0.1.0. 2: more hands are refused as impossible (RULEBOOK, section 6). 3: the
# parts of a record are checked against each other, such as its card points and its tricks. A record
# keeps the checks of the schema under which it was written.
RECORD_SCHEMA = 3
# 1: as in Tarokk Club 0.1.0. 2: `pot` and `two_each` of `trial_three` depend on the bid, and the
# deal after a Danish misdeal is not paid again; the former meanings have other names.
RULES_SCHEMA = 2

MOST_UNKNOWN = 20  # reported unknown keys of one object
LARGEST = 10**9  # larger than any real amount, and small enough for sums in 64 bits


def is_blank(text: str) -> bool:
    """Return whether `text` has no visible character, only spaces or invisible ones.

    >>> is_blank(" \\u200b\\n"), is_blank("–")
    (True, False)

    Source: docs/reference/format.md, "Events".
    """
    return not any(letter.isprintable() and not letter.isspace() for letter in text)


class Reader:
    """A reader of the keys of one JSON object.

    raw: the parsed object.
    problems: list to which faults are added, with dotted paths for nested objects.
    path: path of the object, "" at the top.

    A value of the wrong kind and a missing required value add a fault, and count as left out.

    Source: docs/reference/format.md, "Unknown keys are refused by name".
    """

    __slots__ = ("path", "problems", "raw")

    def __init__(self, raw: Mapping[str, Any], problems: list[Problem], path: str = "") -> None:
        self.raw = raw
        self.problems = problems
        self.path = path

    def note_fault(self, code: str, key: str, /, **values: Any) -> None:
        """Note a fault at `key` of this object.

        Source: docs/adr/0018-scoring-core.md, "Faults are values".
        """
        self.problems.append(Problem(code, self.path + key, values))

    def get(self, key: str) -> Any:
        """Return the value at `key`, None if left out.

        Source: docs/reference/format.md, "Values".
        """
        return self.raw.get(key)

    def read_text(self, key: str, *, required: bool = False) -> str | None:
        """Return the string at `key`, or None. Source: docs/reference/format.md."""
        value = self.raw.get(key)
        if isinstance(value, str):
            return value
        if value is not None:
            self.note_fault("not_text", key)
        elif required:
            self.note_fault("missing", key)
        return None

    def read_note(self, *, blank_allowed: bool = False) -> str | None:
        """Return the note of an event, or None.

        A note without visible text is a fault unless `blank_allowed`.

        Source: docs/reference/format.md, "Events".
        """
        note = self.read_text("note")
        if note is None or blank_allowed or not is_blank(note):
            return note
        self.note_fault("note_blank", "note")
        return None

    def read_choice(
        self, key: str, allowed: Collection[str], *, required: bool = False
    ) -> str | None:
        """Return the word at `key` if allowed, else None. Source: docs/reference/format.md."""
        value = self.raw.get(key)
        if value is None:
            if required:
                self.note_fault("missing", key)
            return None
        if isinstance(value, str) and value in allowed:
            return value
        self.note_fault("not_one_of", key, allowed=", ".join(allowed))
        return None

    def read_integer(
        self, key: str, lowest: int, highest: int, default: int | None = None
    ) -> int | None:
        """Return the whole number at `key` if it is from `lowest` to `highest`, else `default`.

        Source: docs/reference/format.md.
        """
        value = self.raw.get(key)
        if value is None:
            return default
        if type(value) is not int:
            self.note_fault("not_whole", key)
            return default
        if not lowest <= value <= highest:
            self.note_fault("out_of_range", key, lowest=lowest, highest=highest)
            return default
        return value

    def read_flag(
        self, key: str, *, default: bool | None = None, required: bool = False
    ) -> bool | None:
        """Return the boolean at `key`, `default` if left out. Source: docs/reference/format.md."""
        value = self.raw.get(key)
        if value is None:
            if required:
                self.note_fault("missing", key)
            return default
        if isinstance(value, bool):
            return value
        self.note_fault("not_flag", key)
        return default

    def iter_objects(self, key: str) -> Iterator[Reader]:
        """Yield a reader for each object in the list at `key`; yield none if the list is left out.

        Source: docs/reference/format.md.
        """
        value = self.raw.get(key)
        if value is None:
            return
        if not isinstance(value, list):
            self.note_fault("not_list", key)
            return
        for place, item in enumerate(value):
            if isinstance(item, dict):
                yield Reader(item, self.problems, f"{self.path}{key}.{place}.")
            else:
                self.note_fault("not_object", f"{key}.{place}")

    def read_object(self, key: str) -> Reader | None:
        """Return a reader for the object at `key`, or None.

        Source: docs/reference/format.md.
        """
        value = self.raw.get(key)
        if value is None:
            return None
        if isinstance(value, dict):
            return Reader(value, self.problems, f"{self.path}{key}.")
        self.note_fault("not_object", key)
        return None

    def read_points(self, key: str, lowest: int, highest: int) -> dict[str, int] | None:
        """Return the whole numbers from `lowest` to `highest` at `key`, by player, or None.

        Source: docs/reference/format.md ("adjust", "card_points").
        """
        value = self.raw.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.note_fault("not_object", key)
            return None
        if all(type(amount) is int and lowest <= amount <= highest for amount in value.values()):
            return dict(value)
        reader = Reader(value, self.problems, f"{self.path}{key}.")
        amounts = {name: reader.read_integer(name, lowest, highest) for name in value}
        return {name: amount for name, amount in amounts.items() if amount is not None}

    def note_unknown_keys(self, allowed: frozenset[str]) -> None:
        """Note a fault for each key that is not in `allowed`, at most `MOST_UNKNOWN` faults.

        Source: docs/reference/format.md.
        """
        if self.raw.keys() <= allowed:
            return
        unknown = [key for key in self.raw if key not in allowed]
        # Report only some of thousands of unknown keys: each fault costs a sentence.
        for key in unknown[:MOST_UNKNOWN]:
            self.note_fault("unknown_key", str(key), key=str(key))
