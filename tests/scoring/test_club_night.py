"""The printed evening that the browser test enters, scored without a browser."""

import json
from pathlib import Path

from scoring.answer import build_result
from scoring.document import read_head

EVENING = Path(__file__).parents[1] / "sessions" / "club_night.json"


def test_scores_the_printed_evening() -> None:
    evening = json.loads(EVENING.read_text("utf-8"))
    expected = evening["expect"]

    result = build_result(read_head(evening["document"]))

    assert result["balances"] == expected["balances"]
    assert result["mayor"] == expected["mayor"]
    for hand, wanted in zip(result["hands"], expected["hands"], strict=True):
        assert {key: hand[key] for key in wanted} == wanted


def test_correcting_hand_three_changes_four_points() -> None:
    evening = json.loads(EVENING.read_text("utf-8"))
    correction = evening["correction"]
    evening["document"]["events"][correction["hand"] - 1]["partner"] = correction["partner"]

    assert build_result(read_head(evening["document"]))["balances"] == correction["balances"]
