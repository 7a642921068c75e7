"""Finding somebody's name in what people wrote, however it is spelt or declined."""

import re
import unicodedata
from collections.abc import Iterable

# "Annával", "Béláék": a name takes endings; more letters behind it make another name of it.
_ENDING = r"\w{0,4}(?!\w)"
SHORTEST_PART = 3


class NameFinder:
    """Looks for names in texts; parts: also for their single words.

    >>> NameFinder(["Kovács Béla"], parts=False).found("kovacs bélánál")
    True
    >>> NameFinder(["Kovács Béla"], parts=False).found("Béla")
    False
    """

    def __init__(self, names: Iterable[str], *, parts: bool) -> None:
        wanted = {folded(name) for name in names} - {""}
        if parts:
            words = {word for name in wanted for word in name.split()}
            wanted |= {word for word in words if len(word) >= SHORTEST_PART}
        self.pattern = _any_of(wanted)

    def found(self, text: str) -> bool:
        """Whether the text holds one of them."""
        return bool(self.pattern.search(folded(text)))


def without(text: str, names: Iterable[str], pseudonym: str) -> str:
    """The text with the pseudonym for every one of the names, as they are spelt."""
    spelt = {name for name in names if name}
    return _any_of(spelt).sub(lambda _match: pseudonym, text)


def folded(text: str) -> str:
    """Small letters without accents and with single spaces: what two spellings share."""
    apart = unicodedata.normalize("NFKD", " ".join(text.split()).casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    # The longest first, so that a whole name goes before its first word; none match nothing.
    found = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{found}){_ENDING}" if found else r"(?!)", re.IGNORECASE)
