"""Notices sent as mails."""

from __future__ import annotations

import smtplib
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.utils import translation

from tarokk_club.club.models import Notice, NoticeKind
from tarokk_club.club.notices.sending.outcome import Outcome, SendResult
from tarokk_club.club.notices.unsubscribe import build_unsubscribe_url
from tarokk_club.club.notices.words import (
    SubjectState,
    build_notice_title,
    build_notices_path,
    choose_notice_language,
    describe_subject,
)

# SMTP codes from the first number are temporary errors, from the second permanent ones.
_LATER, _NEVER = 400, 500


def build_mail(notice: Notice, subject: SubjectState) -> EmailMessage:
    """Return the mail of a notice in the user's language."""
    stop = build_unsubscribe_url(notice.user_id, NoticeKind(notice.kind))
    with translation.override(choose_notice_language(notice.user, notice.club)):
        sentence = describe_subject(subject)
        context = {
            "sentence": sentence,
            "link": settings.SITE_ADDRESS + subject.path,
            "choose": settings.SITE_ADDRESS + build_notices_path(),
            "stop": stop,
        }
        text = render_to_string("club/notices/letter.txt", context)
        heading = f"{build_notice_title(notice.club)}: {sentence}"
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">") or "localhost"
    return EmailMessage(
        heading,
        text,
        to=[notice.user.email],
        headers={
            # Derived from the notice, so that mail programs recognise duplicates.
            "Message-ID": f"<{notice.pk}@{domain}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def send_notice_mail(message: EmailMessage) -> Outcome:
    """Send a mail and return the outcome; LATER means that it was certainly not sent."""
    connection: Any = get_connection()
    try:
        connection.open()
    except (OSError, smtplib.SMTPException) as error:
        return Outcome(SendResult.LATER, reason=type(error).__name__)
    try:
        connection.send_messages([message])
    except smtplib.SMTPRecipientsRefused as error:
        return _convert_smtp_code(max(code for code, _text in error.recipients.values()))
    except smtplib.SMTPResponseException as error:
        return _convert_smtp_code(error.smtp_code)
    except (OSError, smtplib.SMTPException, ValueError) as error:
        return Outcome(SendResult.UNSURE, reason=type(error).__name__)
    finally:
        _close_quietly(connection)
    return Outcome(SendResult.SENT)


def _convert_smtp_code(code: int) -> Outcome:
    result = SendResult.LATER if _LATER <= code < _NEVER else SendResult.NEVER
    return Outcome(result, reason=str(code))


def _close_quietly(connection: Any) -> None:
    try:
        connection.close()
    except (OSError, smtplib.SMTPException):
        # The outcome is known by now, so errors while closing do not matter.
        return
