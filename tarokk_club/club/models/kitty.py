"""Receipt numbers, transfers, cash counts and closed years of the kitty; append-only."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Max, Q
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.money import KITTY, Payment, PaymentMethod, build_kitty_condition
from tarokk_club.club.models.people import Club, User


class KittyTransfer(models.Model):
    """A transfer between two accounts of the kitty, such as cash paid in at the bank; append-only.

    amount: above 0, in minor units.
    source, target: the accounts of the kitty between which the money moved.
    reverses: the transfer that this counter-entry cancels.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="kitty_transfers")
    currency = models.CharField(_("currency"), max_length=3)
    amount = models.BigIntegerField(_("amount"))
    source = models.CharField(max_length=10, choices=PaymentMethod.choices)
    target = models.CharField(max_length=10, choices=PaymentMethod.choices)
    date = models.DateField(_("date"))
    note = models.TextField(_("note"), blank=True)
    reverses = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="reversed_by"
    )
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="kitty_transfers_made"
    )
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("kitty transfer")
        verbose_name_plural = _("kitty transfers")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(source=F("target")),
                name="kitty_transfer_between_two",
                violation_error_message=_("Choose two different accounts."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


class Receipt(models.Model):
    """The receipt number of a line of the cash book, in the order of entry, and the line's kind.

    Exactly one of payment and transfer is set.

    kind: a copy of the club's name for this kind of income or expense; "" for none.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="receipts")
    number = models.PositiveIntegerField()
    payment = models.OneToOneField(
        Payment, models.PROTECT, null=True, blank=True, related_name="receipt"
    )
    transfer = models.OneToOneField(
        KittyTransfer, models.PROTECT, null=True, blank=True, related_name="receipt"
    )
    kind = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name = _("receipt")
        verbose_name_plural = _("receipts")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "number"],
                name="receipt_number_once",
                violation_error_message=_("This receipt number exists already."),
            ),
            models.CheckConstraint(
                condition=Q(payment=None) ^ Q(transfer=None),
                name="receipt_of_one",
                violation_error_message=_("A receipt belongs to one entry."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @classmethod
    def create_for_entry(cls, club_id: uuid.UUID, *, kind: str = "", **entry: models.Model) -> None:
        """Create the receipt of an entry with the next number of its club.

        The caller must have locked the club.

        entry: payment=… or transfer=….
        """
        last = cls.objects.filter(club=club_id).aggregate(last=Max("number"))["last"] or 0
        cls.objects.create(club_id=club_id, number=last + 1, kind=kind, **entry)

    @classmethod
    def create_missing(cls, club_id: uuid.UUID) -> None:
        """Create a receipt for each kitty payment without one, in the order of entry.

        Earlier releases saved payments without receipts.
        """
        rows = Payment.objects.filter(build_kitty_condition(), club=club_id, receipt=None)
        for payment in rows.order_by("made_at", "pk"):
            cls.create_for_entry(club_id, payment=payment)


@receiver(post_save, sender=Payment)
@receiver(post_save, sender=KittyTransfer)
def _create_receipt(
    instance: Payment | KittyTransfer, *, created: bool, raw: bool, **_more: Any
) -> None:
    """Create the receipt of a new transfer, or of a new payment from or to the kitty.

    A counter-entry has the kind of the payment that it cancels, so that the two add up to 0 in the
    sum of that kind. Imported rows bring their receipts.
    """
    if raw or not created:
        return
    if isinstance(instance, KittyTransfer):
        Receipt.create_for_entry(instance.club_id, transfer=instance)
    elif KITTY in (instance.payer_side, instance.receiver_side):
        reversed_receipts = Receipt.objects.filter(payment=instance.reverses_id)
        kind = instance.reverses_id and reversed_receipts.values_list("kind", flat=True).first()
        Receipt.create_for_entry(instance.club_id, payment=instance, kind=kind or "")


class CashCount(models.Model):
    """A count of the cash in the kitty, in minor units.

    expected: the cash according to the cash book on that day.
    payment: the payment that records the difference; None if there is none.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="cash_counts")
    currency = models.CharField(_("currency"), max_length=3)
    date = models.DateField(_("date"))
    counted = models.BigIntegerField()
    expected = models.BigIntegerField()
    note = models.TextField(_("note"), blank=True)
    payment = models.OneToOneField(
        Payment, models.PROTECT, null=True, blank=True, related_name="cash_count"
    )
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="cash_counts_made"
    )
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("cash count")
        verbose_name_plural = _("cash counts")

    def __str__(self) -> str:
        return f"{self.counted} {self.currency}"

    @property
    def difference(self) -> int:
        """The counted cash minus the expected cash."""
        return self.counted - self.expected


class ClosedYear(models.Model):
    """The figures of a calendar year as they were when it was closed.

    figures: by currency; see `kitty.queries.year_figures`.
    fingerprint: the hash of club, year, figures and the previous closed year's fingerprint.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="closed_years")
    year = models.PositiveSmallIntegerField()
    figures = models.JSONField()
    fingerprint = models.CharField(max_length=64)
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="years_closed"
    )
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("closed year")
        verbose_name_plural = _("closed years")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "year"],
                name="closed_year_once",
                violation_error_message=_("This year is closed already."),
            )
        ]

    def __str__(self) -> str:
        return str(self.year)
