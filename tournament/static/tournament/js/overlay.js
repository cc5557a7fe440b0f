/* The overlay of a stream: names are fitted, plates slide where winds pass on, points count, and what each player won
   or lost with the hand stands beside the place for a while. `?motion=off` comes without js/moves.js: nothing moves. */
(() => {
  "use strict";

  const TOLD = 6000; /* ms */
  const live = () => document.getElementById("live");
  const points = () => new Map([...live().querySelectorAll("[data-key]")].map((plate) => [
    plate.dataset.key, plate.querySelector("[data-points]"),
  ]));
  let before = new Map();

  const fit = (line) => {
    line.style.setProperty("--fit", "1");
    const room = line.clientWidth / line.scrollWidth;
    if (room < 1) line.style.setProperty("--fit", String(Math.max(room * 0.99, 0.5)));
  };

  const lay = () => {
    live().querySelectorAll(".hall-name").forEach((box) => window.hall.fitName(box));
    live().querySelectorAll("[data-fit]").forEach(fit);
  };

  /* As the page writes points, with its separator. */
  const tell = (now, was) => {
    const change = Number(now.dataset.points) - was;
    if (!change) return;
    const box = now.closest("[data-key]").querySelector("[data-change]");
    const separator = now.textContent.match(/\d(\D)\d{3}$/)?.[1] ?? ",";
    const figure = String(Math.abs(change)).replace(/\B(?=(\d{3})+$)/g, separator);
    box.textContent = `${change > 0 ? "+" : "−"}${figure}`;
    box.classList.toggle("is-loss", change < 0);
    box.hidden = false;
    setTimeout(() => { box.hidden = true; }, TOLD);
  };

  document.addEventListener("htmx:beforeSwap", () => {
    before = new Map([...points()].filter(([, one]) => one).map(([key, one]) => [key, Number(one.dataset.points)]));
    window.moves?.note(live());
  });
  document.addEventListener("htmx:afterSettle", () => {
    lay();
    for (const [key, now] of points()) if (now && before.has(key)) tell(now, before.get(key));
    window.moves?.play(live());
  });
  document.fonts.ready.then(lay);
  window.addEventListener("resize", lay);
})();
