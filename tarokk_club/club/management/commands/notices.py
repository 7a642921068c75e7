"""Send the due mails, push notifications and webhook messages."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tarokk_club.club.notices.usecases.sending import send_notices
from tarokk_club.club.notices.watching import queue_reminders, send_messages_until_stopped
from tarokk_club.club.webhooks.usecases.sending import send_deliveries


class Command(BaseCommand):
    """The command `notices [--watch]`, which sends the due messages once or until it is stopped.

    The command `serve` runs `notices --watch`.
    """

    help = _("Send the letters and notices that are due; `serve` does so by itself.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--watch`, to keep running until stopped."""
        parser.add_argument("--watch", action="store_true", help=_("run until stopped"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Queue reminders and send everything that is due, once or until stopped."""
        if options["watch"]:
            send_messages_until_stopped()
            return
        queue_reminders()
        sent = send_notices() + send_deliveries()
        self.stdout.write(_("Sent: %(count)s") % {"count": sent})
