"""Names and notes that people type, made tidy; what cannot be kept is a problem at its field."""

import unicodedata
from typing import Any

from scoring.core.accounts import POT_PREFIX
from scoring.core.problem import Problem

LONGEST_NAME = 80
LONGEST_TEXT = 1000
# Joiners are part of emoji and of some scripts; other invisible characters make names look alike.
_JOINERS = "\u200c\u200d"
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def read_name(raw: Any, problems: list[Problem], *, field: str = "name") -> str:
    """A name in NFC with single spaces; a fault of it is added to `problems`."""
    if not isinstance(raw, str):
        problems.append(Problem("not_text", field))
        return ""
    unseen = _has_unseen(raw.strip(), allowed="")
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        problems.append(Problem("missing", field))
    elif unseen or name.startswith(POT_PREFIX):
        problems.append(Problem("name_has_unseen" if unseen else "name_wrong", field))
    elif len(name) > LONGEST_NAME:
        problems.append(Problem("text_too_long", field, {"highest": LONGEST_NAME}))
    return name


def read_text(raw: Any, problems: list[Problem], *, field: str) -> str:
    """A note or reason in NFC, several lines if need be; a fault of it is added to `problems`."""
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


def _has_unseen(text: str, *, allowed: str) -> bool:
    kept = _JOINERS + allowed
    return any(unicodedata.category(char) in _UNSEEN and char not in kept for char in text)
