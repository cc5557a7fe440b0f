/* Pages of a screen: one at a time, turned every few seconds. Space stops and goes on, arrows turn by hand.

   A screen that lays its rows out itself sets `hall.layout`, which returns {count, show(i), labels}; else each
   `.hall-page` is a page. It is laid out again when what is shown or the size of the picture changes. Two rules keep a
   reader's place: the page stays when new rows come, and it turns by the time since they came. */
(() => {
  "use strict";

  const MOST_LABELS = 6; /* of more pages only the one that is shown is named */
  const {hall} = window;
  const stop = document.querySelector("[data-pages-stop]");
  const every = Number(document.body.dataset.pageSeconds) || 14;
  let book = {count: 0, show: () => {}, labels: []};
  let at = 0;
  let running = true;
  let timer = 0;

  const plain = () => {
    const all = [...document.querySelectorAll(".hall-page")];
    return {
      count: all.length,
      labels: [],
      show: (wanted) => all.forEach((page, i) => {
        page.hidden = i !== wanted;
      }),
    };
  };

  const mark = () => {
    const box = document.querySelector("[data-dots]");
    if (!box) return;
    const labels = book.labels.length ? book.labels : Array.from({length: book.count}, () => "");
    const isMany = labels.length > MOST_LABELS;
    box.hidden = book.count < 2;
    box.replaceChildren(...labels.map((label, i) => {
      const dot = document.createElement("li");
      if (i === at) dot.setAttribute("aria-current", "page");
      const fill = document.createElement("i");
      dot.append(fill, isMany && i !== at ? "" : label);
      return dot;
    }));
    box.classList.toggle("is-many", isMany);
    box.classList.toggle("is-still", !running || hall.still.matches);
    box.style.setProperty("--page-seconds", `${every}s`);
  };

  const show = (wanted) => {
    if (!book.count) return;
    at = ((wanted % book.count) + book.count) % book.count;
    book.show(at);
    mark();
    clearTimeout(timer);
    if (running && book.count > 1) timer = setTimeout(() => show(at + 1), every * 1000);
  };

  const lay = () => {
    book = (hall.layout || plain)();
    stop.hidden = book.count < 2;
    show(Math.min(at, Math.max(book.count - 1, 0)));
  };

  const toggle = () => {
    running = !running;
    stop.textContent = running ? stop.dataset.pagesStop : stop.dataset.pagesGo;
    show(at);
  };

  const keys = {ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1), " ": toggle};
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.target.closest("button, a, input")) return;
    event.preventDefault();
    keys[event.key]();
  });
  stop.addEventListener("click", toggle);
  document.addEventListener("hall:shown", lay);
  document.addEventListener("hall:resized", lay);
  lay();
})();
