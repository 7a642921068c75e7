"""Bank transfers that can be offered: into the club's account, and from player to player.

For euros a banking app reads the transfer from a QR code, by the guideline EPC069-12. For every
other currency the page offers text to copy.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, MoneyRules, Player, Transfer
from tarokk_club.club.money.iban import group_iban
from tarokk_club.club.money.queries.balances import format_amount_input
from tarokk_club.club.money.queries.settlement import WAITS, SettlementPage
from tarokk_club.club.money.queries.transfer_plan import money_rules_of

EURO = "EUR"
# Source: EPC069-12, amounts from 0.01 to 999,999,999.99; its code holds 331 bytes in all.
LARGEST, LONGEST_REASON = 99_999_999_999, 100


@dataclass(frozen=True, slots=True)
class TransferSlip:
    """A transfer to a bank account.

    payer: name of the person who has to make it.
    cents: minor units, above 0.
    reason: the payment reference that the receiver reads on the bank statement.
    """

    payer: str
    beneficiary: str
    iban: str
    cents: int
    reason: str
    currency: str = EURO

    @property
    def printed_iban(self) -> str:
        """The IBAN in printed groups."""
        return group_iban(self.iban)

    @property
    def has_code(self) -> bool:
        """Whether banking apps support a QR code for this transfer."""
        return self.currency == EURO and self.cents <= LARGEST

    @property
    def typed(self) -> str:
        """The amount as a user types it."""
        return format_amount_input(self.cents, self.currency)


def account_slip(club: Club, *, payer: str, minor: int, currency: str) -> TransferSlip | None:
    """Return the transfer for a player's debt; None if nothing is owed or no bank account is known.

    minor: the balance, negative for a debt.
    """
    rules = _bank_rules(club, currency)
    if rules is None or not 1 <= -minor <= LARGEST:
        return None
    return _slip(rules.beneficiary, rules.iban, payer, (-minor, currency), f"{club.name}, {payer}")


def settled_slips(club: Club, settled: SettlementPage) -> tuple[TransferSlip, ...]:
    """Return the open transfers of a settlement whose bank accounts are known."""
    transfers = settled.settlement.transfers.select_related("payer", "receiver")
    known = {one.id: one for one in transfers}
    rules = _bank_rules(club, settled.settlement.currency)
    with translation.override(club.language):
        reason = _("Settlement %(number)s, %(name)s")
    found = []
    for row in settled.transfers:
        if row.state != WAITS or not row.payer or row.left > LARGEST:
            continue
        values = {"number": settled.settlement.number, "name": row.payer}
        money = row.left, settled.settlement.currency
        for holder, iban in _accounts(known[row.id], rules, is_payer=row.is_payer):
            found.append(_slip(holder, iban, row.payer, money, reason % values))
    return tuple(found)


def _accounts(
    transfer: Transfer, rules: MoneyRules | None, *, is_payer: bool
) -> Iterator[tuple[str, str]]:
    """Yield the receiving account: the till's, or a player's if both players have entered theirs.

    A player's account is shown only to the user who has to pay into it.
    """
    if rules and transfer.receiver_id in (None, rules.till_player_id):
        yield rules.beneficiary, rules.iban
    elif is_payer and _has_account(transfer.payer):
        receiver = transfer.receiver
        if receiver and _has_account(receiver):
            yield receiver.account_holder, receiver.iban


def _has_account(player: Player | None) -> bool:
    return bool(player and player.iban and player.account_holder)


def _bank_rules(club: Club, currency: str) -> MoneyRules | None:
    if currency != club.currency:
        return None
    rules = money_rules_of(club.id)
    return rules if rules.iban and rules.beneficiary else None


def _slip(holder: str, iban: str, payer: str, money: tuple[int, str], reason: str) -> TransferSlip:
    minor, currency = money
    short = reason.encode()[:LONGEST_REASON].decode(errors="ignore")
    return TransferSlip(payer, holder, iban, minor, short, currency)
