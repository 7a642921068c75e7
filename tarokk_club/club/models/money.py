"""Money rules of a club, and its charges, payments and settlements, which are append-only.

Every player has an account, the kitty has one, and all people outside the club share one.
Open balances are not stored; they are the sum of sessions, charges and payments.
"""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club, Player, User
from tarokk_club.club.models.sessions import Session

# The two accounts that belong to no player; a player's account is the player's id.
KITTY, OUTSIDE = "kitty", "outside"


class PartyKind(models.TextChoices):
    """The kind of account on one side of a payment."""

    PLAYER = "player", _("Player")
    KITTY = KITTY, _("The kitty")
    OUTSIDE = OUTSIDE, _("Somebody outside the club")


class Purpose(models.TextChoices):
    """The purpose of a charge or payment."""

    SETTLING = "settling", _("Settling up")
    TABLE = "table", _("Table money")
    DUES = "dues", _("Dues")
    FINE = "fine", _("Fine")
    ENTRY = "entry", _("Entry fee")
    PRIZE = "prize", _("Prize")
    WRITE_OFF = "writeoff", _("Written off")
    OPENING = "opening", _("From another book")
    OTHER = "other", _("Something else")


# Purposes of charges in the player's favour, which the kitty owes or writes off.
BORNE = (Purpose.WRITE_OFF, Purpose.PRIZE)


class PaymentMethod(models.TextChoices):
    """The means of payment."""

    CASH = "cash", _("Cash")
    TRANSFER = "transfer", _("Bank transfer")
    OTHER = "other", _("Another way")


class WhenSettled(models.TextChoices):
    """The time at which a club usually settles; pages offer this way of settling first."""

    HAND = "hand", _("At the table, after each hand")
    EVENING = "evening", _("After each evening")
    SEASON = "season", _("Once in a while, everything together")


class MoneyRules(models.Model):
    """A club's money settings; a club without a row uses the defaults.

    cash_step: the smallest payment, in minor units of the club's currency; None to follow the
        currency's coins.
    till: the kind of account through which everybody pays, a player's or the kitty; "" for none.
    till_player: that player; None unless `till` is a player's.
    iban: the bank account of that player or of the club; "" for none.
    beneficiary: the holder of that bank account; "" for none.
    own_only: whether members see only their own amounts and the totals of the club.
    bank_layouts: the meaning of the columns of bank statements, by the fingerprint of the
        column titles.
    kinds: the club's own kinds of income and expense, one per line.
    """

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="money_rules")
    when = models.CharField(max_length=10, choices=WhenSettled.choices, default=WhenSettled.EVENING)
    cash_step = models.PositiveIntegerField(null=True, blank=True)
    till = models.CharField(max_length=10, blank=True)
    till_player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="tills"
    )
    beneficiary = models.CharField(max_length=70, blank=True)
    iban = models.CharField(max_length=34, blank=True)
    own_only = models.BooleanField(default=False)
    bank_layouts = models.JSONField(null=True, blank=True)
    kinds = models.TextField(blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("money rules")
        verbose_name_plural = _("money rules")

    def __str__(self) -> str:
        return str(self.when)

    @property
    def hub(self) -> str:
        """The account through which everybody pays; "" for none."""
        return format_account(self.till, self.till_player_id) if self.till else ""


class Settlement(models.Model):
    """The balances at one moment and the payments that settle them, numbered within the club.

    scope: which sessions, charges and payments were settled.
    carried: whether it includes all earlier open amounts and so replaces older plans.
    step: the smallest payment, in minor units.

    A withdrawn settlement is ignored everywhere.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="settlements")
    number = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    scope = models.JSONField()
    carried = models.BooleanField()
    step = models.PositiveIntegerField()
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="settlements_made"
    )
    made_at = models.DateTimeField()
    withdrawn_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="settlements_withdrawn"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "number"],
                name="settlement_number_once",
                violation_error_message=_("This settlement exists already."),
            )
        ]

    def __str__(self) -> str:
        return str(self.number)


class Share(models.Model):
    """The balance of one account in a settlement, in minor units, positive if receivable.

    player: None for the kitty.
    carried: the amount that was open before.
    exact: the carried amount plus the amounts settled now.
    rounded: the exact amount rounded to the smallest payment.
    """

    settlement = models.ForeignKey(Settlement, models.PROTECT, related_name="shares")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="shares")
    carried = models.BigIntegerField()
    exact = models.BigIntegerField()
    rounded = models.BigIntegerField()

    class Meta:
        verbose_name = _("share")
        verbose_name_plural = _("shares")

    def __str__(self) -> str:
        return f"{self.exact:+d}"


class Transfer(models.Model):
    """A payment planned by a settlement; a payer or receiver of None is the kitty."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    settlement = models.ForeignKey(Settlement, models.PROTECT, related_name="transfers")
    place = models.PositiveSmallIntegerField()
    payer = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="transfers_to_pay"
    )
    receiver = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="transfers_to_get"
    )
    amount = models.BigIntegerField()

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")

    def __str__(self) -> str:
        return str(self.amount)


# For `reverses IS NULL`, SQLite would search the unique index, and so the entries of all clubs.
NOT_COUNTER_ENTRY = ~Q(reverses__isnull=False)


class MoneyEntry(models.Model):
    """The common fields of a charge and a payment.

    amount: above 0, in minor units.
    reverses: the entry that this counter-entry cancels.
    note: plain text, which may be erased.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="%(class)ss")
    currency = models.CharField(_("currency"), max_length=3)
    amount = models.BigIntegerField(_("amount"))
    purpose = models.CharField(_("what for"), max_length=10, choices=Purpose.choices)
    date = models.DateField(_("date"))
    note = models.TextField(_("note"), blank=True)
    session = models.ForeignKey(
        Session, models.PROTECT, null=True, blank=True, related_name="%(class)ss"
    )
    reverses = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="reversed_by"
    )
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="%(class)ss_made"
    )
    made_at = models.DateTimeField()

    class Meta:
        abstract = True
        indexes: ClassVar = [models.Index(fields=["club", "date"], name="%(class)s_by_date")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(amount__gt=0),
                name="%(class)s_above_zero",
                violation_error_message=_("An amount must be above zero."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


class Charge(MoneyEntry):
    """A debt of a player to the kitty, such as dues or a fine; a counter-entry waives it.

    Write-offs and prizes have the opposite direction: they are in the player's favour.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="charges")

    class Meta(MoneyEntry.Meta):
        verbose_name = _("charge")
        verbose_name_plural = _("charges")

    @property
    def minor(self) -> int:
        """The amount for the player in minor units, + if in the player's favour.

        A counter-entry has the opposite sign.
        """
        borne = self.purpose in BORNE
        return self.amount if borne != bool(self.reverses_id) else -self.amount


class Payment(MoneyEntry):
    """A payment from one account to another.

    claimed: whether only the payer has reported it; it counts once it is confirmed.
    transfer: the planned payment that it carries out; None if it was not planned.
    session: the running session from which a leaving player was paid out.
    charge: the fee that it pays; both are always settled together.
    """

    payer_side = models.CharField(max_length=10, choices=PartyKind.choices)
    payer = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="payments_paid"
    )
    receiver_side = models.CharField(max_length=10, choices=PartyKind.choices)
    receiver = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="payments_received"
    )
    how = models.CharField(
        _("how"), max_length=10, choices=PaymentMethod.choices, default=PaymentMethod.CASH
    )
    transfer = models.ForeignKey(
        Transfer, models.PROTECT, null=True, blank=True, related_name="payments"
    )
    charge = models.ForeignKey(
        Charge, models.PROTECT, null=True, blank=True, related_name="payments"
    )
    claimed = models.BooleanField(default=False)

    class Meta(MoneyEntry.Meta):
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        indexes: ClassVar = [
            *MoneyEntry.Meta.indexes,
            models.Index(fields=["club"], name="claim_by_club", condition=Q(claimed=True)),
        ]
        constraints: ClassVar = [
            *MoneyEntry.Meta.constraints,
            models.CheckConstraint(
                condition=Q(payer_side="player") ^ Q(payer=None),
                name="payment_payer_known",
                violation_error_message=_("A payment needs a payer."),
            ),
            models.CheckConstraint(
                condition=Q(receiver_side="player") ^ Q(receiver=None),
                name="payment_receiver_known",
                violation_error_message=_("A payment needs a receiver."),
            ),
            models.CheckConstraint(
                condition=~Q(payer_side=F("receiver_side"))
                | (Q(payer_side="player") & ~Q(payer=F("receiver"))),
                name="payment_between_two",
                violation_error_message=_("Payer and receiver must differ."),
            ),
        ]

    @property
    def source(self) -> str:
        """The account that paid."""
        return format_account(self.payer_side, self.payer_id)

    @property
    def target(self) -> str:
        """The account that received."""
        return format_account(self.receiver_side, self.receiver_id)


class PaymentConfirmation(models.Model):
    """The confirmation that a claimed payment has arrived; from then on the payment counts."""

    payment = models.OneToOneField(
        Payment, models.PROTECT, primary_key=True, related_name="confirmation"
    )
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="payment_confirmations_made"
    )
    made_at = models.DateTimeField()

    class Meta:
        # The table keeps the name that earlier releases use.
        db_table = "club_confirmation"
        verbose_name = _("payment confirmation")
        verbose_name_plural = _("payment confirmations")

    def __str__(self) -> str:
        return str(self.made_at)


class SettlementPart(models.Model):
    """The amount that one source adds to one account of a settlement, positive if receivable.

    The source is exactly one of session, charge and payment.

    player: None for the kitty.
    """

    settlement = models.ForeignKey(Settlement, models.PROTECT, related_name="parts")
    session = models.ForeignKey(
        Session, models.PROTECT, null=True, blank=True, related_name="settlement_parts"
    )
    charge = models.ForeignKey(
        Charge, models.PROTECT, null=True, blank=True, related_name="settlement_parts"
    )
    payment = models.ForeignKey(
        Payment, models.PROTECT, null=True, blank=True, related_name="settlement_parts"
    )
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="settlement_parts"
    )
    minor = models.BigIntegerField()

    class Meta:
        # The table keeps the name that earlier releases use.
        db_table = "club_part"
        verbose_name = _("settlement part")
        verbose_name_plural = _("settlement parts")

    def __str__(self) -> str:
        return f"{self.minor:+d}"


def build_kitty_condition() -> Q:
    """Return a query condition for payments into or out of the kitty."""
    return Q(payer_side=PartyKind.KITTY) | Q(receiver_side=PartyKind.KITTY)


def format_account(side: str, player_id: uuid.UUID | None) -> str:
    """Return the player's id as text if there is one, else the side."""
    return str(player_id) if player_id else side


def find_player_of_account(account: str) -> uuid.UUID | None:
    """Return the player id of an account, None for the kitty; raise ValueError for OUTSIDE."""
    return None if account == KITTY else uuid.UUID(account)
