"""What a hand was, in one short line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tarokk_club.club.base.labels import FINE_TITLES, kind_label
from tarokk_club.club.base.words import ClubWords


def title_of(kind: str, record: Mapping[str, Any], words: ClubWords) -> str:
    """The hand or event in words: who played what with whom.

    kind: outcome of a hand, or type of an event; record: with player ids.
    """
    if kind == "played" and "bid" in record:
        return _bid_title(record, words)
    if kind == "played" and "contract" in record:
        return _contract_title(record, words)
    if kind == "played" and {"last_trick", "tout", "nolo"} & record.keys():
        return _last_trick_title(record, words)
    if kind == "fine":
        values = {"player": words.name(record["player"])}
        return str(FINE_TITLES[record["severity"]]) % values
    who = record.get("player") or record.get("declarer") or record.get("by")
    if isinstance(who, str):
        return _("%(what)s: %(player)s") % {"what": kind_label(kind), "player": words.name(who)}
    return kind_label(kind)


def title_of_record(record: Mapping[str, Any], words: ClubWords) -> str:
    """The entry that a record is of, in words."""
    is_hand = record.get("type") == "hand"
    kind = record.get("outcome") or "played" if is_hand else record.get("type")
    return title_of(str(kind), record, words)


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
    """Who played which contract, how high it rose, and with whom; in Taper that is never asked."""
    values = {
        "declarer": words.name(record["declarer"]),
        "contract": words.term(f"contract.{record['contract']}"),
        "level": record.get("level", 1),
    }
    risen = values["level"] > 1
    if "partner" not in record:
        title = _("%(declarer)s · %(contract)s")
        risen_title = _("%(declarer)s · %(contract)s, level %(level)s")
    elif record["partner"] is None:
        title = _("%(declarer)s · %(contract)s, alone")
        risen_title = _("%(declarer)s · %(contract)s, level %(level)s, alone")
    else:
        values["partner"] = words.name(record["partner"])
        title = _("%(declarer)s · %(contract)s with %(partner)s")
        risen_title = _("%(declarer)s · %(contract)s, level %(level)s, with %(partner)s")
    return (risen_title if risen else title) % values


def _last_trick_title(record: Mapping[str, Any], words: ClubWords) -> str:
    """A hand without a declarer: who won everything, nothing, or the last trick with what."""
    if record.get("tout"):
        return _("Tout: %(player)s") % {"player": words.name(record["tout"])}
    if record.get("nolo"):
        return _("Nolo: %(player)s") % {"player": words.name(record["nolo"])}
    trick = record["last_trick"]
    title = {
        "king": _("King ultimo: %(player)s"),
        "pagat": _("Pagat ultimo: %(player)s"),
        "other": _("Last trick: %(player)s"),
    }[trick["with"]]
    return title % {"player": words.name(trick["winner"])}
