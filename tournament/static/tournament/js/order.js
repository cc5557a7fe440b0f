/* A list that one orders: each row has a box with its number, and buttons that move it up or down, use it or leave it
   out. The rows in use stand first, numbered from 1. Without script the numbers are typed. */
(() => {
  "use strict";

  const list = document.querySelector("[data-order]");
  if (!list) return;
  const said = document.querySelector("[data-order-said]");
  const rows = () => [...list.children];
  const box = (row) => row.querySelector("input");
  const isUsed = (row) => box(row).value.trim() !== "";
  const used = () => rows().filter(isUsed);
  const part = (row, name) => row.querySelector(`[data-order-${name}]`);
  const nameOf = (row) => row.querySelector("label").textContent.trim();

  const show = () => {
    const order = used();
    rows().forEach((row) => {
      const at = order.indexOf(row);
      row.classList.toggle("is-used", at >= 0);
      part(row, "up").disabled = at < 1;
      part(row, "down").disabled = at < 0 || at === order.length - 1;
      const use = part(row, "use");
      use.textContent = at < 0 ? use.dataset.use : use.dataset.remove;
    });
  };

  const number = () => {
    used().forEach((row, at) => {
      box(row).value = at + 1;
    });
    show();
  };

  const tell = (row) => {
    const text = isUsed(row) ? list.dataset.moved : list.dataset.unused;
    said.textContent = text.replace("{name}", nameOf(row)).replace("{n}", box(row).value);
    box(row).dispatchEvent(new Event("input", { bubbles: true }));
  };

  const acts = {
    up: (row) => row.previousElementSibling.before(row),
    down: (row) => row.nextElementSibling.after(row),
    use: (row) => {
      const order = used();
      if (isUsed(row)) {
        box(row).value = "";
        order.at(-1).after(row);
      } else {
        box(row).value = order.length + 1;
        if (order.length) order.at(-1).after(row);
        else list.prepend(row);
      }
    },
  };

  list.addEventListener("click", (event) => {
    const row = event.target.closest("li");
    const name = Object.keys(acts).find((one) => event.target.closest(`[data-order-${one}]`));
    if (!row || !name) return;
    acts[name](row);
    number();
    const button = part(row, name);
    (button.disabled ? part(row, "use") : button).focus();
    tell(row);
  });

  list.addEventListener("change", show);
  list.querySelectorAll("[data-order-acts]").forEach((part) => {
    part.hidden = false;
  });
  show();
})();
