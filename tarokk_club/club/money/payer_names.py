"""Matching of names as banks write them: capitalised, reordered, unaccented or cut off."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

# Letters that Unicode does not decompose into a plain letter and an accent.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss"}
)
_TITLES = frozenset(
    ("dr", "prof", "id", "ifj", "ozv", "mag", "ing", "dipl", "mr", "mrs", "ms", "hr", "fru", "herr")
)
# Banks cut names at 35 letters, some a little earlier or later.
_CUT_FROM, _CUT_TO = 24, 40
# Certainty of a match: the full name, or the name without its title or its end.
FULL, SHORTER = 2, 1


@lru_cache(maxsize=10_000)
def normalise_words(text: str) -> tuple[str, ...]:
    """Return the words of a text in plain letters, the same for the usual transliterations.

    >>> [normalise_words(text) for text in ("Jürgen Müller", "JUERGEN MUELLER")]
    [('jurgen', 'muller'), ('jurgen', 'muller')]
    """
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    folded = (re.sub("([aou])e", r"\1", word) for word in re.findall(r"[^\W_]+", plain))
    return tuple(word.replace("aa", "a") for word in folded)


def rate_name_match(name: str, texts: Iterable[str]) -> int:
    """Return how well the best of the texts matches the name: FULL, SHORTER or 0.

    Only whole, adjacent words match, in any order; a long name may be cut off.
    """
    words = normalise_words(name)
    bare = tuple(word for word in words if word not in _TITLES) or words
    level = 0
    for text in texts:
        bank_words = normalise_words(text)
        if _occur_together_in_any_order(words, bank_words):
            return FULL
        if _occur_together_in_any_order(bare, bank_words) or _is_cut_off(
            words, bank_words, len(text)
        ):
            level = SHORTER
    return level


def _occur_together_in_any_order(words: Sequence[str], bank_words: Sequence[str]) -> bool:
    if not words or not set(words) <= set(bank_words):
        return False
    wanted, width = sorted(words), len(words)
    return any(
        sorted(bank_words[at : at + width]) == wanted for at in range(len(bank_words) - width + 1)
    )


def _is_cut_off(words: Sequence[str], bank_words: Sequence[str], length: int) -> bool:
    """Return whether the bank's words are the start of the name, cut off by the bank.

    words: the words of the name.
    length: number of characters of the bank's text.
    """
    if not _CUT_FROM <= length <= _CUT_TO:
        return False
    short = "".join(bank_words)
    turns = (words, (*words[-1:], *words[:-1]), (*words[1:], *words[:1]))
    return any("".join(turn).startswith(short) and "".join(turn) != short for turn in turns)
