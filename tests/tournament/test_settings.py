"""What the settings promise, with the environment of a laptop and of a server on the internet."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).parents[2]
SERVER = {"HTTPS": "true", "ALLOWED_HOSTS": "riichi.example", "SECRET_KEY": "not-a-secret-" * 5}


def manage(*words, var, **environment):
    theirs = ("DATABASE_URL", "HTTPS", "DEBUG", "DJANGO_ALLOW_ASYNC_UNSAFE")  # of whoever runs the tests
    clean = {name: value for name, value in os.environ.items() if name not in theirs}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT, env={**clean, "SEKIGIME_VAR": str(var), **environment}, capture_output=True, text=True,
    )  # fmt: skip


def test_the_deploy_check_finds_nothing_in_production_settings(tmp_path):
    done = manage("check", "--deploy", "--fail-level", "WARNING", var=tmp_path, **SERVER)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow("commands in a process of their own")
def test_each_installation_makes_a_secret_of_its_own_that_only_its_owner_reads(tmp_path):
    for name in ("one", "other"):
        assert manage("check", var=tmp_path / name).returncode == 0
    one, other = (tmp_path / name / "secret.key" for name in ("one", "other"))
    assert one.read_text() != other.read_text()
    assert len(one.read_text()) >= 64
    assert one.stat().st_mode & 0o077 == 0


def test_debug_is_off_unless_it_is_asked_for():
    assert settings.DEBUG is False


@pytest.mark.parametrize(
    ("setting", "address", "driver", "named"),
    [
        ("DATABASE_URL", "postgres://hall@127.0.0.1/hall", "psycopg", "DATABASE_URL names a PostgreSQL"),
        ("CACHE_URL", "redis://127.0.0.1:6379/0", "redis", "CACHE_URL names a Redis"),
        ("PHOTOGRAPHS", "s3://key:secret@store.example/club", "obstore", "PHOTOGRAPHS names a store"),
        ("SENTRY_DSN", "http://key@127.0.0.1/1", "sentry_sdk", "SENTRY_DSN says where errors go"),
    ],
)
def test_a_missing_driver_is_named_with_the_command_that_installs_it(tmp_path, setting, address, driver, named):
    absent = tmp_path / "absent" / driver
    absent.mkdir(parents=True)
    (absent / "__init__.py").write_text(f"raise ImportError('{driver} was left out')")
    done = manage("check", var=tmp_path, PYTHONPATH=str(absent.parent), **{setting: address})
    assert done.returncode == 1
    assert done.stderr == f"{named}, but its driver is not installed. Run: make setup POSTGRES=1\n"


def test_an_address_of_a_store_that_is_none_stops_the_start_and_is_not_repeated(tmp_path):
    done = manage("check", var=tmp_path, PHOTOGRAPHS="https://key:secret@store.example/club")
    assert done.returncode == 1
    assert done.stderr == "PHOTOGRAPHS is not an address such as s3://KEY:SECRET@host/bucket.\n"


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("METRICS_TOKEN", "guess", "METRICS_TOKEN is shorter than 20 characters: anybody may try to guess it."),
        ("LOG_FORMAT", "xml", "LOG_FORMAT is plain or json."),
    ],
)
def test_a_setting_that_cannot_be_meant_is_named(tmp_path, setting, value, said):
    done = manage("check", var=tmp_path, **{setting: value})
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, said)


@pytest.mark.slow("commands in a process of their own")
def test_the_log_is_lines_of_json_where_that_is_asked_for_and_errors_are_sent_from_every_process(tmp_path):
    code = "import logging; logging.getLogger('tournament').warning('It is full.'); import sentry_sdk as s; " + (
        "print(s.get_client().options['release'])"
    )
    asked = {"LOG_FORMAT": "json", "SENTRY_DSN": "http://key@127.0.0.1:9/1"}
    done = manage("shell", "--no-imports", "--command", code, var=tmp_path, **asked)
    assert json.loads(done.stderr.splitlines()[0])["message"] == "It is full."
    assert done.stdout.strip() == "sekigime@0.9.0"


def test_no_file_of_a_page_asks_another_host():
    files = [
        path
        for kind in ("html", "css", "js")
        for folder in ("templates", "tournament/static")
        for path in (ROOT / folder).rglob(f"*.{kind}")
    ]
    assert len(files) > 50
    named = {
        path.name: found
        for path in files
        if (found := re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", path.read_text()))
    }
    assert {name: found for name, found in named.items() if set(found) - {"http://www.w3.org"}} == {}


def test_every_setting_of_the_environment_is_documented():
    used = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "tournament" / "settings.py").read_text()))
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "operations.md").read_text(), re.M))
    assert used == documented


def test_every_command_is_documented():
    commands = {path.stem for path in (ROOT / "tournament" / "management" / "commands").glob("[a-z]*.py")}
    text = (ROOT / "docs" / "operations.md").read_text()
    assert [name for name in sorted(commands) if f"`manage.py {name}" not in text] == []


LOCKS = tuple(f"requirements{name}.lock" for name in ("", "-test", "-postgres", "-download"))


def test_the_lock_pins_everything_by_hash_and_names_no_index():
    for name in LOCKS:
        text = (ROOT / name).read_text()
        pins = re.findall(r"^(\S+)==", text, re.M)
        assert pins and len(pins) == len(re.findall(r"^\S+==\S+ \\\n    --hash=sha256:", text, re.M))
        assert "://" not in text


def test_the_locks_agree_on_every_version():
    """They are installed one after the other into one place."""
    pins = [dict(re.findall(r"^([^\s=]+)==(\S+)", (ROOT / name).read_text(), re.M)) for name in LOCKS]
    for one in pins:
        for other in pins:
            assert {name: one[name] for name in one.keys() & other.keys()} == {
                name: other[name] for name in one.keys() & other.keys()
            }
