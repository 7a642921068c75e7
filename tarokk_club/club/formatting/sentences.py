"""Sentences and terms in the reader's language, with the players' names."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_noop as _

from scoring.answer import ENGLISH
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.problem import Problem
from scoring.core.translation_marks import render
from scoring.games import GAMES
from tarokk_club.club.formatting.numbers_and_dates import format_integer

# Refusals shared by several packages; a package registers its own when it is imported.
_REFUSALS: dict[str, str] = {
    "session_binned": _("This session is in the bin; take it out first."),
    "taken_back": _("It has already been withdrawn."),
    "no_such_player": _("Choose a player of this club who is not archived."),
    "merged_away": _("This player was merged into another; take that back first."),
    "counting_unknown": _("Choose one of the ways of counting."),
    "locked_without_reason": _(
        "The result of this tournament is final: say why it is still being changed."
    ),
    "scale_unreadable": _(
        "Write the points of the places with spaces between, as 10 8 6 4; halves as 8.5."
    ),
    "scale_places": _("This table has %(number)s places: write a number for each."),
    "scale_rises": _("A better place does not get less than a worse one."),
    "name_has_unseen": _("The name contains an invisible character."),
    "player_erased": _("This player was erased; that cannot be undone."),
    "erased_named": _("%(name)s was erased, so nothing can be recorded for this player."),
    "merged_replaced": _("%(gone)s was merged into %(kept)s, so %(kept)s is recorded instead."),
    "player_merged": _("%(gone)s was merged into %(kept)s; choose %(kept)s."),
    "own_choice": _("Only the player can undo this, on their account page."),
    "text_has_unseen": _("The text contains an invisible character."),
    "text_too_long": _("This is too long: at most %(highest)s characters."),
    "language_unknown": _("This language is not known."),
    "too_many_events": _("The document has too many events: at most %(highest)s."),
    "date_in_future": _("This day has not come yet."),
    "date_too_early": _("The book keeps nothing from before the year %(year)s."),
    "date_too_late": _("The book keeps nothing from after the year %(year)s."),
    "nobody_chosen": _("Choose at least one player."),
    "money_too_large": _(
        "Points times stake come to more money than can be settled. Check the stake and the points."
    ),
    "totals_large": _("The file is larger than %(highest)s kilobytes."),
    "table_large": _(
        "The file has %(row_count)s lines and %(column_count)s columns. At most %(rows)s lines and "
        "%(columns)s columns are read at a time."
    ),
}
# Reasons for refusals by the site; the sentences of the scorer explain the faults of a hand.
REFUSALS: Mapping[str, str] = MappingProxyType(_REFUSALS)

# Translation contexts of terms whose English text equals that of another term.
CONTEXTS: Mapping[str, str] = MappingProxyType(
    {term: context for game in GAMES.values() for term, context in game.info.contexts.items()}
)


def register_refusals(refusals: Mapping[str, str]) -> None:
    """Add refusals, sentences by problem code; called by the module that raises them.

    A package with many of them has a module `refusals`, which the app imports at start-up.

    Raise ValueError if a code is registered already.
    """
    duplicates = _REFUSALS.keys() & refusals.keys()
    if duplicates:
        raise ValueError(f"registered twice: {sorted(duplicates)}")
    _REFUSALS.update(refusals)


class ClubWords:
    """The terms and sentences of a page in the reader's language.

    names: the players' names, by id; a player without a name is called by the id.
    """

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self.names = names or {}

    def sentence(self, code: str) -> str:
        """Return the template of a sentence in the reader's language."""
        return gettext(REFUSALS.get(code) or ENGLISH.sentence(code))

    def term(self, key: str) -> str:
        """Return a term in the reader's language, or the name of a figure invented by the club."""
        if key.startswith(OWN_PREFIX):
            return key.removeprefix(OWN_PREFIX)
        context = CONTEXTS.get(key)
        text = ENGLISH.term(key)
        return pgettext(context, text) if context else gettext(text)

    def name(self, player: str) -> str:
        """Return the player's name; the id if there is no name."""
        return self.names.get(player, player)


def render_problem(problem: Problem, words: ClubWords | None = None) -> str:
    """Return a problem as a sentence.

    words: words with the players' names; required if the problem names players.
    """
    # The scorer writes a negative number with a hyphen.
    values = {
        key: format_integer(value) if type(value) is int and value < 0 else value
        for key, value in problem.values.items()
    }
    return render(words or ClubWords(), problem.code, values)


def render_sentence(code: str, **values: Any) -> str:
    """Return the sentence of a code, filled with `values`, which must not be player ids."""
    return render(ClubWords(), code, values)
