"""The wording of the hands table: the reader's language, or the keys of the session document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from scoring.core.game import AnyGame
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.sentences import TERMS
from tarokk_club.club.formatting.labels import KINDS
from tarokk_club.club.formatting.sentences import ClubWords

# The key of the column for all figures that the club defined itself.
OWN = "own"
# Families of terms that a word of a record may belong to, in the order of look-up.
_FAMILIES = ("fig", "da", "bid", "contract", "suit", "card", "rank", "band", "annul", "ending")


def format_json(value: Any) -> str:
    """Return a value as one line of JSON with sorted keys, the same from SQLite and PostgreSQL."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class PlayerName(str):
    """The name of a player, which is never translated as a term."""

    __slots__ = ()


class HandWords(Protocol):
    """The wording of a hands table.

    format_column_title: returns the title of a column.
    format_term: returns the word for a term of the records.
    format_figure_title: returns the title of a figure's column.
    format_pot_title: returns the title of a pot's column.
    format_points_title: returns the title of the column with a player's points.
    format_value: returns a record's value as text; names have already replaced the ids in it.
    """

    def format_column_title(self, key: str) -> str: ...

    def format_term(self, key: str) -> str: ...

    def format_figure_title(self, key: str, side: str | None) -> str: ...

    def format_pot_title(self, name: str) -> str: ...

    def format_points_title(self, player: str) -> str: ...

    def format_value(self, value: Any) -> str: ...


class StableKeys:
    """The keys of the session document, which do not change with the language or the version."""

    def __init__(self, game: AnyGame) -> None:
        del game

    def format_column_title(self, key: str) -> str:
        """Return the key."""
        return key

    def format_term(self, key: str) -> str:
        """Return the key."""
        return key

    def format_figure_title(self, key: str, side: str | None) -> str:
        """Return the key of the figure and its side."""
        return f"figure.{key}.{side}" if side else f"figure.{key}"

    def format_pot_title(self, name: str) -> str:
        """Return the key of the pot."""
        return f"pot.{name}"

    def format_points_title(self, player: str) -> str:
        """Return the name with a prefix that distinguishes it from the keys."""
        return f"net.{player}"

    def format_value(self, value: Any) -> str:
        """Return the value as JSON."""
        return format_json(value)


class ReadersWords:
    """The wording in the reader's language; keys without a translation remain keys."""

    def __init__(self, game: AnyGame) -> None:
        self._words = ClubWords()
        self._titles = _build_titles(game) | _build_field_titles(game, self._words)
        self._parts = _build_nested_value_labels(game, self._words)
        self._terms = {**_build_terms(game, self._words), **_build_shared_words()}

    def format_column_title(self, key: str) -> str:
        """Return the title of a column.

        A figure may have two columns, one for what was recorded and one for its payments; the
        former is titled "…, as recorded".
        """
        return self._titles.get(key) or _("%(figure)s, as recorded") % {
            "figure": self.format_term(key)
        }

    def format_term(self, key: str) -> str:
        """Return the word for the term, or the key itself."""
        return self._terms.get(key, key)

    def format_figure_title(self, key: str, side: str | None) -> str:
        """Return the word for the figure, with the side if there is one."""
        name = _("Figures of the club") if key == OWN else self.format_term(key)
        return f"{name}: {self.format_term(side)}" if side else name

    def format_pot_title(self, name: str) -> str:
        """Return the word for the pot."""
        return self._words.term(f"pot.{name}")

    def format_points_title(self, player: str) -> str:
        """Return the name of the player."""
        return player

    def format_value(self, value: Any) -> str:
        """Return a list, an object or any other value of a record in one line."""
        if isinstance(value, list):
            return "; ".join(self.format_value(item) for item in value)
        if isinstance(value, Mapping):
            # PostgreSQL does not preserve key order: put plain strings first, then labelled values.
            pairs = sorted(value.items(), key=lambda pair: (self._needs_label(*pair), pair[0]))
            return ", ".join(self._format_pair(key, item) for key, item in pairs)
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, PlayerName):
            return str(value)
        return self.format_term(value) if isinstance(value, str) else str(value)

    def _needs_label(self, key: str, value: Any) -> bool:
        return key != "made" and (key.startswith(OWN_PREFIX) or not isinstance(value, str))

    def _format_pair(self, key: str, value: Any) -> str:
        if key == "made":
            return self.format_term("made" if value else "failed")
        if not self._needs_label(key, value):
            return self.format_value(value)
        is_club_figure = key.startswith(OWN_PREFIX)
        label = key.removeprefix(OWN_PREFIX) if is_club_figure else self._parts.get(key, key)
        return f"{label}: {self.format_value(value)}"


def _build_titles(game: AnyGame) -> dict[str, str]:
    bidding = game.info.bidding
    bid = gettext(bidding.word) if bidding else ""
    return {
        "session": _("Session"),
        "date": _("Date"),
        "title": _("Name of the table"),
        "hand": _("Hand"),
        "type": _("Event"),
        "dealer": _("Dealer"),
        "outcome": _("Ending"),
        "declarer": _("Declarer"),
        "bid": bid,
        "contract": bid,
        "level": _("Level"),
        "called": _("Called"),
        "partner": _("Partner"),
        "declarer_points": _("Card points"),
        "tricks": _("Tricks"),
        "kontra_game": _("Kontra"),
        "declarations": _("Declarations"),
        "multiplier": _("Multiplier"),
        "note": _("Note"),
        "announced": _("Announced"),
        "result": _("Result"),
        "points": _("Points"),
        "game": _("Kind of game"),
        "preset": _("Preset"),
        "rules": _("House rules"),
        "schema": _("Schema of the records"),
        "players": _("Players"),
        "first_dealer": _("First dealer"),
        "currency": _("Currency"),
        "per_point": _("Stake per point"),
    }


def _build_field_titles(game: AnyGame, words: ClubWords) -> dict[str, str]:
    """Return the titles of the game's record fields, and of the fields of other events."""
    return {
        OWN: _("%(figure)s, as recorded") % {"figure": _("Figures of the club")},
        "player": _("Player"),
        "after": _("Sits after"),
        "severity": _("How grave"),
        "pot": _("Which pot?"),
        "skiz": _("Who was dealt the skíz?"),
        **_build_words_of_term_family("col", game, words),
    }


def _build_nested_value_labels(game: AnyGame, words: ClubWords) -> dict[str, str]:
    """Return the labels of numbers, booleans and lists nested in a value of a record."""
    shared = {"count": _("number"), "kontra": _("Kontra"), "declared": _("declared")}
    return {**shared, **_build_words_of_term_family("part", game, words)}


def _build_words_of_term_family(family: str, game: AnyGame, words: ClubWords) -> dict[str, str]:
    """Return the words for the game's own terms of one family, by their key in the records."""
    mine = (key for key in game.terms if key.startswith(f"{family}."))
    return {key.partition(".")[2]: words.term(key) for key in mine}


def _build_terms(game: AnyGame, words: ClubWords) -> dict[str, str]:
    """Return the words for the terms by their key in the records.

    If a key occurs in several families of terms, the first family wins; a figure wins over all.
    """
    terms = {**TERMS, **game.terms}
    words_by_key: dict[str, str] = {}
    for family in _FAMILIES:
        for key in terms:
            name, _dot, word = key.partition(".")
            if name == family and word not in words_by_key:
                words_by_key[word] = words.term(key)
    return {**words_by_key, **{key: words.term(term) for key, term in game.figures.items()}}


def _build_shared_words() -> dict[str, str]:
    return {
        **{kind: str(label) for kind, label in KINDS.items()},
        "hand": _("Hand"),
        DECLARER: _("Declarer's side"),
        OPPONENTS: _("Opponents"),
        **{f"kontra.{steps}": gettext(TERMS[f"kontra.{steps}"]) for steps in range(1, 6)},
        "announced": _("announced"),
        "made": _("made"),
        "failed": _("failed"),
        "all": _("all"),
        "none": _("none"),
        "split": _("shared"),
    }


def build_hand_words(game: AnyGame, *, keys: bool) -> HandWords:
    """Return the wording for a game: the document's keys if `keys`, else the reader's language."""
    return StableKeys(game) if keys else ReadersWords(game)
