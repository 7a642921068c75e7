"""Django's settings; values that differ between installations come from `env`."""

from typing import Any
from urllib.parse import unquote, urlsplit

from tarokk_club.database import sqlite
from tarokk_club.database.address import build_database_settings
from tarokk_club.database.file_permissions import hide_new_files
from tarokk_club.database.generation import read_generation
from tarokk_club.env import ROOT, TEMPLATE_FOLDER, Environment, is_good_admin_path
from tarokk_club.http.build_id import compute_build_id_from_times
from tarokk_club.http.logs import build_logging_config
from tarokk_club.http.static_headers import set_file_policy
from tarokk_club.network import is_loopback

sqlite.use_newest_sqlite()

ENV = Environment()
VAR = ENV.var
hide_new_files()
DEBUG = ENV.debug
HTTPS = ENV.https
BEHIND_PROXY = ENV.behind_proxy
# Plain http in the club's own network is supported: no Secure cookies, no redirect.
PLAIN_HTTP = not HTTPS
SECRET_KEY = ENV.read_or_create_secret_key()
SECRET_KEY_FALLBACKS = ENV.list_old_secret_keys()
ALLOWED_HOSTS = ENV.list_allowed_hosts()
ROOT_URLCONF = "tarokk_club.urls"
WSGI_APPLICATION = "tarokk_club.wsgi.application"
# Part of every ETag and cache key, so that after an update of the program or a restore
# no phone shows an old page.
BUILD = ENV.build or compute_build_id_from_times(ROOT, life=read_generation(VAR))
LOGGING = build_logging_config(ENV.log_level)

INSTALLED_APPS = [
    "tarokk_club.club",
    # Always installed, so that all databases have the same tables; open only at ADMIN_PATH.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    # The sign-in session list of allauth uses its filters.
    "django.contrib.humanize",
    "django.forms",
    "django_htmx",
    "csp",
    "corsheaders",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]

MIDDLEWARE = [
    "tarokk_club.http.middleware.log_requests",
    "tarokk_club.http.middleware.add_protective_headers",
    # Pages of any site may read public responses: see CORS_URLS_REGEX.
    "corsheaders.middleware.CorsMiddleware",
    # Above everything that looks at the host.
    "tarokk_club.http.middleware.accept_local_health_checks",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tarokk_club.http.content_security_policy.PolicyMiddleware",
    # Below the headers, so that static files have them too.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Below the static files, which are already compressed.
    "tarokk_club.http.compression.CompressionMiddleware",
    "tarokk_club.accounts.sessions.drop_unchanged_cookies",
    # Above everything that may redirect.
    "django_htmx.middleware.HtmxMiddleware",
    "tarokk_club.club.pages.htmx.reload_redirected_fragments",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tarokk_club.http.middleware.enforce_limits",
    "tarokk_club.http.middleware.reset_time_zone",
    "tarokk_club.accounts.device_sessions.remember_devices",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tarokk_club.http.page_owner.tag_page_owner",
    "tarokk_club.accounts.language.use_account_preferences",
    "tarokk_club.accounts.unsent_form.KeepFormMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
# Returns the text against which pages are packed: see http/dictionaries.py.
PAGE_DICTIONARY = "tarokk_club.club.hand.views.dictionary.render_dictionary"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [TEMPLATE_FOLDER],
        "OPTIONS": {
            "loaders": [
                (
                    "tarokk_club.http.folded_templates.FoldingLoader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- database

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": build_database_settings(ENV.build_database_url())}
if ENV.collected and DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # `serve` creates the file before opening it; a file deleted later is not recreated.
    DATABASES["default"]["OPTIONS"]["database"] = sqlite.build_existing_file_uri(
        DATABASES["default"]["NAME"]
    )
DATABASE_ROUTERS: list[str] = []
if ENV.replica_url:
    DATABASES["replica"] = build_database_settings(ENV.replica_url)
    # Short, because the main database has the same rows; in tests both are one database.
    DATABASES["replica"]["OPTIONS"] = {"connect_timeout": 2}
    DATABASES["replica"]["TEST"] = {"MIRROR": "default"}
    DATABASE_ROUTERS.append("tarokk_club.database.replica.Router")
    MIDDLEWARE.insert(0, "tarokk_club.database.replica_reads.mark_browser_after_write")
_IN_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES: dict[str, dict[str, Any]] = {
    # Counts of attempts, known networks and exports in progress; see docs/reference/caches.md.
    "default": {
        "BACKEND": "tarokk_club.accounts.attempt_cache.AttemptCache",
        "LOCATION": str(VAR / "tries.sqlite3"),
    },
    # Page fragments of up to a hundred kilobytes each: see club/pages/fragment_cache.py.
    "template_fragments": {
        "BACKEND": _IN_MEMORY,
        "LOCATION": "fragments",
        "OPTIONS": {"MAX_ENTRIES": 120},
    },
    # Pages for anonymous visitors; separate, so that odd URLs cannot evict members' fragments.
    "anonymous_pages": {
        "BACKEND": _IN_MEMORY,
        "LOCATION": "anonymous_pages",
        "OPTIONS": {"MAX_ENTRIES": 60},
    },
}
if ENV.cache_url:
    # Several processes share these caches; the prefix separates them on one server.
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
# User names are stored in lower case, as databases ignore the case of only some letters.
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USER_DISPLAY = "tarokk_club.accounts.sign_in.get_display_name"
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)
# Only passkeys: an alternative to the password, never a second step after it.
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_ADAPTER = "tarokk_club.accounts.passkeys.PasskeyAdapter"
MFA_FORMS = {
    "add_webauthn": "tarokk_club.accounts.passkeys.AddPasskeyForm",
    "edit_webauthn": "tarokk_club.accounts.passkeys.RenamePasskeyForm",
}

# Users who may found further clubs: the operator, or anyone with an account.
FOUNDERS = ENV.founders
# Path of the operator admin; a guessable path is ignored, and a system check reports it.
ADMIN_PATH = ENV.admin_path if is_good_admin_path(ENV.admin_path) else ""

# --- rate limits: attempts/window/key, where m is a minute

# A whole club shares one address, and guesses must not lock its members out.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": "10/m/ip,20/5m/key",
    "known_device": "20/5m/key",
    # A network from which users have signed in may bring many new phones at once; with a
    # separate count for each account, guesses elsewhere do not lock them out.
    "at_home": "60/m/ip",
    "at_home_account": "10/5m/key",
}
# A passkey cannot be guessed, so this limits only the load.
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
SITE_RATE_LIMITS = {
    # Guesses from one IP address, which a whole club may share.
    "link_guess": "20/m/ip",
    "founding_code": "10/m/ip",
    "newcomer": "30/5m/ip",
    "registration": "30/5m/ip",
    # The API: high for keys, as a script may read a whole season; low for anonymous clients.
    "score": "60/m/ip",
    "unknown_key": "30/m/ip",
    "key": "600/m/key",
    "key_writes": "120/m/key",
    "public": "120/m/ip",
}

# --- e-mail: only where the environment names a server; else an owner helps with lost passwords

EMAIL_CONFIGURED = bool(ENV.email_url)
_MAIL = urlsplit(ENV.email_url)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_CONFIGURED else 'dummy'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = _MAIL.hostname or "", _MAIL.port or 587
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_MAIL.username or ""), unquote(_MAIL.password or "")
EMAIL_USE_SSL, EMAIL_USE_TLS = _MAIL.scheme == "smtps", _MAIL.scheme == "smtp+tls"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.email_from
# Mails sent outside a request need the site's address.
SITE_ADDRESS = ENV.build_site_address()
PASSWORD_RESET_TIMEOUT = 3600
# Nobody can make the site send mail to people who have no account.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False

# --- sessions and cookies

# In the database, so that a session can be ended; written at sign-in and on change only.
SESSION_ENGINE = "tarokk_club.accounts.sessions"
SESSION_COOKIE_AGE = 30 * 24 * 3600
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{_PREFIX}session"
CSRF_FAILURE_VIEW = "tarokk_club.http.csrf_failure.refuse_forged_form"
CSRF_COOKIE_NAME = f"{_PREFIX}csrf"
LANGUAGE_COOKIE_NAME = f"{_PREFIX}language"
THEME_COOKIE_NAME = f"{_PREFIX}theme"
# Only with a replica: users who have just written read from the main database.
WROTE_COOKIE_NAME = f"{_PREFIX}wrote"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = THEME_COOKIE_AGE = 365 * 24 * 3600
DEVICE_COOKIE_NAME = f"{_PREFIX}device"
DEVICE_COOKIE_AGE = LANGUAGE_COOKIE_AGE

# --- headers

SECURE_SSL_REDIRECT = HTTPS
# A monitor on the machine has no certificate for it.
MACHINE_PATHS = ("/healthz", "/healthz/alive", "/metrics")
SECURE_REDIRECT_EXEMPT = [f"^{path[1:]}$" for path in MACHINE_PATHS]
SECURE_HSTS_SECONDS = 63_072_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# Preloading binds the whole domain, so only its owner may switch it on.
SECURE_HSTS_PRELOAD = HTTPS and ENV.hsts_preload
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
# On plain http from another machine a browser ignores this header, with a console warning.
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
# Responses to guest links and of public clubs, read without cookies. Programs send a key instead,
# which no page of another site should contain.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/v1/(guests|public)/"
CORS_ALLOW_METHODS = ("GET", "HEAD")
CORS_ALLOW_HEADERS = ("accept", "if-none-match")
CORS_EXPOSE_HEADERS = ("etag", "ratelimit", "ratelimit-policy", "retry-after")
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 5

# --- languages

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "tarokk_club.formats"
# Each language in its own language, so that its speakers recognise it.
LANGUAGES = [("en", "English"), ("hu", "magyar"), ("da", "dansk"), ("ro", "română")]
LOCALE_PATHS = [ROOT / "tarokk_club" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
# `serve` collects the files and serves them under hashed names; other commands find them.
_STORAGE = (
    "tarokk_club.http.collected.CollectedStorage"
    if ENV.collected
    else "django.contrib.staticfiles.storage.StaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": _STORAGE},
}
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
STATICFILES_FINDERS = [
    # Before the source files of the same names.
    "tarokk_club.http.bundles.BundleFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
WHITENOISE_USE_FINDERS = not ENV.collected
WHITENOISE_AUTOREFRESH = not ENV.collected
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# No other site needs the files; Cross-Origin-Resource-Policy already forbids it.
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = set_file_policy
