/* Keys of the ceremony, on the page that steers it: right arrow, space or a presenter's forward key shows the next step,
   left arrow goes back, B makes the screen dark, Escape leads to the end, which asks. A key held down shows one step: the
   form is another one before the next. And a step every six seconds, where the box is ticked, up to the prizes. */
(() => {
  "use strict";

  const EVERY = 6000; /* ms */
  const MOVES = {ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back", b: "black", B: "black", ".": "black"};
  const form = () => document.querySelector("[data-ceremony]");
  const press = (how) => form()?.querySelector(`[value="${how}"]:not(:disabled)`)?.click(); /* htmx sends what was clicked */

  document.addEventListener("keydown", (event) => {
    if (!form() || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      const end = document.getElementById("end");
      end?.scrollIntoView();
      end?.focus();
      return;
    }
    const isFree = event.target === document.body;
    const how = MOVES[event.key] ?? (isFree && [" ", "Enter"].includes(event.key) ? "next" : null);
    if (!how) return;
    event.preventDefault();
    press(how === "black" && "black" in form().dataset ? "light" : how);
  });

  /* --- by itself --- */

  const label = document.querySelector("[data-by-itself]");
  if (!label) return;
  label.hidden = false;
  const box = label.querySelector("input");
  let waiting = 0;
  const wait = () => {
    clearTimeout(waiting);
    if (box.checked && form() && "runs" in form().dataset && !("black" in form().dataset)) {
      waiting = setTimeout(() => press("next"), EVERY);
    }
  };
  box.addEventListener("change", wait);
  document.addEventListener("htmx:afterSwap", wait);
})();
