/* Pages of a screen: one at a time, turned every few seconds. Space stops and goes on, arrows turn by hand.

   A screen that lays its rows out itself sets `hall.layout`, which returns {count, show(i), labels}, where they differ
   seconds(i), and first, the page to begin with; else each `.hall-page` is a page. It is laid out again when what is
   shown or the size of the picture changes. Two rules keep a reader's place: the page stays when new rows come, and for
   a while after it, but never for more than twice its time. */
(() => {
  "use strict";

  const STAY = 4500; /* ms, for which a page stays after new rows */
  const MOST_LABELS = 6; /* of more pages only the one that is shown is named */
  const {hall} = window;
  const stop = document.querySelector("[data-pages-stop]");
  const every = 1000 * (Number(document.body.dataset.pageSeconds) || 14);
  let book = {count: 0, show: () => {}, labels: []};
  let at = 0;
  let running = true;
  let timer = 0;
  let turnedAt = 0;
  let turnsAt = 0;

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

  /* ms for which the page that is shown stays */
  const time = () => 1000 * (book.seconds?.(at) || 0) || every;

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
    box.style.setProperty("--page-seconds", `${time() / 1000}s`);
    box.style.setProperty("--page-passed", `${(turnedAt - performance.now()) / 1000}s`);
  };

  const show = (wanted) => {
    clearTimeout(timer);
    if (running) timer = setTimeout(() => turn(at + 1), turnsAt - performance.now());
    if (!book.count) return;
    at = wanted;
    book.show(at);
    mark();
  };

  const turn = (wanted) => {
    turnedAt = performance.now();
    at = (wanted + book.count) % Math.max(book.count, 1);
    turnsAt = turnedAt + time();
    show(at);
  };

  const lay = () => {
    const now = performance.now();
    book = (hall.layout || plain)();
    stop.hidden = book.count < 2;
    at = Math.min(book.first ?? at, Math.max(book.count - 1, 0));
    if (!turnedAt || Number.isInteger(book.first)) [turnedAt, turnsAt] = [now, now + time()];
    turnsAt = Math.min(Math.max(turnsAt, now + STAY), Math.max(turnedAt + 2 * time(), now));
    show(at);
  };

  const toggle = () => {
    running = !running;
    stop.textContent = running ? stop.dataset.pagesStop : stop.dataset.pagesGo;
    turn(at);
  };

  const keys = {ArrowRight: () => turn(at + 1), ArrowLeft: () => turn(at - 1), " ": toggle};

  /* ms until the next page; 0 while none comes. */
  hall.untilTurn = () => (running ? Math.max(turnsAt - performance.now(), 0) : 0);
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
