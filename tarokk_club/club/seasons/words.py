"""Sentences that explain the rules of a season, displayed below its table."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.seasons.queries.leaderboard import SeasonPart
from tarokk_club.club.values.season_rules import Counting, CountingRules, Games, Tie

COUNTING: Mapping[str, str] = MappingProxyType(
    {
        Counting.POINTS: _("The sum of all points counts, of every game as it was booked."),
        Counting.MONEY: _("The money counts that was won and lost in %(currency)s."),
        Counting.AVERAGE: _("The average counts: points divided by hands played."),
    }
)
ONE_GAME = _("Only %(game)s counts: a point of another game is not worth the same.")
MOST_PLAYED = _("One game counts, the one that is played most.")
WEIGHED = _("Each point counts by the weight of its game: %(weights)s. No other game counts.")
MONEY_OF_ALL = _("The money of all games is added.")
NO_TOURNAMENTS = _("Tables of tournaments do not count.")
TIES: Mapping[str, str] = MappingProxyType(
    {
        Tie.SHARED: _("Tied players share the place."),
        Tie.BEST: _("In a tie, the better best evening comes first."),
        Tie.HANDS: _("In a tie, whoever played more hands comes first."),
    }
)

DROPPED = _(
    "Worst evenings of each player that do not count: %(number)s; one evening always counts."
)


def explain_rules(rules: CountingRules, currency: str) -> list[str]:
    """Return the sentences that explain the counting rules."""
    sentences = [*_explain_value(rules, currency), *_explain_games(rules)]
    if not rules.tournaments:
        sentences.append(gettext(NO_TOURNAMENTS))
    for number, sentence in (
        (rules.min_hands, _explain_min_hands(rules.min_hands)),
        (rules.min_evenings, _explain_min_evenings(rules.min_evenings)),
        (rules.drop_worst, gettext(DROPPED)),
    ):
        if number:
            sentences.append(sentence % {"number": number})
    return [*sentences, gettext(TIES[rules.tie])]


def explain_part_minimum(part: SeasonPart | None, rules: CountingRules) -> str:
    """Return a sentence about a part's lower minimum for a place, "" if the part has none."""
    if part is None or not part.has_lower_minimum:
        return ""
    numbers = {"part": part.evenings, "whole": part.whole}
    if part.rules.min_evenings:
        numbers |= {"least": rules.min_evenings, "usual": part.rules.min_evenings}
        text = gettext(
            "This part holds %(part)s of %(whole)s evenings, so a place takes %(least)s of them; "
            "in the whole season it takes %(usual)s."
        )
    else:
        numbers |= {"least": rules.min_hands, "usual": part.rules.min_hands}
        text = gettext(
            "This part holds %(part)s of %(whole)s evenings, so the hands that a place takes are "
            "%(least)s; in the whole season they are %(usual)s."
        )
    return text % numbers


def label_games(rules: CountingRules) -> str:
    """Return a short label of the games that count."""
    if rules.games == Games.WEIGHED:
        return label_weights(rules)
    if rules.games == Games.ONE and rules.game:
        return label_game(rules.game)
    return gettext("All games") if rules.games == Games.ALL else gettext("The one played most")


def label_weights(rules: CountingRules) -> str:
    """Return the games that count, each with its weight."""
    return ", ".join(f"{label_game(game)} × {weight}" for game, weight in rules.weights)


def _explain_value(rules: CountingRules, currency: str) -> list[str]:
    if rules.counts == Counting.POINTS and not rules.adds_games:
        return []
    return [gettext(COUNTING[rules.counts]) % {"currency": currency}]


def _explain_games(rules: CountingRules) -> list[str]:
    """Return sentences about the games that count.

    Old seasons that add the points of all games have no such sentence.
    """
    if rules.games == Games.WEIGHED:
        return [gettext(WEIGHED) % {"weights": label_weights(rules)}]
    if rules.games == Games.ALL:
        return [] if rules.adds_games else [gettext(MONEY_OF_ALL)]
    text = ONE_GAME if rules.game else MOST_PLAYED
    return [gettext(text) % ({"game": label_game(rules.game)} if rules.game else {})]


def _explain_min_hands(number: int) -> str:
    return ngettext(
        "A place is given from %(number)s hand on.",
        "A place is given from %(number)s hands on.",
        number,
    )


def _explain_min_evenings(number: int) -> str:
    return ngettext(
        "A place is given from %(number)s evening on.",
        "A place is given from %(number)s evenings on.",
        number,
    )
