"""Fill a database with the clubs of a federation by importing session after session."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from random import Random
from uuid import uuid4

from django.contrib.auth.hashers import make_password

from tarokk_club.club.models import Club, Membership, Player, Role, Season, User
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.money.queries.settlements.proposed_settlement import propose_settlement
from tarokk_club.club.money.queries.settlements.unsettled_items import OPEN, SettlingScope
from tarokk_club.club.money.usecases.settlements import SeenProposal, pay_transfers, settle_up
from tarokk_club.club.transfer.usecases.session_documents import (
    IncomingDocument,
    import_session,
    read_incoming_document,
)
from tarokk_club.club.writing.unit_of_work import Submission
from tools.demo.evening import SessionPlan, play_session
from tools.lab.bench.federation.size import YEAR, Size

GAMES = (*("paskievics",) * 5, "illustrated", "romanian", "danish")
STAKE = {"currency": "HUF", "per_point": "10"}
SEATS = 4


def play_year(size: Size) -> list[IncomingDocument]:
    """Return the sessions of a year, the same for every club, so that pages can be compared."""
    rng = Random(size.sessions)
    names = [_build_player_name(number) for number in range(size.players)]
    sessions = []
    for day in size.list_session_days(YEAR):
        seats = tuple(rng.sample(names, SEATS))
        plan = SessionPlan(rng.choice(GAMES), seats, size.hands, stake=STAKE, day=day)
        document = json.dumps(play_session(plan, rng=rng)).encode()
        sessions.append(read_incoming_document(document, today=day))
    return sessions


def build_open_session(
    names: Sequence[str], hands: int, *, day: date, rng: Random
) -> IncomingDocument:
    """Return an open session whose first hand is simple enough to be corrected."""
    # No auctions: they would contradict the first hand, which is replaced.
    plan = SessionPlan("paskievics", tuple(names), hands, day=day, auctions=0, finished=False)
    document = play_session(plan, rng=rng)
    # The replacement needs a first hand after which the deal moves on.
    while "result" not in document["events"][0]:
        document = play_session(plan, rng=rng)
    first = {"type": "hand", "declarer": names[0], "bid": "three", "partner": names[1]}
    document["events"][0] = {**first, "result": "lost"}
    return read_incoming_document(json.dumps(document).encode(), today=day)


def create_club(slug: str, size: Size) -> tuple[Club, User]:
    """Create a club with seasons, players and their accounts; return the club and its owner."""
    users = [
        User(
            username=f"{slug}-{number}",
            name=_build_player_name(number),
            password=make_password(None),
        )
        for number in range(size.players)
    ]
    User.objects.bulk_create(users)
    owner = users[0]
    club = Club.objects.create(slug=slug, name=slug, currency="HUF", founded_by=owner)
    Membership.objects.bulk_create(
        Membership(user=user, club=club, roles=list(Role) if user is owner else [Role.MEMBER])
        for user in users
    )
    Player.objects.bulk_create(
        Player(club=club, name=user.name, name_key=build_name_key(user.name), user=user)
        for user in users
    )
    years = range(YEAR - size.count_past_seasons(slug), YEAR + 1)
    Season.objects.bulk_create(
        Season(club=club, name=str(year), starts=date(year, 1, 1), ends=date(year, 12, 31))
        for year in years
    )
    return club, owner


def import_sessions(
    club: Club, owner: User, sessions: Iterable[IncomingDocument], *, days: Iterable[date]
) -> int:
    """Import each session on its day; return the total number of hands."""
    hands = 0
    for incoming, day in zip(sessions, days, strict=True):
        moved = replace(incoming, head=replace(incoming.head, day=day))
        form = Submission(key=uuid4(), by=owner)
        hands += import_session(club_id=club.id, form=form, incoming=moved).hands_count
    return hands


def settle_everything(club: Club, owner: User) -> None:
    """Settle all open amounts of a club and record every payment of the plan."""
    scope = SettlingScope(what=OPEN, currency=club.currency, carry=True)
    seen = SeenProposal(scope=scope, digest=propose_settlement(club, scope).digest)
    settlement = settle_up(club_id=club.id, form=Submission(key=uuid4(), by=owner), seen=seen)
    form = Submission(key=uuid4(), by=owner)
    pay_transfers(club_id=club.id, form=form, settlement_id=settlement.id)


def fill_clubs(slugs: Iterable[str], size: Size) -> int:
    """Create these clubs, play and settle all their seasons, and return the number of hands."""
    sessions = play_year(size)
    hands = 0
    for slug in slugs:
        club, owner = create_club(slug, size)
        for year in range(YEAR - size.count_past_seasons(slug), YEAR + 1):
            hands += import_sessions(club, owner, sessions, days=size.list_session_days(year))
            settle_everything(club, owner)
    return hands


def _build_player_name(number: int) -> str:
    return f"Player {number + 1:02}"
