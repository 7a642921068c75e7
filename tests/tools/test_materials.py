"""The list of materials: every pin is in it, and a list without one is found out."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from support.catalogue import row
from tools.dev.materials import build_bill_of_materials, find_faults, main
from tools.lab.ux.dependencies import PINS, read_pins

pytestmark = pytest.mark.ci


@pytest.fixture(scope="module")
def materials() -> dict[str, Any]:
    return build_bill_of_materials()


@row("S72")
def test_every_pin_is_in_the_list_with_version_and_hash(materials: dict[str, Any]) -> None:
    listed = {one["name"].lower(): one["version"] for one in materials["components"]}

    assert find_faults(materials, PINS.read_text()) == []
    assert read_pins().items() <= listed.items()
    assert any("htmx" in name and name.endswith(".min.js") for name in listed)


@row("S72")
def test_reports_an_incomplete_list(materials: dict[str, Any]) -> None:
    text = PINS.read_text()
    without, older, bare = (deepcopy(materials) for _ in range(3))
    without["components"] = [one for one in without["components"] if one["name"] != "django"]
    for one in older["components"] + bare["components"]:
        if one["name"] == "granian":
            one["version"] = "0.1" if one in older["components"] else one["version"]
            if one in bare["components"]:
                one["externalReferences"] = []

    assert [words.split()[0] for words in find_faults(without, text)] == ["django"]
    assert "granian" in find_faults(older, text)[0]
    assert find_faults(bare, text) == ["granian has no hash in the list."]
    assert find_faults({"bomFormat": "other"}, text) == ["It is no list in CycloneDX 1.6."]


@row("S72")
def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "materials.json"

    assert main(["--file", str(file)]) == 0
    assert json.loads(file.read_text())["bomFormat"] == "CycloneDX"
    assert "Every pin is in it" in capsys.readouterr().out
