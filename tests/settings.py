"""The site's settings as the tests want them: a place of their own, and nothing slow."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# Set before the real settings are read, so that no test ever sees the real book.
_FOLDER = Path(tempfile.mkdtemp(prefix="tarokk-tests-"))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
os.environ["TAROKK_VAR"] = str(_FOLDER)
# What tests start reads no settings of a site on this machine.
os.environ["TAROKK_ENV_FILE"] = ""
os.environ["SECRET_KEY"] = "only-for-tests-" + "x" * 50
for _name in ("HOST", "PORT", "HTTPS", "BEHIND_PROXY", "DEBUG", "ALLOWED_HOSTS"):
    os.environ.pop(_name, None)

from tarokk_club.settings import *  # noqa: E402, F403 - the settings above must come first
from tarokk_club.settings import DATABASES, STATICFILES_FINDERS  # noqa: E402

ALLOWED_HOSTS = ["*"]
# One round of a weak hash: signing in is not what most tests are about.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
DATABASES["default"]["CONN_MAX_AGE"] = 0
# Pages ask for them by the ten thousand, and each time ten files would be looked at.
STATICFILES_FINDERS = ["support.finders.RememberingFinder", *STATICFILES_FINDERS[1:]]
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: so the tests see the same journal and the same locks as the site.
    DATABASES["default"]["TEST"] = {"NAME": str(_FOLDER / "test.sqlite3")}
