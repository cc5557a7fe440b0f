"""The pictures for sharing as PNG files, drawn with the typeface of the pages.

They are 1200 × 630, what programs for chats and posts show beside a link, and drawn twice as large, then made smaller:
so lines and letters are smooth. Pillow has no layout of its own, so sizes and positions are here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import groupby

from django.contrib.staticfiles.finders import find
from PIL import Image, ImageColor, ImageDraw, ImageFont

from scoring.points import P, Points
from tournament.core.typeface import face_characters, face_file, is_drawn
from tournament.standings.road_picture import RoadPicture
from tournament.standings.share_card import EventCard, EventCardRow, RoadCard
from tournament.templatetags.sekigime import shared_mark

WIDTH, HEIGHT, MARGIN, EDGE = 1200, 630, 56, 14
FINE = 2
"""Drawn so many times as large."""
STEP, NEAR = 16, 6
"""Of 255, from one colour to the next, and where two are one: enough for smooth edges, and the file is a third of the
size."""
LARGE = 200
"""The size in which texts are measured."""
LEAST = 20
"""No letter is smaller: a chat shows the picture at a third of its width."""
TWO_LINES = 26
"""The most of a name that takes two lines of its row."""
REGULAR, SEMIBOLD, BOLD = 400, 600, 800
FULL, BAR_HEIGHT, BAR_STEP, BAR_WIDTH, MOST_BAR = 50 * P, 22, 21, 17, 34
"""A score of FULL has a bar as high as BAR_HEIGHT; the highest is MOST_BAR."""
ROAD_TOP = 288


@dataclass(frozen=True, slots=True)
class Tones:
    """The colours of a card, those of tokens.css."""

    ground: str
    ink: str
    muted: str
    line: str
    up: str
    up_past: str
    down: str
    down_past: str
    edge: str


LIGHT = Tones("#f7f3ea", "#1d1f1c", "#66655b", "#ddd6c6", "#1e5b46", "#5b8a76", "#b3261e", "#cb6059", "#cbbf9f")
DARK = Tones("#10241d", "#f7f3ea", "#bcc7bf", "#2f4a3f", "#93dcb8", "#5b9f80", "#ffb4a8", "#cf7c70", "#f5c451")
TILE, TILE_EDGE, TILE_INK = "#fffdf8", "#cbbf9f", "#1d1f1c"
MARK_RED = "#b3261e"


def draw_event(card: EventCard, address: str, tones: Tones) -> bytes:
    """Return the picture of an event; `address` is where its pages are."""
    pen = Pen(tones)
    y = float(MARGIN)
    size, lines = pen.lines(card.name, 58, 340, most=4)
    for line in lines:
        pen.text((MARGIN, y), line, size, tones.ink, BOLD)
        y += size * 1.06
    y += 22
    for fact in card.facts:
        for line in pen.lines(fact, 26, 340, most=2, weight=REGULAR)[1]:
            pen.text((MARGIN, y), line, 26, tones.muted)
            y += 36
    pen.mark((MARGIN, 518), 56)
    pen.text((MARGIN + 70, 532), pen.short(address, 24, 270), 24, tones.muted)
    y = 50
    for at, row in enumerate(card.rows):
        height = 64 if at else 82
        _event_row(pen, row, y, height, is_first=not at)
        y += height
    return pen.png()


def _event_row(pen: "Pen", row: EventCardRow, y: float, height: int, *, is_first: bool) -> None:
    tones, left, right = pen.tones, 424, WIDTH - MARGIN
    size, middle = (36 if is_first else 32), y + height / 2
    tone = tones.up if is_first else tones.ink
    bars = [*row.scores[-9:]]
    bars_left = right - 152 - len(bars) * BAR_STEP
    _place(pen, row.place, left, middle, size, tone)
    _name(pen, row, (left + 58, middle), size, bars_left - left - 120)
    pen.line((bars_left - 2, middle), (bars_left + len(bars) * BAR_STEP - 2, middle), tones.line, 1)
    for at, score in enumerate(bars):
        _bar(pen, bars_left + at * BAR_STEP, middle, score, is_last=at == len(bars) - 1)
    pen.text((right, middle), row.total, pen.size(row.total, size, 148, BOLD), tone, BOLD, "rm")
    pen.line((left, y + height), (right, y + height), tones.line, 1)


def _place(pen: "Pen", place: str, left: float, middle: float, size: int, tone: str) -> None:
    """Write a place before a name; a short mark that it is shared hangs behind, so that numbers are in a column."""
    number = place.rstrip(shared_mark())
    mark = place.removeprefix(number)
    if pen.width(mark, LEAST, BOLD) > 20:
        pen.text((left + 48, middle), place, pen.size(place, size, 48, BOLD), tone, BOLD, "rm")
        return
    size_of_number = pen.size(number, size, 33, BOLD)
    end = pen.text((left + 33, middle), number, size_of_number, tone, BOLD, "rm")
    pen.text((end + 1, middle), mark, max(size_of_number * 0.7, LEAST), tone, BOLD, "lm")


def _name(pen: "Pen", row: EventCardRow, at: tuple[float, float], size: float, room: float) -> None:
    """Write a name with its country; one that has no room on a line stands on two."""
    lines: tuple[str, ...] = (row.name,)
    if pen.width(row.name, size, SEMIBOLD) > room:
        size, lines = pen.lines(row.name, TWO_LINES, room, most=2, weight=SEMIBOLD)
    end, y = at[0], at[1] + max(len(lines) - 1, 0) * size * 0.56
    for behind, line in enumerate(reversed(lines)):
        right = pen.text((at[0], y - behind * size * 1.12), line, size, pen.tones.ink, SEMIBOLD, "lm")
        end = end if behind else right
    pen.text((end + 10, y + size * 0.33), row.country, 21, pen.tones.muted, REGULAR, "ls")


def _bar(pen: "Pen", x: float, y: float, score: Points | None, *, is_last: bool) -> None:
    if not score:
        return
    tones, height = pen.tones, min(MOST_BAR, max(1.5, abs(score) * BAR_HEIGHT / FULL))
    up, down = (tones.up, tones.down) if is_last else (tones.up_past, tones.down_past)
    box = (x, y - height, x + BAR_WIDTH, y) if score > 0 else (x, y, x + BAR_WIDTH, y + height)
    pen.box(box, up if score > 0 else down, radius=2)


def draw_road(card: RoadCard, legend: str, tones: Tones) -> bytes:
    """Return the picture of a player's road; `legend` says what its numbers are."""
    pen = Pen(tones)
    pen.tile((MARGIN, 52, MARGIN + 150, 240), card.place)
    left, right, foot = 248, WIDTH - MARGIN, HEIGHT - EDGE - 41
    size, lines = pen.lines(card.name, 92, right - left, most=1)
    if size < 64:
        size, lines = pen.lines(card.name, 64, right - left, most=2)
    y = 100.0 if len(lines) == 1 else 62.0
    for line in lines:
        pen.text((left, y), line, size, tones.ink, BOLD, "lm")
        y += size * 0.95
    tone = tones.down if card.is_minus else tones.up
    start = right - pen.width(card.total, 76, BOLD)
    pen.text((right, 206), card.total, 76, tone, BOLD, "rm")
    pen.text((left, 181), pen.short(card.position, 32, start - left - 40), 32, tones.muted, REGULAR, "lm")
    pen.text((left, 223), pen.short(card.origin, 32, start - left - 40), 32, tones.muted, REGULAR, "lm")
    _road(pen, card.road)
    room = right - MARGIN - 40 - pen.width(legend, 26)
    end = pen.text((MARGIN, foot), pen.short(card.event[0], 26, room * 0.55, SEMIBOLD), 26, tones.ink, SEMIBOLD, "lm")
    rest = "".join(f" · {part}" for part in card.event[1:])
    pen.text((end, foot), pen.short(rest, 26, room - (end - MARGIN)), 26, tones.muted, REGULAR, "lm")
    pen.text((right, foot), legend, 26, tones.muted, REGULAR, "rm")
    return pen.png()


def _road(pen: "Pen", road: RoadPicture) -> None:
    tones, radius, bottom = pen.tones, road.layout.radius, ROAD_TOP + road.layout.height
    for line in road.lines:
        corners = [tuple(map(int, corner.split(","))) for corner in line.split()]
        pen.path([(MARGIN + x, ROAD_TOP + y) for x, y in corners], tones.up, 7)
    for point in road.points:
        x, y = MARGIN + point.x, ROAD_TOP + point.y
        if point.place:
            if point.has_ring:
                pen.ring((x, y), radius, tones.up, tones.up if point.is_last else tones.ground, 5)
            ink = tones.ground if point.is_last and point.has_ring else tones.ink
            size = 30 if len(point.place) < 3 else LEAST
            pen.text((x, y if point.has_ring else y - 24), point.place, size, ink, SEMIBOLD, "mm")
        if point.label:
            pen.text((x, bottom - 14), point.label, 26, tones.muted, REGULAR, "mm")


class Pen:
    """A picture that is being drawn, in its own coordinates."""

    def __init__(self, tones: Tones) -> None:
        self.tones = tones
        self.image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), tones.ground)
        self.draw = ImageDraw.Draw(self.image)
        self.box((0, HEIGHT - EDGE, WIDTH, HEIGHT), tones.edge)

    def png(self) -> bytes:
        """Return the file."""
        small = self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        file = BytesIO()
        small.quantize(palette=_palette(self.tones), dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        return file.getvalue()

    def box(self, corners: Sequence[float], tone: str, radius: float = 0) -> None:
        """Fill a box, its corners rounded."""
        self.draw.rounded_rectangle([one * FINE for one in corners], radius * FINE, fill=tone)

    def line(self, start: Sequence[float], end: Sequence[float], tone: str, width: int) -> None:
        """Draw a straight line."""
        self.draw.line([one * FINE for one in (*start, *end)], fill=tone, width=width * FINE)

    def path(self, corners: Sequence[tuple[float, float]], tone: str, width: int) -> None:
        """Draw a line of several corners."""
        self.draw.line([(x * FINE, y * FINE) for x, y in corners], fill=tone, width=width * FINE, joint="curve")

    def ring(self, middle: Sequence[float], radius: float, tone: str, inside: str, width: int) -> None:
        """Draw a ring, filled inside."""
        x, y = middle
        corners = [(x - radius) * FINE, (y - radius) * FINE, (x + radius) * FINE, (y + radius) * FINE]
        self.draw.ellipse(corners, fill=inside, outline=tone, width=width * FINE)

    def tile(self, corners: tuple[float, float, float, float], place: str) -> None:
        """Draw a tile with its lower edge, and a place on it."""
        left, top, right, bottom = corners
        self.box(corners, TILE_EDGE, radius=20)
        self.box((left + 1, top + 1, right - 1, bottom - 15), TILE, radius=20)
        size = self.size(place, 100, (right - left) * 0.8, BOLD)
        self.text(((left + right) / 2, (top + bottom) / 2 - 8), place, size, TILE_INK, BOLD, "mm")

    def mark(self, corner: tuple[int, int], size: int) -> None:
        """Set the mark of Sekigime."""
        with Image.open(str(find("tournament/icon/icon-180.png"))) as icon:
            small = icon.convert("RGBA").resize((size * FINE, size * FINE), Image.Resampling.LANCZOS)
        self.image.paste(small, (corner[0] * FINE, corner[1] * FINE), small)

    def text(
        self, at: tuple[float, float], text: str, size: float, tone: str, weight: int = REGULAR, anchor: str = "la"
    ) -> float:
        """Write text on one line and return where it ends. `anchor` is that of Pillow: left, middle or right, and
        above (a), middle (m) or baseline (s)."""
        x, y = at
        x -= {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * self.width(text, size, weight)
        y += {"a": 0.97, "m": 0.364, "s": 0.0}[anchor[1]] * size  # to the baseline: half of a capital is 0.364 high
        for run, is_asian in _runs(text):
            font = _font(round(size * FINE), weight, is_asian)
            self.draw.text((x * FINE, y * FINE), run, font=font, fill=tone, anchor="ls", features=_features(run))
            x += _length(run, weight, is_asian) * size
        return x

    def width(self, text: str, size: float, weight: int = REGULAR) -> float:
        """Return how wide text is."""
        return sum(_length(run, weight, is_asian) for run, is_asian in _runs(text)) * size

    def size(self, text: str, size: float, room: float, weight: int = REGULAR) -> float:
        """Return the largest size, up to `size`, in which text has room."""
        while size > 1 and self.width(text, size, weight) > room:
            size -= 1
        return size

    def short(self, text: str, size: float, room: float, weight: int = REGULAR) -> str:
        """Return text as far as it has room, then an ellipsis."""
        if self.width(text, size, weight) <= room:
            return text
        while text and self.width(f"{text}…", size, weight) > room:
            text = text[:-1]
        return f"{text.rstrip()}…"

    def lines(
        self, text: str, size: float, room: float, *, most: int, weight: int = BOLD
    ) -> tuple[float, tuple[str, ...]]:
        """Return text in up to `most` lines, and the size in which they have room: smaller where that is needed,
        shorter where LEAST would not do."""
        while size >= LEAST:
            lines = self._wrapped(text, size, room, weight)
            if len(lines) <= most and all(self.width(line, size, weight) <= room for line in lines):
                return size, tuple(lines)
            size -= 2
        lines = self._wrapped(text, LEAST, room, weight)
        kept = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        return LEAST, tuple(self.short(line, LEAST, room, weight) for line in kept)

    def _wrapped(self, text: str, size: float, room: float, weight: int) -> list[str]:
        lines: list[str] = []
        for word in text.split():
            if lines and self.width(f"{lines[-1]} {word}", size, weight) <= room:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines


@lru_cache
def _palette(tones: Tones) -> Image.Image:
    """All colours of a picture: each with its steps to what it lies on."""
    on_ground = (tones.ink, tones.muted, tones.line, tones.up, tones.up_past, tones.down, tones.down_past, tones.edge)
    pairs = [(one, tones.ground) for one in (*on_ground, TILE, TILE_EDGE)]
    pairs += [(TILE_INK, TILE), (TILE_EDGE, TILE), (LIGHT.up, TILE), (MARK_RED, TILE), (tones.ground, tones.up)]
    colours: list[tuple[int, ...]] = [ImageColor.getrgb(tones.ground)]
    for one, other in pairs:
        between = list(zip(ImageColor.getrgb(one), ImageColor.getrgb(other), strict=True))
        steps = max(abs(b - a) for a, b in between) // STEP
        for step in range(steps + 1):
            colour = tuple(round(a + (b - a) * step / max(steps, 1)) for a, b in between)
            if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) > NEAR for other in colours):
                colours.append(colour)
    found = Image.new("P", (1, 1))
    found.putpalette([part for colour in colours for part in colour])
    return found


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of text by their face: Noto's, or Inter's. What neither has is left out: nobody reads a box."""
    drawn = (letter for letter in text if is_drawn(letter))
    for is_asian, letters in groupby(drawn, key=lambda letter: ord(letter) not in face_characters(is_asian=False)):
        yield "".join(letters), is_asian


def _features(run: str) -> list[str]:
    """Numbers alone stand in a column."""
    return [] if any(letter.isalpha() for letter in run) else ["tnum"]


def _length(run: str, weight: int, is_asian: bool) -> float:
    """The width of a text of size 1. Letters of all sizes are of the same form, and a face is slow to load."""
    return _font(LARGE, weight, is_asian).getlength(run, features=_features(run)) / LARGE


@lru_cache(maxsize=64)
def _font(size: int, weight: int, is_asian: bool) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(face_file(is_asian), size)
    font.set_variation_by_axes([weight] if is_asian else [32, weight])
    return font
