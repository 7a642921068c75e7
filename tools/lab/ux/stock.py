"""Additional data for the demonstration club, so that no page of the site is empty."""

import json
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

from scoring.games import GAMES
from tools.lab.ux import stock_evening, stock_passkey, stock_public, stock_tournament

# Part of a path to its model and to the model's lookup of the club.
MODEL_OF_PART = {
    "season_id": ("Season", "club"),
    "invitation_id": ("Invitation", "club"),
    "link_id": ("PasswordLink", "club"),
    "merge_id": ("Merge", "club"),
    "guest_id": ("GuestLink", "club"),
    "settlement_id": ("Settlement", "club"),
    "transfer_id": ("Transfer", "settlement__club"),
    "payment_id": ("Payment", "club"),
    "charge_id": ("Charge", "club"),
    "confirmation_id": ("Confirmation", "session__club"),
    "rule_set_id": ("RuleSet", "club"),
    "fact_id": ("Payment", "club"),
}
# The number of seats at today's table of each game, and the hands that each has played.
SEATS_OF_GAME = {key: game.fewest for key, game in GAMES.items() if game.info.offered}
HANDS_PER_TABLE = 8


@dataclass(frozen=True, slots=True)
class Stock:
    """The rows that the paths of the pages refer to.

    tables: game to its open session.
    values_by_route: route to path values that only this route uses.
    closed_session: a closed session.
    shared_values: path values for all routes; they override the newest rows.
    """

    tables: dict[str, UUID]
    values_by_route: dict[str, dict[str, object]]
    closed_session: UUID
    shared_values: dict[str, object]


def fill_demo_club(club: Any) -> Stock:
    """Open a table of each game and create a row for every other page; return their ids."""
    from tarokk_club.club.models import Player

    names = list(club.players.order_by("created_at").values_list("name", flat=True))
    tables = {
        game: _create_table(club, game, names[:seats]) for game, seats in SEATS_OF_GAME.items()
    }
    # The owner is a player, and so can confirm a session or object to it.
    Player.objects.filter(club=club, name=names[0]).update(user=club.founded_by)
    _raise_objection(club, tables["paskievics"])
    _merge_players(club, names[0])
    closed_sessions = club.sessions.filter(closed=True, binned_at=None, game="paskievics")
    closed = closed_sessions.latest("hands_count", "date")
    tournament = stock_tournament.create_demo_tournament(club, _build_submission)
    evening_id = stock_evening.create_demo_evenings(club, _build_submission)
    tokens = _create_links(club, tables["paskievics"]) | stock_evening.create_demo_links(
        club, _build_submission
    )
    values_by_route: dict[str, dict[str, object]] = {
        name: {"token": token} for name, token in tokens.items()
    }
    values_by_route["club:tournament_table"] = {"session_id": tournament.table}
    values_by_route["club:tournament_penalty_back"] = {"penalty_id": tournament.penalty}
    values_by_route["club:notices_phone_drop"] = {
        "device_id": stock_evening.register_demo_phone(club.founded_by)
    }
    values_by_route["club:key_drop"] = {"key_id": _create_key(club)}
    passkey: dict[str, object] = {"pk": stock_passkey.add_demo_passkey(club.founded_by)}
    values_by_route |= dict.fromkeys(("mfa_edit_webauthn", "mfa_remove_webauthn"), passkey)
    values_by_route["club:game_rules"] = {"game": "illustrated"}
    values_by_route["club:preset_rules"] = {"game": "illustrated", "preset": "itvb"}
    values_by_route["club:transfer_part"] = _find_planned_transfer(club)
    values_by_route["club:receipt_file"] = _find_receipt(club)
    _save_house_rules(club)
    values_by_route["club:fine"] = values_by_route["club:pot"] = {"session_id": tables["danish"]}
    values_by_route["club:event_correct"] = _record_adjustment(club, tables["illustrated"])
    values_by_route |= stock_public.publish_demo_club(club, _build_submission)
    shared_values: dict[str, object] = {
        "evening_id": evening_id,
        "tournament_id": tournament.tournament,
    }
    return Stock(tables, values_by_route, closed.pk, shared_values)


def build_path_values(club: Any, session_id: UUID) -> dict[str, object]:
    """Return a value for each part of a path, mostly the id of the club's newest row."""
    from django.apps import apps

    from tarokk_club.club.models import Entry, Membership

    member = Membership.objects.filter(club=club).exclude(user=club.founded_by)[0]
    values: dict[str, object] = {
        "slug": club.slug,
        "session_id": session_id,
        "entry_id": Entry.objects.filter(session_id=session_id).order_by("position")[0].pk,
        "player_id": club.players.order_by("created_at")[0].pk,
        "user_id": member.user_id,
        "account": club.players.order_by("created_at")[0].pk,
        "day": club.sessions.get(pk=session_id).date,
    }
    for part, (table, lookup) in MODEL_OF_PART.items():
        rows = apps.get_model("club", table)._default_manager.filter(**{lookup: club})
        newest = rows.order_by("pk").last()
        if newest is not None:
            values[part] = newest.pk
    return values


def _create_table(club: Any, game: str, players: list[str]) -> UUID:
    from django.utils import timezone

    from tarokk_club.club.transfer.usecases.session_documents import (
        import_session,
        read_incoming_document,
    )
    from tools.demo.evening import SessionPlan, play_session
    from tools.demo.seasons import CURRENCY, STAKES

    today = timezone.localdate()
    stake = {"currency": CURRENCY, "per_point": STAKES.get(game, STAKES["illustrated"])}
    plan = SessionPlan(game, tuple(players), HANDS_PER_TABLE, {}, "", today, stake, finished=False)
    # The same cards each time, so that pictures and figures compare with older ones.
    document = json.dumps(play_session(plan, rng=Random(3))).encode()
    incoming = read_incoming_document(document, today=today)
    session = import_session(club_id=club.id, form=_build_submission(club), incoming=incoming)
    return UUID(str(session.id))


def _create_links(club: Any, session_id: UUID) -> dict[str, str]:
    from tarokk_club.club.guests.usecases import LinkTarget, create_guest_link
    from tarokk_club.club.models import Membership
    from tarokk_club.club.models.guests import LinkLifetime
    from tarokk_club.club.people.usecases.accounts import make_password_link
    from tarokk_club.club.people.usecases.invitations import Offer, make_invitation

    offer = Offer(roles=("member",))
    invitation = make_invitation(club_id=club.id, form=_build_submission(club), offer=offer)
    member = Membership.objects.filter(club=club).exclude(user=club.founded_by)[0]
    password = make_password_link(
        club_id=club.id, form=_build_submission(club), user_id=member.user_id
    )
    target = LinkTarget(session_id=session_id, lasting=LinkLifetime.WEEK)
    guest_link = create_guest_link(club_id=club.id, form=_build_submission(club), target=target)
    return {
        "club:invited": invitation.token or "",
        "club:new_password": password.token or "",
        "club:guest": guest_link.token or "",
        "club:guest_live": guest_link.token or "",
        "club:guest_rules": guest_link.token or "",
        "club:guest_board": guest_link.token or "",
        "club:guest_board_live": guest_link.token or "",
        "club:guest_picture": guest_link.token or "",
    }


def _create_key(club: Any) -> UUID:
    """Create an API key of the owner."""
    from django.utils import timezone

    from tarokk_club.club.api.usecases.keys import KeyPlan, make_api_key

    until = timezone.localdate() + timedelta(days=90)
    plan = KeyPlan(name="A spreadsheet at home", scopes=("read",), until=until)
    key, _token = make_api_key(club_id=club.id, form=_build_submission(club), plan=plan)
    return UUID(str(key.pk))


def _find_receipt(club: Any) -> dict[str, object]:
    """Return the path value of a payment with a receipt; most payments have none."""
    from tarokk_club.club.models import Payment

    receipted = Payment.objects.filter(club=club, receipt__isnull=False)
    return {"fact_id": receipted.earliest("made_at").pk}


def _find_planned_transfer(club: Any) -> dict[str, object]:
    """Return the path values of a planned transfer, or {} if there is none."""
    from tarokk_club.club.models import Transfer

    transfers = Transfer.objects.filter(settlement__club=club, settlement__withdrawn_at=None)
    transfer = transfers.order_by("pk").last()
    return {"settlement_id": transfer.settlement_id, "transfer_id": transfer.pk} if transfer else {}


def _save_house_rules(club: Any) -> None:
    from tarokk_club.club.session.usecases.rule_sets import RuleSetPlan, save_rule_set

    game = GAMES["paskievics"]
    plan = RuleSetPlan(name="Our Thursdays", game=game, rules=game.rules(), preset="")
    save_rule_set(club_id=club.id, form=_build_submission(club), plan=plan)


def _raise_objection(club: Any, session_id: UUID) -> None:
    from tarokk_club.club.confirmations.usecases.confirmations import record_objection

    note = "The hand before the last one was ours."
    record_objection(session_id=session_id, form=_build_submission(club), note=note)


def _record_adjustment(club: Any, session_id: UUID) -> dict[str, object]:
    """Record an adjustment of points; return the path values of its correction page."""
    from tarokk_club.club.models import Session
    from tarokk_club.club.session.usecases.events import record_event

    giver, taker, *_others = Session.objects.get(pk=session_id).seats
    raw = {"type": "adjust", "points": {giver: -4, taker: 4}, "note": "The round of wine"}
    saved = record_event(session_id=session_id, form=_build_submission(club), raw=raw)
    return {"session_id": session_id, "entry_id": saved.entry_id}


def _merge_players(club: Any, name: str) -> None:
    from tarokk_club.club.merging.usecases.merges import merge_players
    from tarokk_club.club.models import Player
    from tarokk_club.club.people.usecases.players import add_player

    duplicate = add_player(club_id=club.id, form=_build_submission(club), name=f"{name} (2)")
    player = Player.objects.get(club=club, name=name)
    merge_players(club_id=club.id, form=_build_submission(club), gone=duplicate.pk, into=player.pk)


def _build_submission(club: Any) -> Any:
    from tarokk_club.club.writing.unit_of_work import Submission

    return Submission(key=uuid4(), by=club.founded_by)
