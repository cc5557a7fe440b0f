/* Typing report sheets by keyboard alone. The server reads and computes; this module moves the focus.

   Enter goes to the next empty field, and from the last to what the server says comes next: a field that is wrong,
   the deposits, the tick under a warning, or Save. Enter in an empty field stays, so that a double Enter never shifts
   the scores of a table by a row. */

const form = document.querySelector("[data-sheet]");
const jump = document.getElementById("jump");
const desk = { typed: 0, shown: 0, waiting: false, save: false, leaving: false };

const byName = (name) => form.elements.namedItem(name);

const enter = (field) => {
  if (!field) return;
  field.focus();
  if (field.select) field.select();
};

const steps = () => [...form.querySelectorAll("[data-step]")];

/* --- what comes after the last field ------------------------------------------------------------------------- */

const go = () => {
  const next = document.getElementById("problems").dataset.next;
  desk.waiting = false;
  if (next === "save") {
    const save = document.getElementById("save");
    const reason = form.elements.namedItem("base_version") && byName("reason");
    if (reason && !reason.value.trim()) enter(reason);
    else if (desk.save) form.requestSubmit(save);
    else save.focus();
  } else if (next === "none") {
    enter(document.activeElement);
  } else {
    enter(byName(next));
  }
  desk.save = false;
};

/* The server's answer to the last key may still be on its way: wait for it, and remember a second Enter. */
const finish = () => {
  if (desk.waiting) {
    desk.save = true;
    return;
  }
  if (desk.shown === desk.typed) {
    go();
    return;
  }
  desk.waiting = true;
  window.htmx.trigger(form, "sheet:check");
};

const markWrong = (name, wrong) => {
  const field = byName(name);
  if (!field) return;
  if (wrong) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
};

const markAll = () => {
  form.querySelectorAll("[data-points-wrong]").forEach((note, row) => {
    markWrong(`points_${row}`, note.dataset.pointsWrong === "true");
    markWrong(`wind_${row}`, note.dataset.windWrong === "true");
  });
  markWrong("deposits", document.getElementById("deposits-note").dataset.wrong === "true");
  const wrong = document.getElementById("all-last-result").dataset.wrong.split(" ");
  form.querySelectorAll("[data-delta]").forEach((field) => markWrong(field.name, wrong.includes(field.name)));
};

/* --- keys in the fields --------------------------------------------------------------------------------------- */

const put = (field, value) => {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

const toggleMinus = (field) => put(field, /^[-−▲△]/.test(field.value) ? field.value.slice(1) : `-${field.value}`);

/* A minus before, after or amid the digits is a minus; over a marked number it begins a new one. */
const typeMinus = (field) => {
  if (field.value && field.selectionStart === 0 && field.selectionEnd === field.value.length) put(field, "-");
  else toggleMinus(field);
};

const nextStep = (field) => {
  const all = steps();
  const after = [...all.slice(all.indexOf(field) + 1), ...all];
  const empty = after.find((other) => other !== field && !other.value.trim());
  if (empty) enter(empty);
  else finish();
};

const nextDelta = (field) => {
  const all = [...form.querySelectorAll("[data-delta]")];
  const next = all[all.indexOf(field) + 1];
  if (next && (field.value.trim() || next.value.trim())) enter(next);
  else finish();
};

const neighbour = (field, by) => {
  const same = [...form.querySelectorAll(field.matches(".wind-input") ? ".wind-input" : ".points-input")];
  enter(same[same.indexOf(field) + by]);
};

const onEnter = (field) => {
  if (field.matches("[data-step]")) {
    if (field.value.trim()) nextStep(field);
    return true;
  }
  if (field.matches("[data-last]")) finish();
  else if (field.matches("[data-delta]")) nextDelta(field);
  else if (field.matches("[data-mark]")) nextStep(field.closest("tr").querySelector(".points-input"));
  else if (field.matches("[data-tick]")) {
    field.checked = !field.checked;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (field.checked) document.getElementById("save").focus();
  } else return false;
  return true;
};

const fieldKeys = {
  Enter: onEnter,
  ArrowDown: (field) => field.matches("[data-step]") && (neighbour(field, 1), true),
  ArrowUp: (field) => field.matches("[data-step]") && (neighbour(field, -1), true),
  "-": (field) => field.matches(".points-input, [data-delta]") && (typeMinus(field), true),
  "*": (field) => field.matches(".points-input, [data-delta]") && (toggleMinus(field), true),
};

/* --- keys anywhere on the page ---------------------------------------------------------------------------------- */

const isText = (target) => target.matches('input[name="reason"], textarea, select, #jump');

/* Outside of what the answers of the server replace: it stays until something is typed. */
const setLeaving = (leaving) => {
  desk.leaving = leaving;
  form.querySelector("[data-unsaved]").hidden = !leaving;
};

const leave = () => {
  const link = document.querySelector("[data-leave]");
  if (!link) return;
  const typed = form && steps().some((field) => field.value !== field.defaultValue);
  if (typed && !desk.leaving) {
    setLeaving(true);
    return;
  }
  form?.dispatchEvent(new Event("sheet:left"));
  link.click();
};

const pageKeys = {
  "/": () => enter(jump),
  "+": () => document.querySelector("[data-penalty]")?.click(),
  Escape: leave,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const { key, target } = event;
  if (target === jump && key === "Escape" && form) {
    enter(steps().find((field) => !field.value) ?? steps()[0]);
    return;
  }
  if (target === jump && key === "/") event.preventDefault();
  if (form && form.contains(target) && fieldKeys[key]?.(target)) event.preventDefault();
  else if (pageKeys[key] && !isText(target)) {
    event.preventDefault();
    pageKeys[key]();
  }
});

/* A number that led nowhere is typed over, not into. */
if (jump?.value) jump.select();

/* --- the sheet ---------------------------------------------------------------------------------------------------- */

if (form) {
  form.querySelector("[data-check]").hidden = true;
  form.querySelectorAll("[data-sign]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => {
      const field = document.getElementById(button.dataset.sign);
      toggleMinus(field);
      field.focus();
    });
  });

  form.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches("[data-live]")) return;
    desk.typed += 1;
    setLeaving(false);
    if (field.matches(".wind-input") && field.value.trim()) {
      field.value = field.value.trim().toUpperCase();
      enter(field.closest("tr").querySelector(".points-input"));
    }
  });

  form.addEventListener("click", (event) => {
    const offer = event.target.closest("[data-deposits]");
    if (!offer) return;
    event.preventDefault();
    put(byName("deposits"), offer.dataset.deposits);
    finish();
  });

  form.addEventListener("focusin", (event) => {
    if (event.target.matches(".points-input, .wind-input, [data-last], [data-delta]")) event.target.select();
  });

  document.addEventListener("htmx:beforeSend", (event) => {
    if (event.target === form) event.detail.xhr.typed = desk.typed;
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (document.getElementById("problems")) markAll();
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target !== form || event.detail.xhr.status === 0) return;
    desk.shown = event.detail.xhr.typed;
    markAll();
    if (desk.waiting && desk.shown === desk.typed) go();
  });

  /* Without the server there is nothing to say: Save is where the browser says so. */
  ["htmx:sendError", "htmx:timeout"].forEach((name) => {
    document.addEventListener(name, () => {
      if (desk.waiting) document.getElementById("save").focus();
      Object.assign(desk, { waiting: false, save: false });
    });
  });

  const { next } = document.getElementById("problems").dataset;
  if (form.dataset.finished && next !== "save") enter(byName(next));
}
