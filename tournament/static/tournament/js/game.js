/* A game on a player's phone: names as tiles, and a pad of digits, since a phone's own has no minus and covers half of the
   page. The lists and fields of the form stay what is sent; without this script they are used as they are. */
(() => {
  "use strict";

  const form = document.querySelector("[data-game]");
  if (!form) return;
  const rows = [...form.querySelectorAll("[data-row]")];
  const selects = rows.map((row) => row.querySelector("select"));
  const figures = rows.map((row) => row.querySelector("input"));
  const deposits = form.querySelector("[name=deposits]");
  const typed = [...figures, deposits];
  const save = form.querySelector("[type=submit]");
  let current = figures[0];

  /* --- who ---------------------------------------------------------------------------------------------------------- */

  const names = form.querySelector("[data-names]");
  const tiles = names.querySelector("[data-tiles]");
  const hints = rows.map((row) => row.querySelector("[data-you]"));
  const words = hints.map((one) => one.textContent);
  let asked = 0;

  const write = () => {
    rows.forEach((row, i) => {
      const chosen = selects[i].selectedOptions[0];
      row.querySelector("[data-change] bdi").textContent = chosen.value ? chosen.textContent : "–";
      hints[i].textContent = chosen.value === form.dataset.own ? hints[i].dataset.you : words[i];
    });
  };

  const choose = (value) => {
    const other = selects.findIndex((one, i) => i !== asked && one.value === value && value !== "new");
    if (other >= 0) selects[other].value = selects[asked].value; /* nobody sits twice: the two change seats */
    selects[asked].value = value;
    names.close();
    write();
    const added = selects[asked].closest("[data-row]").nextElementSibling?.querySelector("[name^=new_]");
    if (value === "new") added?.focus();
  };

  [...selects[0].options].filter((one) => one.value).forEach((one) => {
    const tile = document.createElement("button");
    tile.type = "button";
    tile.className = "btn";
    tile.textContent = one.textContent;
    tile.addEventListener("click", () => choose(one.value));
    tiles.append(tile);
  });
  names.querySelector("[data-close]").addEventListener("click", () => names.close());

  rows.forEach((row, i) => {
    const change = row.querySelector("[data-change]");
    selects[i].hidden = true;
    change.hidden = false;
    change.setAttribute("aria-label", row.querySelector("label").textContent);
    change.addEventListener("click", () => {
      asked = i;
      names.showModal();
    });
    row.querySelector("[data-exchange]").addEventListener("click", () => {
      [selects[i].value, selects[i + 1].value] = [selects[i + 1].value, selects[i].value];
      [figures[i].value, figures[i + 1].value] = [figures[i + 1].value, figures[i].value];
      write();
      add();
    });
  });

  /* --- how many points ---------------------------------------------------------------------------------------------- */

  const number = (field) => Number(field.value.normalize("NFKC").replace(/[−▲]/u, "-").replace(",", ".").trim() || NaN);
  const sum = form.querySelector("[data-sum]");
  const written = (points) => points.toLocaleString(document.documentElement.lang || "en");

  const add = () => {
    const points = figures.map((one) => Math.round(number(one) * Number(form.dataset.unit))); /* tenths add up inexactly */
    const isFull = points.every(Number.isFinite);
    rows.forEach((row, i) => {
      const place = isFull ? 1 + points.filter((one) => one > points[i]).length : 0;
      const dot = row.querySelector("[data-place]");
      dot.className = place ? `place-block is-place-${place}` : "";
      dot.textContent = place || "";
    });
    const total = points.reduce((all, one) => all + one, 0) + (number(deposits) || 0) * Number(form.dataset.deposit);
    const missing = Number(form.dataset.total) - total;
    sum.classList.toggle("bad", missing !== 0);
    if (!isFull) sum.textContent = "";
    else if (missing === 0) sum.textContent = `✓ ${written(total)}`;
    else sum.textContent = (missing > 0 ? sum.dataset.wrong : sum.dataset.over).replace("{points}", written(Math.abs(missing)));
  };

  const go = (field) => {
    current = field;
    typed.forEach((one) => one.classList.toggle("is-current", one === field));
    field.focus({preventScroll: true});
    field.setSelectionRange(field.value.length, field.value.length);
  };

  const next = () => {
    const after = typed[typed.indexOf(current) + 1];
    if (after) go(after);
    else save.focus();
  };

  const acts = {
    back: () => { current.value = current.value.slice(0, -1); },
    sign: () => { current.value = /^[−-]/u.test(current.value) ? current.value.slice(1) : `−${current.value}`; },
    next,
  };

  const pad = form.querySelector("[data-pad]");
  if (matchMedia("(pointer: coarse)").matches || innerWidth < 768) {
    pad.hidden = false;
    typed.forEach((one) => {
      one.inputMode = "none";
      one.addEventListener("focus", () => { pad.hidden = false; });
    });
    form.querySelectorAll("[name^=new_]").forEach((one) => { /* a name is typed on the phone's own keyboard */
      one.addEventListener("focus", () => { pad.hidden = true; });
    });
  }
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if (key.dataset.digits) {
      if (current === deposits && current.value === "0") current.value = "";
      current.value += key.dataset.digits;
    } else acts[key.dataset.act]();
    add();
    if (key.dataset.act !== "next") go(current);
  });
  typed.forEach((one) => {
    one.addEventListener("focus", () => {
      current = one;
      typed.forEach((other) => other.classList.toggle("is-current", other === one));
    });
    one.addEventListener("input", add);
    one.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || one === deposits) return;
      event.preventDefault();
      next();
    });
  });

  write();
  add();
  go(figures.find((one) => !one.value) || figures[0]);
})();
