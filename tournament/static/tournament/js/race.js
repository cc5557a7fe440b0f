/* The race of places: everything that a hanchan shows is in the page; this moves from one to the next.

   On a public page the strip becomes a slider, and a tap on the picture says whose line it is; without script each hanchan
   is a link. On a wall the hanchan are pages (hall_pages.js): the race plays by itself and rests at the last one. */
(() => {
  "use strict";

  const EVERY = 4; /* seconds */
  const REST = 12;
  const HOLD = 1;
  const MOVE = {duration: 250, easing: "cubic-bezier(.2,.8,.2,1)"};
  const ORDER = "-ngfl"; /* the most important line is drawn last */
  const CSS = {l: "is-leader", f: "is-first", g: "is-going", n: "is-near", "-": ""};
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const {hall} = window;

  const root = () => document.querySelector("[data-race]");
  const stops = () => [...root().querySelectorAll("[data-to]")];
  const last = () => stops().length;
  const shown = () => 1 + stops().findIndex((stop) => stop.hasAttribute("aria-current"));

  const xOf = (after) => Number(stops()[after - 1].dataset.to);

  const colour = (after) => {
    const box = root().querySelector("[data-lines]");
    const own = box.querySelector(".is-own");
    const front = [...box.querySelectorAll("[data-tones]")];
    const tone = (line) => line.dataset.tones[after - 1];
    front.forEach((line) => line.setAttribute("class", `race-line ${CSS[tone(line)]}`));
    front.sort((one, other) => ORDER.indexOf(tone(one)) - ORDER.indexOf(tone(other)));
    box.append(...front, ...(own ? [own] : []));
  };

  /* Show what is true after a hanchan. What moves is on its way already where it will be. */
  const show = (after, moves = true) => {
    const from = shown();
    if (!last() || after === from) return;
    const seen = root().querySelector("[data-seen]");
    const scrubber = root().querySelector("[data-scrubber]");
    const wide = (at) => stops()[at - 1].dataset.upto;
    const at = (where) => `translateX(${xOf(where)}px)`;
    root().querySelectorAll("[data-at]").forEach((part) => part.toggleAttribute("hidden", Number(part.dataset.at) !== after));
    colour(after);
    seen.setAttribute("width", wide(after));
    scrubber.setAttribute("transform", `translate(${xOf(after)} 0)`);
    if (moves && !still.matches) {
      seen.animate([{width: `${wide(from)}px`}, {width: `${wide(after)}px`}], MOVE);
      scrubber.animate([{transform: at(from)}, {transform: at(after)}], MOVE);
      root().querySelectorAll("[data-at]:not([hidden])").forEach((part) => part.animate([{opacity: 0}, {opacity: 1}], MOVE));
    }
    stops().forEach((stop, i) => {
      if (i + 1 === after) stop.setAttribute("aria-current", stop.dataset.href ? "page" : "true");
      else stop.removeAttribute("aria-current");
    });
    root().querySelector("[data-here]").textContent = stops()[after - 1].dataset.said;
  };

  /* --- on a wall ---------------------------------------------------------------------------------------------------- */

  if (hall) {
    let known = 0;
    const fit = () => root().querySelectorAll(".hall-name").forEach((box) => box.clientWidth && hall.fitName(box));
    /* After a hanchan was closed its step alone; else so that the last one is within the time of the screen. */
    const first = (count) => {
      const room = Number(root().dataset.seconds);
      if (known) return Math.max(count - 2, 0);
      return room ? Math.min(Math.max(count - 1 - Math.floor((room - REST) / EVERY), 0), count - 1) : 0;
    };
    hall.layout = () => {
      const count = last();
      const begins = count > known ? first(count) : null;
      const isNew = known > 0 && begins !== null;
      let moves = false; /* a new picture is shown as it is; then pages turn */
      known = count;
      return {
        count,
        labels: [],
        first: begins,
        seconds: (i) => (i === count - 1 ? REST : isNew && i === begins ? HOLD : EVERY),
        show(i) {
          show(i + 1, moves);
          moves = true;
          fit();
        },
      };
    };
    document.dispatchEvent(new CustomEvent("hall:resized"));
    return;
  }

  /* --- on a page: a slider ------------------------------------------------------------------------------------------ */

  const tell = () => {
    const strip = root().querySelector("[data-strip]");
    const after = shown();
    strip.setAttribute("aria-valuenow", String(after));
    strip.setAttribute("aria-valuetext", stops()[after - 1].dataset.said);
  };

  const go = (wanted) => {
    const after = Math.min(Math.max(wanted, 1), last());
    if (after === shown()) return;
    show(after);
    tell();
    history.replaceState(history.state, "", stops()[after - 1].dataset.href + location.search);
  };

  const KEYS = {
    ArrowRight: () => shown() + 1,
    ArrowUp: () => shown() + 1,
    ArrowLeft: () => shown() - 1,
    ArrowDown: () => shown() - 1,
    PageUp: () => shown() + 3,
    PageDown: () => shown() - 3,
    Home: () => 1,
    End: () => last(),
  };

  /* The hanchan nearest to where the pointer is. */
  const under = (event) => {
    const distance = (stop) => {
      const box = stop.getBoundingClientRect();
      return Math.abs(event.clientX - box.left - box.width / 2);
    };
    return 1 + stops().reduce((best, stop, i, all) => (distance(stop) < distance(all[best]) ? i : best), 0);
  };

  const name = (event) => {
    const box = root().querySelector("[data-bundle]").getScreenCTM().inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(box);
    const away = (line) => {
      const path = line.querySelector("path[id]");
      const whole = path.getTotalLength();
      let [low, high] = [0, whole];
      if (!whole) return Infinity;
      for (let n = 0; n < 12; n += 1) {
        const middle = (low + high) / 2;
        if (path.getPointAtLength(middle).x < point.x) low = middle;
        else high = middle;
      }
      const found = path.getPointAtLength(low);
      return Math.abs(found.x - point.x) > 30 ? Infinity : Math.abs(found.y - point.y);
    };
    if (point.x > xOf(shown()) + 30) return;
    const lines = [...root().querySelectorAll(".race-line")].reverse();
    const nearest = lines.map((line) => [away(line), line]).sort((one, other) => one[0] - other[0])[0];
    if (!nearest || !Number.isFinite(nearest[0])) return;
    lines.forEach((line) => line.classList.toggle("is-named", line === nearest[1]));
    root().querySelector("[data-named]").textContent = nearest[1].querySelector("title").textContent;
  };

  const begin = () => {
    const strip = root()?.querySelector("[data-strip]");
    if (!strip || strip.getAttribute("role") === "slider") return;
    stops().forEach((stop) => {
      stop.dataset.href = stop.getAttribute("href");
      stop.removeAttribute("href");
    });
    Object.entries({role: "slider", tabindex: "0", "aria-valuemin": "1", "aria-valuemax": String(last())}).forEach(
      ([key, value]) => strip.setAttribute(key, value),
    );
    tell();
    strip.addEventListener("keydown", (event) => {
      if (!KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      go(KEYS[event.key]());
    });
    strip.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      strip.setPointerCapture(event.pointerId);
      go(under(event));
    });
    strip.addEventListener("pointermove", (event) => strip.hasPointerCapture(event.pointerId) && go(under(event)));
    root().querySelector(".race-picture").addEventListener("click", name);
    root().querySelector("[data-named]").hidden = last() < 2; /* the lines of one hanchan are dots */
  };

  /* A new hanchan comes by itself: who looks at the last one sees it drawn, who looks at another one stays there. */
  let before = null;
  document.addEventListener("htmx:beforeSwap", () => {
    before = root() && last() ? {after: shown(), was: last(), focused: document.activeElement?.getAttribute("role") === "slider"} : null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    begin();
    if (!before || !last()) return;
    const end = last();
    show(Math.min(before.after, last()), false);
    if (before.after === before.was && end > before.was) show(end);
    tell();
    if (before.focused) root().querySelector("[data-strip]").focus({preventScroll: true});
  });
  begin();
})();
