"""Additional data for the demonstration club, so that every page of the site has something to
show.
"""

import json
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

from scoring.games import GAMES
from tools.lab.ux import stock_evening, stock_passkey, stock_public, stock_tournament

# Part of a path to its model, and to the field that limits the rows to the club.
ROWS = {
    "season_id": ("Season", "club"),
    "invitation_id": ("Invitation", "club"),
    "link_id": ("PasswordLink", "club"),
    "merge_id": ("Merge", "club"),
    "guest_id": ("GuestLink", "club"),
    "settlement_id": ("Settlement", "club"),
    "transfer_id": ("Transfer", "settlement__club"),
    "payment_id": ("Payment", "club"),
    "charge_id": ("Charge", "club"),
    "statement_id": ("Statement", "session__club"),
    "rule_set_id": ("RuleSet", "club"),
    "fact_id": ("Payment", "club"),
}
# Seats of today's tables, and number of hands before the one that is entered.
TABLES = {key: game.fewest for key, game in GAMES.items() if game.lore.offered}
HANDS = 8


@dataclass(frozen=True, slots=True)
class Stock:
    """The rows that the paths of the pages refer to.

    tables: game to its open session.
    own: route to path values that only this route uses.
    closed: a closed session.
    shown: path values for all routes, which take precedence over other rows of the
        demonstration.
    """

    tables: dict[str, UUID]
    own: dict[str, dict[str, object]]
    closed: UUID
    shown: dict[str, object]


def fill_demo_club(club: Any) -> Stock:
    """Open a table of each game and create a row of everything else."""
    from tarokk_club.club.models import Player

    names = list(club.players.order_by("created_at").values_list("name", flat=True))
    tables = {game: _table(club, game, names[:seats]) for game, seats in TABLES.items()}
    # The owner is a player, and so can confirm a session or object to it.
    Player.objects.filter(club=club, name=names[0]).update(user=club.founded_by)
    _objection(club, tables["paskievics"])
    _merge(club, names[0])
    over = club.sessions.filter(closed=True, binned_at=None, game="paskievics")
    closed = over.latest("hands_count", "date")
    cup = stock_tournament.create_demo_tournament(club, _form)
    play_session = stock_evening.create_demo_evenings(club, _form)
    tokens = _links(club, tables["paskievics"]) | stock_evening.create_demo_links(club, _form)
    own: dict[str, dict[str, object]] = {name: {"token": one} for name, one in tokens.items()}
    own["club:tournament_table"] = {"session_id": cup.table}
    own["club:tournament_penalty_back"] = {"penalty_id": cup.penalty}
    own["club:notices_phone_drop"] = {
        "device_id": stock_evening.register_demo_phone(club.founded_by)
    }
    own["club:key_drop"] = {"key_id": _key(club)}
    passkey: dict[str, object] = {"pk": stock_passkey.add_demo_passkey(club.founded_by)}
    own |= dict.fromkeys(("mfa_edit_webauthn", "mfa_remove_webauthn"), passkey)
    own["club:game_rules"] = {"game": "illustrated"}
    own["club:preset_rules"] = {"game": "illustrated", "preset": "itvb"}
    own["club:transfer_part"] = _planned(club)
    _house_rules(club)
    own["club:fine"] = own["club:pot"] = {"session_id": tables["danish"]}
    own["club:event_correct"] = _adjustment(club, tables["illustrated"])
    own |= stock_public.publish_demo_club(club, _form)
    shown: dict[str, object] = {"evening_id": play_session, "tournament_id": cup.tournament}
    return Stock(tables, own, closed.pk, shown)


def path_values(club: Any, session_id: UUID) -> dict[str, object]:
    """Return a value for each part of a path: the club's newest row in the respective table."""
    from django.apps import apps

    from tarokk_club.club.models import Entry, Membership

    member = Membership.objects.filter(club=club).exclude(user=club.founded_by)[0]
    found: dict[str, object] = {
        "slug": club.slug,
        "session_id": session_id,
        "entry_id": Entry.objects.filter(session_id=session_id).order_by("position")[0].pk,
        "player_id": club.players.order_by("created_at")[0].pk,
        "user_id": member.user_id,
        "account": club.players.order_by("created_at")[0].pk,
        "day": club.sessions.get(pk=session_id).date,
    }
    for part, (table, way) in ROWS.items():
        rows = apps.get_model("club", table)._default_manager.filter(**{way: club})
        newest = rows.order_by("pk").last()
        if newest is not None:
            found[part] = newest.pk
    return found


def _table(club: Any, game: str, players: list[str]) -> UUID:
    from django.utils import timezone

    from tarokk_club.club.transfer.usecases.import_session import import_session
    from tarokk_club.club.transfer.usecases.incoming import read_incoming
    from tools.demo.evening import SessionPlan, play_session
    from tools.demo.seasons import CURRENCY, STAKES

    today = timezone.localdate()
    stake = {"currency": CURRENCY, "per_point": STAKES.get(game, STAKES["illustrated"])}
    plan = SessionPlan(game, tuple(players), HANDS, {}, "", today, stake, finished=False)
    # The same cards each time, so that pictures and figures compare with older ones.
    document = json.dumps(play_session(plan, rng=Random(3))).encode()
    incoming = read_incoming(document, today=today)
    session = import_session(club_id=club.id, form=_form(club), incoming=incoming)
    return UUID(str(session.id))


def _links(club: Any, session_id: UUID) -> dict[str, str]:
    from tarokk_club.club.guests.usecases import LinkTarget, make_guest_link
    from tarokk_club.club.models import Membership
    from tarokk_club.club.models.guests import Lasting
    from tarokk_club.club.people.usecases.accounts import make_password_link
    from tarokk_club.club.people.usecases.invitations import Offer, make_invitation

    offer = Offer(roles=("member",))
    invitation = make_invitation(club_id=club.id, form=_form(club), offer=offer)
    member = Membership.objects.filter(club=club).exclude(user=club.founded_by)[0]
    password = make_password_link(club_id=club.id, form=_form(club), user_id=member.user_id)
    showing = LinkTarget(session_id=session_id, lasting=Lasting.WEEK)
    shown = make_guest_link(club_id=club.id, form=_form(club), target=showing)
    return {
        "club:invited": invitation.token or "",
        "club:new_password": password.token or "",
        "club:guest": shown.token or "",
        "club:guest_live": shown.token or "",
        "club:guest_rules": shown.token or "",
        "club:guest_board": shown.token or "",
        "club:guest_board_live": shown.token or "",
        "club:guest_picture": shown.token or "",
    }


def _key(club: Any) -> UUID:
    """Create an API key of the owner."""
    from django.utils import timezone

    from tarokk_club.club.api.usecases.keys import KeyPlan, make_key

    until = timezone.localdate() + timedelta(days=90)
    plan = KeyPlan(name="A spreadsheet at home", scopes=("read",), until=until)
    made, _token = make_key(club_id=club.id, form=_form(club), plan=plan)
    return UUID(str(made.pk))


def _planned(club: Any) -> dict[str, object]:
    """Return the path values of a planned transfer that can be paid in part, empty if there is
    none.
    """
    from tarokk_club.club.models import Transfer

    planned = Transfer.objects.filter(settlement__club=club, settlement__withdrawn_at=None)
    one = planned.order_by("pk").last()
    return {"settlement_id": one.settlement_id, "transfer_id": one.pk} if one else {}


def _house_rules(club: Any) -> None:
    from tarokk_club.club.session.usecases.rule_sets import RuleSetPlan, save_rule_set

    game = GAMES["paskievics"]
    plan = RuleSetPlan(name="Our Thursdays", game=game, rules=game.rules(), preset="")
    save_rule_set(club_id=club.id, form=_form(club), plan=plan)


def _objection(club: Any, session_id: UUID) -> None:
    from tarokk_club.club.confirmations.usecases.objections import raise_objection

    note = "The hand before the last one was ours."
    raise_objection(session_id=session_id, form=_form(club), note=note)


def _adjustment(club: Any, session_id: UUID) -> dict[str, object]:
    """Record an agreed adjustment of points, which has a correction page of its own; return its
    path values.
    """
    from tarokk_club.club.models import Session
    from tarokk_club.club.session.usecases.events import record_event

    giver, taker, *_others = Session.objects.get(pk=session_id).seats
    raw = {"type": "adjust", "points": {giver: -4, taker: 4}, "note": "The round of wine"}
    saved = record_event(session_id=session_id, form=_form(club), raw=raw)
    return {"session_id": session_id, "entry_id": saved.entry_id}


def _merge(club: Any, name: str) -> None:
    from tarokk_club.club.merging.usecases.merges import merge_players
    from tarokk_club.club.models import Player
    from tarokk_club.club.people.usecases.players import add_player

    twice = add_player(club_id=club.id, form=_form(club), name=f"{name} (2)")
    kept = Player.objects.get(club=club, name=name)
    merge_players(club_id=club.id, form=_form(club), gone=twice.pk, into=kept.pk)


def _form(club: Any) -> Any:
    from tarokk_club.club.writing.unit_of_work import Submission

    return Submission(key=uuid4(), by=club.founded_by)
