"""Import session documents through the same use case as the site."""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.problem import RefusedError
from tarokk_club.club.formatting.sentences import render_problem, render_sentence
from tarokk_club.club.session.queries.sessions.session_outcomes import find_club_by_slug
from tarokk_club.club.transfer.usecases.session_documents import (
    IncomingDocument,
    IncomingError,
    find_copy_of_document,
    import_session,
    read_incoming_document,
    replace_merged_names,
)
from tarokk_club.club.writing.unit_of_work import Submission


class Command(BaseCommand):
    """The command `import_session CLUB FILE… [--again] [--check]`."""

    help = _("Import session documents; all of them are read before the first one is booked.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the club, the files, `--again` and `--check`."""
        parser.add_argument("club", help=_("the club as in its address, /c/<club>/"))
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--again", action="store_true", help=_("import even what is already in the club")
        )
        parser.add_argument("--check", action="store_true", help=_("read and check, book nothing"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Read all files, then import each; import none if any is invalid or a duplicate.

        With `--again`, also import duplicates. With `--check`, import nothing.
        """
        club = find_club_by_slug(options["club"])
        if club is None:
            raise CommandError(_("There is no club “%(club)s”.") % {"club": options["club"]})
        today = timezone.localdate()
        read = [(path, _read_document(path, today)) for path in options["files"]]
        documents = [
            (path, self._replace_merged_players(club.id, path, incoming)) for path, incoming in read
        ]
        if not options["again"]:
            _require_not_imported(club.id, documents)
        for path, incoming in documents:
            if options["check"]:
                count = len(incoming.events)
                sentence = ngettext(
                    "%(path)s: %(count)s event, no errors",
                    "%(path)s: %(count)s events, no errors",
                    count,
                )
                self.stdout.write(sentence % {"path": path, "count": count})
                continue
            form = Submission(key=uuid4(), by=None)
            session = import_session(club_id=club.id, form=form, incoming=incoming)
            imported = {"path": path, "session": session.id}
            self.stdout.write(_("%(path)s: imported as %(session)s") % imported)

    def _replace_merged_players(
        self, club_id: UUID, path: Path, incoming: IncomingDocument
    ) -> IncomingDocument:
        """Return the document with merged players replaced, and print the replacements.

        Raise CommandError if the document contains erased players.
        """
        present = replace_merged_names(club_id, incoming)
        for values in present.merged:
            self.stdout.write(f"{path}: {render_sentence('merged_replaced', **values)}")
        lines = [f"{path}: {render_problem(problem)}" for problem in present.problems]
        if lines:
            raise CommandError("\n".join(lines))
        return present.incoming


def _require_not_imported(club_id: UUID, documents: list[tuple[Path, IncomingDocument]]) -> None:
    """Raise CommandError if the club already has any of the sessions."""
    copies = [(path, find_copy_of_document(club_id, incoming)) for path, incoming in documents]
    text = _("%(path)s: already in the club as %(session)s; --again imports it anyway")
    lines = [text % {"path": path, "session": copy.id} for path, copy in copies if copy]
    if lines:
        raise CommandError("\n".join(lines))


def _read_document(path: Path, today: date) -> IncomingDocument:
    try:
        return read_incoming_document(path.read_bytes(), today=today)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except RefusedError as refused:
        lines = [
            f"{path}: {_format_event_prefix(refused)}{fault}" for fault in _format_problems(refused)
        ]
        raise CommandError("\n".join(lines)) from refused


def _format_event_prefix(refused: RefusedError) -> str:
    if refused.event is None:
        return ""
    hand = refused.hand if isinstance(refused, IncomingError) else None
    if hand is None:
        return _("event %(event)s: ") % {"event": refused.event}
    return _("hand %(hand)s: ") % {"hand": hand}


def _format_problems(refused: RefusedError) -> list[str]:
    problems = [(problem.field, render_problem(problem)) for problem in refused.problems]
    return [f"{field}: {sentence}" if field else sentence for field, sentence in problems]
