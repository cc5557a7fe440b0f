"""Settings. Everything that differs between a laptop and a server comes from the environment (docs/operations.md)."""

import os
import secrets
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from tzlocal import get_localzone_name

from tournament import installation
from tournament.core.database_address import check_driver, configured, database_at
from tournament.core.local_network import own_hosts
from tournament.core.store_address import StoreAddress
from tournament.core.trusted_proxies import UNIX, networks

BASE_DIR = installation.CODE
env = environ.Env()


def _data_folder() -> Path:
    return Path(env.str("SEKIGIME_VAR", default="") or installation.data_folder()).absolute()


_env_file = (BASE_DIR if installation.IS_CHECKOUT else _data_folder()) / ".env"
if _env_file.exists():
    env.read_env(_env_file)

VAR_DIR = _data_folder()


def _stored_secret() -> str:
    """Return the secret of this installation, made at its first start and readable only by its owner."""
    path = VAR_DIR / "secret.key"
    if not path.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))
    return path.read_text().strip()


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or _stored_secret()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=own_hosts())
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "django_tables2",
    "django_htmx",
    "template_partials",
    "csp",
    "axes",
    "rules",
    "tournament",
]

MIDDLEWARE = [
    "tournament.core.request_log.RequestFacts",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.core.compression.Compression",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournament.core.languages.ReaderLanguage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournament.core.frames.HallFrames",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"] if installation.IS_CHECKOUT else [],  # a package has them in the application
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.core.audit_check.findings_of_page",
                "tournament.core.disk.room_on_disk",
                "tournament.archive.backup_state.age_of_copies",
                "tournament.archive.original.notice_of_copy",
                "tournament.seats.own_seats.seat_card",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DJANGO_TABLES2_TEMPLATE = "widgets/table.html"

# Not by an address of ours: a user's folder may have any sign in its name.
_own = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(VAR_DIR / "sekigime.sqlite3")}
_address = env.str("DATABASE_URL", default="")
DATABASES = {"default": database_at(_address) if _address else configured(_own)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    VAR_DIR.mkdir(parents=True, exist_ok=True)

# Copies of the database: beside it, and in a second place that the backup page chooses.
_database = DATABASES["default"]
DATA_DIR = Path(_database["NAME"]).resolve().parent if _database["ENGINE"].endswith("sqlite3") else VAR_DIR
BACKUP_DIR = Path(env.str("BACKUP_DIR", default="") or DATA_DIR / "backups")

CACHES = {"default": env.cache_url("CACHE_URL", default="locmemcache://")}
if CACHES["default"]["BACKEND"].endswith("RedisCache"):
    check_driver("redis", "CACHE_URL names a Redis")

# Photographs of report sheets: in the database, or in a store that this names.
PHOTOGRAPHS = env.str("PHOTOGRAPHS", default="")
if PHOTOGRAPHS:
    try:
        StoreAddress.of(PHOTOGRAPHS)
    except ValueError:
        raise ImproperlyConfigured("PHOTOGRAPHS is not an address such as s3://KEY:SECRET@host/bucket.") from None
    check_driver("obstore", "PHOTOGRAPHS names a store")

# The figures that no act changes while results are official; computed above the writes that ask for them.
OFFICIAL_FIGURES = "tournament.standings.official_standings.official_standings"
AUTH_USER_MODEL = "tournament.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# One hall Wi-Fi is one address: the lock is for a name at an address, so that nobody locks out anybody else.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_CALLABLE = "tournament.staff.views.locked_out"
AXES_RESET_ON_SUCCESS = True

SESSION_ENGINE = "tournament.staff.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "tournament.core.roles.stale_form"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}

# A laptop in a hall speaks plain http on the local network; a server on the internet sets HTTPS=true.
HTTPS = env.bool("HTTPS", default=False)
TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=["127.0.0.1", "::1", UNIX] if HTTPS else [])
try:
    networks(TRUSTED_PROXIES)
except ValueError as error:
    raise ImproperlyConfigured(f"TRUSTED_PROXIES: {error}. Write addresses or networks: 10.0.0.0/8,192.0.2.7") from None
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
else:
    # A hall serves plain http: browsers ignore this header there and complain about it in the console.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None

LANGUAGE_CODE = "en"
TEXT_LANGUAGES = [
    ("en", "English"),
    ("fr", "Français"),
    ("de", "Deutsch"),
    ("ja", "日本語"),
    ("es", "Español"),
]
"""Those that have texts of their own, which readers choose from; the first is that of the source."""
LANGUAGES = [
    *TEXT_LANGUAGES,
    ("fr-ch", "Français (Suisse)"),
    ("de-at", "Deutsch (Österreich)"),
    ("de-ch", "Deutsch (Schweiz)"),
]
"""With the regional forms of these, whose numbers and dates are those of the country."""
_LOCALES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
COMMAND_LANGUAGES = next(filter(None, (env.str(name, default="") for name in _LOCALES)), "")
"""What commands say to people, as a terminal asks for it: fr_CH.UTF-8, or de:en."""
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale" / domain for domain in ("players", "rules", "staff")]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = env.str("TIME_ZONE", default="") or get_localzone_name() or "UTC"
USE_TZ = True
USE_I18N = True

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default="") or VAR_DIR / "static")
STATICFILES_FINDERS = [
    "tournament.core.typeface.TypefaceFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
TYPEFACE_DIR = Path(env.str("TYPEFACE_DIR", default="") or installation.typeface_folder(VAR_DIR))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
if LOG_FORMAT not in ("plain", "json"):
    raise ImproperlyConfigured("LOG_FORMAT is plain or json.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "tournament.core.log_lines.CodelessFormatter",
            "format": "{asctime} {levelname} {name}{request}: {message}",
            "style": "{",
        },
        "json": {"()": "tournament.core.log_lines.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # tournament.actions: changes, refusals and conflicts; .staff: sign-ins; .requests: each request, with a warning the
    # slow ones; .planning: the planner; .backups: copies that failed; .photographs: a store that does not answer
    "loggers": {
        "tournament": {"level": env.str("LOG_LEVEL", default="WARNING")},
        "django.request": {"level": "ERROR"},  # what fails, with its traceback; a page that refuses is none of that
        "waitress.queue": {"level": "ERROR"},  # its warnings: each request that waits for a thread, however briefly
    },
}
SLOW_REQUEST_SECONDS = env.float("SLOW_REQUEST_SECONDS", default=2.0)

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if METRICS_TOKEN and len(METRICS_TOKEN) < 20:
    raise ImproperlyConfigured("METRICS_TOKEN is shorter than 20 characters: anybody may try to guess it.")
SENTRY_DSN = env.str("SENTRY_DSN", default="")
if SENTRY_DSN:
    check_driver("sentry_sdk", "SENTRY_DSN says where errors go")
