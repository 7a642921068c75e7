"""The rules offered for a table of an evening: those played last, rule sets and presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.core.options import HouseRules, read_rules
from scoring.core.problem import Problem
from scoring.document import Stake
from scoring.games import GAMES
from tarokk_club.club.models import Club, RuleSet, Session
from tarokk_club.club.session.offered_rules import build_offered_rules
from tarokk_club.club.session.rule_words import PRESETS, USUAL

# The key of the rules of the last session.
LAST = "last"


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A choice of rules for a table.

    key: value in the form.
    name: label of the choice, "" for the rules of the last session.
    preset: name of the preset on which the rules are based, None if there is none.
    """

    key: str
    name: Any
    rules: HouseRules
    preset: str | None


@dataclass(frozen=True, slots=True)
class RuleChoices:
    """The stake and the choices of rules offered for a new table, the proposed choice first.

    stake: stake of the last session of the game, None if that was not for money.
    """

    game: str
    choices: tuple[RuleChoice, ...]
    stake: Stake | None

    def find_choice(self, key: str) -> RuleChoice:
        """Return the choice with this key, or the proposed choice if there is none."""
        return next((one for one in self.choices if one.key == key), self.choices[0])


def load_rule_choices(club: Club, game: str) -> RuleChoices:
    """Return the choices of rules and the stake for a table of this game, in two queries."""
    played = GAMES[game]
    last = _load_last_session(club, game)
    sets = list(RuleSet.objects.filter(club=club, game=game))
    club_rules = [
        RuleChoice(
            build_offered_rules(one).key,
            one.name,
            one.read_frozen_rules(),
            one.rules_preset or None,
        )
        for one in sets
    ]
    usual = [
        RuleChoice(name, PRESETS[name], _read_preset(game, name), name) for name in played.presets
    ]
    choices = club_rules + (usual or [RuleChoice("", USUAL, _read_preset(game, ""), None)])
    return RuleChoices(game, _put_proposal_first(last, choices), _read_stake(last))


def _put_proposal_first(last: Session | None, choices: list[RuleChoice]) -> tuple[RuleChoice, ...]:
    """Return the choices with the rules of the last session moved or added to the front.

    A choice with the same rules is moved; otherwise the rules are added without a name.
    """
    if last is None:
        return tuple(choices)
    rules = last.read_frozen_rules()
    same = next((one for one in choices if one.rules == rules), None)
    if same:
        return (same, *(one for one in choices if one is not same))
    return (RuleChoice(LAST, "", rules, last.rules_preset or None), *choices)


def _load_last_session(club: Club, game: str) -> Session | None:
    rows = Session.objects.filter(club=club, game=game, binned_at=None, tournament_table=None)
    return rows.order_by("-date", "-created_at").first()


def _read_preset(game: str, preset: str) -> HouseRules:
    played, problems = GAMES[game], list[Problem]()
    raw = {"preset": preset} if preset else {}
    return read_rules(played.rules, played.presets, raw, problems)


def _read_stake(last: Session | None) -> Stake | None:
    return Stake(last.currency, last.per_point) if last and last.per_point else None
