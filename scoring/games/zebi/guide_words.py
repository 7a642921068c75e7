"""The English wording of the rules that Zebi tarokk adds."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_
from scoring.games.magas.guide_words import GUIDE_SENTENCES as MAGAS

GUIDE_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **MAGAS,
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
