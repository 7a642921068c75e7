"""The English wording of Zebi tarokk: its rules, and the terms it adds to Magas."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_
from scoring.games.magas.sentences import TERMS as MAGAS
from scoring.games.zebi.guide_words import GUIDE_SENTENCES

SENTENCES: Mapping[str, str] = GUIDE_SENTENCES

TERMS: Mapping[str, str] = MappingProxyType(
    {
        **MAGAS,
        "card.card": N_("The named card"),
        "fig.kiraly_ultimo": N_("Any king ultimó"),
        "fig.ket_kiralyok": N_("Two kings"),
        "fig.kis_szincsalad": N_("Small suit family"),
        "fig.suit_ultimo": N_("Suit ultimó"),
        "fig.suit_uhu": N_("Suit uhu"),
        "fig.suit_nagymadar": N_("Suit big bird"),
        "fig.suit_kismadar": N_("Suit small bird"),
        "fig.xxi_ultimo": N_("XXI ultimó"),
        "fig.xxi_uhu": N_("XXI uhu"),
        "fig.xxi_nagymadar": N_("XXI big bird"),
        "fig.xxi_kismadar": N_("XXI small bird"),
        "fig.banda": N_("Banda"),
        "fig.szinesites": N_("All suit cards"),
    }
)
