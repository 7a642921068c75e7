"""Derive the whole book again from its records and say what does not agree."""

import gc
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.audit.queries import CHECKS, CLUB_CHECKS, Finding, findings
from tarokk_club.club.session.queries.evenings import club_with_slug
from tarokk_club.database import upkeep


class Command(BaseCommand):
    """`audit_ledger [--club SLUG] [--list]`: exit status 1 when anything differs."""

    help = _("Derive every booking, total and line of history again and print what differs.")
    requires_migrations_checks = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One club instead of all; the names of the checks instead of an audit."""
        parser.add_argument("--club", metavar="SLUG", help=_("audit this club only"))
        parser.add_argument("--list", action="store_true", help=_("list the checks and stop"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Audit and print."""
        if options["list"]:
            for name, check in (CLUB_CHECKS | CHECKS).items():
                self.stdout.write(f"{name:<24}{check.__doc__}")
            return
        count = 0
        with _no_collector():
            for finding in findings(self._club(options["club"])):
                count += 1
                self.stdout.write(_line(finding))
        if not options["club"]:
            upkeep.note_audit(count)
        if count:
            text = ngettext("%(count)s difference found.", "%(count)s differences found.", count)
            raise CommandError(text % {"count": count}, returncode=1)
        checks = len(CHECKS) + len(CLUB_CHECKS)
        self.stdout.write(_("The book agrees in all %(checks)s checks.") % {"checks": checks})

    def _club(self, slug: str | None) -> Any:
        if not slug:
            return None
        club = club_with_slug(slug)
        if club is None:
            raise CommandError(_("There is no club at this address."), returncode=2)
        return club.pk


@contextmanager
def _no_collector() -> Iterator[None]:
    """Let rows die when nobody needs them; the collector would look for cycles in vain, half the
    time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _line(finding: Finding) -> str:
    """What a grep can find again: the check, where, and what differs."""
    parts = [finding.check]
    if finding.session_id:
        parts.append(f"session={finding.session_id}")
    if finding.entry_id:
        parts.append(f"entry={finding.entry_id}")
    return " ".join([*parts, finding.detail])
