"""Who wears the mayor's hat, for how many days, and who had it before."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q

from tarokk_club.club.models import Session

ONE_DAY = timedelta(days=1)


def hat_days(evenings: Iterable[tuple[date, str]], *, until: date) -> dict[str, int]:
    """The days that each player wears the hat, by id.

    evenings: day and mayor of every evening that ended with one, in order; until: the last day
    that counts. The hat goes home with its mayor and stays there until another loses the XXI.

    >>> hat_days([(date(2026, 1, 1), "A"), (date(2026, 1, 8), "B")], until=date(2026, 1, 9))
    {'A': 7, 'B': 2}
    """
    order = list(evenings)
    ends = [day for day, _mayor in order[1:]] + [until + ONE_DAY]
    found: dict[str, int] = {}
    for (day, mayor), end in zip(order, ends, strict=False):
        # The hat of an evening is worn that evening at least.
        found[mayor] = found.get(mayor, 0) + max((end - day).days, 1)
    return found


@dataclass(frozen=True, slots=True)
class Passing:
    """The hat at the end of an evening. giver: who came with it, "" where nobody did; taker: who
    goes home with it.
    """

    giver: str
    taker: str

    @property
    def passes(self) -> bool:
        """Whether it changes heads."""
        return bool(self.giver) and self.giver != self.taker


def hat_passed(session: Session, names: Mapping[str, str]) -> Passing | None:
    """Who hands the hat to whom now that the session is closed; None where nobody lost the XXI."""
    taker = names.get(str(session.mayor))
    if not session.closed or taker is None:
        return None
    sooner = Q(date__lt=session.date) | Q(date=session.date, created_at__lt=session.created_at)
    worn = Session.objects.filter(sooner, club=session.club_id, binned_at=None).exclude(mayor=None)
    before = worn.order_by("-date", "-created_at").values_list("mayor", flat=True).first()
    return Passing(names.get(str(before), "") if before else "", taker)
