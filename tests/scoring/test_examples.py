"""Every worked document of the contract, answered to the last point."""

import json
from pathlib import Path

import pytest

from scoring.answer import build_result
from scoring.document import read_head

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.json"))
COUNT_OF_EXAMPLES = 28


def test_number_of_examples_is_unchanged() -> None:
    assert len(EXAMPLES) == COUNT_OF_EXAMPLES


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_scores_the_worked_example(path: Path) -> None:
    example = json.loads(path.read_text("utf-8"))
    expected = example["expect"]

    result = build_result(read_head(example["document"]))

    assert result["balances"] == expected["balances"]
    assert result["pots"] == expected["pots"]
    for hand, wanted in zip(result["hands"], expected["hands"], strict=True):
        assert {key: hand[key] for key in wanted} == wanted


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_lines_add_up_to_net_points_and_pots(path: Path) -> None:
    result = build_result(read_head(json.loads(path.read_text("utf-8"))["document"]))
    pots = dict.fromkeys(result["pots"], 0)
    everything = sorted(result["hands"] + result["events"], key=lambda entry: entry["event"])
    for entry in everything:
        sums: dict[str, int] = {}
        for line in entry["lines"]:
            assert sum(line["points"].values()) == 0
            assert line["why"]
            for account, points in line["points"].items():
                sums[account] = sums.get(account, 0) + points
        players = {name: points for name, points in sums.items() if not name.startswith("pot:")}
        assert players == {name: entry["net"].get(name, 0) for name in players}
        for name in pots:
            pots[name] += sums.get(f"pot:{name}", 0)
        assert entry["pots"] == pots
