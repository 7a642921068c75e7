"""Normalisation and validation of typed names and notes."""

import unicodedata
from typing import Any

from scoring.core.accounts import POT_PREFIX
from scoring.core.problem import Problem
from tarokk_club.club.models import User

LONGEST_NAME = 80
LONGEST_TEXT = 1000
# Invisible joiners that are allowed, as emoji and some scripts need them.
_JOINERS = "\u200c\u200d"
# Invisible characters in visible categories, such as Hangul fillers and the Braille blank.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u034f")
# The first and last variation selector of each block.
_SELECTORS = ((0xFE00, 0xFE0F), (0x180B, 0x180F), (0xE0100, 0xE01EF))
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def read_name(raw: Any, problems: list[Problem], *, field: str = "name") -> str:
    """Return the name in NFC with single spaces, stripped by `strip_invisible`; "" if not a str.

    problems: the list to which a problem with the name is appended.
    """
    if not isinstance(raw, str):
        problems.append(Problem("not_text", field))
        return ""
    unseen = _has_invisible(raw.strip(), allowed="")
    name = " ".join(strip_invisible(unicodedata.normalize("NFC", raw)).split())
    unseen = unseen or any(char in _BLANK for char in name)
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        problems.append(Problem("missing", field))
    elif unseen or name.startswith(POT_PREFIX):
        problems.append(Problem("name_has_unseen" if unseen else "name_wrong", field))
    elif len(name) > LONGEST_NAME:
        problems.append(Problem("text_too_long", field, {"highest": LONGEST_NAME}))
    return name


def read_username(name: str, problems: list[Problem], *, field: str) -> str:
    """Return the user name of an account with this name, in stored form.

    problems: the list to which a problem is appended if the stored form is too long, as it is for a
        name of ligatures.
    """
    username = User.normalize_username(name)
    if len(username) > LONGEST_NAME and len(name) <= LONGEST_NAME:
        problems.append(Problem("text_too_long", field, {"highest": LONGEST_NAME}))
    return username


def read_text(raw: Any, problems: list[Problem], *, field: str) -> str:
    """Return a note or reason of one or more lines in NFC, stripped; "" if not a str.

    raw: the text; None counts as an empty text.
    problems: the list to which a problem with the text is appended.
    """
    if raw is None:
        return ""
    if not isinstance(raw, str):
        problems.append(Problem("not_text", field))
        return ""
    text = unicodedata.normalize("NFC", raw).replace("\r\n", "\n").strip()
    if _has_invisible(text, allowed="\n\t"):
        problems.append(Problem("text_has_unseen", field))
    elif len(text) > LONGEST_TEXT:
        problems.append(Problem("text_too_long", field, {"highest": LONGEST_TEXT}))
    return text


def drop_invisible(text: str) -> str:
    """Return a line of text of another program without the characters that `read_text` refuses.

    >>> drop_invisible("Ko\\u00advács")
    'Kovács'
    """
    return "".join(char for char in text if not _has_invisible(char, allowed=""))


def strip_invisible(name: str) -> str:
    """Return the name without variation selectors and without joiners that have no effect.

    >>> strip_invisible("An\\u200dna\\ufe0f\\u200d") == "Anna"
    True
    """
    chars: list[str] = []
    plain = [char for char in name if not _is_selector(char)]
    for place, char in enumerate(plain):
        last = place + 1 == len(plain) or plain[place + 1].isspace()
        if char in _JOINERS and (last or not chars or not _can_be_joined(chars[-1])):
            continue
        chars.append(char)
    return "".join(chars)


def _is_selector(char: str) -> bool:
    return any(first <= ord(char) <= last for first, last in _SELECTORS)


def _can_be_joined(char: str) -> bool:
    """Return whether a joiner after this character has an effect, as in emoji or Arabic."""
    joins = unicodedata.category(char) in ("So", "Sk", "Mn", "Mc")
    return joins or unicodedata.bidirectional(char) == "AL"


def _has_invisible(text: str, *, allowed: str) -> bool:
    harmless = _JOINERS + allowed
    return any(unicodedata.category(char) in _UNSEEN and char not in harmless for char in text)
