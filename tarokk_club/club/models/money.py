"""Money that changed hands or is owed, and the settlements that planned it: facts, only added to.

Accounts: a player, the club's kitty, and whoever is outside the club. What somebody still gets or
owes is never stored; it is the sum of sessions, charges and payments.
"""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club, Player, User
from tarokk_club.club.models.sessions import Session

# Accounts beside the players, whose account is their id.
KITTY, OUTSIDE = "kitty", "outside"


class Side(models.TextChoices):
    """Whose account one side of a payment is."""

    PLAYER = "player", _("Player")
    KITTY = KITTY, _("The kitty")
    OUTSIDE = OUTSIDE, _("Somebody outside the club")


class Purpose(models.TextChoices):
    """What money is for."""

    SETTLING = "settling", _("Settling up")
    TABLE = "table", _("Table money")
    DUES = "dues", _("Dues")
    FINE = "fine", _("Fine")
    ENTRY = "entry", _("Entry fee")
    PRIZE = "prize", _("Prize")
    WRITE_OFF = "writeoff", _("Written off")
    OPENING = "opening", _("From another book")
    OTHER = "other", _("Something else")


# Charges by which a player gets something: the kitty bears them.
BORNE = (Purpose.WRITE_OFF, Purpose.PRIZE)


class How(models.TextChoices):
    """How money went from hand to hand."""

    CASH = "cash", _("Cash")
    TRANSFER = "transfer", _("Bank transfer")
    OTHER = "other", _("Another way")


class WhenSettled(models.TextChoices):
    """When a club settles; decides what is offered first."""

    HAND = "hand", _("At the table, after each hand")
    EVENING = "evening", _("After each evening")
    SEASON = "season", _("Once in a while, everything together")


class MoneyRules(models.Model):
    """How a club settles, where it says so.

    cash_step: smallest payment in minor units of the club's currency, None: what the coins allow;
    till: through whom everybody pays ("" for nobody), a player or the kitty; iban: of the bank
    account of the club, or of who keeps its till, and beneficiary whose it is; "" for none;
    own_only: members see what they get and owe themselves, and the sums of the club; bank_layouts:
    what the columns of a bank's tables hold, by the fingerprint of their titles.
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

    class Meta:
        verbose_name = _("money rules")
        verbose_name_plural = _("money rules")

    def __str__(self) -> str:
        return str(self.when)

    @property
    def hub(self) -> str:
        """The account through which everybody pays, "" for none."""
        return account_of(self.till, self.till_player_id) if self.till else ""


class Settlement(models.Model):
    """A frozen statement of who gets what and how it is to be paid, numbered in its club.

    scope: what was settled; carried: with all that was open from before, so that its plan takes the
    place of the older ones; step: smallest payment in minor units; a withdrawn one counts nowhere.
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
    """What one account gets by a settlement (minor units, + receives); player None: the kitty.

    carried: open from before; exact: with what was settled now; rounded: what can be paid.
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
    """One payment that a settlement planned; payer or receiver None: the kitty."""

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


class MoneyFact(models.Model):
    """What a charge and a payment have in common; amount: above 0, in minor units.

    reverses: the fact that this one takes back, being its mirror image; note: plain text, may be
    erased.
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


class Charge(MoneyFact):
    """A debt of a player to the kitty: table money, dues, a fine; a counter-entry forgives it.

    What is written off goes the other way: the kitty bears what the player still owed; so does a
    prize, which the kitty owes to the player.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="charges")

    class Meta(MoneyFact.Meta):
        verbose_name = _("charge")
        verbose_name_plural = _("charges")

    @property
    def minor(self) -> int:
        """What the player gets by it: below zero; above where the kitty bears it."""
        borne = self.purpose in BORNE
        return self.amount if borne != bool(self.reverses_id) else -self.amount


class Payment(MoneyFact):
    """Money that went from one account to another.

    claimed: said by the payer only, it counts once it is confirmed; transfer: the planned one it
    pays; session: the table at which somebody was paid out before its end; charge: the fee that it
    pays, from which it is never settled apart.
    """

    payer_side = models.CharField(max_length=10, choices=Side.choices)
    payer = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="payments_paid"
    )
    receiver_side = models.CharField(max_length=10, choices=Side.choices)
    receiver = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="payments_received"
    )
    how = models.CharField(_("how"), max_length=10, choices=How.choices, default=How.CASH)
    transfer = models.ForeignKey(
        Transfer, models.PROTECT, null=True, blank=True, related_name="payments"
    )
    charge = models.ForeignKey(
        Charge, models.PROTECT, null=True, blank=True, related_name="payments"
    )
    claimed = models.BooleanField(default=False)

    class Meta(MoneyFact.Meta):
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        constraints: ClassVar = [
            *MoneyFact.Meta.constraints,
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
                violation_error_message=_("Nobody pays himself."),
            ),
        ]

    @property
    def source(self) -> str:
        """The account that paid."""
        return account_of(self.payer_side, self.payer_id)

    @property
    def target(self) -> str:
        """The account that received."""
        return account_of(self.receiver_side, self.receiver_id)


class Confirmation(models.Model):
    """Somebody who may say so says that a claimed payment has arrived; from then on it counts."""

    payment = models.OneToOneField(
        Payment, models.PROTECT, primary_key=True, related_name="confirmation"
    )
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="confirmations_made"
    )
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")

    def __str__(self) -> str:
        return str(self.made_at)


class Part(models.Model):
    """What a settlement took from one source for one account (minor units, + receives).

    Just one of session, charge and payment is the source; player None: the kitty.
    """

    settlement = models.ForeignKey(Settlement, models.PROTECT, related_name="parts")
    session = models.ForeignKey(
        Session, models.PROTECT, null=True, blank=True, related_name="settled_parts"
    )
    charge = models.ForeignKey(
        Charge, models.PROTECT, null=True, blank=True, related_name="settled_parts"
    )
    payment = models.ForeignKey(
        Payment, models.PROTECT, null=True, blank=True, related_name="settled_parts"
    )
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="settled_parts"
    )
    minor = models.BigIntegerField()

    class Meta:
        verbose_name = _("settled part")
        verbose_name_plural = _("settled parts")

    def __str__(self) -> str:
        return f"{self.minor:+d}"


def account_of(side: str, player_id: uuid.UUID | None) -> str:
    """The account of a side: the player's id, or the side itself."""
    return str(player_id) if player_id else side


def player_or_kitty(account: str) -> uuid.UUID | None:
    """How an account stands in a share, part or transfer: None for the kitty."""
    return None if account == KITTY else uuid.UUID(account)
