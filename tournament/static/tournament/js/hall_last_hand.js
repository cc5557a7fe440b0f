/* The last hand on the wall: names are shortened to their room, and rows slide to their places when values come.
   A picture that is nearly square shows one table after the other. */
(() => {
  "use strict";

  const WIDE = 1.5; /* a picture that is less wide than this shows one table at a time */
  const {hall, moves} = window;
  const screen = () => document.querySelector("[data-live]");

  const lay = () => {
    screen().querySelectorAll(".hall-name").forEach((box) => box.clientWidth && hall.fitName(box));
    screen().querySelectorAll("[data-fit]").forEach((line) => line.clientWidth && hall.fit(line, Number(line.dataset.fit)));
    moves.play(screen());
  };

  hall.layout = () => {
    const isNarrow = innerWidth < innerHeight * WIDE && innerWidth > innerHeight;
    const pages = [...document.querySelectorAll(".hall-page")];
    pages.forEach((page) => page.classList.toggle("is-alone", isNarrow));
    const shown = isNarrow ? [...document.querySelectorAll(".last-board")] : pages;
    return {
      count: shown.length,
      labels: [],
      show(n) {
        shown.forEach((part, i) => { part.hidden = i !== n; });
        pages.forEach((page) => { page.hidden = !page.contains(shown[n]); });
        lay();
      },
    };
  };
  document.addEventListener("hall:before", () => moves.note(screen()));
  document.dispatchEvent(new CustomEvent("hall:resized"));
})();
