"""The typeface is made from its package, small and with what tables need; pages do without where it is missing."""

import re

import pytest
from fontTools.ttLib import TTFont

from tournament.core import typeface
from tournament.core.typeface import FOLDER, SCRIPTS, TypefaceFinder, make_typeface

pytestmark = pytest.mark.slow("the typeface is made")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    assert make_typeface(folder)
    return folder


def font(made, script):
    return TTFont(made / FOLDER / f"inter-{script}.woff2")


def test_a_phone_fetches_less_than_forty_kilobytes_for_latin_names(made):
    assert (made / FOLDER / "inter-latin.woff2").stat().st_size < 40_000


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("latin", "Dvořák Szabó Łukasz Țăran Søren № −9.3 +26.2 → ▲▼ · “x” € ½"),
        ("vietnamese", "ễỗợ"),
        ("greek", "Παπαδημητρίου"),
        ("cyrillic", "Бондаренко Ґалаґан"),
    ],
)
def test_names_of_the_script_have_their_letters(made, script, text):
    known = set(font(made, script).getBestCmap())
    assert not {letter for letter in text if ord(letter) not in known and letter != " "}


def test_figures_of_a_column_are_equally_wide(made):
    inter = font(made, "latin")
    assert "tnum" in {record.FeatureTag for record in inter["GSUB"].table.FeatureList.FeatureRecord}
    assert {axis.axisTag: (axis.minValue, axis.maxValue) for axis in inter["fvar"].axes} == {"wght": (400, 800)}


def test_the_licence_stays_in_the_font(made):
    assert "Open Font License" in font(made, "latin")["name"].getDebugName(13)


def test_the_style_sheet_names_every_file_with_its_characters(made):
    sheet = (made / FOLDER / "inter.css").read_text()
    assert re.findall(r'url\("inter-(\w+)\.woff2"\)', sheet) == list(SCRIPTS)
    assert all(characters in sheet for characters in SCRIPTS.values())


def test_it_is_made_once_and_again_when_what_it_is_made_of_changes(made, monkeypatch):
    assert not make_typeface(made)
    monkeypatch.setattr(typeface, "SCRIPTS", {"latin": "U+0041"})
    assert make_typeface(made)
    assert {file.name for file in (made / FOLDER).iterdir()} == {"inter.css", "inter-latin.woff2"}


@pytest.mark.django_db
def test_without_it_a_page_names_no_font_and_nothing_is_collected(client, monkeypatch, settings, tmp_path):
    settings.TYPEFACE_DIR = tmp_path / "none"
    assert list(TypefaceFinder().list([])) == []
    monkeypatch.setattr("django.contrib.staticfiles.finders.find", lambda name: None)
    assert "inter" not in client.get("/sign-in/").content.decode()
