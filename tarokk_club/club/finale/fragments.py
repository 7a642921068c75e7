"""The cached picture of a session's result."""

from __future__ import annotations

from collections.abc import Mapping

from tarokk_club.club.finale.picture import draw_result_picture
from tarokk_club.club.finale.queries import build_finale
from tarokk_club.club.finale.words import build_picture_content
from tarokk_club.club.models import Session
from tarokk_club.club.pages.fragment_cache import build_cache_key, get_or_compute
from tarokk_club.club.sheet.queries.sheets import load_sheet


def render_finale_picture(session: Session, names: Mapping[str, str]) -> bytes:
    """Return the picture of a session's result as PNG, from the cache if possible.

    names: player names by id, in the form that guests may see.
    """

    def draw_picture() -> bytes:
        sheet = load_sheet(session, names=names, concealed=True)
        return draw_result_picture(build_picture_content(session, build_finale(sheet), names))

    facts = (session.id, session.version, session.club.name, sorted(names.items()))
    return get_or_compute(build_cache_key("picture", *facts), draw_picture)
