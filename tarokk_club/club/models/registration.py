"""Registration for a tournament: the terms, the link and the registered people."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.members import Link
from tarokk_club.club.models.people import Player
from tarokk_club.club.models.tournaments import Tournament
from tarokk_club.club.values import link_tokens

# The purpose of the link with which people see and withdraw their own registration.
OWN_LINK_PURPOSE = "registered"


class RegistrationTerms(models.Model):
    """The terms under which people may register for a tournament.

    places: the number of players who may take part; 0 for no limit.
    last_day: the last day of registration; None to close it with the first round.
    fee, reduced_fee: the entry fees in minor units; 0 for none.
    reduced_for: a description of the people who pay the reduced fee.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="registration_terms")
    places = models.PositiveSmallIntegerField(default=0)
    last_day = models.DateField(null=True, blank=True)
    currency = models.CharField(max_length=3, blank=True, default="")
    fee = models.PositiveIntegerField(default=0)
    reduced_fee = models.PositiveIntegerField(default=0)
    reduced_for = models.CharField(max_length=80, blank=True, default="")

    class Meta:
        verbose_name = _("registration terms")
        verbose_name_plural = _("registration terms of tournaments")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.places}"


class RegistrationLink(Link):
    """The public link to the registration form of a tournament."""

    PURPOSE = "registration"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="registration_links")
    # No expiry is stored: the terms decide when the link ends, and they may change.
    expires_at = models.DateTimeField(null=True, blank=True)  # type: ignore[assignment]

    class Meta:
        verbose_name = _("registration link")
        verbose_name_plural = _("registration links")


class Registration(models.Model):
    """The registration of one person for a tournament.

    Places go to the earliest registrations; the others form the waiting list.

    reduced: whether the reduced fee is claimed.
    full_name: whether guest pages of the tournament may show the full name.
    player: the player entered for this registration; None until it is accepted.
    withdrawn_at: when the person withdrew or the organiser removed the registration.
    removed: whether the organiser removed it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="registrations")
    name = models.CharField(_("name"), max_length=80)
    club_name = models.CharField(max_length=80, blank=True, default="")
    team = models.CharField(max_length=80, blank=True, default="")
    reduced = models.BooleanField(default=False)
    full_name = models.BooleanField(default=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="registrations"
    )
    made_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    removed = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering: ClassVar = ["made_at", "id"]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def token(self) -> str | None:
        """The token of the person's own link; None if the site's key that generated it is gone."""
        return link_tokens.recover_token(OWN_LINK_PURPOSE, self.id, self.token_hash)

    def set_token_hash(self) -> None:
        """Set the hash of the token, which is derived from the id and the site's key."""
        self.token_hash = link_tokens.hash_token(
            link_tokens.derive_token(OWN_LINK_PURPOSE, self.id)
        )
