"""Every text on every screen of the hall, measured as the farthest reader sees it: as the distance setting promises."""

from datetime import timedelta
from math import atan, degrees

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_tournament
from tests.tournament.hanchan.last_hand.finals import enter, finals
from tests.tournament.planning.halls import open_doors
from tests.tournament.screens.halls import ACT, people, screen_event
from tournament.core.audit import Act
from tournament.core.models import Hanchan, Tournament
from tournament.events.actions import change_settings, set_public
from tournament.hanchan import actions
from tournament.planning.actions import draw_seating
from tournament.players.actions import add_players

PICTURES = ((1920, 1080), (1024, 768))
TEN = (
    ".seat-table, .seat-row .tile-letter, .seat-row .tile-glyph, .score-place, .score-total, .clock-chips strong,"
    ".race-place > :not(.hangs), .race-row:not(:has(.hangs)) .race-place, .last-place,"
    ".last-delta:not(:has(small))"
)
SEVEN = ".hall-name:not(.is-tiny) .name, .clock-head h1, .clock-sentence"

# Every visible text with the height of its capitals in px, and what it is; glyphs of tiles are drawings.
TEXTS = """([ten, seven]) => {
  const pen = document.createElement("canvas").getContext("2d");
  const found = [];
  const put = (element, capital, text) => {
    const what = element.closest(ten) ? 10 : element.closest(seven) ? 7 : 5;
    found.push([what, capital, text.trim().slice(0, 30)]);
  };
  const walker = document.createTreeWalker(document.querySelector("#content"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || element.closest(".visually-hidden, svg") || !element.offsetParent) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    if (size === 0) continue;
    pen.font = `${style.fontWeight} 1000px Inter`;  // of a small size some versions of Chromium give whole pixels
    put(element, (pen.measureText("H").actualBoundingBoxAscent * size) / 1000, node.textContent);
  }
  document.querySelectorAll(".tile-glyph").forEach((glyph) => {
    if (glyph.getBoundingClientRect().height) put(glyph, glyph.getBoundingClientRect().height * 0.9, "glyph");
  });
  return found;
}"""
# What leaves its room: the picture must not scroll, a name must not be cut, nothing may lie outside of the picture.
FAULTS = """() => {
  const faults = [];
  const html = document.documentElement;
  if (html.scrollWidth > innerWidth || html.scrollHeight > innerHeight) faults.push("the picture scrolls");
  document.querySelectorAll(".hall-name").forEach((box) => {
    if (!box.clientWidth) return;
    const isTall = box.clientHeight > box.parentElement.clientHeight * 1.1 + 1;
    if (box.scrollWidth > box.clientWidth + 1 || isTall) faults.push(`cut: ${box.textContent.trim()}`);
  });
  const clock = ".clock-chips li, .clock-foot p, .clock-order";
  const lists = ".seat-row, .score-row, .race-row, .last-row, .last-head";
  const rows = `${lists}, .race-stops > li, .seat-tables > li, ${clock}, .seat-drawn`;
  document.querySelectorAll(rows).forEach((row) => {
    const box = row.getBoundingClientRect();
    if (!box.height) return;
    const foot = document.querySelector("footer").getBoundingClientRect();
    const isIn = row.closest("footer") || box.bottom <= foot.top + 2;
    const head = document.querySelector(".hall-head")?.getBoundingClientRect().bottom ?? 0;
    const isWide = row.scrollWidth > row.clientWidth + 1;
    const isOut = box.left < -1 || box.right > innerWidth + 1 || box.top < head - 2 || isWide || !isIn;
    if (isOut) faults.push(`outside: ${row.textContent.trim().slice(0, 40)}`);
  });
  return faults;
}"""


class Viewer:
    """The farthest reader of a picture 140 cm high: looks at each page of a screen."""

    def __init__(self, page, height=140, metres=20):
        self.page, self.height, self.metres = page, height, metres
        self.faults, self.least, self.names = [], {10: 99.0, 7: 99.0, 5: 99.0}, set()

    def minutes(self, pixels, picture):
        return degrees(atan(pixels / picture * self.height / (self.metres * 100))) * 60

    def look(self, address, picture):
        self.page.set_viewport_size({"width": picture[0], "height": picture[1]})
        self.page.goto(address)
        self.page.wait_for_function("() => document.fonts.status === 'loaded'")
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        pages = max(self.page.locator("[data-dots] li").count(), 1)
        for _ in range(pages):
            where = f"{address.rpartition('/t/')[2]} at {picture[0]}"
            self.faults += [f"{where}: {fault}" for fault in self.page.evaluate(FAULTS)]
            for least, capital, text in self.page.evaluate(TEXTS, [TEN, SEVEN]):
                seen = self.minutes(capital, picture[1])
                self.least[least] = min(self.least[least], seen)
                if seen < least - 0.05:
                    self.faults.append(f"{where}: “{text}” is {seen:.1f} minutes, not {least}")
            self.names |= set(
                self.page.locator("[data-key]:visible").evaluate_all("all => all.map((row) => row.dataset.key)")
            )
            self.page.keyboard.press("ArrowRight")
        return pages


@pytest.fixture
def viewer(page, live_server):
    page.emulate_media(reduced_motion="reduce")
    viewer = Viewer(page)
    viewer.site = live_server.url
    return viewer


def test_the_standings_and_the_seating_of_a_hall(viewer):
    small, large = screen_event(36, 8), screen_event(200, 2, closed=1, name="Large")
    for player in large.players.all():
        large.players.filter(pk=player.pk).update(team=f"Øresund Thames {player.number % 50}")
    for picture in PICTURES:
        for name, tournament, query in (
            ("screen_standings", small, ""),
            ("screen_standings", large, ""),
            ("screen_race", small, ""),
            ("screen_race", large, ""),
            ("screen_seating_now", small, ""),
            ("screen_seating_now", large, ""),
            ("screen_seating_now", large, "?part=2/2"),
            ("screen_seating_now", large, "?by=table"),
            ("screen_test", large, "?players=200"),
            ("screen_teams", small, ""),
            ("screen_teams", large, ""),
        ):
            pages = viewer.look(viewer.site + reverse(name, args=[tournament.slug]) + query, picture)
            if (name, query, picture[0]) == ("screen_seating_now", "", 1920):
                assert pages <= 6, "a name is back within a minute"
    assert viewer.faults == [], "\n".join(viewer.faults)
    assert viewer.least[10] >= 10 and viewer.least[7] >= 7 and viewer.least[5] >= 5
    assert {str(number) for number in range(1, 37)} <= viewer.names


def test_the_standings_while_sheets_come_in(viewer):
    halls = [screen_event(36, 8), screen_event(64, 3, closed=1, name="Sixteen tables"), screen_event(200, 2, closed=1)]
    for hall in halls:
        set_public(tournament=hall, live_public=True, act=ACT)
        for picture in PICTURES:
            viewer.look(viewer.site + reverse("screen_standings", args=[hall.slug]), picture)
            assert viewer.page.locator(".score-square").count() == hall.players.count() // 4
    assert viewer.faults == [], "\n".join(viewer.faults)
    assert viewer.least[10] >= 10 and viewer.least[7] >= 7 and viewer.least[5] >= 5


def test_the_last_hand_of_two_finals(viewer):
    hall = finals()
    address = viewer.site + reverse("screen_last_hand", args=[hall.slug])
    for table in (1, 2):
        for picture in PICTURES:
            viewer.look(address, picture)
        enter(hall, table)
    for picture, pages in zip(PICTURES, (1, 2), strict=True):
        assert viewer.look(address, picture) == pages, "a picture that is nearly square shows one table at a time"
    assert viewer.faults == [], "\n".join(viewer.faults)
    assert viewer.least[10] >= 10 and viewer.least[7] >= 7 and viewer.least[5] >= 5


def test_a_still_board_by_table_and_a_nearer_reader(viewer):
    large = screen_event(200, 2, closed=1, name="Large")
    viewer.metres = 8
    address = viewer.site + reverse("screen_seating_now", args=[large.slug])
    assert viewer.look(f"{address}?by=table&distance=8", PICTURES[0]) == 1, "fifty tables stand still"
    assert viewer.faults == [], "\n".join(viewer.faults)
    change_settings(tournament=large, picture_height=100, farthest_seat=6, act=ACT)
    viewer.height, viewer.metres = 100, 6
    assert viewer.look(address, PICTURES[0]) <= 3
    assert viewer.faults == [], "\n".join(viewer.faults)


def test_the_clock_in_each_of_its_states(viewer):
    tournament = screen_event(36, 8)
    now, about = timezone.now(), Act(by=None, at=timezone.now())
    one = Hanchan.objects.get(tournament=tournament, number=7)
    address = viewer.site + reverse("screen_clock", args=[tournament.slug])
    Hanchan.objects.filter(tournament=tournament, number=8).update(planned_at=now + timedelta(hours=3))
    for table in range(1, 3):
        actions.add_minutes(hanchan=one, minutes=2 * table, table=table, act=about)
    for gone, phase in ((10, "play"), (87, "gold"), (92, "over"), (155, "over"), (250, "quiet")):
        Hanchan.objects.filter(pk=one.pk).update(started_at=now - timedelta(minutes=gone))
        if gone == 155:  # a table plays on for long, so that the hall stays red for more than an hour
            Hanchan.objects.filter(pk=one.pk).update(table_minutes={str(table): 80 for table in range(1, 10)})
        Tournament.objects.filter(pk=tournament.pk).update(edition=tournament.edition + gone)
        for picture in PICTURES:
            viewer.look(address, picture)
            assert viewer.page.locator("[data-clock]").get_attribute("data-phase") == phase
    actions.pause(hanchan=Hanchan.objects.get(pk=one.pk), act=about)
    viewer.look(address, PICTURES[0])
    assert viewer.page.locator("[data-clock]").get_attribute("data-phase") == "paused"
    assert viewer.faults == [], "\n".join(viewer.faults)


def test_the_words_of_a_draw_above_the_foot_of_the_seating(viewer):
    hall = open_doors(make_tournament(hanchan_count=4))
    add_players(tournament=hall, rows=people(80), act=ACT)
    draw_seating(tournament=hall, words="the six numbers of the lottery: 7 13 21 28 34 49", act=ACT)
    address = viewer.site + reverse("screen_seating", args=[hall.slug, 1])
    for picture in PICTURES:
        viewer.look(address, picture)
        viewer.look(f"{address}?by=table", picture)
        assert viewer.page.get_by_text("7 13 21 28 34 49").is_visible()
    assert viewer.faults == [], "\n".join(viewer.faults)
