"""The English wording of Magas tarokk: its rules, and the terms it adds to Illustrated."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_
from scoring.games.illustrated.sentences import TERMS as ILLUSTRATED
from scoring.games.magas.guide_words import GUIDE_SENTENCES

SENTENCES: Mapping[str, str] = GUIDE_SENTENCES

TERMS: Mapping[str, str] = MappingProxyType(
    {
        **ILLUSTRATED,
        "card.sas": N_("Tarokk II (sas)"),
        "card.king": N_("King of the named suit"),
        "fig.hosszu_dupla": N_("Long double"),
        "fig.pagat_nagymadar": N_("Pagát big bird"),
        "fig.sas_nagymadar": N_("Eagle big bird"),
        "fig.pagat_kismadar": N_("Pagát small bird"),
        "fig.sas_kismadar": N_("Eagle small bird"),
        "fig.king_nagymadar": N_("King big bird"),
        "fig.king_kismadar": N_("King small bird"),
        "fig.facan_pagat": N_("Pagát pheasant"),
        "fig.facan_sas": N_("Eagle pheasant"),
        "fig.paros_facan": N_("Pair pheasant"),
        "fig.zaroparos": N_("Closing pair"),
        "fig.harom_kiralyok": N_("Three kings game"),
        "fig.nagy_szincsalad": N_("Big suit family"),
    }
)
