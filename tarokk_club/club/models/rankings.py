"""Rankings across several clubs' tournaments, and consents to be ranked as one person in them."""

import uuid
from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club, User
from tarokk_club.club.models.tournaments import Tournament
from tarokk_club.club.values.scales import LONGEST, PlacePoints, parse_stored_place_points

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class Ranking(models.Model):
    """A ranking of tournaments chosen by the owners of several clubs, computed on demand.

    club: the club whose owner created it, sets its rules and invites other clubs.
    best: how many tournaments of a player count; 0 for all.
    scale: the points of each place of a tournament; "" for the table points.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="rankings_made")
    name = models.CharField(_("name"), max_length=80)
    best = models.PositiveSmallIntegerField(default=0)
    scale = models.CharField(max_length=LONGEST, blank=True, default="")
    made_at = models.DateTimeField()

    if TYPE_CHECKING:
        clubs: "RelatedManager[RankingClub]"
        tournaments: "RelatedManager[RankingTournament]"
        people: "RelatedManager[RankingPerson]"

    class Meta:
        verbose_name = _("ranking of tournaments")
        verbose_name_plural = _("rankings of tournaments")
        ordering: ClassVar = ["-made_at", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def place_points(self) -> PlacePoints | None:
        """The points of each place; None if table points are used instead."""
        return parse_stored_place_points(self.scale) if self.scale else None


class RankingClub(models.Model):
    """A club that takes part in a ranking or is invited to it.

    agreed_at: when its owner agreed; None before.
    """

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="clubs")
    club = models.ForeignKey(Club, models.CASCADE, related_name="rankings")
    agreed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("club of a ranking")
        verbose_name_plural = _("clubs of rankings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ranking", "club"], name="ranking_club_once")
        ]

    def __str__(self) -> str:
        return f"{self.ranking_id} {self.club_id}"


class RankingTournament(models.Model):
    """A tournament that counts in a ranking, chosen by an owner of its club."""

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="tournaments")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rankings")

    class Meta:
        verbose_name = _("tournament of a ranking")
        verbose_name_plural = _("tournaments of rankings")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["ranking", "tournament"], name="ranking_tournament_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.ranking_id} {self.tournament_id}"


class RankingPerson(models.Model):
    """A user's consent that their players in several clubs are ranked as one person.

    Deleting the row withdraws the consent. Downloads identify the person by its id.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="people")
    user = models.ForeignKey(User, models.CASCADE, related_name="ranked_as_one")
    agreed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("person of a ranking")
        verbose_name_plural = _("people of rankings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ranking", "user"], name="ranking_person_once")
        ]

    def __str__(self) -> str:
        return str(self.id)
