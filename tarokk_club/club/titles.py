"""What a hand was, in one short line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tarokk_club.club.kinds import kind_label
from tarokk_club.club.words import ClubWords


def title_of(kind: str, record: Mapping[str, Any], words: ClubWords) -> str:
    """The hand or event in words: who played what with whom.

    kind: outcome of a hand, or type of an event; record: with player ids.
    """
    if kind == "played" and "bid" in record:
        return _bid_title(record, words)
    if kind == "played" and "contract" in record:
        return _contract_title(record, words)
    if kind == "played" and "last_trick" in record:
        return _last_trick_title(record, words)
    who = record.get("player") or record.get("declarer") or record.get("by")
    if isinstance(who, str):
        return _("%(what)s: %(player)s") % {"what": kind_label(kind), "player": words.name(who)}
    return kind_label(kind)


def _bid_title(record: Mapping[str, Any], words: ClubWords) -> str:
    values = {"declarer": words.name(record["declarer"]), "bid": words.term(f"bid.{record['bid']}")}
    partner = record.get("partner")
    if partner:
        return _("%(declarer)s · %(bid)s with %(partner)s") % {
            **values,
            "partner": words.name(partner),
        }
    return _("%(declarer)s · %(bid)s, alone") % values


def _contract_title(record: Mapping[str, Any], words: ClubWords) -> str:
    values = {
        "declarer": words.name(record["declarer"]),
        "contract": words.term(f"contract.{record['contract']}"),
        "level": record.get("level", 1),
    }
    partner = record.get("partner")
    if partner:
        return _("%(declarer)s · %(contract)s %(level)s with %(partner)s") % {
            **values,
            "partner": words.name(partner),
        }
    return _("%(declarer)s · %(contract)s %(level)s, alone") % values


def _last_trick_title(record: Mapping[str, Any], words: ClubWords) -> str:
    winner = record["last_trick"].get("winner")
    if winner is None:
        return kind_label("played")
    return _("Last trick: %(player)s") % {"player": words.name(winner)}
