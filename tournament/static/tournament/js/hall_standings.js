/* The scoreboard: as many rows a page as the picture and the distance have room for. The cut stands under every page but
   the one that its line runs through; of a very long list the pages up to the cut are shown, the rest is on phones.
   Rows that moved slide to their new place before the page turns. */
(() => {
  "use strict";

  const MOST_PAGES = 6; /* 72 seconds; more would be waited for */
  const SLIDE = 200; /* ms */
  const LINE = 6; /* px, of the dashed line of a cut */
  const {hall} = window;
  let before = new Map();

  const screen = () => document.querySelector("[data-live]");
  const rows = () => [...document.querySelectorAll(".score-rows > li")];

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
    const whole = pages.length;
    const last = line ? pages.findIndex((page) => page.end > line) + 2 : 5;
    if (whole > MOST_PAGES) pages = pages.slice(0, Math.max(last, 2));
    document.querySelector("[data-phones]").hidden = pages.length === whole;
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
        slide();
      },
    };
  };

  const seen = () => new Map(rows().filter((row) => !row.hidden).map((row) => [row.dataset.key, row.getBoundingClientRect().top]));

  const slide = () => {
    if (!before.size || hall.still.matches) return;
    rows().filter((row) => !row.hidden && before.has(row.dataset.key)).forEach((row) => {
      const by = before.get(row.dataset.key) - row.getBoundingClientRect().top;
      if (by) row.animate([{transform: `translateY(${by}px)`}, {transform: "none"}], {duration: SLIDE, easing: "ease-out"});
    });
    before = new Map();
  };
  document.addEventListener("hall:before", () => { before = seen(); });
  document.dispatchEvent(new CustomEvent("hall:resized"));
})();
