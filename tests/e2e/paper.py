"""Reads back what was printed: letters that are too small, texts that overlap, and what the feet of the pages say."""

import re
import subprocess
from functools import cached_property
from itertools import islice, takewhile
from math import sqrt
from pathlib import Path

from pypdf import PdfReader

LEAST = 8  # points

# Boxes of the page whose content is larger than they are: on paper it would be cut, or run into its neighbour. The
# letter of a small tile stands beside it, and what has the class `cut-short` stands in full elsewhere.
CUT = """() => [...document.querySelectorAll(".paper, .paper *")]
  .filter((box) => getComputedStyle(box).display !== "inline")
  .filter((box) => !box.closest("svg, .visually-hidden, .tile, .cut-short, tr:has([rowspan])"))
  .filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
  .map((box) => `${box.tagName}.${box.className}: ${box.textContent.trim().slice(0, 60)}`)"""

MILLIMETRE = 72 / 25.4
SCORE = re.compile(r"^[+−]\d+\.\d$")
WORD = re.compile(r'<word xMin="([-.\d]+)" yMin="([-.\d]+)" xMax="([-.\d]+)" yMax="([-.\d]+)">(.*?)</word>')
WITHOUT_ROOM = re.compile(r"^[\u2066-\u2069]*$")
OTHER_SCRIPT = re.compile(r"[^\u0000-\u04ff]")
"""Letters of these come from fonts whose boxes are more than twice as high as the letters."""

PICTURE = re.compile(r"^[\U0001f000-\U0001faff\ufe0f]+$")
"""Where no font has it, an empty box of 0.6 em stands for it, of which the file says that it is 0.95 em wide."""

# Chromium draws a font with axes as shapes (Type 3). Their height pdftotext only guesses: 0.95 em above the line
# and 0.35 em below, times twice the width of `.notdef`, 0.656 em. Inter itself has 0.97 em and 0.24 em.
GUESSED = (0.95 * 1.3125, 0.35 * 1.3125)
INTER = (1984 / 2048, 494 / 2048)
FIGURE = 0.2
"""What a box has above and below a figure, which reaches neither the accents nor below the line: also upside down."""


STRING = re.compile(rb"\((?:\\.|[^\\()])*\)", re.DOTALL)
OPERATOR = re.compile(rb"(?<![^\s)>\]])(?:cm|Tm|Tf|Do|q|Q|BT|Tj|TJ)(?!\S)")


class Printed:
    """A printed page as a PDF file."""

    def __init__(self, path: Path):
        self.path = path
        self.pages = PdfReader(path).pages

    def _read(self, *command: str) -> str:
        return subprocess.run(command, capture_output=True, check=True).stdout.decode()

    @cached_property
    def words(self) -> list[list[tuple[float, float, float, float, str]]]:
        """The words of each page: left, top, right, bottom in points."""
        said = self._read("pdftotext", "-bbox", str(self.path), "-")
        return [
            [(*map(float, box), text) for *box, text in WORD.findall(page) if not WITHOUT_ROOM.match(text)]
            for page in said.split("<page ")[1:]
        ]

    def too_small(self) -> set[float]:
        """The sizes of letters under 8 pt, as they are set: of shapes poppler guesses sizes a tenth too large."""
        contents = [(page["/Contents"].get_object().get_data(), page["/Resources"]) for page in self.pages]
        found = {size for content, resources in contents for size in _sizes(content, resources)}
        assert found, "no text was read"
        return {size for size in found if size < LEAST - 0.02}

    @cached_property
    def is_in_inter(self) -> bool:
        """Whether its letters are Inter's, drawn as shapes; else they are those of a font of the system."""
        fonts = [font.get_object() for page in self.pages for font in page["/Resources"].get("/Font", {}).values()]
        return any(font["/Subtype"] == "/Type3" and font["/FontDescriptor"]["/FontFamily"] == "Inter" for font in fonts)

    def overlaps(self, is_folded: bool = False) -> list[tuple[str, str]]:
        """Pairs of words that are printed over each other.

        The upper half of what is folded is the lower one upside down, of which pdftotext guesses the boxes the wrong
        way round.
        """
        middle = float(self.pages[0].mediabox.height) / 2 if is_folded else float("-inf")
        found = []
        for page in self.words:
            words = sorted((word for word in page if word[3] > middle), key=_top)
            for place, one in enumerate(words):
                below = takewhile(lambda other, bottom=one[3]: other[1] < bottom, islice(words, place + 1, None))
                found += [(one[4], other[4]) for other in below if self._overlap(one, other)]
        return found

    def touching(self) -> list[tuple[str, str]]:
        """Pairs of figures that stand beside each other with less than a millimetre between them."""
        found = []
        for page in self.words:
            words = sorted((word for word in page if SCORE.match(word[4])), key=_top)
            for place, one in enumerate(words):
                for other in takewhile(lambda other, top=one[1]: other[1] - top < 2, islice(words, place + 1, None)):
                    left, right = sorted((one, other))
                    if right[0] - left[2] < MILLIMETRE:
                        found.append((left[4], right[4]))
        return found

    def feet(self) -> list[tuple[int, int]]:
        """The numbers that stand on the feet: page k of n, once a page."""
        texts = [" ".join(word[4] for word in page) for page in self.words]
        return [(int(k), int(n)) for text in texts for k, n in sorted(set(re.findall(r"page (\d+)/(\d+)", text)))]

    def _overlap(self, one, other) -> bool:
        if min(_right(one), _right(other)) - max(one[0], other[0]) <= 0.8:
            return False
        (top, bottom), (other_top, other_bottom) = self._letters(one), self._letters(other)
        return min(bottom, other_bottom) - max(top, other_top) > 0.4 * min(bottom - top, other_bottom - other_top)

    def _letters(self, word) -> tuple[float, float]:
        """Return top and bottom of the letters of a word."""
        _left, top, _right, bottom, text = word
        if OTHER_SCRIPT.search(text):
            spare = 0.3 * (bottom - top)
            return top + spare, bottom - spare
        if self.is_in_inter:
            em = (bottom - top) / sum(GUESSED)
            top, bottom = top + em * (GUESSED[0] - INTER[0]), bottom - em * (GUESSED[1] - INTER[1])
        spare = FIGURE * (bottom - top) if text.isdigit() else 0.0
        return top + spare, bottom - spare


def _top(word) -> float:
    return word[1]


def _right(word) -> float:
    left, _top, right, _bottom, text = word
    return left + 0.65 * (right - left) if PICTURE.match(text) else right


def _sizes(content: bytes, resources, area: float = 1.0) -> set[float]:
    """Return the sizes in which a stream of PDF sets text, of which `area` says how much it is enlarged.

    Only the operators that change a size are read: pypdf, which reads all of them, takes a second for each page.
    """
    found: set[float] = set()
    kept, within, size = [], 1.0, 0.0
    content = STRING.sub(b"()", content)
    for operator in OPERATOR.finditer(content):
        operands = content[max(operator.start() - 120, 0) : operator.start()].split()
        match operator[0]:
            case b"q":
                kept.append((area, size))
            case b"Q":
                area, size = kept.pop()
            case b"cm":
                area *= _area(operands[-6:])
            case b"BT":
                within = 1.0
            case b"Tm":
                within = _area(operands[-6:])
            case b"Tf":
                size = float(operands[-1])
            case b"Do":
                form = resources["/XObject"][operands[-1].decode()].get_object()
                if form["/Subtype"] == "/Form":
                    inner = form.get("/Resources", resources)
                    found |= _sizes(form.get_data(), inner, area * _area(form.get("/Matrix", (1, 0, 0, 1))))
            case _:
                found.add(size * sqrt(area * within))
    return found


def _area(matrix) -> float:
    """Return how much larger an area is after `matrix`."""
    return abs(float(matrix[0]) * float(matrix[3]) - float(matrix[1]) * float(matrix[2]))
