"""The English wording of Zebi tarokk: its rules, and the terms it adds to Magas."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_
from scoring.games.magas.sentences import SENTENCES as MAGAS_SENTENCES
from scoring.games.magas.sentences import TERMS as MAGAS_TERMS

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **MAGAS_SENTENCES,
        "hu.rule.paros_silent_zebi": N_(
            "It counts silently when the opponents led a suit; it fails likewise."
        ),
        "hu.rule.is_kiraly_ultimo": N_("The side wins the last trick with any king."),
        "hu.rule.is_ket_kiralyok": N_("The side wins the last two tricks, each with a king."),
        "hu.rule.is_kis_szincsalad": N_(
            "The side wins the last two tricks with cards of the named suit."
        ),
        "hu.rule.xxi_void": N_("It does not count when the skiz is on the same side."),
        "hu.rule.is_banda": N_(
            "The side takes every card of the named suit; it announces one suit only."
        ),
        "hu.rule.is_szinesites": N_(
            "The side takes every suit card; it announces no banda beside it."
        ),
    }
)

TERMS: Mapping[str, str] = MappingProxyType(
    {
        **MAGAS_TERMS,
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
