"""Django's settings. What differs from place to place comes from `env`."""

from typing import Any
from urllib.parse import unquote, urlsplit

from tarokk_club.database import sqlite
from tarokk_club.database.address import database_at
from tarokk_club.database.book_life import life_of
from tarokk_club.database.private import make_folder
from tarokk_club.env import ROOT, TEMPLATE_FOLDER, Environment, is_good_admin_path
from tarokk_club.http.build import build_mark
from tarokk_club.http.logs import logging_config
from tarokk_club.http.static_heads import file_policy
from tarokk_club.network import is_loopback

sqlite.use_newest()

ENV = Environment()
VAR = ENV.var
make_folder(VAR)
DEBUG = ENV.debug
HTTPS = ENV.https
BEHIND_PROXY = ENV.behind_proxy
# Plain http in the club's own network is a mode of its own: no Secure cookies, no redirect.
PLAIN_HTTP = not HTTPS
SECRET_KEY = ENV.secret_key()
SECRET_KEY_FALLBACKS = ENV.old_secret_keys()
ALLOWED_HOSTS = ENV.allowed_hosts()
ROOT_URLCONF = "tarokk_club.urls"
WSGI_APPLICATION = "tarokk_club.wsgi.application"
# Part of every ETag and of all that is kept: after a change of the programme, and after a restore,
# no phone shows an old page.
BUILD = ENV.build or build_mark(ROOT, life=life_of(VAR))
LOGGING = logging_config(ENV.log_level)

INSTALLED_APPS = [
    "tarokk_club.club",
    # Always here, so that the database is the same everywhere; open only where ADMIN_PATH says.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    # The list of sessions of the accounts library wants its filters.
    "django.contrib.humanize",
    "django.forms",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]

MIDDLEWARE = [
    "tarokk_club.http.middleware.request_log",
    "tarokk_club.http.middleware.headers",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    # Below the headers, so that static files carry them too.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Below the static files, which lie here packed already.
    "tarokk_club.http.packing.PackMiddleware",
    "tarokk_club.accounts.sessions.spare_cookies",
    # Above whatever may send elsewhere.
    "django_htmx.middleware.HtmxMiddleware",
    "tarokk_club.club.pages.htmx.whole_page",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tarokk_club.http.middleware.limits",
    "tarokk_club.http.middleware.own_time",
    "tarokk_club.accounts.device_sessions.remember_devices",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tarokk_club.http.page_owner.say_whose",
    "tarokk_club.accounts.language.own_language",
    "tarokk_club.accounts.unsent_form.AskToSignIn",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [TEMPLATE_FOLDER],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- database

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": database_at(ENV.book_url())}
if ENV.collected and DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # `serve` makes the file before it opens; one that is gone later is not made anew.
    DATABASES["default"]["OPTIONS"]["database"] = sqlite.only_there(DATABASES["default"]["NAME"])
DATABASE_ROUTERS: list[str] = []
if ENV.replica_url:
    DATABASES["replica"] = database_at(ENV.replica_url)
    # Nobody waits long for what the book itself knows too; in tests both are one.
    DATABASES["replica"]["OPTIONS"] = {"connect_timeout": 2}
    DATABASES["replica"]["TEST"] = {"MIRROR": "default"}
    DATABASE_ROUTERS.append("tarokk_club.database.replica.Router")
    MIDDLEWARE.insert(0, "tarokk_club.database.replica_reads.remember_writing")
_IN_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES: dict[str, dict[str, Any]] = {
    # Counts of attempts, known networks and exports in progress; see docs/reference/caches.md.
    "default": {
        "BACKEND": "tarokk_club.accounts.rate_limits.TriesCache",
        "LOCATION": str(VAR / "tries.sqlite3"),
    },
    # Parts of pages, of up to a hundred kilobytes each: see club/pages/fragment_cache.py.
    "template_fragments": {
        "BACKEND": _IN_MEMORY,
        "LOCATION": "fragments",
        "OPTIONS": {"MAX_ENTRIES": 120},
    },
    # Pages without sign-in, apart so that odd addresses cannot push out what members read.
    "anonymous_pages": {
        "BACKEND": _IN_MEMORY,
        "LOCATION": "anonymous_pages",
        "OPTIONS": {"MAX_ENTRIES": 60},
    },
}
if ENV.cache_url:
    # Several processes count and keep together; apart by the prefix, as one server holds it all.
    _SHARED = {"BACKEND": "tarokk_club.http.shared_cache.SharedCache", "LOCATION": ENV.cache_url}
    CACHES = {
        name: {"OPTIONS": {}, **cache, **_SHARED, "KEY_PREFIX": name}
        for name, cache in CACHES.items()
    }

# --- people

AUTH_USER_MODEL = "club.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["tarokk_club.accounts.passwords.ClubArgon2Hasher"]
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "name", "email")},
    },
    {"NAME": f"{_VALIDATORS}.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
    {"NAME": "tarokk_club.accounts.passwords.ClubNameValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_ADAPTER = "tarokk_club.accounts.sign_in.ClubAccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
# User names are kept in small letters; a database compares only some letters without case.
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
# A whole club sits behind one address, and nobody may lock the secretary out by guessing.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": "10/m/ip,20/5m/key",
    "known_device": "20/5m/key",
    # From where somebody has signed in, new phones are likely: many at once, and each with its own
    # count for each account, so that no guessing elsewhere keeps them out.
    "at_home": "60/m/ip",
    "at_home_account": "10/5m/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)
# Passkeys and nothing else of that part: another way in, never a second step after the password.
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_ADAPTER = "tarokk_club.accounts.passkeys.PasskeyAdapter"
MFA_FORMS = {
    "add_webauthn": "tarokk_club.accounts.passkeys.AddPasskeyForm",
    "edit_webauthn": "tarokk_club.accounts.passkeys.RenamePasskeyForm",
}
# Nobody guesses a passkey; what is limited is only the work.
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}

# Who may found further clubs: the operator, or anyone who has an account.
FOUNDERS = ENV.founders
# Where the operator's room is; a path that can be guessed opens none, and a check says so.
ADMIN_PATH = ENV.admin_path if is_good_admin_path(ENV.admin_path) else ""

# --- e-mail: only where the environment names a server; else an owner helps with lost passwords

EMAIL_CONFIGURED = bool(ENV.email_url)
_MAIL = urlsplit(ENV.email_url)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_CONFIGURED else 'dummy'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = _MAIL.hostname or "", _MAIL.port or 587
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_MAIL.username or ""), unquote(_MAIL.password or "")
EMAIL_USE_SSL, EMAIL_USE_TLS = _MAIL.scheme == "smtps", _MAIL.scheme == "smtp+tls"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.email_from
# What is written by nobody's request has to know where the site is.
SITE_ADDRESS = ENV.address()
PASSWORD_RESET_TIMEOUT = 3600
# Nobody makes the site write to people who have nothing to do with it.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False

# --- sessions and cookies

# Rows, as a session must be able to end; they are written at sign-in and on change only.
SESSION_ENGINE = "tarokk_club.accounts.sessions"
SESSION_COOKIE_AGE = 30 * 24 * 3600
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{_PREFIX}session"
CSRF_COOKIE_NAME = f"{_PREFIX}csrf"
LANGUAGE_COOKIE_NAME = f"{_PREFIX}language"
THEME_COOKIE_NAME = f"{_PREFIX}theme"
# Only where there is a replica: who wrote lately reads the book itself.
WROTE_COOKIE_NAME = f"{_PREFIX}wrote"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = THEME_COOKIE_AGE = 365 * 24 * 3600
DEVICE_COOKIE_NAME = f"{_PREFIX}device"
DEVICE_COOKIE_AGE = LANGUAGE_COOKIE_AGE

# --- headers

SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 63_072_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# A promise to the makers of browsers for the whole domain, so only its holder gives it.
SECURE_HSTS_PRELOAD = HTTPS and ENV.hsts_preload
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
# On plain http away from the machine a browser ignores this header, and says so on its console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS or is_loopback(ENV.host) else None
X_FRAME_OPTIONS = "DENY"
_SELF_ONLY = ("script", "style", "img", "connect", "manifest", "worker")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        **{f"{kind}-src": ["'self'"] for kind in _SELF_ONLY},
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 5

# --- languages

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "tarokk_club.formats"
# Each language under its own name: who looks for it reads it.
LANGUAGES = [("en", "English"), ("hu", "magyar"), ("da", "dansk"), ("ro", "română")]
LOCALE_PATHS = [ROOT / "tarokk_club" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
# `serve` collects the files first and then lets every address carry a hash; others find them.
_STORAGE = (
    "whitenoise.storage.CompressedManifestStaticFilesStorage"
    if ENV.collected
    else "django.contrib.staticfiles.storage.StaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": _STORAGE},
}
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
STATICFILES_FINDERS = [
    # Before the modules of the same names.
    "tarokk_club.http.bundles.BundleFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
WHITENOISE_USE_FINDERS = not ENV.collected
WHITENOISE_AUTOREFRESH = not ENV.collected
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# Nobody else's page has a use for them, as Cross-Origin-Resource-Policy says already.
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = file_policy
