/* The scoreboard: as many rows a page as the picture and the distance have room for. The cut stands under every page but
   the one that its line runs through; of a very long list the pages up to the cut are shown, the rest is on phones.
   Rows that moved slide to their new place before the page turns (moves.js). While sheets of the hanchan in play are
   shown, the foot has a square for each table; those that are lit are named, and once all are in it is the usual foot. */
(() => {
  "use strict";

  const MOST_NAMED = 3; /* squares at the end of two lines of small ones */
  const LINE = 6; /* px, of the dashed line of a cut */
  const {mostPages, firstPages} = document.body.dataset; /* screens/scoreboard.py */
  const {hall, moves} = window;
  const language = document.documentElement.lang || "en";
  let lit = new Map();

  const screen = () => document.querySelector("[data-live]");
  const rows = () => [...document.querySelectorAll(".score-rows > [data-key]")];

  const heights = (list, all) => {
    all.forEach((row) => { row.hidden = false; });
    list.dataset.leaders = "";
    const first = all.slice(0, 4).map((row) => row.offsetHeight);
    delete list.dataset.leaders;
    return {first, usual: all.length ? all[all.length - 1].offsetHeight : 1};
  };

  /* How many rows from `start` fit into `room`. */
  const fitting = (size, start, count, room) => {
    let used = 0;
    let n = 0;
    while (start + n < count) {
      used += start === 0 ? size.first[Math.min(n, size.first.length - 1)] : size.usual;
      if (used > room + 1) break;
      n += 1;
    }
    return Math.max(n, 1);
  };

  const paged = (list, all, line, cut) => {
    const size = heights(list, all);
    if (cut) cut.hidden = true;
    const room = list.clientHeight - LINE;
    const strip = cut ? cut.dataset.height : 0;
    const pages = [];
    for (let start = 0; start < all.length;) {
      let n = fitting(size, start, all.length, room);
      const hasLine = line > start && line < start + n;
      if (cut && !hasLine) n = fitting(size, start, all.length, room - strip);
      pages.push({start, end: start + n, hasLine: cut ? hasLine : true});
      start += n;
    }
    return pages;
  };

  hall.layout = () => {
    const list = document.querySelector(".score-rows");
    if (!list) return {count: 0, show: () => {}, labels: []};
    const all = rows();
    const cut = document.querySelector("[data-cut]");
    const line = Number(screen().dataset.line);
    if (cut) {
      cut.hidden = false;
      cut.dataset.height = String(cut.offsetHeight);
    }
    let pages = paged(list, all, line, cut);
    const last = line ? pages.findIndex((page) => page.end > line) + 2 : Number(firstPages);
    if (pages.length > Number(mostPages)) pages = pages.slice(0, Math.max(last, 2));
    all.forEach((row, i) => row.classList.toggle("has-line", line > 0 && i === line));
    return {
      count: pages.length,
      labels: [],
      show(n) {
        const page = pages[n];
        all.forEach((row, i) => { row.hidden = i < page.start || i >= page.end; });
        if (page.start === 0) list.dataset.leaders = "";
        else delete list.dataset.leaders;
        list.classList.toggle("is-full", page.end < all.length);
        if (cut) cut.hidden = page.hasLine;
        screen().querySelectorAll(".hall-name").forEach((box) => box.clientWidth && hall.fitName(box));
        moves.play(screen());
      },
    };
  };

  /* --- a change --------------------------------------------------------------------------------------------------- */

  const squares = () => [...document.querySelectorAll(".score-squares > [data-key]")];
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_whole, name) => values[name]);

  /* “Table 6 just in”, the tables in gold. */
  const name = (box, tables, isCorrected) => {
    const {one, many, corrected, new: arrived} = box.dataset;
    const which = document.createElement("strong");
    which.textContent = fill(tables.length > 1 ? many : one, {n: new Intl.ListFormat(language).format(tables)});
    const [before, after] = (isCorrected ? corrected : arrived).split("{tables}");
    box.append(before, which, after, " ");
  };

  const foot = () => {
    const box = document.querySelector("[data-arrived]");
    if (!box) return;
    const now = squares().filter((square) => lit.has(square.dataset.key));
    box.hidden = !now.length;
    box.replaceChildren();
    for (const isCorrected of [false, true]) {
      const tables = now.filter((square) => lit.get(square.dataset.key) === isCorrected);
      if (tables.length) name(box, tables.map((square) => square.querySelector("b").textContent), isCorrected);
    }
    box.classList.toggle("is-cut", box.scrollWidth > box.clientWidth);
    document.querySelectorAll(".score-squares > .is-copy").forEach((copy) => copy.remove());
    const list = document.querySelector(".score-squares.has-two-lines");
    for (const square of list ? now.slice(-MOST_NAMED) : []) {
      const copy = square.cloneNode(true);
      delete copy.dataset.key;
      copy.classList.add("is-copy");
      copy.querySelector("b").classList.remove("visually-hidden");
      copy.setAttribute("aria-hidden", "true");
      list.append(copy);
    }
    const was = screen().classList.contains("is-arriving");
    screen().classList.toggle("is-arriving", now.length > 0);
    const isOtherFoot = was !== now.length > 0 && screen().matches(".is-complete");
    if (isOtherFoot) document.dispatchEvent(new CustomEvent("hall:resized"));
  };

  document.addEventListener("moves:lit", ({detail}) => {
    lit = detail;
    foot();
  });
  document.addEventListener("moves:leaving", ({detail}) => detail.querySelectorAll(".hall-name").forEach(hall.fitName));
  document.addEventListener("hall:before", () => { if (!hall.isQuiet) moves.note(screen()); });

  /* A quiet screen shows what is new when its page turns; any other two seconds after the last slide, but the squares at
     once. */
  hall.delay = (part) => {
    if (hall.isQuiet) return hall.untilTurn();
    const coming = part.querySelector(".score-squares");
    if (moves.rest && coming && squares().length) moves.herald(coming);
    return moves.rest;
  };
  document.dispatchEvent(new CustomEvent("hall:resized"));
})();
