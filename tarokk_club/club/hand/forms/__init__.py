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

# Games that the scorer knows, but whose hands nobody can enter yet: documents of them are scored
# and taken in, and no page offers them. A game moves up from here with its form.
NOT_OFFERED = ("magas", "zebi")

__all__ = ["ENTRY_GAMES", "NOT_OFFERED", "HandForm"]
