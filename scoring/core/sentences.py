"""The English sentences that every game shares.

They cover postings outside hands, faults of documents and faults of tables.
"""

from __future__ import annotations

from types import MappingProxyType

from scoring.core.translation_marks import N_

SENTENCES = MappingProxyType(
    {
        "adjust": N_("Agreed at the table: %(note)s"),
        "pot_filled": N_("Into the %(pot)s, %(amount)s: %(note)s"),
        "pot_emptied": N_("Out of the %(pot)s, %(amount)s: %(note)s"),
        "pot_shifted": N_("The %(pot)s stays as it was: %(note)s"),
        "pot_split": N_("The session ends: the %(pot)s, %(amount)s, is split among all players."),
        "title.ending": N_("%(what)s: %(player)s"),
        "stake_best": N_("If all goes well for the declarer's side"),
        "stake_worst": N_("If all goes ill for the declarer's side"),
        # what an unfinished hand does not state yet
        "untold.fate": N_("%(figure)s: made or failed?"),
        "untold.fate_suited": N_("%(figure)s in %(suit)s: made or failed?"),
        "untold.by": N_("%(figure)s: by whom?"),
        "untold.by_suited": N_("%(figure)s in %(suit)s: by whom?"),
        "untold.taker": N_("%(figure)s: who took it?"),
        "untold.catch": N_("%(figure)s: whose, or failed?"),
        "untold.partner": N_("Choose the partner, or that the declarer plays alone."),
        # faults of shape
        "missing": N_("Say what it is; this cannot be left out."),
        "not_text": N_("This must be text."),
        "note_blank": N_("A note must say something; otherwise leave it out."),
        "not_whole": N_("This must be a whole number."),
        "not_flag": N_("This must be true or false."),
        "not_list": N_("This must be a list."),
        "not_object": N_("This must be an object with named values."),
        "not_one_of": N_("This must be one of: %(allowed)s."),
        "not_pair": N_(
            "This must be two whole numbers from %(lowest)s to %(highest)s, silent and announced."
        ),
        "not_by_bid": N_(
            "This must give two whole numbers, silent and announced, for each of: %(allowed)s."
        ),
        "out_of_range": N_("This must be from %(lowest)s to %(highest)s."),
        "unknown_key": N_("“%(key)s” is not known here."),
        "unknown_preset": N_("There is no such preset; there are: %(allowed)s."),
        "not_some_of": N_("This must be a list with any of: %(allowed)s."),
        "own_too_many": N_("A club has at most %(highest)s figures of its own."),
        "own_key_wrong": N_("The key must be 1 to 30 small letters, digits or underscores."),
        "own_key_twice": N_("The key “%(key)s” appears twice."),
        "own_name_wrong": N_("The name must be text of 1 to %(highest)s characters."),
        "own_worth_wrong": N_("This must be a whole number from 0 to %(highest)s, or left out."),
        "not_zero": N_("The points add up to %(total)s and must add up to 0."),
        "no_fines": N_("This game has no fines; record an agreed adjustment."),
        # faults of the table
        "after_end": N_("The session has ended; nothing can follow."),
        "wrong_number_of_players": N_(
            "%(count)s sit at the table; this game takes %(fewest)s to %(most)s."
        ),
        "not_in_session": N_("%(player)s does not play in this session."),
        "not_at_table": N_("%(player)s does not sit at the table."),
        "sits_already": N_("%(player)s is already at the table."),
        "table_full": N_("The table is full: at most %(most)s play."),
        "last_player_leaves": N_(
            "%(player)s is the last one at the table; end the session instead."
        ),
        "no_notice": N_("In this game nobody gives notice; close the session instead."),
        "skiz_sat_out": N_("%(player)s dealt, held no cards and cannot have been dealt the skiz."),
        "unknown_pot": N_("There is no such pot; there are: %(allowed)s."),
        "no_pots": N_("Under these house rules there is no pot."),
        "pot_too_small": N_("Only %(content)s points lie in the pot; no more can be taken out."),
        "pot_too_large": N_("A pot would hold more than %(highest)s points."),
        # faults of a document's head
        "not_json": N_("This is not a JSON document: %(reason)s"),
        "key_twice": N_("The same key appears twice."),
        "wrong_format": N_("This is not a tarokk session: the format must be “tarokk-session”."),
        "wrong_version": N_("Only version 1 of the format is known."),
        "wrong_schema": N_("This must be a whole number from 1 to %(highest)s, or left out."),
        "unknown_game": N_("This game is not known; there are: %(allowed)s."),
        "players_wrong": N_("This must be a list of %(fewest)s to %(most)s different names."),
        "name_wrong": N_("A name must be text that is not empty and does not begin with “pot:”."),
        "dealer_not_player": N_("The dealer must be one of the players."),
        "date_wrong": N_("This must be a date, year-month-day."),
        "currency_unknown": N_("This currency is not known."),
        "amount_wrong": N_(
            "This must be a decimal number with at most %(digits)s digits after the point."
        ),
        "amount_not_whole": N_("This must be a whole number in digits; the currency has no cents."),
        "amount_below_zero": N_("This must not be below zero."),
        "amount_too_large": N_("This amount is too large."),
    }
)

TERMS = MappingProxyType(
    {
        "ending.played": N_("Played"),
        "round.doubled": N_("doubled round"),
        "round.radler": N_("radler"),
        "card.skiz": N_("Skíz / fool"),
        "card.XXI": N_("XXI"),
        "card.pagat": N_("Pagát (I)"),
        "suit.hearts": N_("Hearts"),
        "suit.diamonds": N_("Diamonds"),
        "suit.clubs": N_("Clubs"),
        "suit.spades": N_("Spades"),
        "kontra.1": N_("Kontra"),
        "kontra.2": N_("Rekontra"),
        "kontra.3": N_("Szubkontra"),
        "kontra.4": N_("Hirskontra"),
        "kontra.5": N_("Mordkontra"),
    }
)
