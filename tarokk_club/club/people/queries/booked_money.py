"""Whether a club has money in its book, which keeps its currency as it is."""

from django.db.models import Exists, OuterRef

from tarokk_club.club.models import Charge, Club, Payment, Session, Settlement


def is_money_booked(club: Club) -> bool:
    """Whether anything was ever played for, charged, paid or settled, in one query."""
    mine = {"club": OuterRef("pk")}
    played = Exists(Session.objects.filter(**mine).exclude(per_point=""))
    paid = Exists(Charge.objects.filter(**mine)) | Exists(Payment.objects.filter(**mine))
    settled = Exists(Settlement.objects.filter(**mine))
    return Club.objects.filter(played | paid | settled, pk=club.pk).exists()
