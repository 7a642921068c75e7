"""The demonstration club's public pages, registrations, rankings, programs and closed year."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from tools.lab.ux.stock_tournament import plan_demo_tournament

Values = dict[str, dict[str, object]]
# Pages about a past year.
YEAR_PAGES = ("club:year_paper", "club:auditors_paper", "club:year_close", "club:statements_file")


def publish_demo_club(club: Any, form: Callable[[Any], Any]) -> Values:
    """Publish the club and create a row for each page of this module; return their path values.

    form: function that returns a new submission by the club's owner.
    """
    from django.utils import timezone

    from tarokk_club.club.guests.usecases import set_published_parts
    from tarokk_club.club.models.people import PublicPart

    set_published_parts(club_id=club.id, form=form(club), parts=list(PublicPart))
    public: dict[str, object] = {"club_slug": club.slug}
    return {
        "club:public_club": public,
        "club:public_tournament": public,
        "club:embed": public | {"part": PublicPart.LEADERBOARD.value},
        **_register_person(club, form),
        **_create_ranking(club, form),
        **_create_programs(club, form),
        **{name: {"year": timezone.localdate().year - 1} for name in YEAR_PAGES},
        "club:kitty_transfer": {"kitty_transfer_id": _transfer_in_kitty(club, form)},
    }


def _register_person(club: Any, form: Callable[[Any], Any]) -> Values:
    """Register a person for a tournament that has not begun; return the path values by route."""
    from tarokk_club.club.registration.submitted import Applicant, Terms
    from tarokk_club.club.registration.usecases.registrations import register_applicant
    from tarokk_club.club.registration.usecases.terms import open_registration
    from tarokk_club.club.tournaments.usecases.tournaments import make_tournament

    plan = replace(plan_demo_tournament(club), name="Summer cup")
    tournament = make_tournament(club_id=club.id, form=form(club), plan=plan)
    terms = Terms(places=12, last_day=None, currency="EUR", fee=500, reduced_fee=0, reduced_for="")
    link = open_registration(
        club_id=club.id, form=form(club), tournament_id=tournament.id, terms=terms
    )
    person = register_applicant(
        token=link.token or "", key=form(club).key, applicant=Applicant(name="Nagy Ágnes")
    )
    tournament_values: dict[str, object] = {"tournament_id": tournament.id}
    return {
        "club:enter_tournament": {"token": link.token or ""},
        "club:own_registration": {"token": person.token or ""},
        "club:registration": tournament_values | {"registration_id": person.id},
        "club:door_person": tournament_values | {"person_id": person.id},
    }


def _create_ranking(club: Any, form: Callable[[Any], Any]) -> Values:
    from tarokk_club.club.rankings.plan import RankingPlan
    from tarokk_club.club.rankings.usecases import make_ranking

    plan = RankingPlan(name="Tour of the year", best=3, scale="", clubs=())
    ranking = make_ranking(club_id=club.id, form=form(club), plan=plan)
    files = ("csv", "json", "rating", "rating_json")
    names = ("ranking", "ranking_settings", "ranking_tournaments", "public_ranking")
    routes = (*names, *(f"ranking_{file}_file" for file in files))
    return {f"club:{route}": {"ranking_id": ranking.id} for route in routes}


def _create_programs(club: Any, form: Callable[[Any], Any]) -> Values:
    """Create a webhook and a service key; return the path values by route."""
    from django.utils import timezone

    from tarokk_club.club.api.usecases.keys import ServiceKeyPlan, make_service_key
    from tarokk_club.club.models.webhooks import WebhookEvent
    from tarokk_club.club.webhooks.usecases.webhooks import WebhookPlan, make_webhook

    hook, _new = make_webhook(
        club_id=club.id,
        form=form(club),
        plan=WebhookPlan(url="https://programs.example/tarokk", events=list(WebhookEvent)),
    )
    until = timezone.localdate() + timedelta(days=90)
    plan = ServiceKeyPlan(name="The web site", clubs=[club.id], scopes=(), until=until)
    key, _token = make_service_key(form=form(club), maker=club.founded_by, plan=plan)
    return {"club:webhook": {"webhook_id": hook.pk}, "club:service_key_drop": {"key_id": key.pk}}


def _transfer_in_kitty(club: Any, form: Callable[[Any], Any]) -> UUID:
    from django.utils import timezone

    from tarokk_club.club.kitty.usecases import AccountTransfer, record_kitty_transfer
    from tarokk_club.club.models.money import PaymentMethod

    movement = AccountTransfer(
        currency="EUR",
        amount=1000,
        source=PaymentMethod.CASH,
        target=PaymentMethod.TRANSFER,
        date=timezone.localdate(),
    )
    transfer = record_kitty_transfer(club_id=club.id, form=form(club), moved=movement)
    return UUID(str(transfer.pk))
