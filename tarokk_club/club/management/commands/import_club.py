"""Import the archive of a whole club in one transaction."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from shlex import quote
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_slug
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.merging.words import describe_merge_repair
from tarokk_club.club.transfer.usecases.import_club import ImportResult, import_club
from tarokk_club.club.transfer.usecases.incoming_archive import ArchiveError, open_archive


class Command(BaseCommand):
    """The command `import_club FILE [--slug S]`.

    It imports an archive that `export_club` wrote on this site or another.
    """

    help = _("Import a club from the archive that export_club wrote; all of it, or nothing.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the archive file, and another slug if the club's slug is taken."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", type=_read_slug, help=_("another address, /c/<slug>/"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the club and print how its members sign in."""
        try:
            with open_archive(options["file"]) as archive:
                result = import_club(archive=archive, slug=options["slug"])
        except ArchiveError as error:
            text = _("Nothing was changed. %(file)s: %(reason)s")
            values = {"file": options["file"], "reason": error}
            raise CommandError(text % values) from error
        self._print_result(result)

    def _print_result(self, result: ImportResult) -> None:
        values = {"club": result.club.name, "address": f"/c/{result.club.slug}/"}
        text = _("“%(club)s” is here, at %(address)s, and its book agrees in all checks.")
        self.stdout.write(text % values)
        for repair in result.repairs:
            for line in describe_merge_repair(repair):
                self.stdout.write(line)
        if result.existing:
            text = ngettext(
                "%(count)s account was here before and stays as it was.",
                "%(count)s accounts were here before and stay as they were.",
                result.existing,
            )
            self.stdout.write(text % {"count": result.existing})
        for wished, given in result.renamed:
            text = _("The user name “%(wished)s” was taken; this one signs in as “%(given)s”.")
            self.stdout.write(text % {"wished": wished, "given": given})
        if result.created:
            text = ngettext(
                "%(count)s account was made without a password.",
                "%(count)s accounts were made without a password.",
                result.created,
            )
            self.stdout.write(text % {"count": result.created})
            self.stdout.write(_("Give the owner one; an owner makes links for the others:"))
            for name in result.owners:
                self.stdout.write(f"  python3 manage.py changepassword {quote(name)}")


def _read_slug(text: str) -> str:
    try:
        validate_slug(text)
    except ValidationError as error:
        raise ArgumentTypeError(_("write it with letters, digits and hyphens")) from error
    if len(text) > 60:
        raise ArgumentTypeError(_("at most 60 characters"))
    return text
