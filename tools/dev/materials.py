"""manage.py materials: write the bill of materials in CycloneDX, and check that it is complete.

Packages come from the pins with their hashes; scripts bundled with packages are added.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tarokk_club.env import ROOT, Environment
from tools.lab.ux.dependencies import PINNED, PINS, list_bundled_scripts

FORMAT, VERSION = "CycloneDX", "1.6"


def main(arguments: list[str]) -> int:
    """Write the list and print its path; return 1 if it lacks a pin, a version or a hash."""
    parser = argparse.ArgumentParser(prog="manage.py materials", description=__doc__)
    parser.add_argument("--file", type=Path, help="where to; var/materials.json when left out")
    path = parser.parse_args(arguments).file or Environment().var / "materials.json"
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    materials = build_bill_of_materials()
    path.write_text(json.dumps(materials, indent=1, sort_keys=True) + "\n")
    problems = find_faults(materials, PINS.read_text())
    print(f"{len(materials['components'])} parts in {path}")
    print("\n".join(problems) or "Every pin is in it, with version and hash.")
    return 1 if problems else 0


def build_bill_of_materials() -> dict[str, Any]:
    """Return the bill of materials; the generator validates it against the format's schema."""
    result = subprocess.run(
        [
            *(sys.executable, "-m", "cyclonedx_py", "requirements", str(PINS)),
            *("--pyproject", str(ROOT / "pyproject.toml"), "--spec-version", VERSION),
            *("--output-reproducible", "--validate", "--output-format", "JSON"),
        ],
        check=True,
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
    )
    materials: dict[str, Any] = json.loads(result.stdout)
    for component in materials["components"]:
        # The description only repeats the line of the pin with all its hashes.
        component.pop("description", None)
    materials["components"] += [
        {
            "type": "library",
            "name": part.name,
            "version": part.version,
            "bom-ref": f"script {part.name}",
            "description": f"a script that came with {part.within}",
        }
        for part in list_bundled_scripts()
    ]
    return materials


def find_faults(materials: dict[str, Any], pins: str) -> list[str]:
    """Return a sentence for each pin that is missing from the list or has no hash in it.

    pins: text of the file with the pinned requirements.
    """
    if (materials.get("bomFormat"), materials.get("specVersion")) != (FORMAT, VERSION):
        return [f"It is no list in {FORMAT} {VERSION}."]
    listed = {component["name"].lower(): component for component in materials["components"]}
    faults = []
    for line in pins.splitlines():
        if not (pin := PINNED.match(line)):
            continue
        name, version = pin[1].lower(), pin[2]
        if name not in listed or listed[name].get("version") != version:
            faults.append(f"{name} {version} is not in the list.")
        elif not _collect_hashes(listed[name]):
            faults.append(f"{name} has no hash in the list.")
    return faults


def _collect_hashes(component: dict[str, Any]) -> list[Any]:
    hashes = list(component.get("hashes", []))
    for reference in component.get("externalReferences", []):
        hashes += reference.get("hashes", [])
    return hashes
