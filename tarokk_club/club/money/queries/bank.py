"""What can be paid into the club's bank account, as a banking app reads it from a code.

Euros only, by the guideline EPC069-12; players have no bank account in the book.
"""

from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, MoneyRules
from tarokk_club.club.money.iban import iban_in_groups
from tarokk_club.club.money.queries.settlement import WAITS, SettlementPage
from tarokk_club.club.money.queries.transfer_plan import money_rules_of

EURO = "EUR"
# Source: EPC069-12, amounts from 0.01 to 999,999,999.99; its code holds 331 bytes in all.
LARGEST, LONGEST_REASON = 99_999_999_999, 100


@dataclass(frozen=True, slots=True)
class Slip:
    """A transfer to the club; payer: name of the person who is to make it; cents: above 0; reason:
    what the treasurer reads on the statement of the bank.
    """

    payer: str
    beneficiary: str
    iban: str
    cents: int
    reason: str

    @property
    def printed_iban(self) -> str:
        """The number as people read it."""
        return iban_in_groups(self.iban)


def account_slip(club: Club, *, payer: str, minor: int, currency: str) -> Slip | None:
    """What a player owes on the account, None where nothing is owed or no bank account is known.

    minor: the balance, below zero for a debt.
    """
    rules = _bank_rules(club, currency)
    if rules is None or not 1 <= -minor <= LARGEST:
        return None
    return _slip(rules, payer=payer, cents=-minor, reason=f"{club.name}, {payer}")


def settled_slips(club: Club, settled: SettlementPage) -> tuple[Slip, ...]:
    """The transfers of a settlement that are still to be made and go to the club's till."""
    rules = _bank_rules(club, settled.settlement.currency)
    if rules is None:
        return ()
    tills = {
        one.id
        for one in settled.settlement.transfers.all()
        if one.receiver_id in (None, rules.till_player_id)
    }
    with translation.override(club.language):
        reason = _("Settlement %(number)s, %(name)s")
    number = settled.settlement.number
    return tuple(
        _slip(
            rules,
            payer=row.payer,
            cents=row.amount,
            reason=reason % {"number": number, "name": row.payer},
        )
        for row in settled.transfers
        if row.id in tills and row.payer and row.state == WAITS and row.amount <= LARGEST
    )


def _bank_rules(club: Club, currency: str) -> MoneyRules | None:
    if not currency == club.currency == EURO:
        return None
    rules = money_rules_of(club.id)
    return rules if rules.iban and rules.beneficiary else None


def _slip(rules: MoneyRules, *, payer: str, cents: int, reason: str) -> Slip:
    short = reason.encode()[:LONGEST_REASON].decode(errors="ignore")
    return Slip(payer, rules.beneficiary, rules.iban, cents, short)
