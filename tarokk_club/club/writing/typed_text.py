"""Normalisation of typed names and notes; text that cannot be stored is reported at its field."""

import unicodedata
from typing import Any

from scoring.core.accounts import POT_PREFIX
from scoring.core.problem import Problem

LONGEST_NAME = 80
LONGEST_TEXT = 1000
# Joiners are part of emoji and of some scripts; other invisible characters make names look alike.
_JOINERS = "\u200c\u200d"
# Invisible letters by category: fillers of Hangul and Khmer, the blank of Braille.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u034f")
# Variation selectors: first and last of each block.
_SELECTORS = ((0xFE00, 0xFE0F), (0x180B, 0x180F), (0xE0100, 0xE01EF))
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def read_name(raw: Any, problems: list[Problem], *, field: str = "name") -> str:
    """Return the name in NFC with single spaces.

    problems: any fault of the name is appended.
    """
    if not isinstance(raw, str):
        problems.append(Problem("not_text", field))
        return ""
    unseen = _has_unseen(raw.strip(), allowed="")
    name = " ".join(visible(unicodedata.normalize("NFC", raw)).split())
    unseen = unseen or any(char in _BLANK for char in name)
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        problems.append(Problem("missing", field))
    elif unseen or name.startswith(POT_PREFIX):
        problems.append(Problem("name_has_unseen" if unseen else "name_wrong", field))
    elif len(name) > LONGEST_NAME:
        problems.append(Problem("text_too_long", field, {"highest": LONGEST_NAME}))
    return name


def read_text(raw: Any, problems: list[Problem], *, field: str) -> str:
    """Return a note or reason in NFC, which may have several lines.

    problems: any fault of the text is appended.
    """
    if raw is None:
        return ""
    if not isinstance(raw, str):
        problems.append(Problem("not_text", field))
        return ""
    text = unicodedata.normalize("NFC", raw).replace("\r\n", "\n").strip()
    if _has_unseen(text, allowed="\n\t"):
        problems.append(Problem("text_has_unseen", field))
    elif len(text) > LONGEST_TEXT:
        problems.append(Problem("text_too_long", field, {"highest": LONGEST_TEXT}))
    return text


def visible(name: str) -> str:
    """Return the name without variation selectors and without joiners that join nothing.

    >>> visible("An\\u200dna\\ufe0f\\u200d") == "Anna"
    True
    """
    kept: list[str] = []
    plain = [char for char in name if not _is_selector(char)]
    for place, char in enumerate(plain):
        last = place + 1 == len(plain) or plain[place + 1].isspace()
        if char in _JOINERS and (last or not kept or not _is_joined(kept[-1])):
            continue
        kept.append(char)
    return "".join(kept)


def _is_selector(char: str) -> bool:
    return any(first <= ord(char) <= last for first, last in _SELECTORS)


def _is_joined(char: str) -> bool:
    """Return whether a joiner after this character is visible: in an emoji, or in a script that
    uses joiners.
    """
    written = unicodedata.category(char) in ("So", "Sk", "Mn", "Mc")
    return written or unicodedata.bidirectional(char) == "AL"


def _has_unseen(text: str, *, allowed: str) -> bool:
    kept = _JOINERS + allowed
    return any(unicodedata.category(char) in _UNSEEN and char not in kept for char in text)
