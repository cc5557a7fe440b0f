/* Pages of a projector screen: one at a time, turned every few seconds.
   Space stops and goes on, arrows turn by hand. Without script all pages stand below each other. */
(() => {
  "use strict";

  const root = document.querySelector("[data-pages]");
  if (!root) return;
  const seconds = Number(root.dataset.pages) || 12;
  const stop = document.querySelector("[data-pages-stop]");
  const count = document.querySelector("[data-pages-count]");
  let at = 0;
  let running = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  let idle = 0;

  const pages = () => [...root.querySelectorAll(".hall-page")];

  const show = (wanted) => {
    const all = pages();
    if (!all.length) return;
    at = (wanted + all.length) % all.length;
    all.forEach((page, i) => {
      page.hidden = i !== at;
    });
    if (count) count.textContent = `${at + 1}/${all.length}`;
  };

  const toggle = () => {
    running = !running;
    if (stop) stop.textContent = running ? stop.dataset.stop : stop.dataset.go;
  };

  const keys = { ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1), " ": toggle };

  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.target.closest("button, a, input")) return;
    event.preventDefault();
    keys[event.key]();
  });

  document.addEventListener("mousemove", () => {
    document.body.classList.remove("is-idle");
    clearTimeout(idle);
    idle = setTimeout(() => document.body.classList.add("is-idle"), 3000);
  });

  if (stop) {
    stop.hidden = pages().length < 2;
    stop.textContent = running ? stop.dataset.stop : stop.dataset.go;
    stop.addEventListener("click", toggle);
  }
  document.addEventListener("htmx:afterSettle", () => show(at));
  setInterval(() => running && show(at + 1), seconds * 1000);
  show(0);
})();
