"""The English wording of Magas tarokk: its rules, and the terms it adds to Illustrated."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_
from scoring.games.illustrated.sentences import SENTENCES as ILLUSTRATED_SENTENCES
from scoring.games.illustrated.sentences import TERMS as ILLUSTRATED_TERMS

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **ILLUSTRATED_SENTENCES,
        "hu.rule.one_trick": N_(
            "A side announces no two figures of one trick that exclude each other."
        ),
        "hu.rule.replaced": N_(
            "A higher announcement with the same card replaces the lower one of that side; so do"
            " three kings two kings, two kings the single king in those tricks, a big family the"
            " small one, and a family the single cards of its suit inside it."
        ),
        "hu.rule.is_at_trick": N_("The side wins trick number %(trick)s with this card: %(card)s."),
        "hu.rule.only_announced_times": N_(
            "Only announced: %(announced)s times the value of the game."
        ),
        "hu.rule.is_hosszu_dupla": N_(
            "A double game announced by a player with seven tarokks or more; it pays like the"
            " double game, and a side announces only one of the two."
        ),
        "hu.rule.is_facan_pagat": N_("The side wins the first trick with the pagat."),
        "hu.rule.is_facan_sas": N_("The side wins the first trick with tarokk II."),
        "hu.rule.facan_lost": N_(
            "Silent, it costs its silent value when an opponent beats the card in the first trick."
        ),
        "hu.rule.is_paros_facan": N_(
            "With the XXI in the first trick the side takes the pagat or tarokk II."
        ),
        "hu.rule.paros_silent_magas": N_(
            "It counts silently when the opponents played the pagat or the II; it fails likewise."
        ),
        "hu.rule.paros_beside": N_(
            "It takes the place of the pheasants of its side, and the side announces beside it no"
            " figure of pagat, sas or XXI in tricks 6 to 9, nor the closing pair."
        ),
        "hu.rule.paros_waits": N_(
            "Only the side that does not lead to the first trick announces it."
        ),
        "hu.rule.is_zaroparos": N_(
            "The side wins the last two tricks with pagat and II, in either order; it announces no"
            " figure of pagat or sas in tricks 6 to 9 beside it, and none of them counts silently."
        ),
        "hu.rule.is_harom_kiralyok": N_("The side wins the last three tricks, each with a king."),
        "hu.rule.is_nagy_szincsalad": N_(
            "The side wins the last three tricks with cards of the named suit."
        ),
    }
)

TERMS: Mapping[str, str] = MappingProxyType(
    {
        **ILLUSTRATED_TERMS,
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
