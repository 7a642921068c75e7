"""Push notifications to a device, through the push service of its browser."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils import translation

from tarokk_club.club.models import Notice, NoticeKind
from tarokk_club.club.notices.push_keys import find_private_key
from tarokk_club.club.notices.sending.outcome import Outcome, SendResult
from tarokk_club.club.notices.sending.push_message import (
    build_sender_header,
    encode_base64,
    encrypt_message,
    read_browser_keys,
)
from tarokk_club.club.notices.words import (
    SubjectState,
    build_notice_title,
    choose_notice_language,
    describe_subject,
)
from tarokk_club.http.public_post import (
    Network,
    NotPublicError,
    NotSentError,
    ServiceResponse,
    UnsureError,
    post_to_public_host,
)

# How long a push service stores a notification for a device that is off.
TTL_SECONDS = 24 * 3600
_GONE = {404, 410}
_BUSY = 429
_TOPIC = 24


def build_payload(notice: Notice, subject: SubjectState) -> bytes:
    """Return the JSON payload of a notification, in the user's language."""
    with translation.override(choose_notice_language(notice.user, notice.club)):
        payload = {
            "title": build_notice_title(notice.club),
            "body": describe_subject(subject),
            "url": subject.path,
            "tag": compute_topic(notice),
            "lang": translation.get_language(),
        }
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def compute_topic(notice: Notice) -> str:
    """Return an opaque topic; a newer notification replaces an older one with the same topic."""
    text = f"{settings.SECRET_KEY}:{notice.club_id}:{notice.kind}:{notice.subject}"
    return encode_base64(hashlib.sha256(text.encode()).digest())[:_TOPIC]


@dataclass(frozen=True, slots=True)
class PushPost:
    """A notice encrypted for a device, which can be posted without the database."""

    endpoint: str
    body: bytes
    headers: Mapping[str, str]


def prepare_post(notice: Notice, subject: SubjectState) -> PushPost | Outcome:
    """Return the encrypted post of a notice, or GONE if its device can no longer be reached."""
    device = notice.device
    key = find_private_key(device.key) if device else None
    if device is None or key is None:
        # The device subscribed with a key that is gone, so nothing can be sent to it.
        return Outcome(SendResult.GONE, reason="key")
    headers = {
        "Authorization": build_sender_header(
            key, endpoint=device.endpoint, contact=_build_contact_url(), now=int(time.time())
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL_SECONDS),
        "Topic": compute_topic(notice),
        "Urgency": "low" if notice.kind == NoticeKind.DEBTS else "normal",
    }
    body = encrypt_message(
        build_payload(notice, subject), read_browser_keys(device.p256dh, device.auth)
    )
    return PushPost(device.endpoint, body, headers)


def send_post(post: PushPost, network: Network) -> Outcome:
    """Send a post to the push service of its device and return the outcome."""
    try:
        response = post_to_public_host(post.endpoint, post.body, post.headers, network=network)
    except NotPublicError as error:
        return Outcome(SendResult.NEVER, reason=str(error))
    except NotSentError as error:
        return Outcome(SendResult.LATER, reason=str(error))
    except UnsureError as error:
        return Outcome(SendResult.UNSURE, reason=str(error))
    return _convert_response(response)


def _convert_response(response: ServiceResponse) -> Outcome:
    reason = str(response.status)
    if response.status in _GONE:
        return Outcome(SendResult.GONE, reason=reason)
    if 200 <= response.status < 300:
        return Outcome(SendResult.SENT)
    if response.status == _BUSY or response.status >= 500:
        return Outcome(SendResult.LATER, wait=response.wait, reason=reason)
    # Redirects are refused too, as notices are only sent to the endpoint itself.
    return Outcome(SendResult.NEVER, reason=reason)


def _build_contact_url() -> str:
    """Return the URL by which push services can contact the operator of this site."""
    address: str = settings.SITE_ADDRESS
    return f"mailto:{settings.ENV.email_from}" if settings.EMAIL_CONFIGURED else address
