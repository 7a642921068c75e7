"""Which planned payment a line of the bank's statement may be: by its reference and its amount."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from tarokk_club.club.models import Club, Transfer, WriteKey
from tarokk_club.club.money.bank_lines import BankLine
from tarokk_club.club.money.queries.paid_transfers import left_of
from tarokk_club.club.money.queries.standing import plans_that_hold
from tarokk_club.club.money.queries.transfer_plan import money_rules_of
from tarokk_club.club.writing.gone_players import former_names

# The shortest name that tells somebody in a text.
SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Match:
    """A line with the planned payment that it may be, None for none; left: of that payment; key: of
    the form that books it; is_booked: it was booked from a statement before.
    """

    line: BankLine
    transfer: Transfer | None
    left: int
    key: UUID
    is_booked: bool = False

    @property
    def is_part(self) -> bool:
        """Whether it pays a part only."""
        return abs(self.line.minor) < self.left


def bank_matches(club: Club, lines: Sequence[BankLine]) -> tuple[Match, ...]:
    """Every line, with at most one planned payment, and no payment for two lines."""
    open_ones = list(left_of(_through_the_bank(club)))
    former = former_names(club.id)
    keys = [uuid5(club.id, f"bank {line.mark}") for line in lines]
    booked = set(WriteKey.objects.filter(pk__in=keys).values_list("pk", flat=True))
    found = []
    for line, key in zip(lines, keys, strict=True):
        one = None if key in booked else _matching(club, line, open_ones, former)
        if one:
            open_ones.remove(one)
        transfer, left = one or (None, 0)
        found.append(Match(line, transfer, left, key, key in booked))
    return tuple(found)


def _through_the_bank(club: Club) -> list[Transfer]:
    """The transfers of the plans that hold which the till pays or gets: the account is its own."""
    till = money_rules_of(club.id).till_player_id
    plans = plans_that_hold(club.id)
    rows = Transfer.objects.filter(settlement__in=plans)
    known = rows.select_related("settlement", "payer", "receiver").order_by("place")
    ends = {None, till}
    return [one for one in known if {one.payer_id, one.receiver_id} & ends]


def _matching(
    club: Club,
    line: BankLine,
    open_ones: Iterable[tuple[Transfer, int]],
    former: Mapping[UUID, Sequence[str]],
) -> tuple[Transfer, int] | None:
    """The one payment that it can be; several that fit alike are nobody's guess.

    former: names of players who were merged into these.
    """
    till = money_rules_of(club.id).till_player_id
    fits = [one for one in open_ones if _fits(line, *one, till=till, former=former)]
    exact = [one for one in fits if one[1] == abs(line.minor)]
    chosen = exact or fits
    return chosen[0] if len(chosen) == 1 else None


def _fits(
    line: BankLine,
    transfer: Transfer,
    left: int,
    *,
    till: UUID | None,
    former: Mapping[UUID, Sequence[str]],
) -> bool:
    code = transfer.settlement.currency
    if (line.currency or code) != code or not 0 < abs(line.minor) <= left:
        return False
    came_in = transfer.receiver_id in (None, till)
    other = transfer.payer if came_in else transfer.receiver
    if came_in != (line.minor > 0) or other is None:
        return False
    names = [_words(name) for name in (other.name, *former.get(other.pk, ()))]
    said = _words(f"{line.name} {line.text}")
    named = any(len(name) >= SHORTEST and name in said for name in names)
    numbered = re.search(rf"\b{transfer.settlement.number}\b", _words(line.text)) is not None
    # A part of it is believed only where the reference of the plan stands by it.
    return named and (numbered or abs(line.minor) == left)


def _words(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(one for one in letters if not unicodedata.combining(one))
    return " ".join(re.findall(r"\w+", plain))
