/* Four values of an all-last sheet, typed in ten seconds: digits of a delta take their point as on the sheet, a typed minus
   ticks its box, honba and sticks go up and down by buttons, and the sum is told before anything is sent. The server reads
   and checks the same without it. */
(() => {
  "use strict";

  const list = document.querySelector("[data-deltas]");
  if (!list) return;
  const {form} = list.querySelector("input");
  const chip = document.querySelector("[data-sum]");
  const fields = [...list.querySelectorAll("input[data-value]")];
  const decimal = list.dataset.zero[1];
  const separator = list.dataset.thousand.replace(/\d/g, "");
  const UNIT = {hundreds: 100, thousands: 1000, full: 1}[list.dataset.unit];
  const IN_FULL = 5; /* so many digits are points in full */

  const asDeltas = () => form.elements.written.value !== "points";
  const minusOf = (field) => field.closest("li").querySelector("[name=minus]");
  const number = (name) => Number.parseInt(form.elements[name].value, 10) || 0;

  /* Points, null for what cannot be read. */
  const valueOf = (field) => {
    const typed = field.value.trim().replace(decimal, ".");
    if (!/^\d+(\.\d+)?$/.test(typed)) return null;
    const isFull = !asDeltas() && /^\d+$/.test(typed) && typed.length >= IN_FULL;
    const unit = asDeltas() || typed.includes(".") ? 1000 : isFull ? 1 : UNIT;
    return Math.round(Number(typed) * unit) * (minusOf(field).checked ? -1 : 1);
  };

  const written = (points) => {
    const size = Math.abs(points);
    const sign = points < 0 ? "▲" : "";
    if (!asDeltas()) return sign + String(size).replace(/\B(?=(\d{3})+$)/g, separator);
    return `${sign}${Math.floor(size / 1000)}${decimal}${String(size % 1000).padStart(3, "0").replace(/0{1,2}$/, "")}`;
  };

  const tell = () => {
    const values = fields.map(valueOf);
    chip.hidden = values.includes(null);
    if (chip.hidden) return;
    const sum = values.reduce((total, one) => total + one, 0);
    const due = Number(asDeltas() ? list.dataset.deltas : list.dataset.total) - 1000 * number("deposits");
    const isRight = sum === due;
    const isSign = values.some((one) => one && sum - 2 * one === due);
    const words = isRight ? chip.dataset.right : isSign ? chip.dataset.sign : chip.dataset.wrong;
    const text = words.replace("{sum}", written(sum)).replace("{due}", written(due));
    if (chip.textContent !== text) chip.textContent = text;
    chip.classList.toggle("chip-ok", isRight);
    chip.classList.toggle("chip-wait", !isRight);
  };

  /* One decimal is implied: 199 is 19.9. Who types the point gets the same. */
  const point = (field) => {
    const {value} = field;
    if (/[-−‐–▲△]/.test(value)) minusOf(field).checked = true;
    const digits = value.normalize("NFKC").replace(/\D/g, "").replace(/^0+(?=\d\d)/, "");
    const isSigned = /[-−‐–▲△+]/.test(value);
    if (!asDeltas()) {
      if (isSigned) field.value = value.replace(/[-−‐–▲△+]/g, "");
      return;
    }
    field.value = digits ? `${digits.slice(0, -1) || "0"}${decimal}${digits.slice(-1)}` : "";
  };

  fields.forEach((field) => field.addEventListener("input", (event) => {
    if (!event.isComposing) point(field);
  }));
  form.addEventListener("input", tell);
  form.addEventListener("change", tell);

  form.querySelectorAll("[data-step-by]").forEach((button) => {
    const field = button.parentElement.querySelector("input");
    button.hidden = false;
    button.addEventListener("click", () => {
      field.value = String(Math.max((Number.parseInt(field.value, 10) || 0) + Number(button.dataset.stepBy), 0));
      field.dispatchEvent(new Event("input", {bubbles: true}));
    });
  });

  /* The names follow the hand: where nothing is typed yet, at once. */
  form.querySelector("[data-hand]")?.addEventListener("change", ({target}) => {
    if (fields.every((field) => field.value === field.defaultValue)) location.search = `?hand=${target.value}`;
  });
  tell();
})();
