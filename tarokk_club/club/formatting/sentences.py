"""Sentences and terms in the reader's language, with the players' names put in."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_noop as _

from scoring.answer import ENGLISH
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.problem import Problem
from scoring.core.words import render
from scoring.games import GAMES

# Why the book refuses something; what is wrong with a hand is explained by the scorer's sentences.
SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "session_binned": _("This session is in the bin; take it out first."),
        "session_not_binned": _("This session is not in the bin."),
        "session_closed": _("The session is closed; open it again first."),
        "session_not_closed": _("The session is not closed."),
        "no_such_entry": _("There is no such entry in this session."),
        "entry_deleted": _("This entry was deleted; bring it back first."),
        "entry_stands": _("This entry is not deleted."),
        "nothing_to_undo": _("There is nothing to undo."),
        "nothing_changed": _("Nothing was changed."),
        "seal_too_early": _("The session is still open; it is confirmed once it is closed."),
        "seal_own_session": _(
            "Who closed the session or entered most of its hands does not confirm it; somebody"
            " else of the table does."
        ),
        "seal_own_hand": _("Who entered the hand does not confirm it; somebody else does."),
        "seal_no_hands": _("This club does not confirm hand by hand."),
        "seal_not_there": _("You did not sit at the table when this hand was played."),
        "seal_twice": _("You have confirmed this already, and nothing has changed since."),
        "no_hand": _("Only a hand can be confirmed by itself."),
        "not_yours": _("Only who said it can take it back."),
        "taken_back": _("It was taken back already."),
        "settled_already": _("This objection is settled already."),
        "objected_already": _("You have objected to this already; wait for the answer."),
        "no_such_player": _("Choose a player of this club who is not archived."),
        "merged_away": _("This player was merged into another; take that back first."),
        "merged_with_itself": _("Choose another player, not the same one."),
        "sat_together": _("These two sat at one table on %(day)s, so they are two people."),
        "paid_each_other": _(
            "Money went between these two, or one settlement counts both, so they are two people."
        ),
        "two_accounts": _("Both players belong to an account; one person has one."),
        "season_ends_first": _("The last day comes before the first day."),
        "seasons_overlap": _(
            "The season %(season)s has these days already: %(starts)s to %(ends)s."
        ),
        "season_without_end": _(
            "The season %(season)s runs since %(starts)s and has no last day; give it one first."
        ),
        "rules_name_taken": _("The club has house rules of this name already; choose another one."),
        "counting_unknown": _("Choose one of the ways of counting."),
        "season_game_unknown": _("Choose games that the book knows."),
        "money_unweighed": _("Money is added as it is; weights are for points."),
        "weights_missing": _("Give at least one game a weight."),
        "games_not_added": _(
            "Points of different games are not worth the same: choose one game, weights, or money."
        ),
        "season_closed": _("The season is closed; open it again first."),
        "season_not_begun": _("The season has not begun yet."),
        "season_is_played": _("A session of the season is still open; close it first."),
        "tournament_no_season": _(
            "A tournament belongs to no season; its link is good for a week, or until it is taken"
            " back."
        ),
        "round_without_end": _(
            "Say how often everybody deals in a round, or how many minutes it takes."
        ),
        "tournament_has_begun": _("A round was begun; what is played stays now."),
        "tournament_is_played": _("A round was begun meanwhile; the tournament stays."),
        "draw_kind_unknown": _("Choose one of the ways to draw."),
        "drawn_otherwise": _("The rounds of this tournament are not drawn at once."),
        "rounds_not_drawn": _(
            "The rounds are not drawn for the players and rounds of now: draw them first."
        ),
        "schedule_begun": _(
            "A round of this draw was begun: it stands until a player comes or goes."
        ),
        "draw_changed": _("Somebody came or went meanwhile: here is the new draw."),
        "round_changed": _(
            "A round was begun or taken back meanwhile: look at its tables before you go on."
        ),
        "rounds_over": _("All rounds of this tournament were played; plan more of them first."),
        "too_few_entrants": _("Too few players take part to fill a table."),
        "hands_are_missing": _(
            "The hands of this table are not all played; the secretary can close it before."
        ),
        "hands_are_played": _(
            "All %(number)s hands of this table are played; it takes no further one."
        ),
        "tournament_locked": _(
            "The result of this tournament stands; only who organises it can still change it."
        ),
        "locked_without_reason": _(
            "The result of this tournament stands: say why it is changed all the same."
        ),
        "result_stands": _(
            "The result of this tournament stands: how it is counted stays as it was played."
        ),
        "result_would_move": _(
            "Both have won points in the tournament %(tournament)s, whose result stands; put one in"
            " the other’s place at its tables first, with a reason."
        ),
        "scale_unreadable": _(
            "Write the points of the places with spaces between, as 10 8 6 4; halves as 8.5."
        ),
        "scale_places": _("This table has %(number)s places: write a number for each."),
        "scale_rises": _("A better place does not get less than a worse one."),
        "final_is_drawn": _(
            "A round that was begun does not become one of the final, nor the other way round."
        ),
        "final_too_early": _(
            "A table of the rounds before still plays; the final is drawn when all have finished."
        ),
        "penalty_without_reason": _("Say why: everybody who reads the result reads it."),
        "penalty_of_nothing": _("Say what is taken: table points, points, or both."),
        "no_tournament_table": _("This session is no table of a tournament."),
        "totals_of_closed": _(
            "This table is closed. Correct the entries on its sheet, or open it again first."
        ),
        "totals_of_others": _("Somebody joined or left the table meanwhile: here are all of them."),
        "totals_not_zero": _("The totals add up to %(total)s, not to 0."),
        "round_not_last": _("Only the last round can be taken back."),
        "round_is_played": _("Something was written down at one of its tables; the round stays."),
        "both_entered": _(
            "Both take part in the tournament %(tournament)s, so they are two people; else take"
            " one of them off it first."
        ),
        "no_such_phone": _("This browser did not say where it takes notices; try once more."),
        "too_many_phones": _("You have %(most)s phones for notices; remove one of them first."),
        "day_is_past": _("This day has passed; choose one to come."),
        "rhythm_unknown": _("Choose one of the ways to repeat."),
        "series_ends_first": _("The last day comes before the first evening."),
        "series_too_long": _("Plan at most two years at a time."),
        "series_without_end": _(
            "Say until when it repeats: the season of this day has no end yet, or there is none."
        ),
        "evening_changed": _(
            "Somebody changed this evening meanwhile. Look once more, then save it again."
        ),
        "evening_cancelled": _("This evening is cancelled."),
        "evening_not_cancelled": _("This evening is not cancelled."),
        "evening_over": _("This evening is over."),
        "evening_is_played": _("A table of this evening was started; the evening stays."),
        "evening_not_begun": _("The tables can be started on the day itself."),
        "answer_unknown": _("Choose one of the answers."),
        "answers_alone": _("This player has an account and answers alone."),
        "too_few_here": _("Too few are here: a table of this game needs %(fewest)s."),
        "seats_changed": _("The seats are others meanwhile: here they are."),
        "table_size": _(
            "%(count)s sit at table %(number)s; this game takes %(fewest)s to %(most)s."
        ),
        "merge_undone": _("This was taken back already."),
        "plays_already": _("%(player)s plays in this session already."),
        "game_stays": _("The game of a session cannot be changed; start another session."),
        "user_name_taken": _("Somebody signs in with this name already."),
        "name_taken": _("Somebody has this name already; what about “%(proposal)s”?"),
        "name_has_unseen": _("The name holds a character that cannot be seen."),
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
        "player_for_one": _("A player can be given to one person only."),
        "player_claimed": _("This player belongs to somebody already."),
        "plays_under_another": _("You are in the book of this club as another player already."),
        "own_password": _("Change your own password on the page of your account."),
        "password_elsewhere": _(
            "This account is not yours alone to open; only the operator of the site can help."
        ),
        "player_erased": _("This player was erased; that cannot be taken back."),
        "erased_named": _("%(name)s was erased, so nothing can be recorded for this player."),
        "merged_replaced": _("%(gone)s was merged into %(kept)s, so %(kept)s is recorded instead."),
        "player_merged": _("%(gone)s was merged into %(kept)s; choose %(kept)s."),
        "one_player_twice": _(
            "%(gone)s and %(kept)s are one player here, so they cannot sit at one table."
        ),
        "still_recorded": _("Something is still recorded for the merged player."),
        "sits_in_open_session": _("This player sits in a session that is open; close it first."),
        "money_open": _("Money is still open with this player; settle it or write it off first."),
        "not_the_name": _("This is not the name. Type it as it stands above."),
        "still_a_member": _("You belong to a club still; ask its owner to erase you."),
        "operators_account": _("The operator of the site cannot be erased here."),
        "nothing_to_show": _("Choose a session, a tournament or a season of this club."),
        "season_over": _("That season is over, or not known; choose another span of time."),
        "entry_charged": _("The fee of some of them is in the book already."),
        "own_choice": _("Only the player can take this back, on the page of the account."),
        "names_alike": _("Two of the names are the same; tell them apart."),
        "text_has_unseen": _("The text holds a character that cannot be seen."),
        "text_too_long": _("This is too long: at most %(highest)s characters."),
        "draft_too_long": _("This is too much for one hand."),
        "language_unknown": _("This language is not known."),
        "time_zone_unknown": _("This time zone is not known."),
        "line_without_reason": _("What it is for is missing: write it behind a #."),
        "sheet_faulty": _("Some lines need another look; nothing was saved."),
        "document_too_large": _("The document is too large: at most %(highest)s megabytes."),
        "too_many_events": _("The document has too many events: at most %(highest)s."),
        "amount_not_above_zero": _("The amount must be above zero."),
        "date_in_future": _("This day has not come yet."),
        "date_too_early": _("The book keeps nothing from before the year %(year)s."),
        "date_too_late": _("The book keeps nothing from after the year %(year)s."),
        "no_such_cursor": _("This cursor belongs to no part of this list."),
        "key_ended": _("Choose a day that has not passed."),
        "key_too_long": _("A key is good for a year at most."),
        "too_many_keys": _("You have %(highest)s keys already; take one back first."),
        "link_broken": _("This link was cut short or changed on its way. Ask for it again."),
        "no_such_party": _("Choose a player of this club."),
        "no_such_session": _("There is no such session in this club."),
        "pays_oneself": _("Payer and receiver must be two different ones."),
        "nobody_chosen": _("Choose at least one player."),
        "fee_kind_wrong": _("Choose what the fee is for."),
        "money_moved": _("The amounts have changed meanwhile. Look once more, then settle."),
        "settled_by_other": _(
            "%(who)s has just made settlement %(number)s. Here is what is left to settle."
        ),
        "settled_by_operator": _(
            "The operator has just made settlement %(number)s. Here is what is left to settle."
        ),
        "nothing_to_settle": _("There is nothing to settle."),
        "money_too_large": _(
            "Points times stake come to more money than can be settled. Check the stake and the"
            " points."
        ),
        "plan_is_over": _(
            "This plan holds no longer: it was withdrawn, or a later settlement took it over."
        ),
        "session_known": _(
            "This session stands in the club already. Say so if it is wanted twice."
        ),
        "sheet_known": _("This sheet stands in the club already. Say so if it is wanted twice."),
        "totals_large": _("The file is larger than %(highest)s kilobytes."),
        "totals_long": _("Take at most %(rows)s lines and %(columns)s columns at a time."),
        "totals_unreadable": _("No table stands in this file: a first line of titles, then lines."),
        "totals_sum": _("The points add up to %(total)s; they must add up to zero."),
        "totals_sum_row": _(
            "It is called a sum, but the lines above come to %(total)s for %(name)s."
        ),
        "totals_points": _("“%(text)s” of %(name)s is no whole number of points."),
        "totals_day": _("“%(text)s” is no day."),
        "other_book_unreadable": _(
            "This is no file of ihatemoney, Cospend or Splitwise, and no table with the columns "
            "name and balance."
        ),
        "other_book_number": _("Line %(row)s: “%(text)s” is no amount."),
        "other_book_sum": _(
            "What this file says adds up to %(total)s %(currency)s and not to zero; take it from"
            " the other book once more."
        ),
        "other_book_line_sum": _(
            "Line %(row)s: its amounts add up to %(total)s and not to zero; take the file from the "
            "other book once more."
        ),
        "other_book_total": _(
            "The lines come to another sum for %(name)s than the total balance at the end of the "
            "file; take it from the other book once more."
        ),
        "bank_file_large": _("The file is larger than %(highest)s megabytes."),
        "bank_file_long": _("The file has more than %(highest)s lines; take a shorter span."),
        "bank_file_empty": _("No booking stands in this file."),
        "bank_file_unreadable": _("This is no statement that can be read: CAMT or a table."),
        "bank_columns_missing": _("The table needs columns named date and amount."),
        "bank_day_unreadable": _("“%(text)s” is no date."),
        "bank_side_unknown": _("It does not say whether the money came in or went out."),
        "bank_amount_missing": _("It has no amount."),
        "more_than_left": _("Enter at most what is still to be paid of it."),
        "denied_without_reason": _("Say in a word why it has not arrived."),
        "write_off_without_reason": _("Say why it is written off."),
        "nothing_owed": _("Nothing is owed here that could be written off."),
        "more_than_owed": _("Write off at most what is owed."),
        "fact_undone": _("This was taken back before."),
        "settlement_not_last": _("A later settlement builds on this one; withdraw that one first."),
        "settlement_paid": _("Somebody has paid by this plan; take the payments back first."),
        "iban_wrong": _("This is no valid IBAN; compare it digit by digit with the bank's papers."),
        "iban_abroad": _("The bank of this IBAN takes no part in transfers of euros (SEPA)."),
        "currency_booked": _("Money has been booked in the currency of the club, so it stays."),
        "cash_step_wrong": _("The smallest payment must be above zero, and no fortune."),
    }
)

# Terms that share their English with another term, and what they are.
CONTEXTS: Mapping[str, str] = MappingProxyType(
    {term: what for game in GAMES.values() for term, what in game.lore.contexts.items()}
)


class ClubWords:
    """The words of one page; names: by player id.

    Who is not among them is called by what stands there.
    """

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self.names = names or {}

    def sentence(self, code: str) -> str:
        """The template of a sentence in the reader's language."""
        return gettext(SENTENCES.get(code) or ENGLISH.sentence(code))

    def term(self, key: str) -> str:
        """A word of the field in the reader's language; of a figure of the club its name."""
        if key.startswith(OWN_PREFIX):
            return key.removeprefix(OWN_PREFIX)
        context = CONTEXTS.get(key)
        text = ENGLISH.term(key)
        return pgettext(context, text) if context else gettext(text)

    def name(self, player: str) -> str:
        """What the player is called."""
        return self.names.get(player, player)


def problem_sentence(problem: Problem, words: ClubWords | None = None) -> str:
    """What is wrong, as a sentence; words: of the page, where the problem may name players."""
    return render(words or ClubWords(), problem.code, problem.values)


def sentence_of(code: str, **values: Any) -> str:
    """The sentence of a code that names no players."""
    return render(ClubWords(), code, values)
