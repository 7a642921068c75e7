"""The entry screens: one form for each game, and the one place that lists them."""

from collections.abc import Mapping
from types import MappingProxyType

from tarokk_club.club.hand.forms.danish.form import DanishForm
from tarokk_club.club.hand.forms.hand_form import HandForm
from tarokk_club.club.hand.forms.hungarian.form import PaskievicsForm
from tarokk_club.club.hand.forms.hungarian.illustrated import IllustratedForm
from tarokk_club.club.hand.forms.romanian.form import RomanianForm, TaperForm

# A game is offered to a club only when its hands can be entered.
ENTRY_GAMES: Mapping[str, type[HandForm]] = MappingProxyType(
    {
        "paskievics": PaskievicsForm,
        "illustrated": IllustratedForm,
        "danish": DanishForm,
        "romanian": RomanianForm,
        "taper": TaperForm,
    }
)

__all__ = ["ENTRY_GAMES", "HandForm"]
