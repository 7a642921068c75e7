"""Labels of house rules: presets, options and their choices."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.games import GAMES

# Preset key to label.
PRESETS: Mapping[str, Any] = MappingProxyType(
    {name: _(word) for game in GAMES.values() for name, word in game.info.presets.items()}
)

# "option.choice" to the label of the choice.
CHOICES: Mapping[str, Any] = MappingProxyType(
    {
        choice: pgettext_lazy(game.info.contexts[choice], word)
        if choice in game.info.contexts
        else _(word)
        for game in GAMES.values()
        for choice, word in game.info.choices.items()
    }
)

# Bid to its silent and announced labels, for options with a value for each bid.
BIDS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        bid: {"silent": _(silent), "announced": _(announced)}
        for game in GAMES.values()
        for bid, (silent, announced) in game.info.by_bid.items()
    }
)
# The rules of a table without a preset.
USUAL = _("Usual")
SILENT, ANNOUNCED = _("Silent"), _("Announced")
