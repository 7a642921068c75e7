"""The English sentences for facts that exclude each other, and for the facts themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_

_FACTS = {
    "hu.fact.both": N_("%(one)s; %(two)s"),
    "hu.fact.made": N_("%(figure)s of %(by)s, made"),
    "hu.fact.failed": N_("%(figure)s of %(by)s, failed"),
    "hu.fact.void": N_("%(figure)s of %(by)s, which does not count"),
    "hu.fact.suited_made": N_("%(figure)s of %(by)s in %(suit)s, made"),
    "hu.fact.suited_failed": N_("%(figure)s of %(by)s in %(suit)s, failed"),
    "hu.fact.ranked_made": N_("%(figure)s of %(by)s with the %(rank)s of %(suit)s, made"),
    "hu.fact.ranked_failed": N_("%(figure)s of %(by)s with the %(rank)s of %(suit)s, failed"),
    "hu.fact.declarer": N_("%(figure)s of the declarer's side"),
    "hu.fact.opponents": N_("%(figure)s of the opponents"),
    "hu.fact.declarer_made": N_("%(figure)s of the declarer's side, made"),
    "hu.fact.declarer_failed": N_("%(figure)s of the declarer's side, failed"),
    "hu.fact.opponents_made": N_("%(figure)s of the opponents, made"),
    "hu.fact.opponents_failed": N_("%(figure)s of the opponents, failed"),
    "hu.fact.caught": N_("%(by)s caught the XXI of %(victim)s"),
    "hu.fact.drawn": N_("%(player)s drew this card from the talon: %(card)s"),
    "hu.fact.called": N_("%(player)s was called with the %(numeral)s"),
    "hu.fact.called_alone": N_("%(player)s called the %(numeral)s and plays alone"),
    "hu.fact.discarded": N_("the called %(numeral)s was discarded"),
    "hu.fact.all": N_("all tricks to the declarer's side"),
    "hu.fact.none": N_("no trick to the declarer's side"),
    "hu.fact.tarokks": N_("%(count)s tarokks of %(player)s"),
    "hu.fact.split": N_("tricks on both sides"),
    "hu.fact.points": N_("%(points)s card points of the declarer's side"),
    "hu.fact.result": N_("result: %(kind)s"),
}

_REASONS = {
    "hu.points_of_both": N_(
        "Tricks on both sides leave the declarer's side %(lowest)s to %(highest)s card points, not"
        " %(points)s: say which side took all tricks."
    ),
    "hu.cannot_be": N_("This cannot be true: %(one)s."),
    "hu.cannot_both.trick": N_(
        "These cannot both be true: %(one)s; %(two)s. A trick is won by one card and by one side."
    ),
    "hu.cannot_both.card": N_(
        "These cannot both be true: %(one)s; %(two)s. A card is played to one trick and taken by"
        " one side, and a player plays one card to a trick."
    ),
    "hu.cannot_both.hand": N_(
        "These cannot both be true: %(one)s; %(two)s. A card is in the hand of one player,"
        " and a hand has nine cards."
    ),
    "hu.cannot_both.higher": N_(
        "These cannot both be true: %(one)s; %(two)s. The highest tarokk wins its trick."
    ),
    "hu.cannot_both.none": N_(
        "These cannot both be true: %(one)s; %(two)s. This takes a trick of that side."
    ),
    "hu.cannot_both.all": N_(
        "These cannot both be true: %(one)s; %(two)s. One side would have won all nine tricks."
    ),
    "hu.cannot_both.points": N_(
        "These cannot both be true: %(one)s; %(two)s. The cards are worth more than that side has."
    ),
    "hu.cannot_both.follows": N_(
        "These cannot both be true: %(one)s; %(two)s. The first means that the second was made."
    ),
}

_PEOPLE = {
    "hu.alone_with": N_("A declarer with a partner, %(player)s, does not play alone."),
    "hu.alone_own": N_(
        "Of the cards in hand a declarer calls only the XX; the %(numeral)s was called."
    ),
    "hu.discarded_by": N_(
        "Who discarded the called card is named only where “alone” says that it was discarded."
    ),
    "hu.discarded_own": N_(
        "%(player)s is the declarer and cannot call a card that he or she discarded."
    ),
    "hu.discarded_none": N_("%(player)s plays a solo and discarded nothing."),
    "hu.kontras_on": N_(
        "Kontra is said to the “game” or to an announcement, by its place in the list from 0."
    ),
    "hu.kontras_twice": N_("Who said kontra to this is listed already."),
    "hu.kontras_steps": N_("%(count)s players said kontra here, but %(steps)s steps are recorded."),
    "hu.kontras_side": N_("%(player)s cannot say %(step)s here: it is the turn of the other side."),
    "hu.not_beside": N_("%(figure)s is not announced beside %(other)s by one side."),
    "hu.waits": N_(
        "%(figure)s is only for the side that does not lead to the first trick; %(player)s leads."
    ),
    "hu.silent_too": N_("%(figure)s was announced by this side and is not silent too."),
}

CONTRADICTION_SENTENCES: Mapping[str, str] = MappingProxyType({**_FACTS, **_REASONS, **_PEOPLE})
