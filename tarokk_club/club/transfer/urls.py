"""URL patterns of imports and the archive, for a club."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tarokk_club.club.transfer.views import imports, totals

club_urls: list[URLPattern | URLResolver] = [
    path("import/", imports.import_session_document, name="session_import"),
    path("import/totals/", totals.import_totals, name="totals_import"),
    path("archive.zip", imports.download_archive, name="archive_file"),
]
