"""The cached picture of a result."""

from __future__ import annotations

from collections.abc import Mapping

from tarokk_club.club.finale.picture import draw_card
from tarokk_club.club.finale.queries import finale_of
from tarokk_club.club.finale.words import finale_card
from tarokk_club.club.models import Session
from tarokk_club.club.pages.fragment_cache import cache_key, cached
from tarokk_club.club.sheet.queries.sheets import load_sheet


def finale_picture_of(session: Session, names: Mapping[str, str]) -> bytes:
    """Return the picture as PNG.

    names: as guests may see them.
    """

    def make() -> bytes:
        whole = load_sheet(session, names=names, concealed=True)
        return draw_card(finale_card(session, finale_of(whole), names))

    facts = (session.id, session.version, session.club.name, sorted(names.items()))
    return cached(cache_key("picture", *facts), make)
