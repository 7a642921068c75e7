"""Future evenings of the demonstration club, and the notices about them for its owner."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import time, timedelta
from typing import Any
from uuid import UUID

# Far enough ahead that no reminder of the first evening is due soon.
DAYS_AHEAD, WEEKS = 10, 3
SEATS = 4
# A reserved host name, so that no notice of this site is ever delivered.
PUSH_SERVICE = "https://push.example/"


def create_demo_evenings(club: Any, form: Callable[[Any], Any]) -> UUID:
    """Create a series of evenings, the first with answers and a drawn table; return its id.

    form: function that returns a new submission by the club's owner.
    """
    from tarokk_club.club.calendar.usecases.evening_tables import draw_evening
    from tarokk_club.club.calendar.usecases.evenings import EveningPlan, SeriesPlan, plan_evening
    from tarokk_club.club.people.queries.club_days import get_today

    first = get_today(club) + timedelta(days=DAYS_AHEAD)
    plan = EveningPlan(
        day=first,
        starts=time(18, 30),
        place="Café Central, the long room at the back",
        game="paskievics",
        note="Please bring something for the table.",
    )
    repeating = SeriesPlan(rhythm="weekly", until=first + timedelta(weeks=WEEKS - 1))
    evening = plan_evening(club_id=club.id, form=form(club), plan=plan, repeating=repeating)
    players = _record_answers(club, form, evening)
    draw_evening(
        club_id=club.id,
        form=form(club),
        evening_id=evening.id,
        game=plan.game,
        players=players[:SEATS],
    )
    return UUID(str(evening.id))


def _record_answers(club: Any, form: Callable[[Any], Any], evening: Any) -> list[UUID]:
    """Record answers for some players without an account; return the ids of all such players."""
    from tarokk_club.club.calendar.usecases.answers import EveningReply, answer_for_player
    from tarokk_club.club.models import Attendance

    players = list(club.players.filter(user=None, archived_at=None).order_by("created_at"))
    player_ids = [UUID(str(player.pk)) for player in players]
    for number, player_id in enumerate(player_ids[: 2 * len(Attendance)]):
        reply = EveningReply(
            coming=list(Attendance)[number % len(Attendance)].value, guests=number % 2
        )
        answer_for_player(
            club_id=club.id,
            form=form(club),
            evening_id=evening.id,
            player_id=player_id,
            reply=reply,
        )
    return player_ids


def create_demo_links(club: Any, form: Callable[[Any], Any]) -> dict[str, str]:
    """Create the calendar link; return its token and that of the unsubscribe link, by route."""
    from tarokk_club.club.calendar.usecases.calendar_links import make_calendar_link
    from tarokk_club.club.models import NoticeKind
    from tarokk_club.club.notices.unsubscribe import build_unsubscribe_url

    stop = build_unsubscribe_url(club.founded_by_id, NoticeKind.EVENING)
    link = make_calendar_link(club_id=club.id, form=form(club))
    return {
        "club:calendar_file": link.token or "",
        "club:notices_stop": stop.rstrip("/").rpartition("/")[2],
    }


def register_demo_phone(owner: Any) -> UUID:
    """Register a phone for the owner's notices and return its id."""
    from tarokk_club.club.notices.push_keys import derive_public_key
    from tarokk_club.club.notices.usecases.devices import SubmittedDevice, save_push_device

    device = SubmittedDevice(
        endpoint=PUSH_SERVICE + secrets.token_urlsafe(12),
        p256dh=_create_browser_key(),
        auth=_encode_base64(secrets.token_bytes(16)),
        key=derive_public_key(),
        fingerprint=secrets.token_hex(8),
        session_key="",
        agent="Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
    )
    return UUID(str(save_push_device(user=owner, device=device).pk))


def _create_browser_key() -> str:
    """Return the public key of an invented browser, encoded as a browser sends it."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    return _encode_base64(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _encode_base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
