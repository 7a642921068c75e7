"""Fonts for names in any script, and Latin initials for names that no font can draw."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from django.utils.translation import gettext as _
from PIL import features

FONTS = Path(__file__).parent / "fonts"
BUNDLED_FONTS = {False: FONTS / "DejaVuSans.ttf", True: FONTS / "DejaVuSans-Bold.ttf"}
# Where Debian, Fedora and Alpine install fonts such as DejaVu and Noto; bold fonts first.
PLACES = Path("/usr/share/fonts")
NAMES = (
    *("DejaVuSans-Bold.ttf", "DejaVuSans.ttf", "NotoSans-Bold.ttf", "NotoSans-Regular.ttf"),
    *("NotoSansArabic-Bold.ttf", "NotoSansArabic-Regular.ttf"),
    *("NotoSansHebrew-Bold.ttf", "NotoSansHebrew-Regular.ttf"),
    *("NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc"),
    *("DroidSansFallbackFull.ttf", "wqy-microhei.ttc", "wqy-zenhei.ttc"),
)
RIGHT_TO_LEFT, ARABIC = {"R", "AL"}, "AL"


def make_drawable(text: str, *, shapes: bool | None = None, collections: bool = True) -> str:
    """Return the text in a form that can be drawn from left to right.

    The result is the text, the text reversed, or the result of `build_latin_initials`.

    shapes: whether the drawing library joins and reorders letters; None to ask Pillow.
    collections: whether the drawing library reads font collections (.ttc).
    """
    directions = set(map(unicodedata.bidirectional, text))
    turned = bool(directions & RIGHT_TO_LEFT)
    joins = features.check("raqm") if shapes is None else shapes
    if find_font_file(text, bold=False, collections=collections) is None:
        return build_latin_initials(text)
    if not turned or joins:
        return text
    # Arabic letters also change their shapes; Hebrew letters only run from right to left.
    return build_latin_initials(text) if ARABIC in directions else text[::-1]


def build_latin_initials(text: str) -> str:
    """Return a Latin initial for each word of a name, from the Unicode name of its first letter.

    If the first letter of any word has none, return a note that the name is in another script.

    >>> build_latin_initials("محمد عبد")
    'M. A.'
    """
    initials = [_find_latin_initial(word[0]) for word in text.replace("־", " ").split()]
    if all(initials):
        return " ".join(f"{letter}." for letter in initials)
    return _("(name in another script)")


def _find_latin_initial(letter: str) -> str:
    """Return the Latin initial of the letter's Unicode name; "" if it is no letter or syllable."""
    script, between, name = unicodedata.name(letter, "").partition(" LETTER ")
    if not between:
        script, between, name = unicodedata.name(letter, "").partition(" SYLLABLE ")
    word = name.removeprefix("CAPITAL ").removeprefix("SMALL ")
    # The Unicode name of the letter ayn begins with a sound that no Latin letter stands for.
    return "A" if word.startswith("AIN") else word[:1] if script else ""


@lru_cache(maxsize=500)
def find_font_file(text: str, *, bold: bool, collections: bool = True) -> Path | None:
    """Return the file of a font that has all letters of the text; None if there is none.

    The site's own font is tried before those of the system.

    bold: whether to try the bold font of the site; system fonts may be of either kind.
    collections: whether font collections (.ttc) are allowed.
    """
    letters = {
        ord(letter)
        for letter in text
        if not letter.isspace() and unicodedata.category(letter) not in ("Cf", "Cc")
    }
    for file in (BUNDLED_FONTS[bold], *_list_system_fonts()):
        if (collections or file.suffix == ".ttf") and letters <= _load_letters(file):
            return file
    return None


@cache
def _list_system_fonts() -> tuple[Path, ...]:
    """Return the known fonts that are installed, in the order of NAMES."""
    installed = {path.name: path for path in PLACES.rglob("*.tt[fc]")} if PLACES.is_dir() else {}
    return tuple(installed[name] for name in NAMES if name in installed)


@cache
def _load_letters(file: Path) -> frozenset[int]:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    with TTFont(file, fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap() or ())
