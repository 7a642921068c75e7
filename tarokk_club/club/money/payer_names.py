"""Matching of names as banks write them: in capitals, reordered, without accents, cut off."""

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
# Certainty of a match: the full name, or without its title or its end.
FULL, SHORTER = 2, 1


@lru_cache(maxsize=10_000)
def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a text as banks may transliterate them.

    >>> plain_words("Jürgen Müller") == plain_words("JUERGEN MUELLER") == ("jurgen", "muller")
    True
    """
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    plain = "".join(one for one in letters if not unicodedata.combining(one))
    folded = (re.sub("([aou])e", r"\1", word) for word in re.findall(r"[^\W_]+", plain))
    return tuple(word.replace("aa", "a") for word in folded)


def name_match_level(name: str, texts: Iterable[str]) -> int:
    """Return how certainly one of the texts names the person: FULL, SHORTER or 0.

    Only adjacent whole words match, in any order.
    """
    words = plain_words(name)
    bare = tuple(word for word in words if word not in _TITLES) or words
    found = 0
    for text in texts:
        said = plain_words(text)
        if _stand_together(words, said):
            return FULL
        if _stand_together(bare, said) or _is_cut(words, said, len(text)):
            found = SHORTER
    return found


def _stand_together(words: Sequence[str], said: Sequence[str]) -> bool:
    if not words or not set(words) <= set(said):
        return False
    wanted, width = sorted(words), len(words)
    return any(sorted(said[at : at + width]) == wanted for at in range(len(said) - width + 1))


def _is_cut(words: Sequence[str], said: Sequence[str], length: int) -> bool:
    """Return whether a long name was cut off at its end, with its last word first or last."""
    if not _CUT_FROM <= length <= _CUT_TO:
        return False
    short = "".join(said)
    turns = (words, (*words[-1:], *words[:-1]), (*words[1:], *words[:1]))
    return any("".join(one).startswith(short) and "".join(one) != short for one in turns)
