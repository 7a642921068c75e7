"""What entries and games are called: the outcome of a hand, the type of an event, a game."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from unicodedata import normalize

from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

KINDS = {
    "played": _("Played"),
    "passed_out": _("Passed out"),
    "annulled": _("Annulled"),
    "failed_trial": _("Trial three failed"),
    "conceded": _("Conceded"),
    "misdeal": _("Misdeal"),
    "abandoned": _("Abandoned"),
    "michi": _("Michi-michi"),
    "surrendered": _("Surrendered"),
    "join": _("Player joins"),
    "leave": _("Player leaves"),
    "fine": _("Fine"),
    "adjust": _("Adjustment"),
    "notice": _("Notice given"),
    "end": _("Session closed"),
}


FINE_TITLES = {
    "minor": _("Minor fine: %(player)s"),
    "major": _("Major fine: %(player)s"),
    "irrecoverable": _("Irrecoverable fault: %(player)s"),
}
# How grave an irregularity was, and so the fine for it.
SEVERITY_WORDS = {
    "minor": _("Minor: 5 into each pot"),
    "major": _("Major: 20 into each pot"),
    "irrecoverable": _("Irrecoverable: 40 into each pot"),
}


def kind_label(kind: str) -> str:
    """The name of `kind` in the reader's language."""
    return str(KINDS[kind])


GAME_NAMES = {
    "paskievics": _("Paskievics tarokk"),
    "illustrated": _("Illustrated tarokk"),
    "danish": _("Danish tarok"),
    "romanian": _("Romanian tarok"),
    "taper": _("Taper (three players)"),
}


# The language in which the players of a game say its words.
NATIVE: Mapping[str, str] = MappingProxyType(
    {"paskievics": "hu", "illustrated": "hu", "danish": "da", "romanian": "ro", "taper": "ro"}
)

# What a round of doubled hands is called where it has a name of its own.
ROUND_NAMES = {"romanian": _("Radler"), "taper": _("Radler")}


def game_label(game: str) -> str:
    """The name of `game` in the reader's language."""
    return str(GAME_NAMES[game])


def round_label(game: str) -> str:
    """The name of the doubled hands of `game`, "" where they have none."""
    return str(ROUND_NAMES.get(game, ""))


def native_word(language: str, word: Callable[[], str]) -> str:
    """The players' own word, "" where the reader's differs only in accents and gaps.

    language: that of the players; word: says it in the current language.
    """
    if (get_language() or "").startswith(language):
        return ""
    here = word()
    with translation.override(language):
        there = word()
    return "" if _letters(here) == _letters(there) else there


def _letters(word: str) -> str:
    return "".join(one for one in normalize("NFKD", word).casefold() if one.isalnum())
