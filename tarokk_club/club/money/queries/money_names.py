"""Where the book names players outside its sessions: about money, and in tournaments."""

from uuid import UUID

from django.db.models import Model, Q

from tarokk_club.club.models import (
    Charge,
    Entrant,
    MoneyRules,
    Part,
    Payment,
    Penalty,
    Share,
    Transfer,
)

# Every row beside the sessions that names a player; amounts never change by it.
NAMED: tuple[tuple[type[Model], str], ...] = (
    (Charge, "player"),
    (Entrant, "player"),
    (MoneyRules, "till_player"),
    (Penalty, "player"),
    (Part, "player"),
    (Payment, "payer"),
    (Payment, "receiver"),
    (Share, "player"),
    (Transfer, "payer"),
    (Transfer, "receiver"),
)


def is_named(player: UUID) -> bool:
    """Whether any such row is about the player."""
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


def entered_both(one: UUID, other: UUID) -> str:
    """The name of a tournament in which one of them still takes part, and the other one is known,
    "" where there is none.
    """
    both = Entrant.objects.filter(player=one, gone=False, tournament__entrants__player=other)
    return both.values_list("tournament__name", flat=True).first() or ""
