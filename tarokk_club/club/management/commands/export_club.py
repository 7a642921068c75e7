"""Export a whole club as an archive while the site is in use."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scoring.core.problem import RefusedError
from tarokk_club.club.session.queries.sessions.session_outcomes import find_club_by_slug
from tarokk_club.club.transfer.exports import build_club_archive


class Command(BaseCommand):
    """The command `export_club SLUG [--file F]`.

    Another site can import the archive with `import_club`.
    """

    help = _("Write the whole club, people without their passwords, as an archive (ZIP).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the club and the output file."""
        parser.add_argument("club", help=_("the club as in its address, /c/<club>/"))
        parser.add_argument("--file", type=Path, help=_("a file instead of standard output"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the archive to standard output, or to a file that only its owner can read."""
        club = find_club_by_slug(options["club"])
        if club is None:
            raise CommandError(_("There is no club “%(club)s”.") % {"club": options["club"]})
        try:
            content = build_club_archive(club.id)
        except RefusedError as error:
            text = _("The book does not agree; run audit_ledger. Nothing was written.")
            raise CommandError(text) from error
        path: Path | None = options["file"]
        if path is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            return
        try:
            path.touch(mode=0o600)
            path.write_bytes(content)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
