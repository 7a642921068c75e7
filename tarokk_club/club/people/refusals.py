"""The messages for problem codes about accounts, clubs, members and players."""

from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.sentences import register_refusals

register_refusals(
    {
        "club_suspended": _(
            "The operator of the site has suspended this club: everything can be read, nothing can "
            "be entered."
        ),
        "no_such_account": _("Nobody signs in with this name."),
        "hands_quota": _(
            "This site keeps at most %(highest)s hands of this club. Ask the operator for more."
        ),
        "user_name_taken": _("Somebody signs in with this name already."),
        "name_taken": _("Somebody has this name already; what about “%(proposal)s”?"),
        "user_name_taken_else": _(
            "Somebody signs in with this name already. If that is you, sign in; else take"
            " “%(proposal)s”."
        ),
        "companion_has_name": _("Somebody in a club of yours has this name already."),
        "roles_missing": _("Choose at least one role, or remove the member."),
        "last_owner": _("A club needs an owner; make somebody else owner first."),
        "last_secretary": _("A club needs a secretary; make somebody else secretary first."),
        "evening_role": _(
            "Only members and scorers are invited for an evening; invite others one by one."
        ),
        "player_for_one": _("A player can belong to only one person."),
        "player_claimed": _("This player belongs to somebody already."),
        "plays_under_another": _("You are already another player in the book of this club."),
        "own_password": _("Change your own password on the page of your account."),
        "password_elsewhere": _(
            "This account is also used elsewhere; only the operator of the site can help."
        ),
        "time_zone_unknown": _("This time zone is not known."),
        "currency_booked": _(
            "Money has been recorded in the club's currency, so it cannot change."
        ),
    }
)
