"""The money rules of a club, and the smallest payment that follows from them."""

from uuid import UUID

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.models import Club, MoneyRules


def load_money_rules(club_id: UUID) -> MoneyRules:
    """Return the money rules of a club, or unsaved default rules."""
    return MoneyRules.objects.filter(club=club_id).first() or MoneyRules(club_id=club_id)


def find_smallest_payment(club: Club, rules: MoneyRules, currency: str) -> int:
    """Return the smallest payment in minor units, from the club's rules or the currency's coins."""
    club_step = rules.cash_step if currency == club.currency else None
    return club_step or CURRENCIES[currency].cash_step
