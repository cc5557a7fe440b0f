/* Nothing typed is lost: figures of a sheet that was left unsaved come back in this tab, and keys typed while the next
   sheet is on its way reach it. Both live in this tab's storage only, and both are forgotten once a sheet is saved. */

const form = document.querySelector("[data-sheet]");
const hanchan = location.pathname.match(/^.*\/sheets\/\d+\//)?.[0];
const draftOf = (path) => `draft ${path}`;
const AHEAD = "keys ahead";

const live = () => [...form.querySelectorAll("[data-live]")];
const scores = () => [...form.querySelectorAll("[data-step]")];

const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.value);

const setValue = (field, value) => {
  if (field.type === "checkbox") field.checked = value;
  else field.value = value;
};

const put = (field, value) => {
  setValue(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

/* --- figures that were not saved ------------------------------------------------------------------------------ */

const done = new URLSearchParams(location.search);
const saved = done.get("saved") ?? done.get("same");
if (hanchan && saved) sessionStorage.removeItem(draftOf(`${hanchan}${saved}/`));

const remember = () => {
  const typed = Object.fromEntries(live().map((field) => [field.name, valueOf(field)]));
  if (scores().some((field) => field.value.trim())) sessionStorage.setItem(draftOf(location.pathname), JSON.stringify(typed));
  else sessionStorage.removeItem(draftOf(location.pathname));
};

const restore = () => {
  const draft = JSON.parse(sessionStorage.getItem(draftOf(location.pathname)) ?? "null");
  if (!draft || scores().some((field) => field.value)) return;
  live().forEach((field) => {
    if (field.name in draft) setValue(field, draft[field.name]);
  });
  const empty = scores().find((field) => !field.value) ?? scores()[0];
  put(empty, empty.value);
  empty.focus();
  empty.select();
  form.querySelector("[data-restored]").hidden = false;
};

if (form && !form.elements.namedItem("base_version")) {
  restore();
  form.addEventListener("input", remember);
  form.addEventListener("sheet:left", () => sessionStorage.removeItem(draftOf(location.pathname)));
}

/* --- keys typed ahead --------------------------------------------------------------------------------------------- */

/* Keys of the sheet before count only if that was saved: else they were meant for another one. */
const kept = JSON.parse(sessionStorage.getItem(AHEAD) ?? "[]");
sessionStorage.removeItem(AHEAD);

const type = (key) => {
  const field = document.activeElement;
  if (key === "Enter") field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  else if (field.matches("[data-live]")) put(field, key === "Backspace" ? field.value.slice(0, -1) : field.value + key);
};

if (form) {
  const early = window.sheetEarly;
  form.addEventListener("submit", () => {
    early.isSent = true;
  });
  /* By then the live check listens too. */
  document.addEventListener("DOMContentLoaded", () => {
    const keys = [...(saved ? kept : []), ...early.keys];
    Object.assign(early, { keys: [], isReady: true });
    if (keys.length && !form.contains(document.activeElement)) form.querySelector("[autofocus]")?.focus();
    keys.forEach(type);
  });
}
