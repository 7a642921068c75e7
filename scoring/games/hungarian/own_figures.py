"""The club's own figures, which are scored like the trull and never implied by all tricks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scoring.core.own_figures import OWN_PREFIX, OwnFigure
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.tables import FACAN_CARDS, Figure


def merge_club_figures(
    figures: Mapping[str, Figure], rules: HungarianRules
) -> Mapping[str, Figure]:
    """Return the figures of the game, then the club's own figures under these rules.

    Source: scoring/RULEBOOK.md, section 1, `own_figures`.
    """
    if not rules.own_figures:
        return figures
    club_figures = [_build_figure(figure) for figure in rules.own_figures]
    return {**figures, **{row.key: row for row in club_figures}}


def map_figure_values(
    figures: Mapping[str, Figure], rules: HungarianRules
) -> Mapping[str, Mapping[str, str]]:
    """Return the values that name each figure in a sentence, by figure.

    The figures of the first trick are also listed by card, as "facan.pagat".

    Source: scoring/RULEBOOK.md, section 1, `own_figures`.
    """
    values = {row.key: row.values for row in merge_club_figures(figures, rules).values()}
    first = {f"facan.{card}": values[key] for card, key in FACAN_CARDS.items() if key in values}
    return values | first


@cache
def _build_figure(figure: OwnFigure) -> Figure:
    key = OWN_PREFIX + figure.key
    worth = (figure.silent, figure.announced)
    return Figure(key, key, worth, fixed=True, has_result=True, own=figure.name)
