"""Export a session document to standard output or a file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tarokk_club.club.session.queries.sessions.session_outcomes import (
    find_session,
    load_session_outcome,
)
from tarokk_club.club.sheet.exports.document import build_session_document


class Command(BaseCommand):
    """The command `export_session ID [--output F]`."""

    help = _("Write the session with this id as a session document.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the session's id and the output file."""
        parser.add_argument("session", type=UUID)
        parser.add_argument("--output", type=Path, help=_("a file instead of standard output"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the document as bytes, so that its line endings do not change."""
        session = find_session(options["session"])
        if session is None:
            raise CommandError(_("There is no session %(id)s.") % {"id": options["session"]})
        content = build_session_document(load_session_outcome(session))
        if options["output"]:
            options["output"].write_bytes(content)
            return
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
