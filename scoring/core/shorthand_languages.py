"""The shorthand in the players' languages; documents always use the English form.

Only English words are translated: names of figures, signs and numbers stay the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scoring.core.grammar import SUITS, Choice, LineKind, Seat, Word
from scoring.core.shorthand_read import list_reserved_words

ENGLISH = "en"
# The spelling of each shorthand word, by language; an announced figure is spelt like the silent
# figure, with `!` before it.
WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "hu": {
            "pass": "passz",
            "annul": "bedobva",
            "fail": "próba",
            "concede": "feladva",
            "misdeal": "rosszosztás",
            "abandon": "félbe",
            "surrender": "feladva",
            "fine": "büntetés",
            "minor": "kis",
            "major": "nagy",
            "gross": "jóvátehetetlen",
            "join": "leül",
            "leave": "feláll",
            "dealer": "osztó",
            "adjust": "kiigazítás",
            "pot": "kassza",
            "king": "király",
            "notrumps": "nincstarokk",
            "wrongdeal": "rosszul",
            "notice": "skízoszt",
            "end": "vége",
            "all": "mind",
            "none": "semmi",
            "kb": "km",
            "nb": "nm",
            "kings": "királyok",
            "no_tarokk": "tarokktalan",
            "pagat": "pagát",
            "xxi_pagat": "xxi_pagát",
            "by": "nála",
            "own": "saját",
            "owncard": "sajátlap",
            "discarded": "fektetve",
            "discarded_by": "fektette",
            "notrick": "ütésnélkül",
            "dlost": "duplabukott",
            "lost": "bukott",
            "won": "nyert",
            "dwon": "duplanyert",
            "alltricks": "mindenütés",
            "talon.skiz": "talon.skíz",
            "talon.pagat": "talon.pagát",
            "skiz": "skíz",
            "paros_facan_d": "paros_facan_f",
            "paros_facan_o": "paros_facan_e",
            "suit_ultimo": "szin_ultimo",
            "suit_uhu": "szin_uhu",
            "suit_nagymadar": "szin_nagymadar",
            "suit_kismadar": "szin_kismadar",
            "king_nagymadar": "kiraly_nagymadar",
            "king_kismadar": "kiraly_kismadar",
            "cap": "fogott",
            "left": "elhagyott",
        },
        "da": {
            "pass": "pas",
            "annul": "annulleret",
            "fail": "prøve",
            "concede": "opgivet",
            "misdeal": "fejlgivning",
            "abandon": "afbrudt",
            "surrender": "opgivet",
            "fine": "bod",
            "minor": "mindre",
            "major": "større",
            "gross": "uoprettelig",
            "join": "kommer",
            "leave": "forlader",
            "dealer": "kortgiver",
            "adjust": "justering",
            "pot": "kop",
            "king": "konge",
            "notrumps": "udentarok",
            "wrongdeal": "forkert",
            "notice": "varsel",
            "end": "slut",
            "all": "alle",
            "none": "ingen",
            "kings": "konger",
            "no_tarokk": "uden_tarok",
            "by": "hos",
            "own": "egen",
            "owncard": "egetkort",
            "discarded": "lagt_væk",
            "discarded_by": "lagt_væk_af",
            "notrick": "ingenstik",
            "dlost": "dobbelttabt",
            "lost": "tabt",
            "won": "vundet",
            "dwon": "dobbeltvundet",
            "alltricks": "allestik",
            "ka": "ks",
            "ca": "cs",
            "kl": "kt",
            "pl": "pt",
            "pw": "pv",
            "cap": "fanget",
            "left": "forladt",
        },
        "ro": {
            "annul": "anulată",
            "fail": "probă",
            "concede": "cedată",
            "misdeal": "împărțire_greșită",
            "abandon": "abandonată",
            "surrender": "renunț",
            "fine": "amendă",
            "minor": "ușoară",
            "major": "gravă",
            "gross": "ireparabilă",
            "join": "vine",
            "leave": "pleacă",
            "dealer": "împarte",
            "adjust": "ajustare",
            "king": "rege",
            "notrumps": "fără_taroc",
            "wrongdeal": "greșit",
            "notice": "preaviz",
            "end": "sfârșit",
            "all": "toate",
            "none": "nimic",
            "kings": "regi",
            "no_tarokk": "fără_tarok",
            "by": "la",
            "own": "proprie",
            "owncard": "carte_proprie",
            "discarded": "decartat",
            "discarded_by": "decartat_de",
            "notrick": "fără_levată",
            "dlost": "dublu_pierdut",
            "lost": "pierdut",
            "won": "câștigat",
            "dwon": "dublu_câștigat",
            "alltricks": "toate_levatele",
            "cap": "prins",
            "left": "părăsit",
        },
    }
)
# The letter of each suit, if it differs from the English letter.
LETTERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "hu": {"k": "hearts", "r": "diamonds", "t": "clubs", "p": "spades"},
        "da": {"h": "hearts", "r": "diamonds", "k": "clubs", "s": "spades"},
        "ro": {"i": "hearts", "r": "diamonds", "t": "clubs", "p": "spades"},
    }
)


def translate_line_kinds(line_kinds: tuple[LineKind, ...], language: str) -> tuple[LineKind, ...]:
    """Return the kinds of lines as players write them in that language.

    Their English words remain valid. A language without translated words uses English.

    Source: docs/reference/shorthand.md, "Languages".
    """
    if language not in WORDS:
        return line_kinds
    return tuple(_translate_line_kind(line_kind, language) for line_kind in line_kinds)


def list_reserved_words_in_all_languages(line_kinds: tuple[LineKind, ...]) -> frozenset[str]:
    """Return the first words of lines in every language, which are not allowed as short names.

    A player therefore has the same short name on every sheet.

    Source: docs/reference/shorthand.md, "Players".
    """
    return frozenset().union(
        *(
            list_reserved_words(translate_line_kinds(line_kinds, language))
            for language in (ENGLISH, *WORDS)
        )
    )


def _translate_line_kind(line_kind: LineKind, language: str) -> LineKind:
    words = WORDS[language]
    code = words.get(line_kind.code, line_kind.code)
    return replace(
        line_kind,
        code=code,
        also=(line_kind.code,) if code != line_kind.code else (),
        places=tuple(_translate_place(place, words) for place in line_kind.places),
        words=tuple(_translate_word(word, language) for word in line_kind.words),
    )


def _translate_place(place: Seat | Choice, words: Mapping[str, str]) -> Seat | Choice:
    if isinstance(place, Seat):
        return place
    translated = {words[code]: values for code, values in place.codes.items() if code in words}
    return replace(place, codes={**translated, **place.codes})


def _translate_word(word: Word, language: str) -> Word:
    code = _translate_code(word, language)
    letters = {**LETTERS[language], **SUITS}
    also = (word.code,) if code != word.code else ()
    return replace(word, code=code, also=also, suits=letters)


def _translate_code(word: Word, language: str) -> str:
    """Return the spelling of the word's code in that language."""
    words = WORDS[language]
    prefix = "!" if word.code.startswith("!") else ""
    bare = word.code.removeprefix("!")
    if word.fixed.get("") in SUITS.values():
        return next(letter for letter, suit in LETTERS[language].items() if suit == word.fixed[""])
    if bare in words:
        return prefix + words[bare]
    # The code of a figure with a rank, or of a void figure, follows the figure's own name.
    figure, _, suffix = bare.rpartition("_")
    return f"{prefix}{words[figure]}_{suffix}" if figure in words else word.code
