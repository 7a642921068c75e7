"""Send letters and notices that are due."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tarokk_club.club.notices.usecases.sending import send_notices
from tarokk_club.club.notices.watching import remind, watch_notices


class Command(BaseCommand):
    """`notices`: once, for a timer; `serve` runs it by itself, as `notices --watch`."""

    help = _("Send the letters and notices that are due; `serve` does so by itself.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--watch: go on until told to end."""
        parser.add_argument("--watch", action="store_true", help=_("go on until told to end"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Remind whom the calendar says, and send."""
        if options["watch"]:
            watch_notices()
            return
        remind()
        sent = send_notices()
        self.stdout.write(_("Sent: %(count)s") % {"count": sent})
