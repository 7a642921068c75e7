"""Recompute the ledger from the entries and report every difference."""

import gc
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.audit import last_runs
from tarokk_club.club.audit.queries import CHECKS, CLUB_CHECKS, Finding, iter_findings
from tarokk_club.club.merging.usecases.merges import repair_merges
from tarokk_club.club.merging.words import describe_merge_repair
from tarokk_club.club.models import Club
from tarokk_club.club.session.queries.sessions.session_outcomes import find_club_by_slug


class Command(BaseCommand):
    """The command `audit_ledger [--club SLUG] [--list] [--repair]`.

    It exits with status 1 if there is any difference.
    """

    help = _("Derive every posting, total and line of history again and print what differs.")
    requires_migrations_checks = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--club`, `--list` and `--repair`."""
        parser.add_argument("--club", metavar="SLUG", help=_("audit this club only"))
        parser.add_argument("--list", action="store_true", help=_("list the checks and stop"))
        parser.add_argument(
            "--repair",
            action="store_true",
            help=_("first move what was recorded for merged players to those merged into"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Repair merges if requested, then run the audit and print the findings.

        With `--list`, only print the checks. Without `--club`, also store the number of findings.
        """
        if options["list"]:
            for name, check in (CLUB_CHECKS | CHECKS).items():
                self.stdout.write(f"{name:<24}{check.__doc__}")
            return
        if options["repair"]:
            self._repair_merges(self._find_club_id(options["club"]))
        count, mendable = 0, False
        with _disable_gc():
            for finding in iter_findings(self._find_club_id(options["club"])):
                count += 1
                mendable = mendable or finding.check == "merged_player_gone"
                self.stdout.write(_format_finding(finding))
        if not options["club"]:
            last_runs.record_audit_run(count)
        if count:
            text = ngettext("%(count)s difference found.", "%(count)s differences found.", count)
            hint = _("`audit_ledger --repair` moves what was recorded for merged players.")
            lines = [text % {"count": count}, *([hint] if mendable else [])]
            raise CommandError(" ".join(lines), returncode=1)
        checks = len(CHECKS) + len(CLUB_CHECKS)
        self.stdout.write(_("The book agrees in all %(checks)s checks.") % {"checks": checks})

    def _repair_merges(self, club_id: UUID | None) -> None:
        """Repair the player merges of one club or all clubs, and print the repairs."""
        clubs = Club.objects.filter(pk=club_id) if club_id else Club.objects.order_by("slug")
        repairs = [(club, repair) for club in clubs for repair in repair_merges(club.pk)]
        for club, repair in repairs:
            for line in describe_merge_repair(repair):
                self.stdout.write(f"{club.slug}: {line}")
        if not repairs:
            self.stdout.write(_("There was nothing to repair."))

    def _find_club_id(self, slug: str | None) -> Any:
        if not slug:
            return None
        club = find_club_by_slug(slug)
        if club is None:
            raise CommandError(_("There is no club at this address."), returncode=2)
        return club.pk


@contextmanager
def _disable_gc() -> Iterator[None]:
    """Disable cyclic garbage collection within the block.

    The rows have no reference cycles, so the collector would only double the run time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _format_finding(finding: Finding) -> str:
    """Return a finding as one line: the check, the ids and the difference."""
    parts = [finding.check]
    if finding.session_id:
        parts.append(f"session={finding.session_id}")
    if finding.entry_id:
        parts.append(f"entry={finding.entry_id}")
    return " ".join([*parts, finding.detail])
