"""Notices as letters."""

from __future__ import annotations

import smtplib
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.utils import translation

from tarokk_club.club.models import Notice, NoticeKind
from tarokk_club.club.notices.sending.outcome import Became, Outcome
from tarokk_club.club.notices.stopping import stop_link
from tarokk_club.club.notices.words import (
    About,
    heading,
    language_for,
    notices_path,
    sentence,
)

# An answer of this code or above is a temporary refusal.
_LATER, _NEVER = 400, 500


def letter(notice: Notice, about: About) -> EmailMessage:
    """Return the letter in the user's language."""
    stop = stop_link(notice.user_id, NoticeKind(notice.kind))
    with translation.override(language_for(notice.user, notice.club)):
        said = sentence(about)
        facts = {
            "sentence": said,
            "link": settings.SITE_ADDRESS + about.path,
            "choose": settings.SITE_ADDRESS + notices_path(),
            "stop": stop,
        }
        text = render_to_string("club/notices/letter.txt", facts)
        subject = f"{heading(notice.club)}: {said}"
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">") or "localhost"
    return EmailMessage(
        subject,
        text,
        to=[notice.user.email],
        headers={
            # The same notice has the same id, so that a duplicate can be recognised.
            "Message-ID": f"<{notice.pk}@{domain}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def send_letter(message: EmailMessage) -> Outcome:
    """Send a letter; only one that the mail server refused or never received is tried again."""
    connection: Any = get_connection()
    try:
        connection.open()
    except (OSError, smtplib.SMTPException) as error:
        return Outcome(Became.LATER, why=type(error).__name__)
    try:
        connection.send_messages([message])
    except smtplib.SMTPRecipientsRefused as error:
        return _by_code(max(code for code, _text in error.recipients.values()))
    except smtplib.SMTPResponseException as error:
        return _by_code(error.smtp_code)
    except (OSError, smtplib.SMTPException, ValueError) as error:
        return Outcome(Became.UNSURE, why=type(error).__name__)
    finally:
        _close(connection)
    return Outcome(Became.SENT)


def _by_code(code: int) -> Outcome:
    became = Became.LATER if _LATER <= code < _NEVER else Became.NEVER
    return Outcome(became, why=str(code))


def _close(connection: Any) -> None:
    try:
        connection.close()
    except (OSError, smtplib.SMTPException):
        # The letter was accepted, so an error while closing does not matter.
        return
