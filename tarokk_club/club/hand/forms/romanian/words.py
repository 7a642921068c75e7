"""Labels of the choices of a Romanian hand."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

PLAYED, MICHI, PASSED_OUT = "played", "michi", "passed_out"
SURRENDERED, ABANDONED = "surrendered", "abandoned"
YES, NO = "yes", "no"

OUTCOME_WORDS = {
    PLAYED: (_("Played"), ""),
    MICHI: (_("Michi-michi"), _("all passed")),
    PASSED_OUT: (_("Passed out"), ""),
    SURRENDERED: (_("Surrendered"), _("king in the talon")),
    ABANDONED: (_("Abandoned"), _("no tarok, no king")),
}
# Romanian terms, displayed beside those of the reader's language.
NATIVE = {
    "trula": "Trula",
    "toti_regii": "Toți regii",
    "luna_prinsa": "Luna prinsă",
    "rege_ultimo": "Rege ultimo",
}
HONOUR_WORDS = {
    YES: (_("One of them at least"), ""),
    NO: (_("None of them"), _("1 more to each")),
}
CONFLICT_REASONS = {
    "level": _("This contract is not played at so high a level."),
    "ro.nothing_without_tricks": _("The side without a trick cannot have this."),
    "ro.pagat_and_trula": _(
        "The side that won the last trick with the pagat has the pagat of the trula."
    ),
    "ro.surrender_solo": _("In solo no king is called, so nobody surrenders for one."),
    "ro.abandoned_solo": _("In solo nothing is taken from the talon, and no king is left there."),
    "ro.abandoned_partner": _("The partner holds the called king, so it did not lie in the talon."),
    "king": _("The called king cannot be in the tricks of both sides."),
    "talon": _("A king that is left in the talon is in no trick."),
    "ro.no_called_king": _("There is no rege ultimo without a called king."),
}
