"""User accounts, clubs, memberships, players, merges and seasons."""

import unicodedata
import uuid
from datetime import date
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.values.naming import Naming
from tarokk_club.club.values.season_rules import Counting, CountingRules, Games, Tie
from tarokk_club.club.values.theming import HandSide, Theme


class Role(models.TextChoices):
    """A role in a club; a user may have several."""

    OWNER = "owner", _("Owner")
    SECRETARY = "secretary", _("Secretary")
    TREASURER = "treasurer", _("Treasurer")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")


class UserManager(BaseUserManager["User"]):
    """A manager that creates accounts with a normalised username and a hashed password."""

    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "User":
        """Create and return an account; without a password, it has an unusable one."""
        user = self.model(username=self.model.normalize_username(username), **fields)
        user.name = user.name or username
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> "User":
        """Create and return the account of an operator of the site."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """The account of a person who signs in, or of a service key.

    username: stored in lower case, so that no two differ only by case.
    called_in: the pseudonyms in clubs from which the person was erased, by club id.
    is_service: whether it is the account of a service key, to which nobody can sign in.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(
        _("user name"),
        max_length=80,
        unique=True,
        error_messages={"unique": _("Somebody has this user name already.")},
    )
    name = models.CharField(_("name"), max_length=80, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    language = models.CharField(_("language"), max_length=10, blank=True)
    # Both empty if nothing was chosen; the browser's preferences apply then.
    theme = models.CharField(_("appearance"), max_length=10, blank=True, choices=Theme.choices)
    hand_side = models.CharField(
        _("tapping thumb"), max_length=10, blank=True, choices=HandSide.choices
    )
    # Whether saving a hand opens the form of the next hand rather than the sheet.
    next_hand = models.BooleanField(_("open the next hand after saving"), default=False)
    called_in = models.JSONField(default=dict, editable=False)
    is_staff = models.BooleanField(_("operator of the site"), default=False)
    is_service = models.BooleanField(default=False, db_default=False, editable=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Return the username in the form that is stored and compared."""
        return unicodedata.normalize("NFKC", username).strip().lower()

    def find_name_in_club(self, club_id: uuid.UUID) -> str:
        """Return the pseudonym of a person erased from the club, else the name."""
        pseudonym: str = self.called_in.get(str(club_id), self.name)
        return pseudonym


class PublicPart(models.TextChoices):
    """A part of a club that can be made public: readable without a key or an account."""

    LEADERBOARD = "leaderboard", _("The leaderboard of the season")
    EVENINGS = "evenings", _("The next evenings, with day, time and place")
    TOURNAMENTS = "tournaments", _("Tournaments and their results")


class Club(models.Model):
    """A club with its time zone, language and currency.

    last_choice: the settings chosen for its last session.
    erased: the number of the latest pseudonym, 0 before the first.
    published: the public parts, values of `PublicPart` separated by spaces.
    webhook_events: the events of its webhooks, values of `WebhookEvent` separated by spaces.
    suspended_at: when the operator made the club read-only; None if members may write.
    removal_on: the day on which the club will be deleted; None if it is not to be deleted.
    most_hands: the operator's limit on the club's total number of hands; None for no limit.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=80)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    currency = models.CharField(_("currency"), max_length=3, default="EUR")
    # Whether the players confirm each hand, and not only the whole session.
    seal_hands = models.BooleanField(_("each hand is confirmed"), default=False)
    # Whether the club publishes ratings of its players.
    rates_players = models.BooleanField(_("players are rated"), default=True)
    # Whether owners and treasurers must present a passkey after the password.
    two_factors = models.BooleanField(_("second factor for owners and treasurers"), default=False)
    last_choice = models.JSONField(default=dict)
    erased = models.PositiveIntegerField(default=0, editable=False)
    guest_names = models.CharField(
        _("names on guest pages"),
        max_length=10,
        choices=Naming.choices,
        default=Naming.INITIALS,
    )
    published = models.CharField(max_length=60, blank=True, default="", db_default="")
    webhook_events = models.CharField(
        max_length=100, blank=True, default="", db_default="", editable=False
    )
    suspended_at = models.DateTimeField(null=True, blank=True, editable=False)
    removal_on = models.DateField(null=True, blank=True, editable=False)
    most_hands = models.PositiveIntegerField(null=True, blank=True, editable=False)
    # Whether it is a demonstration club, which does not count as the site's first club.
    demo = models.BooleanField(default=False, editable=False)
    founded_by = models.ForeignKey(User, models.PROTECT, related_name="founded_clubs")
    founded_at = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(User, through="Membership", related_name="clubs")

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name

    def has_published(self, part: PublicPart) -> bool:
        """Return whether the club has made this part public."""
        return part in self.published.split()


class Membership(models.Model):
    """The roles of a user in a club; see `permissions` for their rights.

    erasure_asked_at: when the user requested erasure; None if there is no such request.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    roles = models.JSONField(default=list)
    since = models.DateTimeField(auto_now_add=True)
    erasure_asked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "club"],
                name="membership_once",
                violation_error_message=_("This person is a member already."),
            )
        ]

    def __str__(self) -> str:
        return ", ".join(self.roles)


class Player(models.Model):
    """A person who plays at tables; an account is not required.

    name_key: the normalised name, unique within the club.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(_("name"), max_length=80)
    name_key = models.CharField(max_length=250, editable=False)
    # The name for narrow layouts; empty if the generated short name is used.
    short_name = models.CharField(_("short name"), max_length=20, blank=True, default="")
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True)
    user = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="players_claimed"
    )
    # Whether guest pages show a number for this player, whatever the club chose.
    hidden = models.BooleanField(_("number instead of a name on guest pages"), default=False)
    # Whether the player only plays in tournaments and is not on the club's lists of players.
    guest = models.BooleanField(_("guest of tournaments"), default=False, db_default=False)
    # The player's bank account for payments between players; both empty or both set.
    account_holder = models.CharField(max_length=70, blank=True)
    iban = models.CharField(max_length=34, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "name_key"],
                name="player_name_once",
                violation_error_message=_("Somebody in this club has that name already."),
            )
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set the name key from the name and save the player."""
        self.name_key = build_name_key(self.name)
        super().save(*args, **kwargs)


class Merge(models.Model):
    """The merge of two players who are the same person; it can be undone.

    sessions: the ids of the sessions in which `kept` replaced `gone`.
    money: the primary keys of the rows moved to `kept`, by model and field.
    account, archived_at: the values of `gone` before the merge.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges_kept")
    gone = models.ForeignKey(Player, models.CASCADE, related_name="merges_gone")
    sessions = models.JSONField(default=list)
    money = models.JSONField(default=dict)
    account = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    archived_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="merges_made")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("merge of two players")
        verbose_name_plural = _("merges of two players")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["gone"],
                condition=models.Q(undone_at=None),
                name="merged_away_once",
                violation_error_message=_("This player was merged into another already."),
            )
        ]

    def __str__(self) -> str:
        return str(self.id)


class Season(models.Model):
    """A range of dates whose sessions form one leaderboard, with its counting rules.

    ends: the last day; None if it is not known yet.
    closed_at: when its table became final; None if it is open.
    games, game, weights, tournaments: counting rules; see `CountingRules`.

    In seasons older than these fields, all games and tournament tables count.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=80)
    starts = models.DateField(_("first day"))
    ends = models.DateField(_("last day"), null=True, blank=True)
    counts = models.CharField(max_length=10, choices=Counting.choices, default=Counting.POINTS)
    tie = models.CharField(max_length=10, choices=Tie.choices, default=Tie.SHARED)
    min_hands = models.PositiveIntegerField(default=0)
    min_evenings = models.PositiveIntegerField(default=0)
    drop_worst = models.PositiveIntegerField(default=0)
    games = models.CharField(
        max_length=10, choices=Games.choices, default=Games.ALL, db_default=Games.ALL.value
    )
    game = models.CharField(max_length=30, blank=True, default="", db_default="")
    weights = models.JSONField(null=True, blank=True)
    tournaments = models.BooleanField(default=True, db_default=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering: ClassVar = ["-starts"]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def build_for_main_game(
        cls, club: Club, name: str, starts: date, ends: date | None = None
    ) -> "Season":
        """Return an unsaved season with the default rules, which count the most played game."""
        return cls(club=club, name=name, starts=starts, ends=ends, games=Games.ONE.value)

    def build_counting_rules(self) -> CountingRules:
        """Return the counting rules."""
        return CountingRules(
            counts=self.counts,
            tie=self.tie,
            min_hands=self.min_hands,
            min_evenings=self.min_evenings,
            drop_worst=self.drop_worst,
            games=self.games,
            game=self.game,
            weights=tuple(sorted((self.weights or {}).items())),
            tournaments=self.tournaments,
        )


def build_name_key(name: str) -> str:
    """Return a key that is the same for names that differ only in case or Unicode form."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
