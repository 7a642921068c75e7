"""The English wording of Illustrated tarokk: its rules, and the terms it adds to Paskievics."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.guide import build_flag_sentences
from scoring.core.translation_marks import N_
from scoring.games.illustrated.rules import IllustratedRules

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **build_flag_sentences(IllustratedRules),
        "hu.rule.is_centrum": N_("The side wins tricks 1 to 5, the fifth with the XX."),
        "hu.rule.is_kismadar": N_("The side wins tricks 1 to 6, the sixth with the XXI."),
        "hu.rule.is_nagymadar": N_("The side wins tricks 1 to 7, the seventh with the skiz."),
        "hu.rule.is_king_ultimo": N_("The side wins the ninth trick with the king of that suit."),
        "hu.rule.is_pagat_uhu": N_(
            "The side wins the eighth trick with the pagat. Lost because the card goes to the"
            " ninth trick instead, that trick counts as a silent ultimo beside it."
        ),
        "hu.rule.is_king_uhu": N_("The side wins the eighth trick with the king of that suit."),
        "hu.rule.is_sas_ultimo": N_("The side wins the ninth trick with tarokk II."),
        "hu.rule.is_sas_uhu": N_(
            "The side wins the eighth trick with tarokk II. Lost because the card goes to the"
            " ninth trick instead, that trick counts as a silent ultimo beside it."
        ),
        "hu.rule.only_announced": N_("Only announced: %(announced)s."),
        "hu.rule.one_card": N_(
            "Of an ultimo and an uhu with the same card a side announces one; a partner who raises"
            " the ultimo replaces it by the uhu."
        ),
        "rule.sas.no": N_("The figures of tarokk II are not played at this table."),
    }
)

TERMS: Mapping[str, str] = MappingProxyType(
    {
        "fig.centrum": N_("Centrum"),
        "fig.small_bird": N_("Small bird"),
        "fig.big_bird": N_("Big bird"),
        "fig.king_ultimo": N_("King ultimó"),
        "fig.pagat_uhu": N_("Pagát uhu"),
        "fig.king_uhu": N_("King uhu"),
        "fig.sas_ultimo": N_("Eagle ultimó"),
        "fig.sas_uhu": N_("Eagle uhu"),
    }
)
