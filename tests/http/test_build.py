"""The mark of the program: the same on every machine that has the same files."""

import os
import shutil
from pathlib import Path

from tarokk_club.http.build_id import PLACES, compute_build_id_from_content


def a_program(root: Path) -> Path:
    for place in PLACES:
        (root / place).mkdir(parents=True)
        (root / place / "one.py").write_text(f"# {place}\n")
    return root


def test_build_id_depends_on_content_and_not_on_time(tmp_path: Path) -> None:
    here = a_program(tmp_path / "here")
    there = Path(shutil.copytree(here, tmp_path / "there"))
    os.utime(there / PLACES[0] / "one.py", (1, 1))
    assert compute_build_id_from_content(here) == compute_build_id_from_content(there)

    (there / PLACES[0] / "one.py").write_text("# other\n")
    assert compute_build_id_from_content(here) != compute_build_id_from_content(there)
    assert compute_build_id_from_content(here, life="2") != compute_build_id_from_content(here)


def test_build_id_depends_on_the_names_of_program_files_in_all_folders(tmp_path: Path) -> None:
    here = a_program(tmp_path)
    before = compute_build_id_from_content(here)
    deep = here / PLACES[1] / "club" / "pages"
    deep.mkdir(parents=True)
    (deep / "one.pyc").write_text("compiled")
    assert compute_build_id_from_content(here) == before

    (deep / "two.py").write_text("# deep\n")
    with_two = compute_build_id_from_content(here)
    (deep / "two.py").rename(deep / "three.py")
    assert len({before, with_two, compute_build_id_from_content(here)}) == 3
