"""References to players in rows of money and tournaments."""

from uuid import UUID

from django.db.models import Model, Q

from tarokk_club.club.models import (
    Charge,
    Entrant,
    MoneyRules,
    Payment,
    Penalty,
    Registration,
    SettlementPart,
    Share,
    Transfer,
)

# Every field outside sessions that refers to a player; merging never changes amounts.
PLAYER_FIELDS: tuple[tuple[type[Model], str], ...] = (
    (Charge, "player"),
    (Entrant, "player"),
    (MoneyRules, "till_player"),
    (Penalty, "player"),
    (SettlementPart, "player"),
    (Payment, "payer"),
    (Payment, "receiver"),
    (Registration, "player"),
    (Share, "player"),
    (Transfer, "payer"),
    (Transfer, "receiver"),
)


def has_money_or_tournament_references(player: UUID) -> bool:
    """Return whether any row of money or of a tournament refers to the player."""
    return any(
        model._default_manager.filter(**{field: player}).exists() for model, field in PLAYER_FIELDS
    )


def have_shared_money_entries(first: UUID, second: UUID) -> bool:
    """Return whether two players share a payment, a planned transfer or a settlement."""
    between = Q(payer=first, receiver=second) | Q(payer=second, receiver=first)
    shared = Share.objects.filter(player=first, settlement__shares__player=second)
    return (
        Payment.objects.filter(between).exists()
        or Transfer.objects.filter(between).exists()
        or shared.exists()
    )


def find_shared_tournament(first: UUID, second: UUID) -> str:
    """Return the name of a tournament that both entered and `first` has not left, or ""."""
    shared = Entrant.objects.filter(player=first, gone=False, tournament__entrants__player=second)
    return shared.values_list("tournament__name", flat=True).first() or ""
