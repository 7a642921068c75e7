"""The values of Danish tarok: its payments, all multiples of 5 points, and its cards."""

from __future__ import annotations

from types import MappingProxyType

KINGS_IN_DECK = 4
POINTS_IN_DECK = 78  # S1, 6: seven fours, four each of 3, 2 and 1, 25 tricks, the skat
AVERAGE = 26  # RULEBOOK 3.9: a third of the points
COUNT_STEP = 5  # RULEBOOK 3.9: the count is paid to the nearest 5

FOUNDATION = 20  # RULEBOOK 3.1; S1, 1: from every player into each pot
DEAL = 5  # RULEBOOK 3.2; S1, 2: from the dealer into each pot

# Kind to (fewest cards, most cards, points for the fewest); each further card pays CARD_MORE.
COUNTED = MappingProxyType(
    {
        "trumps": (10, 22, 10),  # RULEBOOK 3.3; S1, 3: the 21 and the fool
        "matadors": (3, 22, 10),  # RULEBOOK 3.3; S1, 3: fool, mondo, pagat and down from the 20
    }
)
CARD_MORE = 5  # RULEBOOK 3.3; S1, 3

# Level of kings or of a cavallerie to points.
LEVELS = MappingProxyType(
    {
        "half": 5,  # RULEBOOK 3.3; S1, 3: three of them and the fool
        "full": 10,  # RULEBOOK 3.3; S1, 3: all four
        "abundant": 15,  # RULEBOOK 3.3; S1, 3: all four and the fool
    }
)

# The names of the cards; a record can mention only those in the tables below.
FOOL, MONDO, PAGAT_CARD = "fool", "trump.21", "trump.1"
RANKS = ("king", "queen", "rider", "jack")
# S1, 3: the matadors in order; a declaration of n means the first n of them.
MATADORS_IN_ORDER = (FOOL, MONDO, PAGAT_CARD, *(f"trump.{number}" for number in range(20, 1, -1)))
# S1, 3: how many of the four kings or cards of a suit each level needs, and whether also the fool.
LEVEL_CARDS = MappingProxyType({"half": (3, True), "full": (4, False), "abundant": (4, True)})
# S1, "Dealing": cards in a hand; the dealer has three more while declaring, before the discard.
HAND, DEALERS_HAND = 25, 28
# S1, 6: fewest points of one of the seven fours, of a trick and of the skat; most points of a skat
# (three queens); and the fool, which stays with its player when its trick is lost.
CARD_WORTH, TRICK_WORTH, SKAT_WORTH = 4, 1, 1
SKAT_CARRIES, FOOL_KEPT = 9, 4

# Levels that need every king, so only one player can declare them.
ALL_KINGS = ("full", "abundant")  # RULEBOOK 6; S1, 3

IN_PLAY = 5  # RULEBOOK 3.4; S1, 4: a king or the pagat, each way, and into its pot
TOUT = 85  # RULEBOOK 3.5 and 3.8; S1, 5: made, or announced and failed
NOLO = 25  # RULEBOOK 3.5; S1, 5
LAST_TRICK = 20  # RULEBOOK 3.6; S1, 5

# Points that each card wins from, or loses to, each of the other two in the last trick.
ULTIMO = MappingProxyType(
    {
        "pagat": 45,  # RULEBOOK 3.6 and 3.7; S1, 5
        "king": 40,  # RULEBOOK 3.6 and 3.7; S1, 5
    }
)

# Severity of a fine to points into each pot.
FINES = MappingProxyType(
    {
        "minor": 5,  # RULEBOOK 3, "Misdeal"; S1, "Irregularities"
        "major": 20,  # the same
        "irrecoverable": 40,  # the same
    }
)
