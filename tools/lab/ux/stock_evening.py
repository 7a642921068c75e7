"""Evenings of the demonstration club that are still to come, and what tells its owner of them."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import time, timedelta
from typing import Any
from uuid import UUID

# Far enough that nobody is reminded of the first one tomorrow.
DAYS, WEEKS = 10, 3
SEATS = 4
# A name that belongs to nobody: no notice of this site ever arrives anywhere.
SERVICE = "https://push.example/"


def fill(club: Any, form: Callable[[Any], Any]) -> UUID:
    """A series of evenings, the first of them with answers and a drawn table; the id of that one.

    form: a fresh one of the owner's.
    """
    from tarokk_club.club.calendar.usecases.evening_plans import EveningPlan
    from tarokk_club.club.calendar.usecases.evening_tables import draw_evening
    from tarokk_club.club.calendar.usecases.evenings import Repeating, plan_evening
    from tarokk_club.club.people.queries.club_days import today

    first = today(club) + timedelta(days=DAYS)
    plan = EveningPlan(
        day=first,
        starts=time(18, 30),
        place="Café Central, the long room at the back",
        game="paskievics",
        note="Please bring something for the table.",
    )
    repeating = Repeating(rhythm="weekly", until=first + timedelta(weeks=WEEKS - 1))
    evening = plan_evening(club_id=club.id, form=form(club), plan=plan, repeating=repeating)
    players = _answers(club, form, evening)
    draw_evening(
        club_id=club.id,
        form=form(club),
        evening_id=evening.id,
        game=plan.game,
        players=players[:SEATS],
    )
    return UUID(str(evening.id))


def _answers(club: Any, form: Callable[[Any], Any], evening: Any) -> list[UUID]:
    """Yes, no and perhaps of players without an account; all of them, in the book's order."""
    from tarokk_club.club.calendar.usecases.answers import EveningReply, answer_for_player
    from tarokk_club.club.values.attendance import Attendance

    players = list(club.players.filter(user=None, archived_at=None).order_by("created_at"))
    ids = [UUID(str(one.pk)) for one in players]
    for place, player in enumerate(ids[: 2 * len(Attendance)]):
        said = EveningReply(
            coming=list(Attendance)[place % len(Attendance)].value, guests=place % 2
        )
        answer_for_player(
            club_id=club.id, form=form(club), evening_id=evening.id, player_id=player, said=said
        )
    return ids


def links(club: Any, form: Callable[[Any], Any]) -> dict[str, str]:
    """The tokens of the calendar's file and of the end of letters, by route."""
    from tarokk_club.club.calendar.usecases.calendar_links import make_calendar_link
    from tarokk_club.club.models import NoticeKind
    from tarokk_club.club.notices.stopping import stop_link

    stop = stop_link(club.founded_by_id, NoticeKind.EVENING)
    link = make_calendar_link(club_id=club.id, form=form(club))
    return {
        "club:calendar_file": link.token or "",
        "club:notices_stop": stop.rstrip("/").rpartition("/")[2],
    }


def phone(owner: Any) -> UUID:
    """A phone that shows the owner's notices."""
    from tarokk_club.club.notices.push_keys import public_key
    from tarokk_club.club.notices.usecases.devices import PhoneSaid, keep_device

    said = PhoneSaid(
        endpoint=SERVICE + secrets.token_urlsafe(12),
        p256dh=_point(),
        auth=_told(secrets.token_bytes(16)),
        key=public_key(),
        mark=secrets.token_hex(8),
        session_key="",
        agent="Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
    )
    return UUID(str(keep_device(user=owner, phone=said).pk))


def _point() -> str:
    """The public key of a browser that nobody has."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    return _told(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _told(what: bytes) -> str:
    return urlsafe_b64encode(what).decode().rstrip("=")
