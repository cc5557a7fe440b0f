/* The seating laid out: as many names a page as the picture and the distance have room for, down the columns, letters of
   the page in the head. Few names are shown larger. Tables as cards: all of them still, where letters stay readable. */
(() => {
  "use strict";

  const {hall} = window;
  const pixels = (element) => parseFloat(getComputedStyle(element).fontSize);
  const empty = {count: 0, show: () => {}, labels: []};

  /* Rows and columns that fit, by the size of a table number: `tall`, `wide` and `gap` are in it (screens/name_board.py). */
  const room = (list, size, {tall, wide}, gap) => {
    const columns = Math.max(1, Math.floor((list.clientWidth + gap * size) / ((wide + gap) * size)));
    return {columns, rows: Math.max(1, Math.floor((list.clientHeight + 1) / (tall * size)))};
  };

  const put = (list, name, value) => list.style.setProperty(name, String(value));

  /* Where pages begin: even, a family name not divided where the next page has room for all of it. */
  const beginnings = (rows, pages, most) => {
    const marks = [0];
    for (let page = 1; page < pages; page += 1) {
      const left = rows.length - marks[page - 1];
      let at = marks[page - 1] + Math.ceil(left / (pages - page + 1));
      const family = rows[at].dataset.family;
      let back = at;
      while (back > marks[page - 1] + 1 && rows[back - 1].dataset.family === family) back -= 1;
      if (rows[at - 1].dataset.family === family && rows.length - back <= (pages - page) * most) at = back;
      marks.push(at);
    }
    return [...marks, rows.length];
  };

  const byName = (list) => {
    const rows = [...list.children];
    if (!rows.length) return empty;
    rows.forEach((row) => { row.hidden = false; });
    put(list, "--grow", 1);
    const usual = pixels(list);
    const rooms = JSON.parse(list.dataset.rooms);
    let each = rooms.large;
    const needs = (scale) => {
      const found = room(list, usual * scale, each, rooms.gap);
      return {...found, pages: Math.ceil(rows.length / (found.rows * found.columns))};
    };
    list.dataset.size = "large";
    if (needs(1).pages > rooms.largePages) {
      each = rooms.usual;
      delete list.dataset.size;
    }
    /* Letters as large as the same number of pages allows. */
    const {pages} = needs(1);
    let grow = 1;
    for (let scale = 1.05; scale < 3 && needs(scale).pages <= pages; scale += 0.05) grow = scale;
    const fit = needs(grow);
    const size = usual * grow;
    put(list, "--grow", grow);
    const marks = beginnings(rows, pages, fit.rows * fit.columns);
    const most = Math.max(...marks.slice(1).map((mark, i) => mark - marks[i]));
    const deep = Math.ceil(most / fit.columns);
    put(list, "--columns", fit.columns);
    put(list, "--rows", deep);
    put(list, "--row", `${Math.min(list.clientHeight / deep, 2 * size)}px`);
    const range = (i) => {
      const letters = rows.slice(marks[i], marks[i + 1]).map((row) => row.dataset.letter);
      const latin = letters.filter((letter) => /^[A-Z]$/.test(letter)); /* other scripts follow after Z */
      const [first, last] = [letters[0], (latin.length ? latin : letters).at(-1)];
      return first === last ? first : `${first}–${last}`;
    };
    const labels = marks.slice(1).map((_mark, i) => range(i));
    return {
      count: pages,
      labels,
      show(n) {
        rows.forEach((row, i) => { row.hidden = i < marks[n] || i >= marks[n + 1]; });
        const head = document.querySelector("[data-range]");
        if (head) head.textContent = labels[n];
        list.querySelectorAll(".seat-row:not([hidden]) .hall-name").forEach(hall.fitName);
      },
    };
  };

  /* The largest letters with which all cards stand on one page; else those of the distance, and pages. */
  const byTable = (list) => {
    const cards = [...list.children];
    if (!cards.length) return empty;
    const WIDE = 9.6;
    const TALL = 2.3 + 1.75 * Math.max(...cards.map((card) => card.querySelectorAll("li").length));
    const least = pixels(list);
    const [width, height] = [list.clientWidth, list.clientHeight];
    const sizeFor = (columns) => Math.min(width / columns / WIDE, height / Math.ceil(cards.length / columns) / TALL);
    let columns = 1;
    for (let n = 2; n <= cards.length; n += 1) if (sizeFor(n) > sizeFor(columns)) columns = n;
    let size = Math.min(sizeFor(columns), least * 1.6);
    let each = cards.length;
    if (size < least) { /* pages, as even as can be: no page of one table */
      const rows = Math.max(1, Math.floor(height / (TALL * least)));
      const most = rows * Math.max(1, Math.floor(width / (WIDE * least)));
      each = Math.ceil(cards.length / Math.ceil(cards.length / most));
      columns = Math.ceil(each / rows);
      size = Math.max(least, Math.min(width / columns / WIDE, height / rows / TALL));
    }
    put(list, "--columns", columns);
    put(list, "--card", `${size}px`);
    const pages = Math.ceil(cards.length / each);
    const number = (i) => cards[i].querySelector(".seat-table").lastChild.textContent.trim();
    const label = (first, last) => (first === last ? number(first) : `${number(first)}–${number(last)}`);
    return {
      count: pages,
      labels: Array.from({length: pages}, (_, n) => label(n * each, Math.min((n + 1) * each, cards.length) - 1)),
      show(n) {
        cards.forEach((card, i) => { card.hidden = Math.floor(i / each) !== n; });
        list.querySelectorAll(".seat-tables > li:not([hidden]) .hall-name").forEach(hall.fitName);
      },
    };
  };

  hall.layout = () => {
    const names = document.querySelector(".seat-rows");
    const tables = document.querySelector(".seat-tables");
    if (names) return byName(names);
    return tables ? byTable(tables) : empty;
  };
  document.dispatchEvent(new CustomEvent("hall:resized"));
})();
