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

const ahead = sessionStorage.getItem(AHEAD);
sessionStorage.removeItem(AHEAD);
if (form && saved && ahead) {
  JSON.parse(ahead).forEach((key) => {
    const field = document.activeElement;
    if (key === "Enter") field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    else if (field.matches("[data-live]")) put(field, field.value + key);
  });
}

if (form) {
  const keys = [];
  let isSent = false;
  form.addEventListener("submit", () => {
    isSent = true;
  });
  window.addEventListener("pageshow", () => {
    isSent = false;
    keys.length = 0;
  });
  window.addEventListener(
    "keydown",
    (event) => {
      if (!isSent || !/^([0-9.,-]|[eswnESWN]|Enter)$/.test(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      keys.push(event.key);
      sessionStorage.setItem(AHEAD, JSON.stringify(keys));
    },
    true,
  );
}
