"""Fill a book with the clubs of a federation, session by session, by the path of an import."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from random import Random
from uuid import uuid4

from django.contrib.auth.hashers import make_password

from tarokk_club.club.models import Club, Membership, Player, Role, Season, User
from tarokk_club.club.models.people import name_key
from tarokk_club.club.transfer.usecases.import_session import import_session
from tarokk_club.club.transfer.usecases.incoming import Incoming, read_incoming
from tarokk_club.club.writing.unit_of_work import Submission
from tools.demo.evening import Evening, evening
from tools.lab.bench.federation.size import YEAR, Size

GAMES = (*("paskievics",) * 5, "illustrated", "romanian", "danish")
STAKE = {"currency": "HUF", "per_point": "10"}
SEATS = 4


def sessions_of_a_year(size: Size) -> list[Incoming]:
    """One year of a club; every club of the book plays the same, so that their pages compare."""
    rng = Random(size.sessions)
    names = [_name(number) for number in range(size.players)]
    year = []
    for day in size.days(YEAR):
        seats = tuple(rng.sample(names, SEATS))
        plan = Evening(rng.choice(GAMES), seats, size.hands, stake=STAKE, day=day)
        document = json.dumps(evening(plan, rng=rng)).encode()
        year.append(read_incoming(document, today=day))
    return year


def an_evening(names: Sequence[str], hands: int, *, day: date, rng: Random) -> Incoming:
    """A session that is still open, whose first hand is a simple one that can be corrected."""
    # No auctions: an auction knows who dealt, and the first hand decides that.
    plan = Evening("paskievics", tuple(names), hands, day=day, auctions=0, finished=False)
    document = evening(plan, rng=rng)
    # Nor may the deal have stayed where it was: a trial three is the last speaker's alone.
    while "result" not in document["events"][0]:
        document = evening(plan, rng=rng)
    first = {"type": "hand", "declarer": names[0], "bid": "three", "partner": names[1]}
    document["events"][0] = {**first, "result": "lost"}
    return read_incoming(json.dumps(document).encode(), today=day)


def found_club(slug: str, size: Size) -> tuple[Club, User]:
    """A club with its players, each with an account, and its seasons; and its owner."""
    users = [
        User(username=f"{slug}-{number}", name=_name(number), password=make_password(None))
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
        Player(club=club, name=user.name, name_key=name_key(user.name), user=user) for user in users
    )
    years = range(YEAR - size.seasons(slug), YEAR + 1)
    Season.objects.bulk_create(
        Season(club=club, name=str(year), starts=date(year, 1, 1), ends=date(year, 12, 31))
        for year in years
    )
    return club, owner


def play(club: Club, owner: User, sessions: Iterable[Incoming], *, days: Iterable[date]) -> int:
    """Take the sessions in, on these days; how many hands they had."""
    hands = 0
    for incoming, day in zip(sessions, days, strict=True):
        moved = replace(incoming, head=replace(incoming.head, day=day))
        form = Submission(key=uuid4(), by=owner)
        hands += import_session(club_id=club.id, form=form, incoming=moved).hands_count
    return hands


def fill(slugs: Iterable[str], size: Size) -> int:
    """Make these clubs and play all their seasons; how many hands they played."""
    year = sessions_of_a_year(size)
    hands = 0
    for slug in slugs:
        club, owner = found_club(slug, size)
        for number in range(YEAR - size.seasons(slug), YEAR + 1):
            hands += play(club, owner, year, days=size.days(number))
    return hands


def _name(number: int) -> str:
    return f"Player {number + 1:02}"
