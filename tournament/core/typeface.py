"""Inter for desk, phone, hall and paper: made once per installation from the package `fontpkg-inter`.

The package has one file of 0.9 MB with every script and two axes. Pages get its text cut at the weights they use, in
WOFF2, one file per script, so that a browser fetches only what a page shows. The files are beside the packages they are
made from; without them pages fall back to the system's sans.
"""

import shutil
import tempfile
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import utils
from django.contrib.staticfiles.finders import BaseStorageFinder
from django.core.files.storage import FileSystemStorage

FOLDER = "tournament/font"
SCRIPTS = {
    "latin": "U+0000-017F, U+0218-021B, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2116, U+2122, "
    "U+2190-2199, U+2212, U+2248, U+2260, U+2264-2265, U+25A0-25FF, U+2713, U+2717",
    "vietnamese": "U+0180-0217, U+021C-02BA, U+02BD-02C5, U+0300-036F, U+1E00-1EFF",
    "greek": "U+0370-03FF, U+1F00-1FFF",
    "cyrillic": "U+0400-052F",
}
"""The characters of each file. `vietnamese` has Latin Extended B and combining marks too."""
WEIGHTS = (400, 800)
TEXT_CUT = 14  # the optical size that all pages use: the display cut would double the bytes
FEATURES = ["tnum", "kern", "mark", "mkmk", "ccmp", "locl", "case"]
FACE = """@font-face {{
  font-family: Inter;
  font-weight: {light} {bold};
  font-display: swap;
  src: url("inter-{script}.woff2") format("woff2");
  unicode-range: {characters};
}}
"""


class TypefaceFinder(BaseStorageFinder):
    """Finds the files that `make_typeface` has made; none before."""

    storage = FileSystemStorage(location=settings.TYPEFACE_DIR)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[object]:
        if Path(settings.TYPEFACE_DIR).is_dir():
            for path in utils.get_files(self.storage, list(ignore_patterns or ())):
                yield path, self.storage


def make_typeface(folder: Path) -> bool:
    """Make the files in `folder` unless they are there already; return whether they were made now.

    It takes some seconds. Raises OSError if the folder cannot be written.
    """
    made = folder / FOLDER
    sheet = f"/* {_key()} */\n{_faces()}"
    if (made / "inter.css").is_file() and (made / "inter.css").read_text() == sheet:
        return False
    made.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".font-") as beside:
        place = Path(beside) / "font"
        place.mkdir()
        for script, characters in SCRIPTS.items():
            _make_file(place / f"inter-{script}.woff2", characters)
        (place / "inter.css").write_text(sheet)
        shutil.rmtree(made, ignore_errors=True)
        place.replace(made)
    return True


def _key() -> str:
    """Return what the files depend on besides their style sheet; they are made again when it changes."""
    return f"Inter {version('fontpkg-inter')}, fonttools {version('fonttools')}, {TEXT_CUT} {' '.join(FEATURES)}"


def _faces() -> str:
    light, bold = WEIGHTS
    named = SCRIPTS.items()
    return "\n".join(FACE.format(light=light, bold=bold, script=name, characters=which) for name, which in named)


def _make_file(place: Path, characters: str) -> None:
    """Write the font with these characters only. Its names keep the copyright and the licence (OFL)."""
    import fontpkg_inter
    from fontTools import subset, ttLib
    from fontTools.varLib import instancer

    options = subset.Options(layout_features=FEATURES, name_IDs=["*"], notdef_outline=True)
    font = ttLib.TTFont(fontpkg_inter.ROOT / "files" / "Inter[opsz,wght].ttf")
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(characters.replace(" ", "")))
    subsetter.subset(font)
    instancer.instantiateVariableFont(font, {"opsz": TEXT_CUT, "wght": WEIGHTS}, inplace=True)
    font.flavor = "woff2"
    font.save(place)
