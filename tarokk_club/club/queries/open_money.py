"""What a player still owes or is owed; nobody is erased while there is any."""

from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.models import Player


def open_money(player: Player) -> dict[str, int]:
    """Currency to minor units, + receives: of the sessions for money that are still open."""
    rows = player.balances.filter(session__closed=False, session__binned_at=None)
    found: dict[str, int] = {}
    for currency, per_point, points in rows.exclude(session__per_point="").values_list(
        "session__currency", "session__per_point", "points"
    ):
        stake = read_amount(per_point, CURRENCIES[currency], field="per_point")
        found[currency] = found.get(currency, 0) + points * stake
    return {currency: minor for currency, minor in found.items() if minor}
