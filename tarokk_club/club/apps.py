"""The Django configuration of the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    """The app of the score book."""

    name = "tarokk_club.club"
    label = "club"
    verbose_name = _("Club")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks and connect the signals of sign-ins, events and new
        connections.
        """
        from tarokk_club.club.audit import signals as audit_signals
        from tarokk_club.club.notices import signals as notices_signals
        from tarokk_club.club.people import signals as people_signals
        from tarokk_club.database import book_file

        people_signals.connect()
        audit_signals.connect()
        notices_signals.connect()
        book_file.listen()
