"""The faces for desk, phone, hall and paper, made once per installation from packages: Inter (`fontpkg-inter`) for
Latin, Greek and Cyrillic letters, Noto Sans JP (`manimgx-fonts-cjk`, the file as Noto publishes it) for Japanese.

The packages have every script at every weight in files of 0.9 and 33 MB. Pages get them cut into WOFF2 files, each with
its `unicode-range`, so that a browser fetches only those whose characters a page shows: none of Noto where all names
are Latin. The files are beside the packages they are made from; without them pages fall back to the system's sans.
"""

import re
import shutil
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.staticfiles import utils
from django.contrib.staticfiles.finders import BaseStorageFinder
from django.core.files.storage import FileSystemStorage

from scoring.winds import WINDS

if TYPE_CHECKING:
    from fontTools.subset import Options
    from fontTools.ttLib import TTFont

FOLDER = "tournament/font"
SHEET = "faces.css"
SCRIPTS = {
    "latin": "U+0000-017F, U+0218-021B, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+1E9E, U+2000-206F, U+20AC, U+2116, "
    "U+2122, U+2190-2199, U+2212, U+2248, U+2260, U+2264-2265, U+25A0-25FF, U+26A0, U+2713, U+2717",
    "vietnamese": "U+0180-0217, U+021C-02BA, U+02BD-02C5, U+0300-036F, U+1E00-1E9D, U+1E9F-1EFF",
    "greek": "U+0370-03FF, U+1F00-1FFF",
    "cyrillic": "U+0400-052F",
}
"""The characters of each file of Inter. `vietnamese` has Latin Extended B and combining marks too."""
KANA = "U+3001-30FF, U+3231-3232, U+FF01-FFEF"
"""Kana, punctuation, full-width and half-width forms: every page in Japanese has some."""
EVERYWHERE = "".join(wind.glyph for wind in WINDS) + "日本語"
"""Kanji on pages of any language: winds, and the name of the language in the choice of languages."""
IN_NAMES = (
    "佐藤鈴木高橋田中伊渡辺山本村小林加吉清斎口松井野上阿部森池石下川前岡長谷後遠青坂西福太三原金竹内和島宮"
    "安大平古今河武丸杉新増菊千葉久保岩崎桜工酒柴関横水杉浦荒須永市北南東江成瀬服尾星堀沢菅馬五十嵐土屋矢根"
    "一二四六七八九郎夫男雄子美恵由紀真直樹健司智之裕介也哉翔大輔拓亮輝博明正義昭隆弘浩英秀幸進誠勝利勇茂実"
    "和香奈菜愛優希彩花里理沙織絵友陽葵結衣莉乃凛咲楓蓮悠斗颯湊海空晴春夏秋冬光月心音歩航陸駿涼慎純淳克修徹"
    "貴孝信宏洋治康哲学文章典則憲規敬恭靖誉良洸瑛瑞玲瑠璃琴珠早知代世津多祐佑史士聡敏俊敦啓圭恒悟望朋朗枝栄"
    "柳梅桃梨桐栗槙榎熊亀鶴鳥鷹鹿牛犬羽飛龍竜虎猪鬼塚境堺垣城堂塩園国地場坪基奥妻姫宇宅宗定宍寺対将尚岸峰"
    "巻帆庄広庭建弓弥彦待徳忍念恩戸所手折持摩政数斉方旭昌景曽朝木札条来板柏柿栖桂桑梶植楠榊樋橘機檜毛氏沖河"
    "泉波泰洲流浅浜深渕湯源滝漆片牧狩玉王珍生甲町畑留番白的皆盛目相真砂磯礼神祥福秋種稲穂積立笠笹箱篠米粕糸"
    "細綾緒網緑織羊美老聖肥能脇臼舘船色芝芦若苗茅茉草荻菱萩葛葦蒔蔵薫藍蘭虫行衛袋西角見親諏豊貝赤越足路車軽"
    "辰込近辻迫逸道郁都重鎌門開関阪隈雅雨雪露静面韓音頭風飯香鮎鮫黒齋齊邊邉髙﨑濱澤嶋眞廣國德瀧櫻惠𠮷"
)
"""Kanji of common Japanese names, the commonest first, and the old forms that families keep."""
SLICE = 128  # characters of a file of kanji: 35 KB
WEIGHTS = (400, 800)
TEXT_CUT = 14  # the optical size that all pages use: the display cut would double the bytes
FEATURES = ["tnum", "kern", "mark", "mkmk", "ccmp", "locl", "case"]
DROPPED = ("BASE", "GPOS", "GSUB", "HVAR", "VORG", "VVAR", "vhea", "vmtx")
FACE = """@font-face {{
  font-family: {family};
  font-weight: {light} {bold};
  font-display: swap;
  src: url("{file}") format("woff2");
  unicode-range: {characters};
}}
"""
_RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")


@dataclass(frozen=True, slots=True)
class FontFile:
    """A file of a face: the characters it has, and the range for which browsers fetch it."""

    family: str
    part: str
    characters: str
    has: frozenset[int] | None = None
    """The characters where the range has others besides."""

    @property
    def name(self) -> str:
        return f"{self.family.split()[0].lower()}-{self.part}.woff2"

    @property
    def rule(self) -> str:
        light, bold = WEIGHTS
        family = f'"{self.family}"' if " " in self.family else self.family
        return FACE.format(family=family, light=light, bold=bold, file=self.name, characters=self.characters)

    def make(self, folder: Path) -> None:
        """Write the file with these characters only. Its names keep the copyright and the licence (OFL)."""
        make = _make_noto if self.family == "Noto Sans JP" else _make_inter
        make(folder / self.name, set(code_points(self.characters)) if self.has is None else self.has)


class TypefaceFinder(BaseStorageFinder):
    """Finds the files that `make_typeface` has made; none before."""

    storage = FileSystemStorage(location=settings.TYPEFACE_DIR)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[object]:
        if Path(settings.TYPEFACE_DIR).is_dir():
            for path in utils.get_files(self.storage, list(ignore_patterns or ())):
                yield path, self.storage


def make_typeface(folder: Path) -> bool:
    """Make the files in `folder` unless they are there already; return whether they were made now.

    It takes about a minute; later only for the files whose characters have changed. Raises OSError if the folder cannot
    be written.
    """
    made = folder / FOLDER
    wanted, key = font_files(), f"/* {_key()} */\n"
    sheet = key + "\n".join(one.rule for one in wanted)
    there = (made / SHEET).read_text() if (made / SHEET).is_file() else ""
    if there == sheet:
        return False
    made.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".font-") as beside:
        place = Path(beside) / "font"
        place.mkdir()
        for one in wanted:
            if there.startswith(key) and one.rule in there:
                shutil.copy(made / one.name, place)
            else:
                one.make(place)
        (place / SHEET).write_text(sheet)
        shutil.rmtree(made, ignore_errors=True)
        place.replace(made)
    return True


def font_files() -> list[FontFile]:
    """Return all files in the order of the style sheet: of two that have a character a browser takes the later one, so
    what is rare comes first."""
    common = [*_slices("names", dict.fromkeys(IN_NAMES)), *_slices("texts", _kanji_of_texts())]
    return [
        *(FontFile("Inter", script, characters) for script, characters in SCRIPTS.items()),
        *_rare_kanji(),
        *common,
        FontFile("Noto Sans JP", "signs", _range(EVERYWHERE)),
        FontFile("Noto Sans JP", "kana", KANA),
    ]


def _rare_kanji() -> Iterator[FontFile]:
    """The kanji of JIS X 0208 and of IBM, by code point: their ranges take little room in the style sheet."""
    kanji = [code for code in (*range(0x4E00, 0xA000), *range(0xFA0E, 0xFA2E)) if _is_in_jis(chr(code))]
    for start in range(0, len(kanji), SLICE):
        codes = kanji[start : start + SLICE]
        yield FontFile("Noto Sans JP", f"{codes[0]:x}", f"U+{codes[0]:X}-{codes[-1]:X}", frozenset(codes))


def _is_in_jis(character: str) -> bool:
    try:
        return bool(character.encode("cp932"))
    except UnicodeEncodeError:
        return False


def _kanji_of_texts() -> list[str]:
    """Return the kanji of the Japanese translation, the commonest first."""
    texts = Path(settings.BASE_DIR, "tournament", "locale").rglob("ja/LC_MESSAGES/*.po")
    counted = Counter(sign for path in texts for sign in path.read_text("utf-8") if "\u4e00" <= sign <= "\u9fff")
    return sorted(counted, key=lambda sign: (-counted[sign], sign))


def _slices(part: str, kanji: Iterable[str]) -> Iterator[FontFile]:
    signs = list(kanji)
    for start in range(0, len(signs), SLICE):
        yield FontFile("Noto Sans JP", f"{part}-{start // SLICE + 1}", _range(signs[start : start + SLICE]))


def _range(signs: Iterable[str]) -> str:
    """Return characters as a style sheet lists them.

    >>> _range("東南西北")
    'U+5317, U+5357, U+6771, U+897F'
    """
    return ", ".join(f"U+{ord(sign):X}" for sign in sorted(signs))


def code_points(characters: str) -> Iterator[int]:
    """Yield the code points of a range of a style sheet.

    >>> list(code_points("U+41-43, U+5317"))
    [65, 66, 67, 21271]
    """
    for found in _RANGE.finditer(characters):
        yield from range(int(found[1], 16), int(found[2] or found[1], 16) + 1)


def _key() -> str:
    """Return what the files depend on besides their style sheet; they are made again when it changes."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("fontpkg-inter", "manimgx-fonts-cjk", "fonttools"))
    return f"{packages}, {TEXT_CUT} {' '.join(FEATURES)}"


def face_file(is_asian: bool) -> Path:
    """Return the file with all weights of a face: of Noto Sans JP, else of Inter. Japanese is the first of the faces in
    Noto's."""
    import fontpkg_inter

    if is_asian:
        return Path(str(files("manimgx_fonts_cjk") / "NotoSansCJK-VF.otf.ttc"))
    return Path(fontpkg_inter.ROOT / "files" / "Inter[opsz,wght].ttf")


@lru_cache
def face_characters(is_asian: bool) -> frozenset[int]:
    """Return the code points that a face has."""
    from fontTools import ttLib

    with ttLib.TTFont(face_file(is_asian), fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap())


def is_drawn(character: str) -> bool:
    """Return whether one of the faces has a character."""
    return any(ord(character) in face_characters(is_asian) for is_asian in (False, True))


def legible(text: str) -> str:
    """Return a text as a picture can show it, which has no other face than these: without the signs that they lack, and
    "" where they lack a letter or digit.

    >>> legible("Aiko 🀄 山田"), legible("김민수"), legible("Omar עומר")
    ('Aiko 山田', '김민수', '')
    """
    lacking = [character for character in text if not (character.isspace() or is_drawn(character))]
    if any(unicodedata.category(character)[0] in "LN" for character in lacking):
        return ""
    return " ".join("".join(character for character in text if character not in lacking).split())


def _make_inter(place: Path, characters: Iterable[int]) -> None:
    from fontTools import subset, ttLib
    from fontTools.varLib import instancer

    font = ttLib.TTFont(face_file(is_asian=False))
    _cut(font, subset.Options(layout_features=FEATURES, name_IDs=["*"], notdef_outline=True), characters)
    instancer.instantiateVariableFont(font, {"opsz": TEXT_CUT, "wght": WEIGHTS}, inplace=True)
    font.save(place)


def _make_noto(place: Path, characters: Iterable[int]) -> None:
    """All characters kept are of one width at all weights, so the tables of widths go too; those of other languages and
    of vertical text would bring each character in twice."""
    from fontTools import subset, ttLib

    font = ttLib.TTFont(face_file(is_asian=True), fontNumber=0, lazy=True, recalcBBoxes=False, recalcTimestamp=False)
    for table in DROPPED:
        del font[table]
    _cut(font, subset.Options(name_IDs=["*"], notdef_outline=True), characters)
    font.save(place)


def _cut(font: "TTFont", options: "Options", characters: Iterable[int]) -> None:
    """Leave the characters in the font, to be saved as WOFF2."""
    from fontTools import subset

    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.flavor = "woff2"
