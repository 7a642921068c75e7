"""Choices that the rules refuse are greyed in the form, with the reason."""

from collections.abc import Iterable
from typing import Any

from scoring.core.replay import open_table
from scoring.games.danish import DANISH
from scoring.games.magas import MAGAS
from scoring.games.romanian import ROMANIAN
from support.hand_forms import form_of
from support.strategies.hungarian import table_of
from tarokk_club.club.hand.forms.danish.form import DanishForm
from tarokk_club.club.hand.forms.hand_form import Chip
from tarokk_club.club.hand.forms.magas.form import MagasForm
from tarokk_club.club.hand.forms.paskievics.form import PaskievicsForm
from tarokk_club.club.hand.forms.romanian.form import RomanianForm

PLAIN = {"declarer": "Anna", "bid": "one", "partner": "Csaba", "result": "won"}


def find_conflicts(chips: Iterable[Chip], value: str) -> str:
    """The choices that grey the chip of this value."""
    chip = next(chip for chip in chips if chip.value == value)
    return "|".join(choices for choices, _reason in chip.conflicts)


def paskievics(**rules: Any) -> PaskievicsForm:
    form = form_of(PaskievicsForm, table_of(**rules), PLAIN)
    assert isinstance(form, PaskievicsForm)
    return form


def romanian() -> RomanianForm:
    form = form_of(RomanianForm, table_of(game=ROMANIAN), {})
    assert isinstance(form, RomanianForm)
    return form


def danish() -> DanishForm:
    form = form_of(
        DanishForm, open_table(DANISH, DANISH.rules(), ("Anna", "Béla", "Csaba"), "Anna"), {}
    )
    assert isinstance(form, DanishForm)
    return form


def test_only_the_last_speaker_can_declare_a_failed_trial_three() -> None:
    form = paskievics()
    assert find_conflicts(form.declarers, "Béla") == "outcome=failed_trial"
    assert find_conflicts(form.declarers, "Dóra") == ""
    assert find_conflicts(form.outcomes, "failed_trial") == "declarer!=&declarer!=Dóra"


def test_a_third_player_cannot_have_eight_tarokks() -> None:
    of_anna = next(row for row in paskievics().tarokks if row.text == "Anna")
    assert find_conflicts(of_anna.chips, "8").split("|") == [
        "tarokks_Béla!=&tarokks_Csaba!=",
        "tarokks_Béla!=&tarokks_Dóra!=",
        "tarokks_Csaba!=&tarokks_Dóra!=",
    ]


def test_opponents_need_a_kontra_to_announce_under_the_rule() -> None:
    form = paskievics(opponents_bonus_needs_kontra=True)
    row = next(row for row in form.rows if row.key == "trull")
    assert row.theirs.horn is not None and row.ours.horn is not None
    assert "kontra_game=0" in find_conflicts([row.theirs.horn], "on")
    assert "kontra_game=0" not in find_conflicts([row.ours.horn], "on")


def test_one_player_may_not_announce_both_double_and_volat() -> None:
    form = paskievics(double_and_volat_by_one=False)
    row = next(row for row in form.rows if row.key == "volat")
    assert row.ours.horn is not None and row.ours.announced is not None
    assert (
        find_conflicts(row.ours.announced.announcers, "Anna")
        == "double_ours=on&double_ours_by=Anna"
    )
    assert find_conflicts([row.ours.horn], "on") == "double_ours=on&partner=alone"


def test_the_volat_is_announced_by_the_other_player_of_the_side() -> None:
    choices = PLAIN | {"double_ours": "on", "double_ours_by": "Anna", "volat_ours": "on"}
    raw = form_of(PaskievicsForm, table_of(double_and_volat_by_one=False), choices).read_raw_event()
    assert [one["by"] for one in raw["announced"]] == ["Anna", "Csaba"]


def test_all_or_no_card_points_imply_the_tricks() -> None:
    for points, tricks in ((94, "all"), (0, "none")):
        choices = {**PLAIN, "result": "", "declarer_points": points, "tricks": "split"}
        filled = form_of(PaskievicsForm, table_of(), choices)
        assert isinstance(filled, PaskievicsForm)
        assert (
            filled.read_raw_event() | {"tricks": tricks, "declarer_points": points}
            == filled.read_raw_event()
        )
        assert next(chip for chip in filled.trick_chips if chip.checked).value == tricks


def test_a_side_that_lost_the_xxi_has_no_trull() -> None:
    trull = next(row for row in paskievics().rows if row.key == "trull")
    assert trull.ours.tick is not None and trull.theirs.tick is not None
    assert "catch_from=Anna&declarer=Anna" in find_conflicts([trull.ours.tick], "declarer")
    theirs = find_conflicts([trull.theirs.tick], "opponents")
    assert "catch_from=Béla&declarer!=&declarer!=Béla&partner!=&partner!=Béla" in theirs


def test_pagat_and_eagle_do_not_both_win_the_last_trick() -> None:
    form = form_of(MagasForm, table_of(game=MAGAS), PLAIN)
    assert isinstance(form, MagasForm)
    pagat = next(row for row in form.rows if row.key == "pagat_ultimo")
    assert pagat.ours.tick is not None
    found = find_conflicts([pagat.ours.tick], "ours_made")
    assert "sas_ultimo=ours_made" in found and "sas_ultimo=theirs_made" in found


def test_only_the_side_that_does_not_lead_announces_a_pair_pheasant() -> None:
    form = form_of(MagasForm, table_of(game=MAGAS), PLAIN)
    assert isinstance(form, MagasForm)
    ours, theirs = (
        form.build_announcement_chip(form.slots[f"paros_facan_{side}"])
        for side in ("ours", "theirs")
    )
    assert "declarer=Anna|partner=Anna" in find_conflicts([ours], "on")
    assert "declarer!=&declarer!=Anna&partner!=&partner!=Anna" in find_conflicts([theirs], "on")


def test_only_the_holdings_of_the_table_are_offered() -> None:
    standard = paskievics(preset="standard")
    assert [chip.value for chip in standard.holdings] == ["kings", "no_tarokk", "xxi"]
    never = paskievics(annul=[])
    assert "annulled" not in [chip.value for chip in never.outcomes]


def test_conflicts_with_the_outcome_of_the_called_king() -> None:
    form = romanian()
    assert find_conflicts(form.called_king_outcomes, "on") == (
        "tricks=all|rege_ultimo=made|toti_regii=declarer"
    )
    abandoned = next(chip for chip in form.called_king_outcomes if chip.name == "king_abandoned")
    assert [choices for choices, _reason in abandoned.conflicts] == [
        "contract=solo",
        "partner!=&partner!=alone",
        "toti_regii=declarer",
        "rege_ultimo=made",
        "rege_ultimo=lost",
    ]
    assert find_conflicts(form.outcomes, "surrendered") == "contract=solo"
    assert find_conflicts(form.contracts, "solo") == "outcome=surrendered"


def test_last_trick_cannot_be_won_by_a_king_against_a_pagat() -> None:
    rows = {str(row.term): row for row in danish().last_trick.rows}
    assert "lost_Béla=pagat" in find_conflicts(rows["King ultimo"].chips, "king_Anna")
    assert "last=king_Béla" in find_conflicts(rows["Pagat bagud"].chips, "pagat")


def test_declarations_cannot_exceed_the_cards_of_the_pack() -> None:
    declaring = danish().declaration_controls[0]
    trumps, matadors = declaring.counted
    assert "trumps_Béla=12" in find_conflicts(trumps.stepper.chips, "11").split("|")
    assert "trumps_Béla=12" not in find_conflicts(trumps.stepper.chips, "10").split("|")
    assert find_conflicts(matadors.stepper.chips, "3") == "matadors_Béla!=|matadors_Csaba!="
    kings = declaring.levels[0]
    assert find_conflicts(kings.chips, "full") == "kings_Béla!=|kings_Csaba!="


def test_one_declaration_excludes_the_same_by_another_player() -> None:
    declaring = danish().declaration_controls[0]
    kings, hearts, *_suits = declaring.levels
    half = find_conflicts(kings.chips, "half").split("|")
    assert {"kings_Béla!=", "matadors_Csaba!="} <= {*half}
    assert "matadors_Csaba!=" not in find_conflicts(kings.chips, "full")
    assert "hearts_Béla!=" in find_conflicts(hearts.chips, "full")
    assert "kings_Csaba=abundant" in find_conflicts(hearts.chips, "half")
    *lost, pagat_lost, pagat_won = danish().in_play.rows
    assert "kings_Béla=full" in find_conflicts(lost[0].chips[:1], "on")
    for row, value in ((pagat_lost, "pagat_lost_Anna"), (pagat_won, "pagat_won_Anna")):
        assert "trumps_Béla!=&with_pagat_Béla=on" in find_conflicts(row.chips, value)
    tout, nolo = danish().tout_and_nolo.rows
    assert "pagat=pagat_won_Béla" in find_conflicts(tout.chips, "Anna")
    assert "king_lost_Anna_0=on" in find_conflicts(tout.chips, "Anna")
    assert "matadors_Anna!=" in find_conflicts(nolo.chips, "Anna")
