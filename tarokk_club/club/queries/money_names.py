"""Where the book of money names players."""

from uuid import UUID

from django.db.models import Model, Q

from tarokk_club.club.models import Charge, MoneyRules, Part, Payment, Share, Transfer

# Every row about money that names a player; amounts never change by it.
NAMED: tuple[tuple[type[Model], str], ...] = (
    (Charge, "player"),
    (MoneyRules, "till_player"),
    (Part, "player"),
    (Payment, "payer"),
    (Payment, "receiver"),
    (Share, "player"),
    (Transfer, "payer"),
    (Transfer, "receiver"),
)


def is_named(player: UUID) -> bool:
    """Whether any row about money is about the player."""
    return any(model._default_manager.filter(**{field: player}).exists() for model, field in NAMED)


def paid_each_other(one: UUID, other: UUID) -> bool:
    """Whether money went between the two, or one settlement counts both of them."""
    between = Q(payer=one, receiver=other) | Q(payer=other, receiver=one)
    both = Share.objects.filter(player=one, settlement__shares__player=other)
    return (
        Payment.objects.filter(between).exists()
        or Transfer.objects.filter(between).exists()
        or both.exists()
    )
