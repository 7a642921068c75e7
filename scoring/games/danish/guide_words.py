"""The English wording of the rules of a Danish table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.guide import build_flag_sentences
from scoring.core.translation_marks import N_
from scoring.games.danish.rules import DanishRules

_CARDS: Mapping[str, str] = {
    "da.rule.trumps": N_(
        "%(count)s trumps, the fool counted: %(amount)s; each further one %(more)s more."
    ),
    "da.rule.matadors": N_("%(count)s matadors: %(amount)s; each further one %(more)s more."),
    "da.rule.kings_half": N_("Half kings, three of them and the fool: %(amount)s."),
    "da.rule.kings_full": N_("Full kings, all four: %(amount)s."),
    "da.rule.kings_abundant": N_("Abundant kings, all four and the fool: %(amount)s."),
    "da.rule.cavallerie_half": N_(
        "A half cavallerie, three court cards of a suit and the fool: %(amount)s."
    ),
    "da.rule.cavallerie_full": N_("A full cavallerie, all four court cards: %(amount)s."),
    "da.rule.cavallerie_abundant": N_(
        "An abundant cavallerie, all four court cards and the fool: %(amount)s."
    ),
    "da.rule.each_other": N_("Each of the two others pays it; every declaration pays by itself."),
}

GUIDE_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **build_flag_sentences(DanishRules),
        **_CARDS,
        "da.rule.table": N_(
            "Three play 25 tricks. A fourth sits opposite the dealer, sits out and pays only"
            " foundations."
        ),
        "da.rule.foundation": N_(
            "At the start every player puts %(amount)s into the pagat pot and into the king pot,"
            " and again into a pot that was emptied."
        ),
        "da.rule.deal": N_("For every deal the dealer puts %(amount)s into each pot."),
        "da.rule.join": N_(
            "A fourth player who joins puts a third of its content into each pot, to the nearest 5."
        ),
        "da.rule.king_lost": N_(
            "A king that does not win its trick before the last costs its player %(amount)s to"
            " each of the two others and %(amount)s into the king pot."
        ),
        "da.rule.pagat_lost": N_(
            "A pagat that does not win its trick before the last costs its player %(amount)s to"
            " each of the two others and %(amount)s into the pagat pot."
        ),
        "rule.pagat_won_pays.no": N_("A trick won with the pagat before the last earns nothing."),
        "da.rule.tout": N_(
            "All tricks: %(amount)s from each of the two others, and both pots; the count is paid"
            " too."
        ),
        "da.rule.tout_failed": N_(
            "An announced tout that fails: %(amount)s to each of the two others, both pots are"
            " doubled by that player, and no ultimo pays."
        ),
        "da.rule.nolo": N_(
            "One player alone without a trick, and no tout: %(amount)s from each of the two"
            " others. Then there is no last trick, no ultimo and no count."
        ),
        "da.rule.last_trick": N_(
            "Won with another card than pagat or king: %(amount)s from each of the two others,"
            " unless somebody is bagud."
        ),
        "da.rule.pagat_ultimo": N_(
            "The last trick won with the pagat: %(amount)s from each of the two others and the"
            " pagat pot."
        ),
        "da.rule.king_ultimo": N_(
            "The last trick won with a king: %(amount)s from each of the two others and the king"
            " pot."
        ),
        "da.rule.pagat_bagud": N_(
            "The pagat is beaten in the last trick: %(amount)s to each of the two others, and into"
            " the pagat pot as much as it held."
        ),
        "da.rule.king_bagud": N_(
            "A king is beaten in the last trick: %(amount)s to each of the two others, and into"
            " the king pot as much as it held."
        ),
        "da.rule.bagud_order": N_(
            "An ultimo is taken out first; every bagud pays what the pot held before the last"
            " trick."
        ),
        "rule.count.no": N_("The card points are not counted."),
        "da.rule.count": N_(
            "Of the %(points)s card points each player's difference from %(average)s, to the"
            " nearest %(nearest)s, is paid by the next dealer, or to the next dealer."
        ),
        "da.rule.misdeal": N_("After a misdeal the same player deals again."),
        "rule.misdeal_pays.no": N_("Whoever deals again after a misdeal pays nothing more for it."),
        "da.rule.refused_declared": N_(
            "Declared trumps of more than 22 together, matadors of two players, or full or abundant"
            " kings of two players."
        ),
        "da.rule.refused_pagat": N_(
            "A king that takes the last trick although the pagat was played to it."
        ),
        "da.rule.refused_held": N_(
            "Declarations that need one card in two hands, or more cards than a hand has, and a"
            " king or the pagat lost by another than the player who declared it."
        ),
        "da.rule.refused_tricks": N_(
            "A tout, a nolo or a pile of points that the recorded tricks exclude."
        ),
        "da.rule.fine_none": N_(
            "No fine: a wrong number of cards noticed before they were seen, a revoke corrected in"
            " time, or a declaration corrected before the lead."
        ),
        "da.rule.minor_such_as": N_(
            "Minor are the pots not moved after the deal was paid, and a wrong deal that must be"
            " dealt again."
        ),
        "da.rule.major_such_as": N_(
            "Major are a declaration before the dealer's, a lead out of turn, a card played too"
            " early, and asking for the fool when it has been played."
        ),
        "da.rule.irrecoverable_such_as": N_(
            "Irrecoverable are a wrong discard, a revoke that cannot be undone, a wrong declaration"
            " that gave something away, and a wrong number of cards noticed during play."
        ),
        "da.rule.no_trumps": N_("A hand without trumps may be called a misdeal."),
        "da.rule.fool": N_("Where a club plays so, the fool is not laid away."),
        "da.rule.fine_minor": N_("Minor irregularity: %(amount)s into each pot."),
        "da.rule.fine_major": N_("Major irregularity: %(amount)s into each pot."),
        "da.rule.fine_irrecoverable": N_(
            "Irrecoverable irregularity: %(amount)s into each pot; the hand is abandoned and the"
            " deal passes."
        ),
        "da.rule.refused_points": N_("Card points that do not add up to %(points)s."),
        "da.rule.refused_cards": N_("More kings than four, or the pagat lost twice."),
        "da.rule.refused_nolo": N_(
            "A nolo beside a tout, or for the player who won the last trick."
        ),
    }
)

GUIDE_TERMS: Mapping[str, str] = MappingProxyType(
    {"topic.pots": N_("The pots"), "topic.fines": N_("Misdeals and fines")}
)
