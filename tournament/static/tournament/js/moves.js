/* What changed in a list when it is replaced by a newer one: rows slide to their new places, totals count, and what shows
   a sheet that came in or was corrected is lit for four seconds. The same on the wall and on phones.

   `data-key` names a row or a square, `data-sheet` the sheet that it shows ("" before it is in): another one than before
   is new, or corrected. `data-points` is a total. In a `data-window`, a part of a longer list, rows come and leave over
   its edges. Who replaces a list calls `note` before and `play` after it; `rest` is how long the next slide should wait.
   `moves:lit` tells which keys are lit now, each with whether it was corrected. */
(() => {
  "use strict";

  const SLIDE = 200; /* ms */
  const LIT = 4000;
  const FADE = 250;
  const BETWEEN = 2000; /* from one slide to the next */
  const MOST_TOLD = 3; /* sheets in one sentence */
  const LEAST_FRAMES = 6; /* of a slide: thirty a second */
  const EASING = "cubic-bezier(.2, .8, .2, 1)";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const keyed = (root) => [...root.querySelectorAll("[data-key]")];
  const keyOf = (element) => element.dataset.key;
  const pointsOf = (row) => row.querySelector("[data-points]")?.dataset.points;

  let noted = null;
  let lit = new Map(); /* key → was it corrected? */
  let timer = 0;
  let restedAt = 0;
  let slow = 0; /* slides in a row that this machine could not show as a movement */

  /* --- light ------------------------------------------------------------------------------------------------------ */

  const tell = () => document.dispatchEvent(new CustomEvent("moves:lit", {detail: lit}));

  /* For those who do not see it: the sentences that come with rows. */
  const announce = (fresh) => {
    const keys = new Set(fresh.map(([key]) => key));
    const told = [...document.querySelectorAll("[data-announced]")].filter((row) => keys.has(keyOf(row)));
    const text = told.slice(0, MOST_TOLD).map((row) => row.dataset.announced).join(". ");
    if (text) document.querySelector("[data-announcements]").textContent = text;
  };

  const shine = () => keyed(document).forEach((one) => {
    one.classList.toggle("is-lit", lit.has(keyOf(one)));
    one.classList.remove("is-fading");
  });

  const clear = () => {
    lit = new Map();
    shine();
    document.querySelector("[data-announcements]")?.replaceChildren(); /* of a sheet that a freeze may hide next */
    document.querySelectorAll(".move-trail").forEach((trail) => trail.remove());
    tell();
  };

  const fade = () => {
    document.querySelectorAll(".is-lit").forEach((one) => one.classList.add("is-fading"));
    timer = setTimeout(clear, still.matches ? 0 : FADE);
  };

  /* Light these as well, all of them for as long as the last. */
  const light = (fresh) => {
    if (!fresh.length) return;
    fresh.forEach(([key, isCorrected]) => lit.set(key, isCorrected));
    clearTimeout(timer);
    timer = setTimeout(fade, LIT);
  };

  const changed = (root, before) =>
    keyed(root)
      .filter((one) => one.dataset.sheet && one.dataset.sheet !== (before.get(keyOf(one))?.sheet ?? ""))
      .map((one) => [keyOf(one), Boolean(before.get(keyOf(one))?.sheet)]);

  /* --- motion ----------------------------------------------------------------------------------------------------- */

  const go = (element, frames) => element.animate(frames, {duration: SLIDE, easing: EASING});

  const slideFrom = (element, from, to) => {
    const [x, y, size] = [from.left - to.left, from.top - to.top, from.width / to.width];
    if (Math.abs(x) + Math.abs(y) < 1 && Math.abs(size - 1) < 0.02) return;
    element.style.setProperty("transform-origin", "0 0");
    go(element, [{transform: `translate(${x}px, ${y}px) scale(${size})`}, {transform: "none"}]);
  };

  /* A row that is no longer in the window slides out of it. */
  const leave = (row, was, way) => {
    const list = row.parentElement;
    const edge = list.getBoundingClientRect();
    const ghost = row.cloneNode(true);
    delete ghost.dataset.key;
    ghost.hidden = false;
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("is-leaving");
    ghost.style.setProperty("top", `${was.box.top - edge.top - list.clientTop}px`);
    ghost.style.setProperty("height", `${was.box.height}px`);
    list.append(ghost);
    document.dispatchEvent(new CustomEvent("moves:leaving", {detail: ghost}));
    const by = way > 0 ? edge.bottom - was.box.top : edge.top - was.box.bottom;
    go(ghost, [{transform: "none"}, {transform: `translateY(${by}px)`}]).finished.finally(() => ghost.remove());
  };

  /* From the place that a lit row had to the one that it has. */
  const trail = (row, from, to) => {
    const risen = from.bottom - to.bottom;
    const fallen = to.top - from.top;
    if (Math.max(risen, fallen) < 2) return;
    const mark = document.createElement("i");
    mark.className = `move-trail ${risen > 0 ? "is-below" : "is-above"}`;
    mark.style.setProperty("--trail", `${Math.max(risen, fallen)}px`);
    (row.cells?.[0] ?? row).append(mark);
    if (!isStill()) go(mark, [{transform: "scaleY(0)"}, {transform: "none"}]);
  };

  /* As the page writes totals: the sign of the program, and the decimal sign of the language; points are whole, with its
     separator. */
  const count = (element, from) => {
    const [to, text] = [Number(element.dataset.points), element.textContent];
    const separator = text.match(/^\d+(\D)\d{3}$/)?.[1];
    const decimal = text.match(/\d(\D)\d(?=\D*$)/)?.[1];
    if (from === to || !(separator || (decimal && text.match(/[+−]/)))) return;
    const asPoints = (tenths) => String(tenths * 100).replace(/\B(?=(\d{3})+$)/g, separator);
    const asTotal = (tenths) => {
      const figure = `${Math.floor(Math.abs(tenths) / 10)}${decimal}${Math.abs(tenths) % 10}`;
      return text.replace(/[+−][\d.,\s]+/, `${tenths < 0 ? "−" : "+"}${figure}`);
    };
    const started = performance.now();
    const step = () => {
      const share = Math.min((performance.now() - started) / SLIDE, 1);
      if (share === 1 || !element.isConnected) {
        element.textContent = text;
        return;
      }
      const tenths = Math.round((from + (to - from) * (1 - (1 - share) ** 3)) / 100);
      element.textContent = separator ? asPoints(tenths) : asTotal(tenths);
      requestAnimationFrame(step);
    };
    step();
  };

  /* A tab in the background draws no frames: that says nothing of the machine. */
  const isStill = () => still.matches || slow > 1 || document.hidden;

  const watch = () => {
    const started = performance.now();
    let frames = 0;
    const step = () => {
      frames += 1;
      if (performance.now() - started < SLIDE) requestAnimationFrame(step);
      else if (!document.hidden) slow = frames < LEAST_FRAMES ? slow + 1 : 0;
    };
    requestAnimationFrame(step);
  };

  /* --- before and after ------------------------------------------------------------------------------------------- */

  const boxOf = (element) => (element.getClientRects().length ? element.getBoundingClientRect() : null);

  const note = (root) => {
    noted = new Map(keyed(root).map((one, at) => [
      keyOf(one), {at, box: boxOf(one), sheet: one.dataset.sheet ?? "", points: pointsOf(one)},
    ]));
  };

  const isSeen = (box) => box && box.bottom > 0 && box.top < innerHeight;

  const play = (root) => {
    if (!noted) return;
    const before = noted;
    noted = null;
    const fresh = changed(root, before);
    light(fresh);
    shine();
    tell();
    announce(fresh);
    const all = keyed(root).map((one, at) => ({one, at, was: before.get(keyOf(one)), box: boxOf(one)}));
    const firstBefore = Math.min(...[...before.values()].filter((was) => was.box).map((was) => was.at));
    const first = Math.min(...all.filter(({box}) => box).map(({at}) => at));
    let moved = false;
    for (const {one, at, was, box} of all) {
      const frame = one.closest("[data-window]")?.getBoundingClientRect();
      let from = was?.box;
      if (was && !from && box && frame) {
        from = was.at < firstBefore ? new DOMRect(box.left, frame.top - box.height, box.width, box.height)
          : new DOMRect(box.left, frame.bottom, box.width, box.height);
      }
      if (from && box && (isSeen(from) || isSeen(box))) {
        if (lit.has(keyOf(one)) && one.matches("tr, [data-window] > *")) trail(one, from, box);
        if (!isStill()) {
          slideFrom(one, from, box);
          moved = moved || Math.abs(from.top - box.top) > 1;
        }
      } else if (was?.box && !box && frame && !isStill()) {
        leave(one, was, at < first ? -1 : 1);
        moved = true;
      }
      if (was?.points && !isStill()) one.querySelectorAll("[data-points]").forEach((total) => count(total, Number(was.points)));
    }
    if (moved) {
      const windows = [...root.querySelectorAll("[data-window]")];
      windows.forEach((one) => one.classList.add("is-sliding"));
      setTimeout(() => windows.forEach((one) => one.classList.remove("is-sliding")), SLIDE);
      restedAt = performance.now() + BETWEEN;
      watch();
    }
  };

  window.moves = {
    note,
    play,
    /* A list that has to wait shows at once which sheets it will bring: the squares that differ are lit. */
    herald(squares) {
      const before = new Map(keyed(document).map((one) => [keyOf(one), {sheet: one.dataset.sheet ?? ""}]));
      const fresh = changed(squares, before);
      for (const [key] of fresh) {
        const square = document.querySelector(`[data-live] [data-key="${key}"]`);
        if (!square) continue;
        square.dataset.sheet = squares.querySelector(`[data-key="${key}"]`).dataset.sheet;
        square.classList.add("is-in");
      }
      light(fresh);
      shine();
      if (fresh.length) tell();
    },
    get rest() {
      return Math.max(restedAt - performance.now(), 0);
    },
  };
})();
