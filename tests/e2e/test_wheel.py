"""The wheel, as a newcomer meets it: installed into an empty environment, started in an empty folder, played with."""

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.e2e.own_server import free_port
from tests.e2e.test_whole_event import EVENT, Organiser, sheets
from tests.tournament.management.test_serve import hears_the_keyboard

ROOT = Path(__file__).parents[2]
PATIENCE = 300  # seconds; a busy machine is slow, not wrong


def run(*command, **where):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, **where).stdout


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The programs of an environment that has the wheel and the pinned packages, and nothing else."""
    place = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", place, ROOT)
    run(sys.executable, "-m", "venv", place / "env")
    install = [place / "env" / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-deps"]
    run(*install, "--require-hashes", "-r", ROOT / "requirements.lock")
    run(*install, *place.glob("sekigime-*.whl"))
    return place / "env" / "bin"


@pytest.fixture
def where(tmp_path):
    """An empty folder, and a home with nothing but the typeface, which takes a minute to make."""
    home, folder = tmp_path / "home", tmp_path / "folder"
    folder.mkdir()
    typeface = Path(settings.TYPEFACE_DIR)
    if typeface.is_dir():
        shutil.copytree(typeface, home / ".local" / "share" / "sekigime" / "typeface")
    home.mkdir(exist_ok=True)
    return {"cwd": folder, "env": {"HOME": str(home), "PATH": os.defpath, "PYTHONUNBUFFERED": "1"}}


@contextmanager
def served(program, where):
    """Serve, and give the address and what the start printed. It stops quietly."""
    port = free_port()
    command = [program, "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=hears_the_keyboard, **where) as server:
        lines = []
        for line in server.stdout:
            lines.append(line)
            if "Ctrl+C" in line:
                break
        try:
            yield f"http://127.0.0.1:{port}", "".join(lines)
        finally:
            server.send_signal(signal.SIGINT)
            rest, _ = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0 and "Everything is kept" in rest


def files_below(folder):
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts}


def play_a_hanchan(page, site, token):
    organiser = Organiser(page, site)
    organiser.sign_in(token)
    organiser.set_up()
    organiser.paste_players()
    organiser.import_seating()
    organiser.play(1, sheets()[1])
    organiser.open(f"{EVENT}/standings/")
    expect(page.locator("tbody tr")).to_have_count(36)
    expect(page.locator("tbody tr").first).to_contain_text("Player")


def test_an_installed_wheel_plays_a_hanchan_and_keeps_its_data_in_the_users_folder(programs, where, page, browser):
    code = programs.parent / "lib"
    installed = files_below(code)
    with served(programs / "sekigime", where) as (site, told):
        token = re.search(r"/sign-in/([\w-]+)/", told)[1]
        play_a_hanchan(page, site, token)
        style = page.locator("link[rel=stylesheet]").first.get_attribute("href")
        assert page.request.get(f"{site}{style}").ok
        french = browser.new_page(locale="fr-FR")
        french.goto(f"{site}/sign-in/")
        expect(french.get_by_role("heading", level=1)).to_have_text("Se connecter")
    data = Path(where["env"]["HOME"], ".local", "share", "sekigime")
    assert f"Kept in            {data}/sekigime.sqlite3" in told
    assert {"sekigime.sqlite3", "secret.key", "static", "typeface"} <= {path.name for path in data.iterdir()}
    assert files_below(code) == installed
    assert list(where["cwd"].iterdir()) == []
    listed = run(programs / "sekigime", "standings", "real-event", **where)
    assert "Player" in listed
