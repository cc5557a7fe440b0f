"""`make pictures`: the pictures of the main pages in docs/pictures/, drawn from a fresh demo tournament; the banner of
the README, which has the hall, a phone and the desk of one moment; and what the wall does when a sheet comes in.

Starts a server of its own on an empty database in a temporary folder and needs a Chromium on the machine.
"""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFilter

from tests.browser import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
DESK, PHONE, HALL = (1280, 800), (390, 844), (1920, 1080)
EVENT = "spring-riichi-open-demo"

HAND = "tiles=234567m78s&win=9s&sets=345p&dora=1m&to=win"
LATE = "form-0-player=3&form-0-late=7&form-1-player=9&form-1-late=10:01"

# name of the picture, size of the window, address
PICTURES = (
    ("next", DESK, f"/manage/{EVENT}/"),
    ("players", DESK, f"/manage/{EVENT}/players/"),
    ("seating", DESK, f"/manage/{EVENT}/seating/8/"),
    ("swap", DESK, f"/manage/{EVENT}/seating/change/?what=wrong&hanchan=8&who=1&who=2"),
    ("matrix", (1280, 1100), f"/manage/{EVENT}/seating/report/matrix/"),
    ("repair", (1280, 1500), f"/manage/{EVENT}/seating/change/?what=missing&who=9&who=12&who=20&who=30&first=8"),
    ("hanchan", DESK, f"/manage/{EVENT}/hanchan/7/"),
    ("penalties", DESK, f"/manage/{EVENT}/penalties/give/?table=4&player=24&foul=NOTEN_RIICHI"),
    ("lateness", DESK, f"/manage/{EVENT}/penalties/late/?{LATE}"),
    ("standings", (1440, 900), f"/t/{EVENT}/"),
    ("player", (1280, 900), f"/t/{EVENT}/player/10/"),
    ("phone-standings", PHONE, f"/t/{EVENT}/?me=2"),
    ("phone-now", PHONE, f"/t/{EVENT}/now/?me=2"),
    ("phone-seating", PHONE, f"/t/{EVENT}/seating/"),
    ("phone-player", PHONE, f"/t/{EVENT}/player/2/"),
    ("phone-rules", PHONE, f"/t/{EVENT}/rules/"),
    ("phone-floor", PHONE, f"/manage/{EVENT}/floor/4/"),
    ("phone-referee", PHONE, f"/manage/{EVENT}/referee/?{HAND}#entry"),
    ("banner-clock", (1630, 1080), f"/t/{EVENT}/screen/clock/"),
    ("hall-clock", HALL, f"/t/{EVENT}/screen/clock/"),
    ("hall-standings", HALL, f"/t/{EVENT}/screen/standings/"),
    ("hall-seating", HALL, f"/t/{EVENT}/screen/seating/7/"),
    ("paper-report-sheets", DESK, f"/manage/{EVENT}/print/report-sheets/?hanchan=8"),
)

IN_LANGUAGES = ("hall-seating", "phone-player", "paper-report-sheets")
"""What players read most, once more in each language: `ja-hall-seating`."""


def in_languages() -> Iterator[tuple[str, tuple[int, int], str]]:
    """Yield those of the players once more in each language."""
    for name, size, address in PICTURES:
        for language in ("fr", "de", "ja") if name in IN_LANGUAGES else ():
            yield f"{language}-{name}", size, f"{address}{'&' if '?' in address else '?'}lang={language}"


@contextmanager
def server() -> Iterator[tuple[str, str]]:
    """A server with the demo tournament: its address and a sign-in link."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ, "SEKIGIME_VAR": folder, "DATABASE_URL": f"sqlite:///{folder}/pictures.sqlite3",
            "TIME_ZONE": "Europe/Amsterdam",
        }  # fmt: skip
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True)
        subprocess.run([*manage, "demo"], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        log = Path(folder) / "log"
        with log.open("w") as out:
            serving = subprocess.Popen([*manage, "serve", "--port", str(port)], cwd=ROOT, env=environment, stdout=out)
        try:
            yield f"http://localhost:{port}", _link(log)
        finally:
            serving.terminate()
            serving.wait()


def _link(log: Path) -> str:
    """The sign-in link, once the server has printed it."""
    for _ in range(120):
        found = re.search(r"http://\S+/sign-in/\S+", log.read_text())
        if found:
            return found.group()
        time.sleep(0.5)
    raise SystemExit("The server did not start.")


def main() -> None:
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        raise SystemExit("No Chromium on this machine. On Debian and Ubuntu: apt install chromium")
    FOLDER.mkdir(exist_ok=True)
    with server() as (site, link), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(reduced_motion="reduce")  # no picture of a button on its way to another colour
        page.goto(link)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/account/**")
        for picture in PICTURES:
            _draw(page, site, *picture)
        _typed_sheet(page, site)
        _moving_wall(page, site)
        _previewed_import(page, site)
        for picture in in_languages():  # from here on the browser asks for the last one
            _draw(page, site, *picture)
        browser.close()
    _banner()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


def _draw(page: "Page", site: str, name: str, size: tuple[int, int], address: str) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{site}{address}")
    page.locator("[aria-busy=true]").first.wait_for(state="detached")
    page.screenshot(path=FOLDER / f"{name}.png")


def _typed_sheet(page: "Page", site: str) -> None:
    """The desk with two digits exchanged: the picture of the page that matters most."""
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.goto(f"{site}/manage/{EVENT}/sheets/7/4/")
    for points in ("412", "331", "257", "191"):
        page.keyboard.type(points)
        page.keyboard.press("Enter")
    page.get_by_text("900 missing").first.wait_for()
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / "desk.png")


WALL, MOVES = (960, 540), 5.0  # pixels, seconds


def _moving_wall(page: "Page", site: str) -> None:
    """The two digits are put right, the sheet is accepted, and the standings of the hall move."""
    wall = page.context.browser.new_page(viewport={"width": WALL[0], "height": WALL[1]})  # type: ignore[union-attr]
    wall.goto(f"{site}/t/{EVENT}/screen/standings/")
    wall.locator(".score-square").first.wait_for()
    wall.wait_for_timeout(1000)
    page.keyboard.type("421")  # in the field that the page suspects
    for _ in range(4):
        page.keyboard.press("Enter")
    began, taken = time.monotonic(), list[tuple[float, Image.Image]]()
    while not taken or taken[-1][0] < MOVES:
        picture = Image.open(BytesIO(wall.screenshot()))
        taken.append((time.monotonic() - began, picture))
    wall.close()
    ends = [at for at, _picture in taken[1:]] + [MOVES + 2]
    stay = [round(1000 * (end - at)) for (at, _picture), end in zip(taken, ends, strict=True)]
    first, *rest = [picture for _at, picture in taken]
    first.save(FOLDER / "hall-moves.webp", save_all=True, append_images=rest, duration=stay, loop=0, quality=70)


BANNER = (1600, 560)
FELT, FELT_LIT, FRAME = (20, 62, 48), (38, 110, 84), (10, 25, 20)
PLACES = (  # picture, left, top, width, height, frame, radius
    ("banner-clock", 56, 64, 652, 432, 8, 8),
    ("desk", 948, 92, 616, 385, 0, 8),
    ("phone-now", 724, 45, 226, 470, 7, 30),
)
"""The phone comes last: it lies over both, where they meet."""


def _banner() -> None:
    """The wall, the desk and the hand on felt, under one light from above."""
    width, height = BANNER
    light = (
        Image.radial_gradient("L")
        .resize((2 * width, 3 * height))
        .crop((width // 2, height, width * 3 // 2, 2 * height))
    )
    banner = Image.composite(Image.new("RGB", BANNER, FELT), Image.new("RGB", BANNER, FELT_LIT), light)
    for name, left, top, wide, high, frame, radius in PLACES:
        box = (left - frame, top - frame, left + wide + frame, top + high + frame)
        shadow = Image.new("L", BANNER, 0)
        ImageDraw.Draw(shadow).rounded_rectangle([box[0], box[1] + 10, box[2], box[3] + 10], radius + frame, fill=120)
        banner.paste(FRAME, mask=shadow.filter(ImageFilter.GaussianBlur(14)))
        with Image.open(FOLDER / f"{name}.png") as picture:
            scaled = picture.convert("RGB").resize((wide, round(picture.height * wide / picture.width)))
        cut = Image.new("L", (wide, high), 0)
        ImageDraw.Draw(cut).rounded_rectangle([0, 0, wide - 1, high - 1], radius, fill=255)
        ImageDraw.Draw(banner).rounded_rectangle(box, radius + frame, fill=FRAME)
        banner.paste(scaled.crop((0, 0, wide, high)), (left, top), cut)
    banner.save(FOLDER / "banner.png", optimize=True)
    (FOLDER / "banner-clock.png").unlink()


ROWS = """氏名\t国\t所属\tEMA番号
Aiko Brandt\tDE\tTanyao Köln\t5100170
Luc Moreau\tFrankreich\tParis\t04020011
佐藤 花子\t日本\t雀荘さくら\t
Femke Jansen\tNL\tUtrecht\t080100021"""


def _previewed_import(page: "Page", site: str) -> None:
    """Pasted rows with what would happen, and the one row that is wrong."""
    page.goto(f"{site}/manage/{EVENT}/players/import/")
    page.locator("textarea").fill(ROWS)
    page.get_by_role("button", name="Preview the rows").click()
    page.get_by_text("nothing is added until").wait_for()
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / "import.png")


if __name__ == "__main__":
    main()
