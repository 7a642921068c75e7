"""Find and replace people's names in texts, in upper or lower case and with any ending."""

import re
import unicodedata
from collections.abc import Iterable

# A name may have an ending, as in "Annával" and "Béláék"; with more letters it is another name.
_ENDING = r"\w{0,4}(?!\w)"
SHORTEST_PART = 3


class NameFinder:
    """A search for names in texts.

    parts: whether single words of the names also match, if they have at least three letters.

    >>> NameFinder(["Kovács Béla"], parts=False).matches("kovacs bélánál")
    True
    >>> NameFinder(["Kovács Béla"], parts=False).matches("Béla")
    False
    """

    def __init__(self, names: Iterable[str], *, parts: bool) -> None:
        wanted = {fold_text(name) for name in names} - {""}
        if parts:
            words = {word for name in wanted for word in name.split()}
            wanted |= {word for word in words if len(word) >= SHORTEST_PART}
        self.pattern = _build_pattern(wanted)

    def matches(self, text: str) -> bool:
        """Return whether the text contains one of the names, ignoring case and accents."""
        return bool(self.pattern.search(fold_text(text)))


def replace_names(text: str, names: Iterable[str], pseudonym: str) -> str:
    """Return the text with each name, including its ending, replaced by the pseudonym.

    Case is ignored, but accents must be the same.
    """
    spelt = {name for name in names if name}
    return _build_pattern(spelt).sub(lambda _match: pseudonym, text)


def fold_text(text: str) -> str:
    """Return the text in lower case, without accents and with single spaces."""
    apart = unicodedata.normalize("NFKD", " ".join(text.split()).casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def _build_pattern(words: Iterable[str]) -> re.Pattern[str]:
    # The longest first, so that a whole name matches before its first word.
    alternatives = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(
        rf"(?<!\w)(?:{alternatives}){_ENDING}" if alternatives else r"(?!)", re.IGNORECASE
    )
