"""The example files in `deploy/`: what they name fits together."""

import re

from support.served import ROOT

DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "tarokk-club@.service").read_text("utf-8")
SHARED = (DEPLOY / "tarokk-club.env").read_text("utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text("utf-8")


def test_all_nodes_of_the_unit_put_their_copies_in_one_folder_that_they_may_write() -> None:
    (folder,) = set(re.findall(r"BACKUP_FOLDER=(\S+)", UNIT + SHARED))
    (states,) = re.findall(r"^StateDirectory=(.+)$", UNIT, re.MULTILINE)

    assert "%i" not in folder
    assert folder.removeprefix("/var/lib/") in states.split()


def test_the_cache_of_the_containers_wants_the_password_that_the_nodes_send() -> None:
    assert "CACHE_URL: redis://:${CACHE_PASSWORD}@cache/0" in COMPOSE
    assert '"--requirepass", "${CACHE_PASSWORD}"' in COMPOSE


def test_all_containers_put_their_copies_in_one_volume() -> None:
    (folder,) = re.findall(r"BACKUP_FOLDER: (\S+)", COMPOSE)
    nodes = re.findall(r"^  node\d: .+$", COMPOSE, re.MULTILINE)

    assert f'&copies "backups:{folder}"' in COMPOSE
    assert len(nodes) == 2 and all("*copies]" in node for node in nodes)
