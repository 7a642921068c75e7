"""Bank transfers that pages offer: into the club's account, and from player to player.

For euros, the page displays a QR code for banking apps (guideline EPC069-12). For other
currencies, it displays a text to copy.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, MoneyRules, Player, Transfer
from tarokk_club.club.money.iban import group_iban
from tarokk_club.club.money.queries.balances.club_balances import format_amount_input
from tarokk_club.club.money.queries.money_rules import load_money_rules
from tarokk_club.club.money.queries.settlements.settlement import WAITS, SettlementPage

EURO = "EUR"
# Source: EPC069-12, amounts from 0.01 to 999,999,999.99; its code holds 331 bytes in total.
LARGEST, LONGEST_REASON = 99_999_999_999, 100


@dataclass(frozen=True, slots=True)
class TransferSlip:
    """A bank transfer that a page offers to its payer.

    payer: name of the player who has to pay.
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
        """The IBAN in groups of four characters."""
        return group_iban(self.iban)

    @property
    def has_qr_code(self) -> bool:
        """Whether banking apps support a QR code for this transfer."""
        return self.currency == EURO and self.cents <= LARGEST

    @property
    def plain_amount(self) -> str:
        """The amount as plain text, without its currency."""
        return format_amount_input(self.cents, self.currency)


def build_debt_slip(club: Club, *, payer: str, minor: int, currency: str) -> TransferSlip | None:
    """Return the bank transfer with which a player can pay a debt to the club.

    Return None if there is no debt or it exceeds LARGEST, if the currency is not the club's, or if
    the club has no bank account.

    minor: the balance, negative for a debt.
    """
    rules = _load_bank_rules(club, currency)
    if rules is None or not 1 <= -minor <= LARGEST:
        return None
    return _build_slip(
        rules.beneficiary, rules.iban, payer, (-minor, currency), f"{club.name}, {payer}"
    )


def build_transfer_slips(club: Club, settled: SettlementPage) -> tuple[TransferSlip, ...]:
    """Return a slip for each transfer to be paid to a bank account that the reader may see.

    Transfers that the kitty pays or that are claimed, and amounts above LARGEST, are left out.
    """
    transfers = settled.settlement.transfers.select_related("payer", "receiver")
    transfers_by_id = {transfer.id: transfer for transfer in transfers}
    rules = _load_bank_rules(club, settled.settlement.currency)
    with translation.override(club.language):
        reason = _("Settlement %(number)s, %(name)s")
    slips = []
    for row in settled.transfers:
        if row.state != WAITS or not row.payer or row.left > LARGEST:
            continue
        values = {"number": settled.settlement.number, "name": row.payer}
        money = row.left, settled.settlement.currency
        for holder, iban in _find_receiving_account(
            transfers_by_id[row.id], rules, is_payer=row.is_payer
        ):
            slips.append(_build_slip(holder, iban, row.payer, money, reason % values))
    return tuple(slips)


def _find_receiving_account(
    transfer: Transfer, rules: MoneyRules | None, *, is_payer: bool
) -> Iterator[tuple[str, str]]:
    """Yield holder and IBAN of the receiving account, if the reader may see it.

    A player's account is visible only to the payer, and only if both have entered an account.
    """
    if rules and transfer.receiver_id in (None, rules.till_player_id):
        yield rules.beneficiary, rules.iban
    elif is_payer and _has_account(transfer.payer):
        receiver = transfer.receiver
        if receiver and _has_account(receiver):
            yield receiver.account_holder, receiver.iban


def _has_account(player: Player | None) -> bool:
    return bool(player and player.iban and player.account_holder)


def _load_bank_rules(club: Club, currency: str) -> MoneyRules | None:
    if currency != club.currency:
        return None
    rules = load_money_rules(club.id)
    return rules if rules.iban and rules.beneficiary else None


def _build_slip(
    holder: str, iban: str, payer: str, money: tuple[int, str], reason: str
) -> TransferSlip:
    minor, currency = money
    short = reason.encode()[:LONGEST_REASON].decode(errors="ignore")
    return TransferSlip(payer, holder, iban, minor, short, currency)
