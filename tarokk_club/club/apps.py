"""The Django configuration of the app."""

from importlib import import_module
from pkgutil import iter_modules

from django.apps import AppConfig
from django.utils.module_loading import module_has_submodule
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    """The app of the score book."""

    name = "tarokk_club.club"
    label = "club"
    verbose_name = _("Club")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register refusals and system checks, connect the signals, and install Django hooks."""
        from tarokk_club.accounts.account_loading import use_prepared_account_query
        from tarokk_club.club.audit import signals as audit_signals
        from tarokk_club.club.notices import signals as notices_signals
        from tarokk_club.club.people import signals as people_signals
        from tarokk_club.club.webhooks import signals as webhooks_signals
        from tarokk_club.database import open_file, sqlite
        from tarokk_club.http.thread_locals import use_thread_locals

        rooms = [room.name for room in iter_modules([self.path]) if room.ispkg]
        for package in [import_module(f"{self.name}.{room}") for room in rooms]:
            if module_has_submodule(package, "refusals"):
                import_module(f"{package.__name__}.refusals")
        import_module(f"{self.name}.pages.checks")
        people_signals.connect()
        audit_signals.connect()
        notices_signals.connect()
        webhooks_signals.connect()
        open_file.track_open_files()
        sqlite.cache_converted_queries()
        sqlite.cache_day_conversions()
        use_prepared_account_query()
        use_thread_locals()
