"""The English sentences of Danish tarok: payments and reasons, faults, and terms."""

from __future__ import annotations

from types import MappingProxyType

from scoring.core.translation_marks import N_
from scoring.games.danish.guide_words import GUIDE_SENTENCES, GUIDE_TERMS

SENTENCES = MappingProxyType(
    {
        **GUIDE_SENTENCES,
        "foundation": N_("The first deal: every player puts %(amount)s into each pot."),
        "foundation_pagat": N_("The pagat pot is empty: every player puts %(amount)s into it."),
        "foundation_king": N_("The king pot is empty: every player puts %(amount)s into it."),
        "deal": N_("%(dealer)s deals and puts %(amount)s into each pot."),
        "deal_paid": N_("%(dealer)s deals again and has paid for the deal already."),
        "misdeal_why": N_("Misdeal: %(what)s."),
        "misdeal_called": N_("%(by)s calls a misdeal."),
        "misdeal_called_why": N_("%(by)s calls a misdeal: %(what)s."),
        # declarations
        "trumps": N_(
            "%(player)s declares %(count)s trumps: %(amount)s from each of the two others."
        ),
        "trumps_with_pagat": N_(
            "%(player)s declares %(count)s trumps with the pagat: "
            "%(amount)s from each of the two others."
        ),
        "matadors": N_(
            "%(player)s declares %(count)s matadors: %(amount)s from each of the two others."
        ),
        "kings_half": N_("%(player)s declares half kings: %(amount)s from each of the two others."),
        "kings_full": N_("%(player)s declares full kings: %(amount)s from each of the two others."),
        "kings_abundant": N_(
            "%(player)s declares abundant kings: %(amount)s from each of the two others."
        ),
        "cavallerie_half": N_(
            "%(player)s declares a half cavallerie (%(suit)s): "
            "%(amount)s from each of the two others."
        ),
        "kings_half_missing": N_(
            "%(player)s declares half kings (missing: %(card)s): "
            "%(amount)s from each of the two others."
        ),
        "cavallerie_half_missing": N_(
            "%(player)s declares a half cavallerie (%(suit)s, missing: %(card)s): "
            "%(amount)s from each of the two others."
        ),
        "cavallerie_full": N_(
            "%(player)s declares a full cavallerie (%(suit)s): "
            "%(amount)s from each of the two others."
        ),
        "cavallerie_abundant": N_(
            "%(player)s declares an abundant cavallerie (%(suit)s): "
            "%(amount)s from each of the two others."
        ),
        # before the last trick
        "king_lost": N_(
            "A king of %(player)s does not win its trick: %(amount)s to each of the two others "
            "and %(amount)s into the king pot."
        ),
        "pagat_lost": N_(
            "The pagat of %(player)s does not win its trick: %(amount)s to each of the two others "
            "and %(amount)s into the pagat pot."
        ),
        "pagat_won": N_(
            "%(player)s wins a trick with the pagat: %(amount)s from each of the two others."
        ),
        # tout, nolo and the last trick
        "tout": N_(
            "Tout, %(player)s wins every trick: %(amount)s from each of the two others, "
            "%(pagat_pot)s out of the pagat pot and %(king_pot)s out of the king pot."
        ),
        "tout_announced": N_(
            "Tout, announced by %(player)s and made: %(amount)s from each of the two others, "
            "%(pagat_pot)s out of the pagat pot and %(king_pot)s out of the king pot."
        ),
        "tout_failed": N_(
            "Tout, announced by %(player)s and lost: %(amount)s to each of the two others, "
            "%(pagat_pot)s into the pagat pot and %(king_pot)s into the king pot, "
            "as much as they held."
        ),
        "nolo": N_("Nolo, %(player)s alone wins no trick: %(amount)s from each of the two others."),
        "last_trick": N_("%(player)s wins the last trick: %(amount)s from each of the two others."),
        "pagat_ultimo": N_(
            "Pagat ultimo, %(player)s wins the last trick with the pagat: "
            "%(amount)s from each of the two others and the pagat pot, %(content)s."
        ),
        "king_ultimo": N_(
            "King ultimo, %(player)s wins the last trick with a king: "
            "%(amount)s from each of the two others and the king pot, %(content)s."
        ),
        "pagat_bagud": N_(
            "Bagud, the pagat of %(player)s is beaten in the last trick: %(amount)s to each of "
            "the two others and %(content)s into the pagat pot, as much as it held."
        ),
        "king_bagud": N_(
            "Bagud, a king of %(player)s is beaten in the last trick: %(amount)s to each of "
            "the two others and %(content)s into the king pot, as much as it held."
        ),
        # the count
        "count_receives": N_(
            "%(player)s counts %(pile)s, %(difference)s over %(average)s; to the nearest 5 "
            "that is %(amount)s from the next dealer, %(next_dealer)s."
        ),
        "count_pays": N_(
            "%(player)s counts %(pile)s, %(difference)s under %(average)s; to the nearest 5 "
            "that is %(amount)s to the next dealer, %(next_dealer)s."
        ),
        # between hands
        "join_pagat": N_(
            "%(player)s joins as the fourth: a third of the %(content)s in the pagat pot, "
            "to the nearest 5, is %(amount)s."
        ),
        "join_king": N_(
            "%(player)s joins as the fourth: a third of the %(content)s in the king pot, "
            "to the nearest 5, is %(amount)s."
        ),
        "fine_minor": N_("%(player)s is fined for a minor irregularity: %(amount)s into each pot."),
        "fine_major": N_("%(player)s is fined for a major irregularity: %(amount)s into each pot."),
        "fine_irrecoverable": N_(
            "%(player)s is fined for an irrecoverable irregularity: %(amount)s into each pot."
        ),
        # faults
        "sits_out": N_("%(player)s sits opposite the dealer and does not play this hand."),
        "nothing_in_misdeal": N_("A misdeal is dealt again; nothing of it is recorded."),
        "not_in_abandoned": N_(
            "An abandoned hand keeps its declarations and what happened before the last trick, "
            "nothing else."
        ),
        "winner_lost": N_("%(player)s won the last trick and cannot have lost a card in it."),
        "two_cards": N_("%(player)s played only one card to the last trick."),
        "too_many_kings": N_("There are only four kings; this would be the fifth."),
        "pagat_twice": N_("There is only one pagat, and it is played once."),
        "king_beats_pagat": N_(
            "The pagat was played to the last trick, and no king takes a trick from it."
        ),
        "too_many_trumps": N_(
            "These declarations hold %(count)s trumps together; there are only %(highest)s."
        ),
        "matadors_of_two": N_("Matadors go down from the fool; only one player can have them."),
        "kings_of_two": N_("Full and abundant kings are all four; only one player can have them."),
        "tout_lost_last": N_("%(player)s did not win every trick: %(by)s won the last one."),
        "nolo_with_tout": N_("Nolo does not count beside a tout."),
        "nolo_won_last": N_("%(player)s won the last trick and so has no nolo."),
        "no_count_with_nolo": N_("With a nolo no points are counted."),
        "count_is_off": N_("These house rules do not count the points."),
        "two_piles_needed": N_("Give the points of two players at least; the third follows."),
        "only_half_misses": N_("Only half kings and a half cavallerie have a card missing."),
        "only_misdeal": N_("Only a misdeal has a reason, and somebody who called it."),
        # facts that exclude each other
        "declared_twice": N_("%(player)s has declared this already: %(what)s."),
        "exclude_card": N_(
            "%(what)s (%(player)s) and %(other)s (%(by)s) exclude each other: both need the same "
            "card (%(card)s)."
        ),
        "exclude_missing": N_(
            "%(what)s and %(other)s of %(player)s exclude each other: by one of them the card is "
            "missing (%(card)s)."
        ),
        "exclude_kings": N_(
            "%(what)s (%(player)s) and %(other)s (%(by)s) exclude each other: they need more kings "
            "than there are."
        ),
        "exclude_trumps": N_(
            "%(what)s (%(player)s) and %(other)s (%(by)s) exclude each other: they need %(count)s "
            "trumps, and there are %(highest)s."
        ),
        "exclude_size": N_(
            "%(what)s and %(other)s of %(player)s exclude each other: what was declared needs "
            "%(count)s cards, and the hand has %(highest)s."
        ),
        "exclude_tout": N_("The tout of %(player)s excludes this: %(what)s (%(by)s)."),
        "exclude_nolo": N_("The nolo of %(player)s excludes this: %(what)s."),
        "dealer_without_skat": N_(
            "The pile of the dealer, %(dealer)s, holds the skat, which counts 1; that excludes "
            "%(points)s points."
        ),
        "all_points_no_tout": N_(
            "%(player)s has %(points)s points, and so won every trick; that excludes a hand "
            "without a tout."
        ),
        "no_trick_no_nolo": N_(
            "The pile of %(player)s has no points, and so no trick; that excludes a hand without a "
            "nolo."
        ),
        "exclude_fool": N_(
            "%(what)s (%(player)s) excludes an announced tout, for which %(dealer)s discards the "
            "fool."
        ),
        "pile_beside_tout": N_(
            "The tout of %(by)s excludes %(points)s points for %(player)s, who has %(highest)s at "
            "most."
        ),
        "pile_below_tricks": N_(
            "%(what)s: what %(player)s won there counts %(lowest)s; that excludes a pile of "
            "%(points)s."
        ),
        "pile_above_lost": N_(
            "%(what)s: what %(player)s lost counts for others; that excludes a pile of %(points)s, "
            "and leaves %(highest)s at most."
        ),
        "points_not_78": N_("The points must add up to %(expected)s; these make %(total)s."),
    }
)

_FIGURE_TERMS = MappingProxyType(
    {
        "da.trumps": N_("Trumps"),
        "da.matadors": N_("Matadors"),
        "da.kings": N_("Kings"),
        "da.cavallerie": N_("Cavallerie"),
        "da.king_lost": N_("King lost"),
        "da.pagat_lost": N_("Pagat lost"),
        "da.pagat_won": N_("Pagat won"),
        "da.tout": N_("Tout"),
        "da.nolo": N_("Nolo"),
        "da.last_trick": N_("Last trick"),
        "da.pagat_ultimo": N_("Pagat ultimo"),
        "da.king_ultimo": N_("King ultimo"),
        "da.pagat_bagud": N_("Pagat bagud"),
        "da.king_bagud": N_("King bagud"),
        "da.count": N_("Count"),
    }
)
_CARD_TERMS = MappingProxyType(
    {
        "da.no_trumps": N_("No trumps"),
        "da.wrong_deal": N_("Wrong deal"),
        "da.caller": N_("Who called it"),
        "da.rank.king": N_("King"),
        "da.rank.queen": N_("Queen"),
        "da.rank.rider": N_("Rider"),
        "da.rank.jack": N_("Jack"),
        "da.card.fool": N_("Fool"),
        "da.card.pagat": N_("Pagat"),
        "da.card.trump": N_("Trump"),
        "da.card.king": N_("King"),
        "da.card.court": N_("Court card"),
    }
)
TERMS = MappingProxyType({**_FIGURE_TERMS, **_CARD_TERMS, **GUIDE_TERMS})
# Every item that a single player is paid for, or pays for, is a figure of the same name.
FIGURES = MappingProxyType({key.removeprefix("da."): key for key in _FIGURE_TERMS})
