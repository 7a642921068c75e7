"""The rules and stake with which a table of an evening can start: those last played, a rule set of
the club, or a preset of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.core.options import HouseRules, read_rules
from scoring.core.problem import Problem
from scoring.document import Stake
from scoring.games import GAMES
from tarokk_club.club.models import Club, RuleSet, Session
from tarokk_club.club.session.queries.rule_sets import build_offered_rules
from tarokk_club.club.session.rule_words import PRESETS, USUAL

# The form value for the rules of the last session.
LAST = "last"


@dataclass(frozen=True, slots=True)
class StartableRules:
    """A choice of rules.

    key: its value in a form.
    name: "" for the rules of the last session.
    """

    key: str
    name: Any
    rules: HouseRules
    preset: str | None


@dataclass(frozen=True, slots=True)
class Startable:
    """The choices of rules for a table, with the proposal first.

    stake: that of the last session of the game, None if it was not played for money.
    """

    game: str
    choices: tuple[StartableRules, ...]
    stake: Stake | None

    def chosen(self, key: str) -> StartableRules:
        """Return the choice with this key, else the proposal."""
        return next((one for one in self.choices if one.key == key), self.choices[0])


def startable(club: Club, game: str) -> Startable:
    """Return the choices of rules for a table of this game, in two queries."""
    played = GAMES[game]
    last = _last_session(club, game)
    sets = list(RuleSet.objects.filter(club=club, game=game))
    own = [
        StartableRules(
            build_offered_rules(one).key, one.name, one.frozen_rules(), one.rules_preset or None
        )
        for one in sets
    ]
    usual = [
        StartableRules(name, PRESETS[name], _preset(game, name), name) for name in played.presets
    ]
    found = own + (usual or [StartableRules("", USUAL, _preset(game, ""), None)])
    return Startable(game, _proposal_first(last, found), _stake(last))


def _proposal_first(
    last: Session | None, choices: list[StartableRules]
) -> tuple[StartableRules, ...]:
    """Return the choices with the rules of the last session first.

    If one of the other choices has the same rules, that one is moved to the front under its own
    name.
    """
    if last is None:
        return tuple(choices)
    rules = last.frozen_rules()
    same = next((one for one in choices if one.rules == rules), None)
    if same:
        return (same, *(one for one in choices if one is not same))
    return (StartableRules(LAST, "", rules, last.rules_preset or None), *choices)


def _last_session(club: Club, game: str) -> Session | None:
    rows = Session.objects.filter(club=club, game=game, binned_at=None, tournament_table=None)
    return rows.order_by("-date", "-created_at").first()


def _preset(game: str, preset: str) -> HouseRules:
    played, problems = GAMES[game], list[Problem]()
    raw = {"preset": preset} if preset else {}
    return read_rules(played.rules, played.presets, raw, problems)


def _stake(last: Session | None) -> Stake | None:
    return Stake(last.currency, last.per_point) if last and last.per_point else None
