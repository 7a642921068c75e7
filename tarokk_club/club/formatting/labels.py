"""Labels of entries and games: outcomes of hands, types of events, games."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any
from unicodedata import normalize

from django.utils import translation
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from scoring.answer import ENGLISH
from scoring.games import GAMES

# Labels of events other than hands; each game defines those of its outcomes.
KINDS = {
    "join": _("Player joins"),
    "leave": _("Player leaves"),
    "fine": _("Fine"),
    "adjust": _("Adjustment"),
    "pot": _("Points into or out of a pot"),
    "dealer": _("Another dealer"),
    "notice": _("Notice given"),
    "end": _("Session closed"),
}


def label_event_kind(kind: str) -> str:
    """Return the label of an event type or hand outcome, in the reader's language."""
    return str(KINDS[kind]) if kind in KINDS else gettext(ENGLISH.term(f"ending.{kind}"))


GAME_NAMES: Mapping[str, Any] = MappingProxyType(
    {key: _(game.info.name) for key, game in GAMES.items()}
)


def label_game(game: str) -> str:
    """Return the name of `game` in the reader's language."""
    return str(GAME_NAMES[game])


def label_round(game: str) -> str:
    """Return the name of the doubled hands of `game`; "" if it has none."""
    name = GAMES[game].info.round_name
    return gettext(name) if name else ""


def find_native_word(language: str, word: Callable[[], str]) -> str:
    """Return the word in `language`; "" if the reader's word has the same letters.

    Capitals, accents and punctuation are ignored.

    word: returns the word in the current language.
    """
    if (get_language() or "").startswith(language):
        return ""
    reader_word = word()
    with translation.override(language):
        native = word()
    return "" if _fold_letters(reader_word) == _fold_letters(native) else native


def _fold_letters(word: str) -> str:
    return "".join(char for char in normalize("NFKD", word).casefold() if char.isalnum())
