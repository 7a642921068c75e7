"""How the hands' table says its terms: in the reader's language, or as the keys of the format."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from scoring.core.explain import TERMS
from scoring.core.game import AnyGame
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import DECLARER, OPPONENTS
from tarokk_club.club.formatting.labels import KINDS
from tarokk_club.club.formatting.sentences import ClubWords

# The column of all figures that a club made up itself.
OWN = "own"
# Families of terms in which the word of a record may stand, in the order in which they are tried.
_FAMILIES = ("fig", "da", "bid", "contract", "suit", "card", "rank", "band", "annul", "ending")


def as_json(value: Any) -> str:
    """A value as a session document has it, in one line; the same one from either database."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class PlayerName(str):
    """What somebody is called: no word of the field, whatever it is."""

    __slots__ = ()


class HandWords(Protocol):
    """title: over a column; term: of a word of the records; figure, pot, net: over their columns;
    told: a value of a record with names for ids.
    """

    def title(self, key: str) -> str: ...

    def term(self, key: str) -> str: ...

    def figure(self, key: str, side: str | None) -> str: ...

    def pot(self, name: str) -> str: ...

    def net(self, player: str) -> str: ...

    def told(self, value: Any) -> str: ...


class StableKeys:
    """The keys of the session document, which no translation and no version moves."""

    def __init__(self, game: AnyGame) -> None:
        del game

    def title(self, key: str) -> str:
        """The key."""
        return key

    def term(self, key: str) -> str:
        """The key."""
        return key

    def figure(self, key: str, side: str | None) -> str:
        """Figure and side."""
        return f"figure.{key}.{side}" if side else f"figure.{key}"

    def pot(self, name: str) -> str:
        """The pot's key."""
        return f"pot.{name}"

    def net(self, player: str) -> str:
        """The name, so marked that it is never taken for a key."""
        return f"net.{player}"

    def told(self, value: Any) -> str:
        """JSON, as in a session document."""
        return as_json(value)


class ReadersWords:
    """The reader's language; what has no word there is called by its key."""

    def __init__(self, game: AnyGame) -> None:
        self._words = ClubWords()
        self._titles = _titles(game) | _more_titles(game, self._words)
        self._parts = _parts(game, self._words)
        self._terms = {**_terms(game, self._words), **_marks()}

    def title(self, key: str) -> str:
        """What stands over the column; a figure's record stands apart from what was paid for it."""
        return self._titles.get(key) or _("%(figure)s, as recorded") % {"figure": self.term(key)}

    def term(self, key: str) -> str:
        """The word of the field."""
        return self._terms.get(key, key)

    def figure(self, key: str, side: str | None) -> str:
        """The figure's word, and whose."""
        name = _("Figures of the club") if key == OWN else self.term(key)
        return f"{name}: {self.term(side)}" if side else name

    def pot(self, name: str) -> str:
        """The pot's word."""
        return self._words.term(f"pot.{name}")

    def net(self, player: str) -> str:
        """The name."""
        return player

    def told(self, value: Any) -> str:
        """A list or an object of a record in one line."""
        if isinstance(value, list):
            return "; ".join(self.told(one) for one in value)
        if isinstance(value, Mapping):
            # PostgreSQL keeps no order of keys: who and what come first, then what has a label.
            pairs = sorted(value.items(), key=lambda pair: (self._labelled(*pair), pair[0]))
            return ", ".join(self._pair(key, one) for key, one in pairs)
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, PlayerName):
            return str(value)
        return self.term(value) if isinstance(value, str) else str(value)

    def _labelled(self, key: str, value: Any) -> bool:
        return key != "made" and (key.startswith(OWN_PREFIX) or not isinstance(value, str))

    def _pair(self, key: str, value: Any) -> str:
        if key == "made":
            return self.term("made" if value else "failed")
        if not self._labelled(key, value):
            return self.told(value)
        own = key.startswith(OWN_PREFIX)
        said = key.removeprefix(OWN_PREFIX) if own else self._parts.get(key, key)
        return f"{said}: {self.told(value)}"


def _titles(game: AnyGame) -> dict[str, str]:
    bidding = game.lore.bidding
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


def _more_titles(game: AnyGame, words: ClubWords) -> dict[str, str]:
    """What the records of this game hold beside the figures, and what other events say."""
    return {
        OWN: _("%(figure)s, as recorded") % {"figure": _("Figures of the club")},
        "player": _("Player"),
        "after": _("Sits after"),
        "severity": _("How grave"),
        "pot": _("Which pot?"),
        "skiz": _("Who was dealt the skíz?"),
        **_said_of("col", game, words),
    }


def _parts(game: AnyGame, words: ClubWords) -> dict[str, str]:
    """What a number, a yes or a list inside a value of a record is about."""
    shared = {"count": _("number"), "kontra": _("Kontra"), "declared": _("declared")}
    return {**shared, **_said_of("part", game, words)}


def _said_of(family: str, game: AnyGame, words: ClubWords) -> dict[str, str]:
    """The game's own terms of one family, by their key in the records."""
    mine = (key for key in game.terms if key.startswith(f"{family}."))
    return {key.partition(".")[2]: words.term(key) for key in mine}


def _terms(game: AnyGame, words: ClubWords) -> dict[str, str]:
    """Words of the field by the word of the records; the families tried first win."""
    known = {**TERMS, **game.terms}
    found: dict[str, str] = {}
    for family in _FAMILIES:
        for key in known:
            name, _dot, word = key.partition(".")
            if name == family and word not in found:
                found[word] = words.term(key)
    return {**found, **{key: words.term(term) for key, term in game.figures.items()}}


def _marks() -> dict[str, str]:
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


def words_of(game: AnyGame, *, keys: bool) -> HandWords:
    """The reader's language, or the keys."""
    return StableKeys(game) if keys else ReadersWords(game)
