"""The typeface is made from its package, small and with what tables need; pages do without where it is missing."""

import re

import pytest
from fontTools.ttLib import TTFont

from tournament.core import typeface
from tournament.core.typeface import FOLDER, IN_NAMES, SHEET, TypefaceFinder, code_points, font_files, make_typeface

pytestmark = pytest.mark.slow("the typeface is made")
RARE_KANJI = tuple(typeface._rare_kanji())


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The faces, of the fifty files of rare kanji only the first and the one with 髙."""
    folder = tmp_path_factory.mktemp("made")
    rare = [one for one in RARE_KANJI if one.has & {ord("丁"), ord("髙")}]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typeface, "_rare_kanji", lambda: rare)
        assert make_typeface(folder)
        yield folder


def font(made, part):
    (path,) = (made / FOLDER).glob(f"*-{part}.woff2")
    return TTFont(path)


def test_a_phone_fetches_less_than_forty_kilobytes_for_latin_names(made):
    assert (made / FOLDER / "inter-latin.woff2").stat().st_size < 40_000


def test_kana_cost_a_phone_sixty_kilobytes_and_a_file_of_kanji_forty(made):
    assert (made / FOLDER / "noto-kana.woff2").stat().st_size < 60_000
    assert all(file.stat().st_size < 41_000 for file in (made / FOLDER).glob("noto-names-*.woff2"))
    assert (made / FOLDER / "noto-signs.woff2").stat().st_size < 4_000


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("latin", "Dvořák Szabó Łukasz Țăran Søren № −9.3 +26.2 → ▲▼ · “x” € ½"),
        ("latin", "\u202f\u00a0«»„“‚‘’ŒœßẞÀÂÆÇÉÈÊËÎÏÔÙÛÜŸÄÖ▲△↑↓⚠–…‐"),
        ("vietnamese", "ễỗợ"),
        ("greek", "Παπαδημητρίου"),
        ("cyrillic", "Бондаренко Ґалаґан"),
        ("signs", "東南西北日本語"),
        ("kana", "さとうサトウヴｻﾄｳ、。「」『』（）：〜々〆ー・１２３ＡＢ－￥"),
        ("names-1", "佐藤鈴木高橋"),
        ("4e00", "丁"),
    ],
)
def test_texts_of_the_script_have_their_letters(made, part, text):
    known = set(font(made, part).getBestCmap())
    assert not {letter for letter in text if ord(letter) not in known and letter != " "}


def test_the_file_that_a_browser_takes_for_a_kanji_has_it(monkeypatch):
    """The kanji of JIS X 0208, and those of IBM that names are written with."""
    monkeypatch.setattr(typeface, "_rare_kanji", lambda: RARE_KANJI)
    ranges = [(one, set(code_points(one.characters))) for one in font_files()]
    for sign in f"{IN_NAMES}亜堯﨑髙德濵弌彅":
        last = [one for one, codes in ranges if ord(sign) in codes][-1]
        assert last.family == "Noto Sans JP"
        assert last.has is None or ord(sign) in last.has, sign


def test_a_page_of_latin_names_needs_no_file_of_noto():
    latin = set(map(ord, "Dvořák Ünal № −9.3 ▲ △ → ⚠ ✓ “x” € \u00ad\u202f…※①"))
    needed = [one.name for one in font_files() if latin & set(code_points(one.characters))]
    assert needed == ["inter-latin.woff2"]
    language = [one.name for one in font_files() if ord("語") in code_points(one.characters)]
    assert language[-1] == "noto-signs.woff2", "the choice of languages costs no more than the winds"


def test_the_kanji_of_the_translation_are_in_files_of_their_own(settings, tmp_path):
    catalogue = tmp_path / "tournament" / "locale" / "rules" / "ja" / "LC_MESSAGES" / "django.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid "Save"\nmsgstr "保存"\nmsgid "Saved"\nmsgstr "保存済み"\n', "utf-8")
    settings.BASE_DIR = tmp_path
    (texts,) = [one for one in font_files() if one.part.startswith("texts")]
    assert texts.part == "texts-1"
    assert "".join(map(chr, code_points(texts.characters))) == "保存済"


def test_japanese_faces_have_the_weights_of_a_page(made):
    (axis,) = font(made, "kana")["fvar"].axes
    assert axis.axisTag == "wght"
    assert axis.minValue <= 400 < 800 <= axis.maxValue
    widths = font(made, "signs")["hmtx"].metrics
    assert {width for name, (width, _left) in widths.items() if name != ".notdef"} == {1000}


def test_figures_of_a_column_are_equally_wide(made):
    inter = font(made, "latin")
    assert "tnum" in {record.FeatureTag for record in inter["GSUB"].table.FeatureList.FeatureRecord}
    assert {axis.axisTag: (axis.minValue, axis.maxValue) for axis in inter["fvar"].axes} == {"wght": (400, 800)}


@pytest.mark.parametrize("part", ["latin", "kana"])
def test_the_licence_stays_in_the_font(made, part):
    assert "Open Font License" in font(made, part)["name"].getDebugName(13)


def test_the_style_sheet_names_every_file_with_its_characters(made):
    sheet = (made / FOLDER / SHEET).read_text()
    assert re.findall(r'url\("([\w-]+\.woff2)"\)', sheet) == [one.name for one in font_files()]
    assert {file.name for file in (made / FOLDER).iterdir()} == {SHEET, *(one.name for one in font_files())}
    assert all(one.characters in sheet for one in font_files())


def test_only_files_whose_characters_change_are_made_again(made, monkeypatch):
    assert not make_typeface(made)
    before = {file.name: file.read_bytes() for file in (made / FOLDER).iterdir()}
    monkeypatch.setattr(typeface, "SCRIPTS", typeface.SCRIPTS | {"greek": "U+03B1"})
    written = []
    monkeypatch.setattr(typeface, "_make_inter", lambda path, characters: written.append(path.name) or path.touch())
    assert make_typeface(made)
    assert written == ["inter-greek.woff2"]
    changed = {file.name for file in (made / FOLDER).iterdir() if file.read_bytes() != before[file.name]}
    assert changed == {SHEET, "inter-greek.woff2"}


@pytest.mark.django_db
def test_without_it_a_page_names_no_font_and_nothing_is_collected(client, monkeypatch, settings, tmp_path):
    settings.TYPEFACE_DIR = tmp_path / "none"
    assert list(TypefaceFinder().list([])) == []
    monkeypatch.setattr("django.contrib.staticfiles.finders.find", lambda name: None)
    assert "faces" not in client.get("/sign-in/").content.decode()
