"""Where the letters of a page are: texts that lie on each other, touch across cells, are cut, or leave the picture."""

import re

from tests.e2e.paper import Printed

A4 = {"auto": {"width": 703, "height": 1032}, "wide": {"width": 1032, "height": 703}}
"""What a sheet has inside the margins of a public page, 186 mm × 273 mm, in px, upright and on its side."""

FAULTS = """([air, within]) => {
  const faults = new Set();
  const say = (fault, ...boxes) => faults.add(`${fault}: ${boxes.map((box) => `“${box.text}”`).join(" ")}`);
  const look = {visibilityProperty: true, opacityProperty: true}; // a closed <details> hides what is in it
  const boxes = [];
  const measured = (node, element, rects, text) => {
    if (element.closest(".visually-hidden, select, textarea, option") || !element.checkVisibility(look)) return;
    const address = element.closest(".hall-address");  // what has no room there is left out as a whole
    if (address && rects[0].top >= address.getBoundingClientRect().bottom - 1) return;
    const clips = [];
    let floating = null;
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (["fixed", "sticky"].includes(style.position)) floating = floating || up;
      if (style.overflowX !== "visible" || style.overflowY !== "visible") clips.push([up, style]);
    }
    for (const rect of rects) {
      if (rect.width < 1 || rect.height < 1) continue;
      const isDot = element.classList.contains("dot");
      const [above, below] = isDot ? [0, 1] : [0.2, 0.8]; // capitals, not the line
      const hangs = /[gjpqy,;]/.test(text) ? 0.97 : below;
      const box = {
        node, text, isDot, floating, cell: element.closest("td, th, .score-row > *, .seat-row > *"),
        left: rect.left, right: rect.right,
        top: rect.top + above * rect.height, bottom: rect.top + below * rect.height,
      };
      const lowest = rect.top + hangs * rect.height;
      let gone = false;
      for (const [clip, style] of clips) {
        const edge = clip.getBoundingClientRect();
        if (edge.width <= 1 || edge.height <= 1) gone = true;
        if (box.right <= edge.left || box.left >= edge.right || box.bottom <= edge.top || box.top >= edge.bottom) {
          if (within) say("cut away", box);
          gone = true;
        }
        const isClamped = style.webkitLineClamp !== "none"; // ends with dots, as one line may
        const isShort = isClamped || style.textOverflow === "ellipsis";
        if (gone || style.overflowX !== "hidden" && style.overflowX !== "clip") continue;
        if (!isShort && (box.left < edge.left - 1.5 || box.right > edge.right + 1.5)) say("cut at the side", box);
        if (box.top < edge.top - 1 || (!isClamped && lowest > edge.bottom + 0.5)) say("cut", box);
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
      }
      if (gone) continue;
      if (within && (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || lowest > innerHeight + 1)) {
        say("outside of the picture", box);
      }
      boxes.push(box);
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, noscript")) continue;
    if (element.classList.contains("dot")) {
      measured(element, element, [element.getBoundingClientRect()], `(${element.textContent.trim()})`);
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    measured(node, element, range.getClientRects(), node.data.trim().slice(0, 40));
  }
  boxes.sort((one, other) => one.top - other.top);
  const row = (cell) => cell && cell.parentElement;
  boxes.forEach((one, i) => {
    for (const other of boxes.slice(i + 1)) {
      if (other.top >= one.bottom) break;
      if (one.node === other.node || one.floating !== other.floating) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - other.top;
      if (down <= 1) continue;
      if (across > 1) say("on each other", one, other);
      else if (one.isDot !== other.isDot && -across < 2) say("the dot touches", one, other);
      else if (-across < air && one.cell !== other.cell && row(one.cell) && row(one.cell) === row(other.cell)) {
        say("no space between", one, other);
      }
    }
  });
  return [...faults];
}"""

AT_REST = """async (width) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (innerWidth !== width || document.fonts.status !== "loaded") await frame();
  await frame();
  await frame();
}"""
"""A busy browser hears of another window a while later, and lays the page out in the frame after that."""

HEADINGS = """() => [...document.querySelectorAll("h2, h3")].map((one) => one.innerText.replace(/\\s+/g, " ").trim())"""

GLUED = re.compile(r"\d[+−▲▼]|[▲▼]\d+[^\d\W]|\.\d\d+\.\d|,\d\d+,\d")
"""Figures of two cells that stand together as one word, with points or commas before their decimals."""
A_DAY = re.compile(r"\d\d\.\d\d\.\d{4},?")
"""A day as German writes it in a list."""


def page_faults(page, air=3, within=False):
    """What is wrong with the texts of the page as it is laid out. `air` is the least space in px between two cells;
    `within`: the window is a picture, which nothing may leave."""
    page.evaluate(AT_REST, page.viewport_size["width"])
    return page.evaluate(FAULTS, [air, within])


def print_faults(page, path):
    """What is wrong with the page as Ctrl+P prints it, first as it is laid out on a sheet, then in the file."""
    page.emulate_media(media="print")
    page.set_viewport_size(A4[page.evaluate("getComputedStyle(document.body).page")])
    faults = page_faults(page, air=2)
    headings = set(page.evaluate(HEADINGS)) - {""}
    page.pdf(path=path, prefer_css_page_size=True)
    page.emulate_media(media="screen")
    return faults + paper_faults(Printed(path), headings)


def paper_faults(printed, headings=frozenset()):
    """What is wrong with a printed file: overlaps, figures that run together, headings alone at the foot."""
    # What has an outline is printed twice, of which poppler may keep the sign out.
    twice = [(one, other) for one, other in printed.overlaps() if not one.endswith(other)]
    faults = [f"on each other: “{one}” “{other}”" for one, other in twice]
    for page in printed.words:
        faults += [
            f"no space within “{word[4]}”" for word in page if GLUED.search(word[4]) and not A_DAY.fullmatch(word[4])
        ]
        lines = sorted(page, key=lambda word: word[3])
        lines = [word for word in lines if not _is_page_number(word, lines)]
        lowest = " ".join(word[4] for word in lines if lines[-1][3] - word[3] < 2) if lines else ""
        if page is not printed.words[-1] and lowest in headings:
            faults.append(f"alone at the foot: “{lowest}”")
    return faults


def _is_page_number(word, lines):
    """The numbers below the text: "1 / 3"."""
    return lines[-1][3] - word[3] < 2 and re.fullmatch(r"\d+|/", word[4]) is not None
