"""Log lines of key=value, with a request id and without the names of players."""

import json
import logging
import re
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from tarokk_club.http.secret_paths import mask_secrets

request_id: ContextVar[str] = ContextVar("request_id", default="-")
# The client's address, only for lines about sign-ins and rights.
request_address: ContextVar[str] = ContextVar("request_address", default="-")
_PLAIN = re.compile(r"[\w./:+@-]+", re.ASCII)
FRAMES = 6


def log_security_event(event: str, **fields: object) -> None:
    """Log a sign-in or a change of rights, with ids and the address but no names or secrets.

    The line is written at every LOG_LEVEL.
    """
    all_fields = {"event": event, **fields, "address": request_address.get()}
    logging.getLogger("tarokk_club.security").info("security", extra={"fields": all_fields})


class KeyValueFormatter(logging.Formatter):
    """A formatter that writes one line per record, including `extra={"fields": {...}}`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line."""
        fields: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": request_id.get(),
            "message": record.getMessage(),
        }
        fields |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1]:
            fields |= _build_error_fields(record.exc_info[1])
        return " ".join(f"{key}={_format_value(value)}" for key, value in fields.items())


def _format_value(value: object) -> str:
    text = mask_secrets(str(value))
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=True)


def _build_error_fields(error: BaseException) -> dict[str, str]:
    """Return the class and origin of an error, without its message, which may contain a name."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    where = " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(frames))
    return {"error": type(error).__qualname__, "where": where}


def build_logging_config(level: str) -> dict[str, Any]:
    """Return Django's setting LOGGING.

    level: the lowest level of the site's own log lines.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "tarokk_club.http.logs.KeyValueFormatter"}},
        "handlers": {"err": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["err"], "level": "WARNING"},
        "loggers": {
            "tarokk_club": {"level": level},
            "tarokk_club.security": {"level": "INFO"},
            "django": {"handlers": ["err"], "level": "WARNING", "propagate": False},
            # The request log already has a line for each response, so log only errors.
            "django.request": {"level": "ERROR"},
        },
    }
