"""Decoding of files whose encoding is not declared, and of JSON of other programs."""

from __future__ import annotations

import codecs
import json
import re
import unicodedata
from itertools import islice
from typing import Any

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Older encodings; if several are equally plausible, the first is used.
_OLD_ENCODINGS = ("cp1252", "cp1250", "iso8859_15", "iso8859_2")
_VOWELS = frozenset("aeiouyæøœı")
# Scores of letters whose byte is a similar letter in another encoding.
_RIVALS = {
    **dict.fromkeys("őűţůđěşśź", 2),
    **dict.fromkeys("õûþùðìœ", -1),
}
_STRAY_SIGN, _CONTROL = -4, -20
_OUTSIDE_ASCII, _SAMPLE_LETTERS = re.compile(r"[^\x00-\x7f]"), 5000


def decode_text(data: bytes) -> str | None:
    """Return the text of a file in UTF-8, UTF-16, Windows-1252, Windows-1250, Latin-2 or Latin-9.

    Older encodings are distinguished by how pronounceable the decoded words are. Return None if
    the file is not a text file.

    >>> [decode_text("Søren Ægir".encode("cp1252")), decode_text("Szőke".encode("cp1250"))]
    ['Søren Ægir', 'Szőke']
    """
    text = _decode_with_best_encoding(data)
    return None if text is None or "\0" in text else text


def _decode_with_best_encoding(data: bytes) -> str | None:
    for start, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(start):
            return _decode_as(data, encoding)
    if wide := _guess_utf16(data):
        return _decode_as(data, wide)
    if (text := _decode_as(data, "utf-8")) is not None:
        return text
    texts = [text for each in _OLD_ENCODINGS if (text := _decode_as(data, each)) is not None]
    return max(texts, key=_rate_text)


def _decode_as(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _guess_utf16(data: bytes) -> str:
    """Return the UTF-16 encoding of a file without a byte order mark; "" for other encodings."""
    start = data[:4096]
    if len(start) < 4:
        return ""
    half = len(start) // 2
    low, high = start[1::2].count(0) / half, start[0::2].count(0) / half
    if min(low, high) > 0.05 or max(low, high) < 0.5:
        return ""
    return "utf-16-le" if low > high else "utf-16-be"


def _rate_text(text: str) -> int:
    """Return a score for the plausibility of a text, from its letters outside ASCII."""
    letters = islice(_OUTSIDE_ASCII.finditer(text), _SAMPLE_LETTERS)
    return sum(_rate_letter(text, letter.start()) for letter in letters)


def _rate_letter(text: str, place: int) -> int:
    letter = text[place].casefold()
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if "\x80" <= letter <= "\x9f":
        return _CONTROL
    if not letter.isalpha() or letter in "ªº":
        # "¤" is unlikely, because its byte is the euro sign in another encoding.
        return _STRAY_SIGN if (before + after).isalpha() else -(letter == "¤")
    if letter == "ñ":
        return 2 if _is_vowel(after) else -2
    if letter in "ăã":
        return 2 if (letter == "ã") == (after.casefold() in ("o", "e")) else 0
    if before.islower() and text[place].isupper():
        return -2
    # A vowel among consonants, or a consonant among vowels, makes a plausible syllable.
    neighbours = [each for each in (before, after) if each.isalpha()]
    shape = sum(1 if _is_vowel(each) != _is_vowel(letter) else -1 for each in neighbours)
    return shape + _RIVALS.get(letter, 0)


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter.casefold())[:1] in _VOWELS


def parse_json(text: str, **options: Any) -> Any:
    """Return the JSON value in a text.

    options: arguments of `json.loads`.
    Raise ValueError if the text is not JSON, is nested too deep, or has a lone surrogate, which no
    page can show.
    """
    try:
        value = json.loads(text, **options)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError(text[:40]) from error
    return value
