"""Notices to one phone, through its browser's push service."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils import translation

from tarokk_club.club.models import Notice, NoticeKind
from tarokk_club.club.notices.push_keys import key_of
from tarokk_club.club.notices.sending.outcome import Became, Outcome
from tarokk_club.club.notices.sending.push_message import (
    encoded,
    encrypt_message,
    reader_of,
    sender_header,
)
from tarokk_club.club.notices.words import About, heading, language_for, sentence
from tarokk_club.http.public_post import (
    Network,
    NotPublicError,
    NotSentError,
    ServiceAnswer,
    UnsureError,
    post_public,
)

# How long a service stores it for a phone that is off; after a day it is no longer news.
KEPT_SECONDS = 24 * 3600
_GONE = {404, 410}
_BUSY = 429
_TOPIC = 24


def phone_text(notice: Notice, about: About) -> bytes:
    """Return what the phone shows, in its owner's language; a newer notice with the same tag
    replaces it.
    """
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
    """Return the topic in which a newer notice replaces an older one, without revealing club or
    kind.
    """
    of = f"{settings.SECRET_KEY}:{notice.club_id}:{notice.kind}:{notice.subject}"
    return encoded(hashlib.sha256(of.encode()).digest())[:_TOPIC]


@dataclass(frozen=True, slots=True)
class PhonePost:
    """A notice, encrypted for a phone; posting it needs no database."""

    endpoint: str
    body: bytes
    headers: Mapping[str, str]


def prepare_post(notice: Notice, about: About) -> PhonePost | Outcome:
    """Return the post of a notice to its phone, or the outcome if it cannot be sent there."""
    device = notice.device
    key = key_of(device.key) if device else None
    if device is None or key is None:
        # It was registered with a key that is no longer known, so nothing can be sent there.
        return Outcome(Became.GONE, why="key")
    headers = {
        "Authorization": sender_header(
            key, endpoint=device.endpoint, contact=_contact(), now=int(time.time())
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Topic": topic_of(notice),
        "Urgency": "low" if notice.kind == NoticeKind.DEBTS else "normal",
    }
    body = encrypt_message(phone_text(notice, about), reader_of(device.p256dh, device.auth))
    return PhonePost(device.endpoint, body, headers)


def send_post(post: PhonePost, network: Network) -> Outcome:
    """Send a post to the push service of its phone."""
    try:
        answer = post_public(post.endpoint, post.body, post.headers, network=network)
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
    # A redirect is one of these, because notices are never sent elsewhere.
    return Outcome(Became.NEVER, why=why)


def _contact() -> str:
    """Return the address at which a push service can reach the operator of this site."""
    address: str = settings.SITE_ADDRESS
    return f"mailto:{settings.ENV.email_from}" if settings.EMAIL_CONFIGURED else address
