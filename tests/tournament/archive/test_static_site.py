"""The static site: every public page as a file, nothing else, and no link that leads out of the folder."""

import posixpath
import re
import zipfile
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from tests.tournament.archive.event_file.events import act
from tests.tournament.planning.halls import drawn_hall
from tests.tournament.standings.tables import small_event
from tests.tournament.test_every_page import small_event as event_with_results
from tournament.archive.site_folder import write_folder
from tournament.archive.static_site import static_site
from tournament.core.models import Tournament
from tournament.core.requests import STATIC_SITE
from tournament.core.typeface import make_typeface
from tournament.events.actions import set_public
from tournament.hanchan.actions import withhold
from tournament.management.commands import static_site as command
from tournament.players.actions import edit_player
from tournament.players.models import Player

pytestmark = pytest.mark.django_db
REFERENCE = re.compile(r'\s(?:href|src)="([^"]*)"')


@pytest.fixture
def event():
    tournament = event_with_results()
    set_public(tournament=tournament, is_public=True, referee_public=True, act=act())
    return tournament


def files(tournament) -> dict[str, str]:
    return {copy.path: copy.content.decode("utf-8", "replace") for copy in static_site(tournament)}


def test_every_page_that_players_read_is_there(event):
    found = set(files(event))
    assert {
        "index.html", "after/1/index.html", "players/index.html", "player/1/index.html", "player/8/index.html",
        "crosstable/index.html", "seating/index.html", "seating/by-table.html",
        "seating/hanchan-2.html", "seating/hanchan-2-by-table.html", "rules/index.html",
    } <= found  # fmt: skip


@pytest.mark.slow("a whole site")
@pytest.mark.parametrize("name", ["Luc Moreau", "佐藤 健"])
def test_the_files_of_the_typeface_that_its_pages_need_come_along(event, settings, name):
    make_typeface(settings.TYPEFACE_DIR)
    Player.objects.filter(tournament=event, number=1).update(name=name)
    found = {copy.path: copy.content for copy in static_site(event)}
    sheet = found["assets/tournament/font/faces.css"]
    assert b'url("data:font/woff2;base64,d09GMg' in sheet
    assert (b"Noto Sans JP" in sheet) is (name == "佐藤 健")
    assert not any(path.endswith(".woff2") for path in found)
    assert "assets/tournament/font/faces.css" in found["index.html"].decode()


def test_the_first_page_is_written_last(event):
    assert [copy.path for copy in static_site(event)][-1] == "index.html"


@pytest.mark.slow("a whole site")
def test_every_link_leads_to_a_file_of_the_site(event):
    found = files(event)
    for path, page in found.items():
        if path.endswith(".html"):
            for target in map(unescape, REFERENCE.findall(page)):
                parts = urlsplit(target)
                assert not parts.scheme and not parts.netloc and not parts.query, (path, target)
                if parts.path:
                    assert posixpath.normpath(posixpath.join(posixpath.dirname(path), parts.path)) in found, (
                        path,
                        target,
                    )


def test_nothing_needs_a_server_or_a_script(event):
    for path, page in files(event).items():
        if path.endswith(".html"):
            assert not re.search(r"<form|<script|\shx-|https?://(?!www\.w3\.org/)", page), path
            assert "Sign in" not in page and "All tournaments" not in page, path
            assert "what does each player need" not in page, path


def test_a_heading_that_sorts_keeps_its_words_and_its_place(event):
    found = re.findall(r"<a(?![^>]*\shref=)[^>]*>(.*?)</a>", files(event)["index.html"], re.DOTALL)
    words = [" ".join(re.sub("<[^>]+>", " ", one).split()) for one in found]
    assert words == ["Place", "Moved", "Player", "Hanchan 1", "Penalties", "Behind", "Total"]


def test_the_symbols_of_the_winds_are_in_the_page(event):
    page = files(event)["seating/index.html"]
    assert '<symbol id="E"' in page and '<use href="#E"' in page


def test_what_is_hidden_is_in_no_file(event):
    shown = "".join(files(event).values())
    withhold(hanchan=event.hanchan.get(number=1), act=act(reason="wrong"))
    event.refresh_from_db()
    hidden = "".join(files(event).values())
    assert "after/1/index.html" in shown and "after/1/index.html" not in hidden
    assert "No results yet" in hidden


def test_a_draw_comes_with_its_file():
    found = files(drawn_hall())
    assert "seating/draw.json" in found and "7 13 21 28 34 49" in found["seating/index.html"]


def test_a_closed_event_has_no_site():
    tournament, _people = small_event()
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    with pytest.raises(CommandError, match="Open it first"):
        call_command("static_site", tournament.slug, "site.zip")


def test_no_header_of_a_visitor_makes_a_static_page(client, event):
    page = client.get(f"/t/{event.slug}/", headers={"static-site": "1", STATIC_SITE: "1"})
    assert b"<script" in page.content


def test_a_zip_of_the_same_event_is_the_same(event, tmp_path):
    for name in ("a.zip", "b.zip"):
        call_command("static_site", event.slug, str(tmp_path / name))
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.testzip() is None and "index.html" in archive.namelist()


@pytest.mark.slow("a whole site")
def test_a_folder_gets_what_changed_and_loses_what_is_gone(event, tmp_path):
    (tmp_path / "photo.jpg").write_bytes(b"of somebody else")
    first = write_folder(tmp_path, static_site(event))
    assert write_folder(tmp_path, static_site(event)) == 0
    edit_player(player=event.players.get(number=3), act=act(), name="Zoë Ångström")
    event.refresh_from_db()
    assert 0 < write_folder(tmp_path, static_site(event)) < first
    assert "Zoë Ångström" in (tmp_path / "players/index.html").read_text(encoding="utf-8")
    withhold(hanchan=event.hanchan.get(number=1), act=act(reason="wrong"))
    event.refresh_from_db()
    write_folder(tmp_path, static_site(event))
    assert not (tmp_path / "after/1/index.html").exists() and (tmp_path / "photo.jpg").exists()


class Enough(Exception):
    """The watch has seen what the test wanted."""


def test_a_watch_writes_each_edition_and_closes_with_the_public_page(event, tmp_path, monkeypatch):
    seen, steps = [], iter([None, "close", None])

    def look_again(_seconds):
        seen.append((tmp_path / "index.html").read_text(encoding="utf-8"))
        match next(steps, "enough"):
            case "enough":
                raise Enough
            case "close":
                set_public(tournament=Tournament.objects.get(pk=event.pk), is_public=False, act=act())

    monkeypatch.setattr(command.time, "sleep", look_again)
    with pytest.raises(Enough):
        call_command("static_site", event.slug, str(tmp_path), "--watch")
    assert seen[0] == seen[1] and "Standings" in seen[0]
    assert "The public page of Small Open is closed." in seen[2]
    assert not (tmp_path / "players").joinpath("index.html").exists()


@pytest.mark.django_db(transaction=True)
def test_a_watch_goes_on_when_the_database_was_away(event, tmp_path, monkeypatch, capsys):
    steps = iter(["away", "back", "enough"])
    write = command.write_folder

    def write_or_fail(folder, site):
        if next(steps) == "away":
            raise OperationalError("database is locked")
        return write(folder, site)

    def look_again(_seconds):
        if (tmp_path / "index.html").exists():
            raise Enough

    monkeypatch.setattr(command, "write_folder", write_or_fail)
    monkeypatch.setattr(command.time, "sleep", look_again)
    with pytest.raises(Enough):
        call_command("static_site", event.slug, str(tmp_path), "--watch")
    assert "database is locked" in capsys.readouterr().err


def test_a_watch_into_a_zip_is_refused(event):
    with pytest.raises(CommandError, match="Name a folder"):
        call_command("static_site", event.slug, "site.zip", "--watch")
