"""Every write about people and clubs: merging, guests, erasing, operators."""

from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch
from uuid import UUID, uuid4

from django.utils import timezone

from support.club_factories import END, a_form
from support.money_tables import link_player
from support.programs import a_key_of, a_service_key, a_stopped_webhook
from support.rule_sets import a_rule_plan, a_rule_set
from support.season_tables import a_plan
from support.write_paths import Act, Scene
from tarokk_club.club.api.usecases.keys import (
    KeyPlan,
    ServiceKeyPlan,
    drop_api_key,
    drop_own_service_key,
    end_service_key_access,
    make_api_key,
    make_service_key,
    store_key_use,
)
from tarokk_club.club.guests.usecases import (
    LinkTarget,
    create_guest_link,
    renew_guest_link,
    revoke_guest_link,
    set_guest_naming,
    set_published_parts,
)
from tarokk_club.club.merging.usecases.merges import merge_players, unmerge_players
from tarokk_club.club.models import Season, Session, User, Webhook
from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.people.usecases.accounts import end_keys_and_links, set_two_factor_requirement
from tarokk_club.club.people.usecases.clubs import (
    ClubSettings,
    NewClub,
    change_club,
    found_further_club,
    set_operator_rights,
)
from tarokk_club.club.people.usecases.players import set_own_player_hidden, set_player_hidden
from tarokk_club.club.privacy.erasure_list import ListedErasure
from tarokk_club.club.privacy.usecases.clearing import delete_outdated_rows, log_data_download
from tarokk_club.club.privacy.usecases.erasing import (
    erase_account,
    erase_person,
    repeat_erasures,
    save_erasure_request,
)
from tarokk_club.club.privacy.usecases.revoking import repeat_revocations
from tarokk_club.club.seasons.usecases import (
    change_season,
    close_season,
    make_season,
    reopen_season,
)
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.session.usecases.rule_sets import (
    change_rule_set,
    remove_rule_set,
    save_rule_set,
)
from tarokk_club.club.statistics.usecases import rate_players, switch_ratings
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.webhooks.usecases.webhooks import (
    WebhookPlan,
    make_webhook,
    queue_test_message,
    remove_webhook,
    switch_on_webhook,
)


def _without(what: str, act: Act) -> Act:
    """Return the act without its changes to files, which a rollback cannot undo."""

    def done() -> object:
        with patch(f"tarokk_club.club.privacy.usecases.{what}"):
            return act()

    return done


def merge(on: Scene) -> Act:
    """Merge Csaba, who is in the session and has paid, into Cili."""
    gone, kept = on.player("Csaba"), on.player("Cili")
    return lambda: merge_players(club_id=on.club, form=on.form, gone=gone, into=kept)


def unmerge(on: Scene) -> Act:
    gone, kept = on.player("Csaba"), on.player("Cili")
    one = merge_players(club_id=on.club, form=a_form(on.secretary), gone=gone, into=kept).id
    return lambda: unmerge_players(club_id=on.club, form=on.form, merge_id=one)


def show(on: Scene) -> Act:
    showing = LinkTarget(session_id=on.session)
    return lambda: create_guest_link(club_id=on.club, form=on.form, target=showing)


def renew(on: Scene) -> Act:
    one = UUID(str(on.world.values["guest_id"]))
    return lambda: renew_guest_link(club_id=on.club, form=on.form, link_id=one)


def show_no_more(on: Scene) -> Act:
    one = UUID(str(on.world.values["guest_id"]))
    return lambda: revoke_guest_link(club_id=on.club, form=on.form, link_id=one)


def published(on: Scene) -> Act:
    parts = [PublicPart.EVENINGS]
    return lambda: set_published_parts(club_id=on.club, form=on.form, parts=parts)


def guest_names(on: Scene) -> Act:
    return lambda: set_guest_naming(club_id=on.club, form=on.form, naming=Naming.FULL)


def rating(on: Scene) -> Act:
    return lambda: rate_players(club_id=on.club, game="paskievics")


def two_factors(on: Scene) -> Act:
    """Require a passkey of owners and treasurers."""
    return lambda: set_two_factor_requirement(club_id=on.club, form=on.form, wanted=True)


def club_facts(on: Scene) -> Act:
    facts = ClubSettings(name="Zugló", language="hu", time_zone="Europe/Budapest", currency="HUF")
    return lambda: change_club(club_id=on.club, form=on.form, new_settings=facts)


def no_rating(on: Scene) -> Act:
    rating(on)()
    return lambda: switch_ratings(club_id=on.club, form=on.form, rated=False)


def hide(on: Scene) -> Act:
    cili = on.player("Cili")
    return lambda: set_player_hidden(club_id=on.club, form=on.form, player_id=cili, hidden=True)


def hide_self(on: Scene) -> Act:
    who, player = on.person("member"), on.player("Béla")
    return lambda: set_own_player_hidden(user=who, player_id=player, hidden=True)


def ask(on: Scene) -> Act:
    on.form = a_form(on.person("member"))
    return lambda: save_erasure_request(club_id=on.club, form=on.form, asked=True)


def erase(on: Scene) -> Act:
    """Erase Cili, into whom another player is merged, together with her account."""
    cili = link_player(on.world.house, on.person("treasurer"), "Cili").id
    return _without(
        "erasing.update_erasure_list",
        lambda: erase_person(club_id=on.club, form=on.form, player_id=cili),
    )


def erase_self(on: Scene) -> Act:
    who = on.person("stranger")
    return _without("erasing.update_erasure_list", lambda: erase_account(user=who))


def erase_twice(on: Scene) -> Act:
    """Repeat two erasures at once, which must both be undone if the process dies."""
    club, cili, other = str(on.club), str(on.player("Cili")), str(on.person("stranger").pk)
    rows = [ListedErasure(club, cili, None, 1, True), ListedErasure(None, None, other, None, True)]
    return _without("erasing.compact_database", lambda: repeat_erasures(listed=rows))


def revoke_twice(on: Scene) -> Act:
    """Repeat two revocations at once, which must both be undone if the process dies."""
    member, stranger = on.person("member").pk, on.person("stranger").pk
    listed = [("membership", f"{on.club}:{member}"), ("account", str(stranger))]
    return lambda: repeat_revocations(listed=listed)


def data_taken(on: Scene) -> Act:
    cili = on.player("Cili")
    return lambda: log_data_download(club_id=on.club, by=on.secretary, player_id=cili)


def tidy(on: Scene) -> Act:
    """Delete everything outdated; the audit afterwards must find no key missing."""
    later = timezone.now() + timedelta(days=4000)
    return lambda: delete_outdated_rows(now=later)


def operator(on: Scene) -> Act:
    return lambda: set_operator_rights(username="the-owner", operator=True)


def create_further_club(on: Scene) -> Act:
    User.objects.filter(pk=on.secretary.pk).update(is_superuser=True)
    new = NewClub(key=uuid4(), club_name="Óbuda", currency="HUF", language="hu")
    return lambda: found_further_club(new=new, by=on.secretary)


def _season(on: Scene) -> UUID:
    """Close all sessions of the club and return its season."""
    for session in Session.objects.filter(club=on.club, closed=False):
        record_event(session_id=session.id, form=a_form(on.secretary), raw=END)
    return Season.objects.get(club=on.club).pk


def season(on: Scene) -> Act:
    plan = a_plan("2020", "2020-01-01", "2020-12-31")
    return lambda: make_season(club_id=on.club, form=on.form, plan=plan)


def season_dates(on: Scene) -> Act:
    one = _season(on)
    plan = a_plan("Új", "2026-02-01")
    return lambda: change_season(club_id=on.club, form=on.form, season_id=one, plan=plan)


def season_end(on: Scene) -> Act:
    one = _season(on)
    return lambda: close_season(club_id=on.club, form=on.form, season_id=one)


def reopen_closed_season(on: Scene) -> Act:
    one = _season(on)
    close_season(club_id=on.club, form=a_form(on.secretary), season_id=one)
    return lambda: reopen_season(club_id=on.club, form=on.form, season_id=one)


def rules_saved(on: Scene) -> Act:
    plan = a_rule_plan("Pinceszabály", preset="pagat", xx_discard=False)
    return lambda: save_rule_set(club_id=on.club, form=on.form, plan=plan)


def rules_changed(on: Scene) -> Act:
    one, plan = a_rule_set(on.world.house, "Régi"), a_rule_plan("Új", "danish", count=False)
    return lambda: change_rule_set(club_id=on.club, form=on.form, rule_set_id=one.id, plan=plan)


def rules_removed(on: Scene) -> Act:
    one = a_rule_set(on.world.house, "Régi")
    return lambda: remove_rule_set(club_id=on.club, form=on.form, rule_set_id=one.id)


def key(on: Scene) -> Act:
    plan = KeyPlan(name="Lap", scopes=["enter"], until=timezone.now().date())
    return lambda: make_api_key(club_id=on.club, form=on.form, plan=plan)


def key_back(on: Scene) -> Act:
    one, _ = a_key_of(on.secretary, on.world.house.club)
    return lambda: drop_api_key(club_id=on.club, form=on.form, key_id=one.pk, own=True)


def access_ended(on: Scene) -> Act:
    one, _ = a_key_of(on.secretary, on.world.house.club)
    return lambda: end_keys_and_links(user=on.secretary, idents=[f"key:{one.pk}"])


def key_used(on: Scene) -> Act:
    one, _ = a_key_of(on.secretary, on.world.house.club)
    return lambda: store_key_use(key=one, now=timezone.now())


def service_key(on: Scene) -> Act:
    plan = ServiceKeyPlan(
        name="Honlap", clubs=[on.club], scopes=["enter"], until=timezone.now().date()
    )
    return lambda: make_service_key(form=on.form, maker=on.secretary, plan=plan)


def service_key_back(on: Scene) -> Act:
    one, _ = a_service_key(on.secretary, on.world.house.club)
    return lambda: drop_own_service_key(form=on.form, key_id=one.pk)


def service_key_shut_out(on: Scene) -> Act:
    one, _ = a_service_key(on.secretary, on.world.house.club)
    return lambda: end_service_key_access(club_id=on.club, form=on.form, key_id=one.pk)


def webhook(on: Scene) -> Act:
    plan = WebhookPlan(url="https://example.org/hook", events=["hand.saved"])
    return lambda: make_webhook(club_id=on.club, form=on.form, plan=plan)


def webhook_act(use_case: Callable[..., bool], *, stopped: bool) -> Callable[[Scene], Act]:
    """Return an act that changes an existing webhook."""

    def act(on: Scene) -> Act:
        found = a_stopped_webhook(on.world.house)
        if not stopped:
            Webhook.objects.update(stopped_at=None)
        return lambda: use_case(club_id=on.club, form=on.form, webhook_id=found.pk)

    act.__name__ = use_case.__name__
    return act


# Use case to the acts that test it.
PEOPLE_ACTS: dict[str, list[Callable[[Scene], Act]]] = {
    "save_erasure_request": [ask],
    "set_operator_rights": [operator],
    "change_rule_set": [rules_changed],
    "change_season": [season_dates],
    "set_guest_naming": [guest_names],
    "set_published_parts": [published],
    "switch_ratings": [no_rating],
    "change_club": [club_facts],
    "set_two_factor_requirement": [two_factors],
    "end_service_key_access": [service_key_shut_out],
    "close_season": [season_end],
    "drop_api_key": [key_back],
    "drop_own_service_key": [service_key_back],
    "end_keys_and_links": [access_ended],
    "erase_account": [erase_self],
    "repeat_erasures": [erase_twice],
    "repeat_revocations": [revoke_twice],
    "erase_person": [erase],
    "found_further_club": [create_further_club],
    "set_own_player_hidden": [hide_self],
    "set_player_hidden": [hide],
    "create_guest_link": [show],
    "make_api_key": [key],
    "make_service_key": [service_key],
    "make_season": [season],
    "make_webhook": [webhook],
    "merge_players": [merge],
    "log_data_download": [data_taken],
    "store_key_use": [key_used],
    "rate_players": [rating],
    "remove_rule_set": [rules_removed],
    "remove_webhook": [webhook_act(remove_webhook, stopped=True)],
    "renew_guest_link": [renew],
    "reopen_season": [reopen_closed_season],
    "revoke_guest_link": [show_no_more],
    "save_rule_set": [rules_saved],
    "switch_on_webhook": [webhook_act(switch_on_webhook, stopped=True)],
    "delete_outdated_rows": [tidy],
    "queue_test_message": [webhook_act(queue_test_message, stopped=False)],
    "unmerge_players": [unmerge],
}
