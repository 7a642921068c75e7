"""Doubled rounds: the hands that count more than once, and the effect of void hands on them."""

from __future__ import annotations

from dataclasses import dataclass

# More overlapping rounds than any session has; keeps points within 64 bits for any input.
MOST_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Doubling:
    """The doubled rounds still running.

    rounds: pairs of (factor, hands left).

    Source: scoring/RULEBOOK.md, section 1, "Void hands" and the option `void_hands`.
    """

    rounds: tuple[tuple[int, int], ...] = ()

    @property
    def multiplier(self) -> int:
        """The multiplier of the next hand, at least 1.

        >>> Doubling(((2, 3), (2, 5))).multiplier
        4

        Source: scoring/RULEBOOK.md, section 1, "Void hands".
        """
        product = 1
        for factor, _hands_left in self.rounds:
            product *= factor
        return product

    @property
    def hands_left(self) -> int:
        """The number of hands until the multiplier is 1 again, if no further round begins.

        Source: scoring/RULEBOOK.md, section 1, "Void hands".
        """
        return max((hands_left for _factor, hands_left in self.rounds), default=0)

    @property
    def coming_multipliers(self) -> tuple[int, ...]:
        """The multipliers of the following hands, up to the last that counts more than once.

        >>> Doubling(((2, 1), (4, 3))).coming_multipliers
        (8, 4, 4)

        Source: scoring/RULEBOOK.md, section 1, "Void hands".
        """
        rounds, multipliers = self, []
        while rounds.rounds:
            multipliers.append(rounds.multiplier)
            rounds = rounds.advance_one_hand()
        return tuple(multipliers)

    def advance_one_hand(self) -> Doubling:
        """Return the doubled rounds after one counted hand.

        >>> Doubling(((2, 1), (2, 3))).advance_one_hand()
        Doubling(rounds=((2, 2),))

        Source: scoring/RULEBOOK.md, section 1, "Void hands".
        """
        if not self.rounds:
            return self
        return Doubling(
            tuple((factor, hands_left - 1) for factor, hands_left in self.rounds if hands_left > 1)
        )


def overlap_rounds(now: Doubling, length: int) -> Doubling:
    """Return the rounds with a new round of `length` hands; overlapping factors multiply.

    >>> overlap_rounds(Doubling(((2, 3),)), 5).multiplier
    4

    Source: scoring/RULEBOOK.md, option `void_hands`: overlap.
    """
    return Doubling((*now.rounds, (2, length)))


def extend_round(now: Doubling, length: int) -> Doubling:
    """Return a single round at factor 2 that lasts `length` hands longer than the running round.

    >>> extend_round(Doubling(((2, 3),)), 4)
    Doubling(rounds=((2, 7),))

    Source: scoring/RULEBOOK.md, option `void_hands`: extend; the radler of section 4.
    """
    return Doubling(((2, now.hands_left + length),))


def reset_rounds(now: Doubling, length: int) -> Doubling:
    """Return a full round of `length` hands at factor 2, instead of the running round.

    Source: scoring/RULEBOOK.md, option `void_hands`: reset.
    """
    del now
    return Doubling(((2, length),))


def quadruple_rounds(now: Doubling, length: int) -> Doubling:
    """Return a full round at factor 2, or at factor 4 if a round is already running.

    The remaining hands of the running round are dropped.

    >>> quadruple_rounds(Doubling(((2, 1),)), 4)
    Doubling(rounds=((4, 4),))

    Source: scoring/RULEBOOK.md, option `void_hands`: quadruple, and "Fine points".
    """
    return Doubling(((4 if now.rounds else 2, length),))
