"""Layout of the names at the ends of a chart's lines, complete and without overlaps.

A long name is wrapped after a space or a hyphen. Only a word longer than a line is split.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from unicodedata import combining, east_asian_width

# Font sizes of an ordinary and of the emphasised name.
LETTERS, FORWARD_LETTERS = 11, 13
# Distance between names, between lines of one name, and added around a wrapped name.
LABEL_GAP, LEADING, APART = 13, 12, 2
# The space before a name plus the space after it.
GAP = 14
# Widths of the names: the minimum, the usual maximum, above which names are wrapped,
# and the maximum for a single long word.
LEAST, USUAL, MOST = 46, 84, 136
# In hundredths of the font size, for a wide bold font, so that no other font needs more.
_WIDTHS = {
    **dict.fromkeys("ijlíïI.,:;'’|! ·", 38),
    **dict.fromkeys('rtfșșsțzckJ()[]-–/"„”', 60),
    **dict.fromkeys("mwMW@%&æÆœŒ—…", 110),
}
_SMALL, _LARGE, _WIDE = 72, 84, 110
_PIECES = re.compile(r"[^\s\-–/]*(?:[\-–/]+|\s+|$)")


@lru_cache(maxsize=2000)
def measure_text(text: str, size: int = LETTERS) -> int:
    """Return an upper bound for the width of a text, in the units of the picture."""
    return -(-sum(_measure_letter(letter) for letter in text) * size // 100)


def _measure_letter(letter: str) -> int:
    if combining(letter):
        return 0
    if east_asian_width(letter) in "WF":
        return _WIDE
    return _WIDTHS.get(letter, _LARGE if letter.isupper() else _SMALL)


def compute_label_width(labels: Iterable[tuple[str, int]]) -> int:
    """Return the width for the names, at most `MOST`; long names may need several lines.

    labels: name and font size of each.
    """
    widest = longest = 0
    for name, size in labels:
        widest = max(widest, measure_text(name, size))
        longest = max(longest, *(measure_text(word.rstrip(), size) for word in _split_name(name)))
    return min(max(LEAST, min(widest, USUAL), longest), MOST)


@lru_cache(maxsize=2000)
def wrap_label(name: str, max_width: int, size: int = LETTERS) -> tuple[str, ...]:
    """Return the lines of a name wrapped to this width.

    >>> wrap_label("Kovács-Szabó Erzsébet", 84)
    ('Kovács-', 'Szabó', 'Erzsébet')
    """
    lines = [""]
    for word in (
        part for piece in _split_name(name) for part in _split_word(piece, max_width, size)
    ):
        if lines[-1] and measure_text((lines[-1] + word).rstrip(), size) > max_width:
            lines.append("")
        lines[-1] += word
    return tuple(line.strip() for line in lines)


def _split_name(name: str) -> list[str]:
    """Return the words of a name, each with the space or hyphen after it."""
    return [piece for piece in _PIECES.findall(" ".join(name.split())) if piece] or [""]


def _split_word(word: str, max_width: int, size: int) -> Iterator[str]:
    """Yield the word, or its parts if it does not fit on a line."""
    part = ""
    for letter in word:
        if part and measure_text((part + letter).rstrip(), size) > max_width:
            yield part
            part = ""
        part += letter
    yield part


def measure_labels_height(counts: Iterable[int]) -> int:
    """Return the total height of names placed one below the other.

    counts: number of lines of each name.
    """
    return sum(LABEL_GAP + 2 * _compute_extra_height(count) for count in counts)


def _compute_extra_height(count: int) -> int:
    """Return the extra height needed above and below a name with this many lines."""
    return LEADING * (count - 1) // 2 + (APART if count > 1 else 0)


def place_labels(
    wanted: Sequence[int], counts: Sequence[int], *, highest: int, lowest: int
) -> list[int]:
    """Return the vertical middle of each name, moved down and then up until none overlap.

    wanted: vertical positions of the ends of the chart's lines, from the top.
    counts: number of text lines in each name.
    highest, lowest: limits for the middle of a name with one text line.
    """
    halves = [_compute_extra_height(count) for count in counts]
    places: list[int] = []
    for at, half in zip(wanted, halves, strict=True):
        places.append(max(at, highest + half))
        highest = places[-1] + half + LABEL_GAP
    for place in reversed(range(len(places))):
        places[place] = min(places[place], lowest - halves[place])
        lowest = places[place] - halves[place] - LABEL_GAP
    return places
