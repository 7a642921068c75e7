"""A notice to one phone, by way of its browser's push service."""

from __future__ import annotations

import hashlib
import json
import time

from django.conf import settings
from django.utils import translation

from tarokk_club.club.models import Notice, NoticeKind, PushDevice
from tarokk_club.club.notices.push_keys import key_of
from tarokk_club.club.notices.sending.outcome import Became, Outcome
from tarokk_club.club.notices.sending.public_post import (
    Network,
    NotPublicError,
    NotSentError,
    ServiceAnswer,
    UnsureError,
    post_public,
)
from tarokk_club.club.notices.sending.push_message import encoded, reader_of, said_by, sealed
from tarokk_club.club.notices.words import About, heading, language_for, sentence

# So long a service keeps it for a phone that is off; a day later it tells nothing new.
KEPT_SECONDS = 24 * 3600
_GONE = {404, 410}
_BUSY = 429
_TOPIC = 24


def phone_text(notice: Notice, about: About) -> bytes:
    """What the phone shows, in its owner's language; tag: a newer one takes its place."""
    with translation.override(language_for(notice.user, notice.club)):
        told = {
            "title": heading(notice.club),
            "body": sentence(about),
            "url": about.path,
            "tag": topic_of(notice),
            "lang": translation.get_language(),
        }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def topic_of(notice: Notice) -> str:
    """What a newer notice takes the place of; nobody learns from it which club or kind it is."""
    of = f"{settings.SECRET_KEY}:{notice.club_id}:{notice.kind}:{notice.subject}"
    return encoded(hashlib.sha256(of.encode()).digest())[:_TOPIC]


def send_to_phone(notice: Notice, about: About, *, network: Network) -> Outcome:
    """Hand it to the push service of the notice's phone."""
    device = notice.device
    key = key_of(device.key) if device else None
    if device is None or key is None:
        # Made with a key of the site that is no longer known: nobody can send there any more.
        return Outcome(Became.GONE, why="key")
    headers = {
        "Authorization": said_by(
            key, endpoint=device.endpoint, contact=_contact(), now=int(time.time())
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Topic": topic_of(notice),
        "Urgency": "low" if notice.kind == NoticeKind.DEBTS else "normal",
    }
    body = sealed(phone_text(notice, about), reader_of(device.p256dh, device.auth))
    return _posted(device, body, headers, network)


def _posted(device: PushDevice, body: bytes, headers: dict[str, str], network: Network) -> Outcome:
    try:
        answer = post_public(device.endpoint, body, headers, network=network)
    except NotPublicError as error:
        return Outcome(Became.NEVER, why=str(error))
    except NotSentError as error:
        return Outcome(Became.LATER, why=str(error))
    except UnsureError as error:
        return Outcome(Became.UNSURE, why=str(error))
    return _by_answer(answer)


def _by_answer(answer: ServiceAnswer) -> Outcome:
    why = str(answer.status)
    if answer.status in _GONE:
        return Outcome(Became.GONE, why=why)
    if 200 <= answer.status < 300:
        return Outcome(Became.SENT)
    if answer.status == _BUSY or answer.status >= 500:
        return Outcome(Became.LATER, wait=answer.wait, why=why)
    # A redirect is one of these: nobody sends a notice somewhere else.
    return Outcome(Became.NEVER, why=why)


def _contact() -> str:
    """Whom a push service writes to about this site."""
    address: str = settings.SITE_ADDRESS
    return f"mailto:{settings.ENV.email_from}" if settings.EMAIL_CONFIGURED else address
