"""What a start of the site does not import."""

import os
import subprocess
import sys
from pathlib import Path

START = """
import sys
import django
django.setup()
from django.urls import get_resolver
get_resolver().url_patterns
print(*sorted(sys.modules), sep="\\n")
"""


def test_a_site_without_a_shared_cache_imports_no_client_of_one(tmp_path: Path) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "tarokk_club.settings", "TAROKK_VAR": str(tmp_path)}
    environment = os.environ | settings | {"SECRET_KEY": "a" * 64, "CACHE_URL": ""}
    started = subprocess.run(
        [sys.executable, "-c", START], env=environment, check=True, capture_output=True, text=True
    )

    modules = started.stdout.splitlines()
    assert "tarokk_club.serving.health" in modules
    assert not [name for name in modules if name.partition(".")[0] == "redis"]
