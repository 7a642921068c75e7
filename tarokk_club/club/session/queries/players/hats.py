"""The mayor's hat: how it passes between players, and the number of days each player wears it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q

from tarokk_club.club.models import Session

ONE_DAY = timedelta(days=1)


def count_hat_days(evenings: Iterable[tuple[date, str]], *, until: date) -> dict[str, int]:
    """Return the number of days for which each player wears the hat, by id.

    The mayor takes the hat home and keeps it until another player loses the XXI.

    evenings: day and mayor of every evening that ended with a mayor, in order.
    until: the last day that counts.

    >>> count_hat_days([(date(2026, 1, 1), "A"), (date(2026, 1, 8), "B")], until=date(2026, 1, 9))
    {'A': 7, 'B': 2}
    """
    order = list(evenings)
    ends = [day for day, _mayor in order[1:]] + [until + ONE_DAY]
    days: dict[str, int] = {}
    for (day, mayor), end in zip(order, ends, strict=False):
        # The hat is worn for at least the evening itself.
        days[mayor] = days.get(mayor, 0) + max((end - day).days, 1)
    return days


@dataclass(frozen=True, slots=True)
class HatPassing:
    """The passing of the hat at the end of an evening.

    giver: name of the player who brought it, "" if nobody did.
    taker: name of the player who takes it home.
    """

    giver: str
    taker: str

    @property
    def passes(self) -> bool:
        """Whether the hat passes to another player."""
        return bool(self.giver) and self.giver != self.taker


def find_hat_passing(session: Session, names: Mapping[str, str]) -> HatPassing | None:
    """Return the passing of the hat; None if the session is open or nobody lost the XXI."""
    taker = names.get(str(session.mayor))
    if not session.closed or taker is None:
        return None
    sooner = Q(date__lt=session.date) | Q(date=session.date, created_at__lt=session.created_at)
    worn = Session.objects.filter(sooner, club=session.club_id, binned_at=None).exclude(mayor=None)
    before = worn.order_by("-date", "-created_at").values_list("mayor", flat=True).first()
    return HatPassing(names.get(str(before), "") if before else "", taker)
