"""The example files in `deploy/`: what they name fits together."""

import re

from support.served import ROOT
from tarokk_club.serving.known_settings import KNOWN_SETTINGS

DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "tarokk-club@.service").read_text("utf-8")
SHARED = (DEPLOY / "tarokk-club.env").read_text("utf-8")
PAPER = ROOT / "docs/how-to/operator/run-it-in-containers.md"
COMPOSE = (DEPLOY / "compose.yaml").read_text("utf-8")


def test_all_nodes_of_the_unit_put_their_copies_in_one_folder_that_they_may_write() -> None:
    (folder,) = set(re.findall(r"BACKUP_FOLDER=(\S+)", UNIT + SHARED))
    (states,) = re.findall(r"^StateDirectory=(.+)$", UNIT, re.MULTILINE)

    assert "%i" not in folder
    assert folder.removeprefix("/var/lib/") in states.split()


def test_every_secret_of_the_containers_is_a_file_that_the_paper_makes() -> None:
    named = set(re.findall(r"/run/secrets/(\w+)", COMPOSE))
    files = dict(re.findall(r"^  (\w+): \{file: ./secrets/(\w+)\}$", COMPOSE, re.MULTILINE))
    paper = PAPER.read_text("utf-8")

    assert named == set(files) == set(files.values())
    assert all(re.search(rf"\b{name}\b", paper) for name in named)
    assert "PASSWORD}" not in COMPOSE
    settings = {one.name for one in KNOWN_SETTINGS if one.is_secret}
    assert set(re.findall(r"^    (\w+)_FILE: /run", COMPOSE, re.MULTILINE)) <= settings


def test_the_nodes_wait_until_database_and_cache_answer() -> None:
    assert COMPOSE.count("condition: service_healthy") == 2
    assert COMPOSE.count("healthcheck:") == 2


def test_the_backup_client_matches_the_server_version() -> None:
    (server,) = re.findall(r"image: postgres:(\d+)", COMPOSE)

    assert f"postgresql-client-{server} " in (DEPLOY / "Containerfile").read_text("utf-8")


def test_all_containers_put_their_copies_in_one_volume() -> None:
    (folder,) = re.findall(r"BACKUP_FOLDER: (\S+)", COMPOSE)
    nodes = re.findall(r"^  node\d: .+$", COMPOSE, re.MULTILINE)

    assert f'&copies "backups:{folder}"' in COMPOSE
    assert len(nodes) == 2 and all("*copies]" in node for node in nodes)
