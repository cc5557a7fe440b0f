/* Choose two seats by pointer or keyboard: arrows move from seat to seat, Space chooses. With two chosen, the swap is
   shown beside the board; Enter goes there, Escape lets go.
   `data-seats` is the number of seats at a table. Without script the seats are check boxes in reading order. */
(() => {
  "use strict";

  const find = document.querySelector("[data-find]");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || !find || event.target.closest("input:not([type=checkbox]), textarea, select")) return;
    event.preventDefault();
    find.focus();
    find.select();
  });

  const form = document.querySelector("[data-swap]");
  if (!form) return;
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  const seats = Number(form.dataset.seats);
  const status = form.querySelector("[data-swap-chosen]");
  const keys = form.querySelector("[data-swap-keys]");
  const button = form.querySelector("button");
  let chosen = boxes.filter((box) => box.checked);

  const nameOf = (box) => box.closest("label").querySelector(".name").textContent;

  const panel = document.querySelector("[data-swap-panel]");
  const bar = form.querySelector("[data-swap-bar]");

  const preview = () => {
    if (!panel || !window.htmx) return;
    if (chosen.length === 2) {
      const asked = new URLSearchParams(new FormData(form));
      htmx.ajax("GET", `${form.getAttribute("action")}?${asked}`, { target: panel, swap: "innerHTML" });
    } else {
      panel.replaceChildren();
    }
    bar.hidden = chosen.length === 2;
  };

  const show = () => {
    const names = chosen.map(nameOf);
    status.textContent =
      names.length === 2 ? names.join(" ↔ ") : names.length ? `${names[0]} ${status.dataset.one}` : status.dataset.none;
    button.disabled = chosen.length !== 2;
    preview();
  };

  const clear = () => {
    chosen.forEach((box) => {
      box.checked = false;
    });
    chosen = [];
    show();
  };

  /* Tab stops once for all seats; the arrows do the rest. */
  const stopAt = (box) => {
    boxes.forEach((other) => {
      other.tabIndex = other === box ? 0 : -1;
    });
  };

  const goTo = (index) => {
    const box = boxes[Math.max(0, Math.min(boxes.length - 1, index))];
    stopAt(box);
    box.focus();
  };

  /* The card above or below in the grid, wherever the lines break. */
  const nextCard = (box, way) => {
    const here = box.getBoundingClientRect();
    const seat = boxes.indexOf(box) % seats;
    const others = boxes.filter((other, i) => i % seats === seat);
    const column = others.filter((other) => Math.abs(other.getBoundingClientRect().left - here.left) < 4);
    const next = column[column.indexOf(box) + way];
    return next ? boxes.indexOf(next) : -1;
  };

  const down = (at, box) => {
    if (at % seats < seats - 1) return at + 1;
    const below = nextCard(box, 1);
    return below < 0 ? at : below - (seats - 1);
  };

  const up = (at, box) => {
    if (at % seats > 0) return at - 1;
    const above = nextCard(box, -1);
    return above < 0 ? at : above + (seats - 1);
  };

  const moves = {
    ArrowDown: down,
    ArrowUp: up,
    ArrowRight: (at) => at + seats,
    ArrowLeft: (at) => at - seats,
    Home: () => 0,
    End: () => boxes.length - 1,
  };

  form.addEventListener("keydown", (event) => {
    const box = event.target;
    if (event.key === "Escape") clear();
    if (!boxes.includes(box)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      const go = panel?.querySelector("button[type=submit]");
      if (go) go.focus();
      else if (chosen.length === 2) form.requestSubmit();
      return;
    }
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(move(boxes.indexOf(box), box));
  });

  form.addEventListener("change", (event) => {
    const box = event.target;
    chosen = box.checked ? [...chosen, box] : chosen.filter((other) => other !== box);
    if (chosen.length > 2) chosen.shift().checked = false;
    stopAt(box);
    show();
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-swap-cancel]")) return;
    event.preventDefault();
    const [first] = chosen;
    clear();
    first?.focus();
  });

  panel?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const [first] = chosen;
    clear();
    first?.focus();
  });

  keys.hidden = false;
  stopAt(form.querySelector(".is-own input") || chosen[0] || boxes[0]);
  show();
})();
