/* The desk: report sheets typed by keyboard alone, one after the other.

   The server reads and computes; this script moves the focus. A sheet is sent without leaving the page, and the server's
   answer takes its place in the same document. So there is always somebody to hear a key: those typed while a sheet is
   on its way, or before the page is ready, are held and typed into the sheet that comes.

   Enter goes to the next empty field, and from the last to what the server says comes next: a field that is wrong,
   the deposits, the tick under a warning; a sheet with nothing to look at is saved. Enter in an empty field stays, so that a double Enter never shifts
   the scores of a table by a row. On a sheet that comes filled it goes to the next row whatever that holds, from the last
   to the deposits, and every field is selected: what is typed takes the place of what was there. A letter never gets into
   points; where winds are typed, it is the wind of its row.

   A classic script in the head: until a deferred one runs, a key would meet no field, and Enter would send a sheet that
   is half typed. Without it the form and the link do the same by themselves. */
(() => {
  "use strict";

  const PATIENCE = 30_000; /* milliseconds for an answer */
  const LITTLE_PATIENCE = 4_000; /* after a sheet that got none */
  const AHEAD = 12; /* blank sheets that are here before the server goes away */
  const AHEAD_AFTER = 500; /* milliseconds: the sheet that is shown comes first */
  const HELD = /^(.|Enter|Backspace|ArrowUp|ArrowDown)$/u;
  const LETTERS = /\p{L}+/gu;
  const WIND = /^(fr|de)/u.test(document.documentElement.lang) ? /^[eoswn東南西北]$/iu : /^[eswn東南西北]$/iu; /* Ouest, Ost */
  const FIGURES = ".points-input, [data-delta], [data-last]:not([inputmode=text])";

  /* `typed` counts changes of the fields, `shown` how many of them the server has answered; `waiting`: Enter in the
     last field waits for that answer, `save`: and Enter after it is to save. `filled`: the sheet
     came with its figures. `kept`: they are in the outbox as they stand. */
  const desk = { ready: false, sending: false, typed: 0, shown: 0, waiting: false, save: false, leaving: false, kept: false };
  let held = [];
  let form = null;
  let jump = null;
  let away = false; /* the last sheet did not reach the server */
  let shownAt = location.pathname + location.search;

  const byName = (name) => form.elements.namedItem(name);
  const all = (selector) => [...form.querySelectorAll(selector)];
  const steps = () => all("[data-step]");
  const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

  const enter = (field) => {
    if (!field) return;
    field.focus();
    if (field.select) field.select();
  };

  const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

  const put = (field, value) => {
    field.value = value;
    changed(field);
  };

  const setVisible = (name, visible) => {
    form.querySelector(`[data-${name}]`).hidden = !visible;
  };

  /* --- keys typed ahead ------------------------------------------------------------------------------------------ */

  /* While the last Enter waits for the server, the next Enter is to save; what else is typed is for the field that the
     answer leads to. */
  const holds = (key) => !desk.ready || desk.sending || (desk.waiting && (desk.save || held.length || key !== "Enter"));

  const type = (key) => {
    const field = document.activeElement;
    if (!field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))) return;
    if (field.matches("button") && key === "Enter") field.click();
    if (!field.matches("input:not([type=checkbox])")) return;
    const [from, to] = [field.selectionStart, field.selectionEnd];
    if (key === "Enter") field.form.requestSubmit();
    else if (key === "Backspace") field.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
    else if (key.length === 1) field.setRangeText(key, from, to, "end");
    if (key !== "Enter") changed(field);
  };

  const typeHeld = () => {
    while (held.length && !holds(held[0])) type(held.shift());
  };

  window.addEventListener(
    "keydown",
    (event) => {
      if (!holds(event.key) || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (!HELD.test(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held.push(event.key);
    },
    true,
  );

  /* --- what comes after the last field --------------------------------------------------------------------------- */

  const go = () => {
    const { next } = document.getElementById("problems").dataset;
    const { save } = desk;
    Object.assign(desk, { waiting: false, save: false });
    if (next === "save") {
      const button = document.getElementById("save");
      const open = byName("base_version") && [byName("reason"), byName("password")].find((f) => f && !f.value.trim());
      if (open) enter(open);
      else if (save) form.requestSubmit(button);
      else button.focus();
    } else if (next === "none") {
      enter(document.activeElement);
    } else {
      enter(byName(next));
    }
    /* Keys after an Enter that was to save were meant for the next sheet; a single digit is the deposits, for who has
       the paper in hand. */
    if (save && !desk.sending && !(next === "deposits" && /^\d(Enter|$)/.test(held.join("")))) held = [];
    typeHeld();
  };

  /* The server's answer to the last key may still be on its way: wait for it, and remember a second Enter. */
  const finish = () => {
    if (desk.waiting) {
      desk.save = true;
    } else if (desk.shown === desk.typed) {
      go();
    } else {
      desk.waiting = true;
      window.htmx.trigger(form, "sheet:check");
    }
  };

  /* The last Enter of a sheet saves it if nothing is left to look at: no marks beside the points, no all-last sheet. */
  const finishNow = () => {
    const untyped = all("[data-paper]").find((other) => !other.value.trim() && other !== document.activeElement);
    if (untyped) {
      enter(untyped);
      return;
    }
    desk.save = !desk.filled && !all("[data-mark]").length && !form.querySelector(".all-last[open]");
    if (desk.waiting || desk.shown !== desk.typed || !desk.save) finish();
    else go();
  };

  const markWrong = (name, wrong) => {
    const field = byName(name);
    if (!field) return;
    if (wrong) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  };

  const markAll = () => {
    all("[data-points-wrong]").forEach((note, row) => {
      markWrong(`points_${row}`, note.dataset.pointsWrong === "true");
      markWrong(`wind_${row}`, note.dataset.windWrong === "true");
    });
    const { next } = document.getElementById("problems").dataset;
    all("[data-paper]").forEach((field) => markWrong(field.name, desk.typed === desk.shown && next === field.name && field.value));
    markWrong("deposits", document.getElementById("deposits-note").dataset.wrong === "true");
    const wrong = document.getElementById("all-last-result").dataset.wrong.split(" ");
    all("[data-delta]").forEach((field) => markWrong(field.name, wrong.includes(field.name)));
  };

  document.addEventListener("htmx:beforeSend", (event) => {
    if (event.target === form) event.detail.xhr.typed = desk.typed;
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (form) markAll();
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target !== form || event.detail.xhr.status === 0) return;
    desk.shown = event.detail.xhr.typed;
    markAll();
    if (!desk.waiting || desk.shown !== desk.typed) return;
    if (event.detail.xhr.status === 200) go();
    else giveUp();
  });

  /* Without an answer there is nothing to say: the browser tells when the sheet is sent or saved. */
  const giveUp = () => {
    const { save } = desk;
    const button = document.getElementById("save");
    Object.assign(desk, { waiting: false, save: false });
    if (save) form.requestSubmit(button);
    else button.focus();
    if (!desk.sending) held = [];
  };

  ["htmx:sendError", "htmx:timeout"].forEach((name) => {
    document.addEventListener(name, (event) => {
      if (event.target === form && desk.waiting) giveUp();
    });
  });

  /* --- keys in the fields ---------------------------------------------------------------------------------------- */

  const toggleMinus = (field) => put(field, /^[-−▲△]/.test(field.value) ? field.value.slice(1) : `-${field.value}`);

  /* A minus before, after or amid the digits is a minus; over a marked number it begins a new one. */
  const typeMinus = (field) => {
    if (field.value && field.selectionStart === 0 && field.selectionEnd === field.value.length) put(field, "-");
    else toggleMinus(field);
  };

  const nextRow = (field) => {
    const points = all(".points-input");
    enter(points[points.indexOf(field) + 1] ?? byName("deposits"));
  };

  const nextStep = (field) => {
    if (desk.filled && field.matches(".points-input")) {
      nextRow(field);
      return;
    }
    const fields = steps();
    const after = [...fields.slice(fields.indexOf(field) + 1), ...fields];
    const empty = after.find((other) => other !== field && !other.value.trim());
    if (empty) enter(empty);
    else finishNow();
  };

  const nextDelta = (field) => {
    const fields = all("[data-delta]");
    const next = fields[fields.indexOf(field) + 1];
    if (next && (field.value.trim() || next.value.trim())) enter(next);
    else finish();
  };

  const typeLetter = (field, letter) => {
    const wind = field.matches(".points-input") && field.closest("tr").querySelector(".wind-input");
    if (!wind || !WIND.test(letter)) return;
    wind.value = letter.toUpperCase();
    changed(wind);
  };

  const number = (text) => Number(text.replace(",", ".")) || 0;

  /* On a filled sheet with drawn winds, 3452 is more than the whole table has: it is West, and 452. */
  const takeWind = (field) => {
    const wind = desk.filled && field.matches(".points-input") && field.closest("tr").querySelector(".wind-input");
    const [, digit, points] = field.value.match(/^([1-4])(\d[\d.,]*)$/) ?? [];
    const atTable = all(".points-input").reduce((sum, other) => sum + number(other.defaultValue), 0);
    if (!wind || !digit || number(field.value) <= atTable) return;
    field.value = points;
    put(wind, digit);
    field.setSelectionRange(points.length, points.length);
  };

  const neighbour = (field, by) => {
    const same = all(field.matches(".wind-input") ? ".wind-input" : ".points-input");
    enter(same[same.indexOf(field) + by]);
  };

  const onEnter = (field) => {
    if (field.matches("[data-step]")) {
      if (field.value.trim()) nextStep(field);
      return true;
    }
    if (field.matches("[data-last]")) finishNow();
    else if (field.matches("[data-delta]")) nextDelta(field);
    else if (field.matches("[data-mark]")) nextStep(field.closest("tr").querySelector(".points-input"));
    else if (field.matches("[name=reason]") && byName("password")?.value === "") enter(byName("password"));
    else if (field.matches("[data-tick]")) {
      field.checked = !field.checked;
      changed(field);
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

  /* Pasted, dictated, or written by another keyboard than keys are heard from. */
  const dropLetters = (field) => {
    const kept = field.value.normalize("NFKC").replace(/[ー―]/g, "-").replace(LETTERS, ""); // - as kana keyboards type it
    if (kept !== field.value) field.value = kept;
  };

  document.addEventListener("compositionend", (event) => {
    if (form?.contains(event.target) && event.target.matches(FIGURES)) dropLetters(event.target);
  });

  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!form?.contains(field)) return;
    if (field.matches(FIGURES) && !event.isComposing) {
      dropLetters(field);
      takeWind(field);
    }
    remember();
    setKept(false);
    if (!field.matches("[data-live]")) return;
    desk.typed += 1;
    setLeaving(false);
    if (field.matches(".wind-input") && field.value.trim()) {
      field.value = field.value.normalize("NFKC").trim().toUpperCase();
      enter(field.closest("tr").querySelector(".points-input"));
    }
  });

  /* A click leaves a figure selected, so that it is typed over as after a key; a double click is for a place in it. */
  document.addEventListener("mousedown", (event) => {
    const field = event.target;
    if (event.button || event.detail > 1 || !form?.contains(field) || !field.matches(".points-input, .wind-input")) return;
    const isSelected = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    if (field === document.activeElement && !isSelected) return;
    event.preventDefault();
    enter(field);
  });

  document.addEventListener("focusin", (event) => {
    const field = event.target;
    if (form?.contains(field) && field.matches(".points-input, .wind-input, [data-last], [data-delta]")) field.select();
  });

  /* --- keys anywhere on the page --------------------------------------------------------------------------------- */

  const isText = (target) => target.matches('input[name="reason"], [type=password], textarea, select, #jump');

  /* Outside of what the answers of the server replace: it stays until something is typed. */
  const setLeaving = (leaving) => {
    desk.leaving = leaving;
    setVisible("unsaved", leaving);
  };

  const leave = () => {
    const link = document.querySelector("[data-leave]");
    if (!link) return;
    if (form && !desk.leaving && !desk.kept && steps().some((field) => field.value !== field.defaultValue)) {
      setLeaving(true);
      return;
    }
    if (form) dropDraft(location.pathname);
    link.click();
  };

  const toMine = () => document.querySelector(".hall-map .needs-mine")?.click();

  const pageKeys = {
    "/": () => enter(jump),
    "+": () => document.querySelector("[data-penalty]")?.click(),
    m: toMine,
    M: toMine,
    Escape: leave,
  };

  /* From the box, and among the cards of what waits: arrows move, Enter opens. */
  const todo = (target, key) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
    const cards = [...document.querySelectorAll(".todo-card")];
    const here = cards.indexOf(target);
    if (!step || !cards.length || (here < 0 && (target !== jump || key !== "ArrowDown"))) return false;
    (cards[here + step] ?? (step < 0 ? jump : target)).focus();
    return true;
  };

  /* Between two readings: the reason first, then 1, 2 or 3. Enter never decides by itself. */
  const decide = (target, key) => {
    const ways = [...(target.closest("[data-decide]")?.querySelectorAll(".decide-ways > .btn") ?? [])];
    if (!ways.length) return false;
    if (target.matches("input") && key === "Enter") {
      if (target.value.trim()) ways[0].focus();
      return true;
    }
    const chosen = target.matches(".btn") && ways[Number(key) - 1];
    if (chosen) chosen.click();
    return Boolean(chosen);
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const { key, target } = event;
    if (todo(target, key) || decide(target, key)) {
      event.preventDefault();
      return;
    }
    if (target === jump && key === "Escape") {
      if (form) enter(steps().find((field) => !field.value) ?? steps()[0]);
      else jump.blur();
      return;
    }
    if (target === jump && key === "/") event.preventDefault();
    if (form?.contains(target) && target.matches(FIGURES) && /^\p{L}$/u.test(key)) {
      event.preventDefault();
      typeLetter(target, key);
    } else if (form?.contains(target) && fieldKeys[key]?.(target)) event.preventDefault();
    else if (pageKeys[key] && !isText(target)) {
      event.preventDefault();
      pageKeys[key]();
    }
  });

  /* --- figures that were not saved: in this tab's storage until the sheet is saved or left ------------------------ */

  /* Of one person: whoever signs in next in this tab may have to read the same sheet blind. */
  const person = () => document.querySelector("[data-account]")?.dataset.account ?? "";
  const draftKey = (path) => `draft ${person()} ${path}`;
  const dropDraft = (path) => sessionStorage.removeItem(draftKey(path));
  const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.value);
  const keeping = () => all("[data-live], [name=reason], [name=base_version]");

  const remember = () => {
    const values = Object.fromEntries(keeping().map((field) => [field.name, valueOf(field)]));
    if (steps().some((field) => field.value.trim())) {
      sessionStorage.setItem(draftKey(location.pathname), JSON.stringify(values));
    } else dropDraft(location.pathname);
  };

  /* Only into a sheet as the server has it: one that comes back with its problems has what was typed. */
  const restore = () => {
    const draft = JSON.parse(sessionStorage.getItem(draftKey(location.pathname)) ?? "null");
    if (!draft || form.dataset.finished || draft.base_version !== byName("base_version")?.value) return;
    keeping().forEach((field) => {
      if (!(field.name in draft)) return;
      if (field.type === "checkbox") field.checked = draft[field.name];
      else field.value = draft[field.name];
    });
    const next = steps().find((field) => !field.value) ?? all(".points-input")[0];
    desk.filled = isFull();
    changed(next);
    enter(next);
    setVisible("restored", true);
  };

  const dropSaved = () => {
    const query = new URLSearchParams(location.search);
    const table = ["saved", "same", "once", "differs"].map((word) => query.get(word)).find(Boolean);
    const [hanchan] = location.pathname.match(/^.*\/sheets\/\d+\//) ?? [];
    if (hanchan && table) ["", "change/"].forEach((end) => dropDraft(`${hanchan}${table}/${end}`));
  };

  /* --- a page of the desk, as it was loaded or as it took another's place ------------------------------------------ */

  const isFull = () => steps().every((field) => field.value.trim());

  const focusFirst = () => {
    const { next } = form ? document.getElementById("problems").dataset : {};
    const here = document.activeElement;
    if (form?.dataset.finished && next !== "save") enter(byName(next));
    else if (desk.filled && !form.querySelector('[aria-invalid="true"]')) enter(all(".points-input")[0]);
    else if (here !== jump && !form?.contains(here)) document.querySelector("[autofocus]")?.focus();
    /* On a phone the keyboard would hide what is to be compared. */
    if (!form && window.matchMedia("(min-width: 60rem)").matches) document.querySelector("[data-begin]")?.focus({ preventScroll: true });
    /* A number that led nowhere is typed over, not into. */
    if (jump?.value) jump.select();
  };

  const open = () => {
    form = document.querySelector("[data-sheet]");
    jump = document.getElementById("jump");
    Object.assign(desk, { sending: false, typed: 0, shown: 0, waiting: false, save: false, leaving: false, kept: false });
    desk.filled = form !== null && isFull() && (!form.dataset.finished || byName("base_version") !== null);
    dropSaved();
    focusFirst();
    if (form) {
      setVisible("check", false);
      restore();
    }
    desk.ready = true;
    typeHeld();
    setTimeout(fetchAhead, AHEAD_AFTER);
  };

  const show = (page, response) => {
    if (form) window.htmx?.trigger(form, "htmx:abort"); /* the answer to a check would land in the next sheet */
    const isSame = new URL(response.url).pathname === location.pathname;
    history[isSame ? "replaceState" : "pushState"](null, "", response.url);
    shownAt = location.pathname + location.search;
    document.title = page.title;
    document.body.replaceChildren(...page.body.childNodes);
    window.htmx?.process(document.body);
    window.scrollTo(0, 0);
    document.getElementById("content").focus({ preventScroll: true });
    announce("page:shown");
    if (!response.ok) held = []; /* they were meant for another sheet */
    open();
  };

  const fail = (status) => {
    desk.sending = false;
    held = [];
    if (form) setVisible("failed", true);
    announce("page:failed", status);
  };

  /* --- a sheet that does not reach the server ---------------------------------------------------------------------- */

  const UNREACHED = [0, 502, 503, 504];
  const UNKEPT = ["csrfmiddlewaretoken", "password"];

  const setKept = (isKept) => {
    desk.kept = isKept;
    setVisible("kept", isKept);
  };

  /* Whether the outbox has it now. What needs a password is kept without it. */
  const keep = (sent, status) => {
    if (sent !== form) return false;
    const fields = [...new FormData(sent)].filter(([name]) => !UNKEPT.includes(name));
    const needsPassword = byName("password") !== null;
    const detail = { url: new URL(sent.action).pathname, fields, status, needsPassword, pad: sent.dataset.pad };
    const isKept = !document.dispatchEvent(new CustomEvent("sheet:unsent", { detail, cancelable: true }));
    setVisible("unkept", !isKept);
    return isKept;
  };

  /* Blank sheets of the tables that come next, so that typing goes on while the server is away. */
  const ahead = new Map();
  let isFetching = false;

  const tableOf = (path) => Number(path.match(/(\d+)\/(change\/)?$/)?.[1] ?? 0);

  const following = () => {
    const here = tableOf(location.pathname);
    const links = document.querySelectorAll(".hall-map :is(.needs-missing, .needs-late)");
    const paths = [...links].map((link) => link.pathname).filter((path) => path !== location.pathname);
    return [...paths.filter((path) => tableOf(path) > here), ...paths.filter((path) => tableOf(path) < here)];
  };

  const fetchAhead = async () => {
    if (away || isFetching) return;
    isFetching = true;
    const paths = following().slice(0, AHEAD);
    [...ahead.keys()].filter((path) => !paths.includes(path)).forEach((path) => ahead.delete(path));
    for (const path of paths.filter((one) => !ahead.has(one))) {
      const { response, page } = await ask(`${path}?ahead=1`).catch(() => ({ response: { ok: false } }));
      if (away || !response.ok || !page.querySelector("[data-sheet]")) break;
      ahead.set(path, page);
    }
    isFetching = false;
  };

  const showAhead = (path) => {
    show(ahead.get(path).cloneNode(true), { url: new URL(path, location.href).href, ok: true });
    announce("page:kept");
  };

  /* To the next sheet if it is here; else what was kept stays in sight. A change is no part of a pile. */
  const wait = () => {
    desk.sending = false;
    away = true;
    dropDraft(location.pathname);
    ahead.delete(location.pathname);
    const next = byName("base_version") ? null : following().find((path) => ahead.has(path));
    if (next) {
      showAhead(next);
      return;
    }
    held = [];
    setKept(true);
    announce("page:kept");
  };

  /* The table whose number is in the box, without the server. */
  const wanted = () => {
    const hanchan = location.pathname.match(/^.*\/sheets\/\d+\//)?.[0];
    return [...ahead.keys()].find((path) => path === `${hanchan}${Number(jump.value.normalize("NFKC"))}/`);
  };

  document.addEventListener("outbox:asked", ({ detail }) => {
    if (detail.isThere) away = false;
  });

  /* The sheet that is shown has gone out, or was refused: the page goes on as after Save, unless somebody types. */
  const isShown = (url) => form && !desk.sending && (desk.kept || !desk.typed) && new URL(form.action).pathname === url;

  document.addEventListener("outbox:sent", ({ detail }) => {
    if (isShown(detail.url)) follow(detail.next);
  });

  document.addEventListener("outbox:refused", ({ detail }) => {
    if (desk.kept && isShown(detail.url)) send(form);
  });

  const ask = async (url, options = {}) => {
    const signal = AbortSignal.timeout(away ? LITTLE_PATIENCE : PATIENCE);
    const response = await fetch(url, { ...options, signal });
    return { response, page: new DOMParser().parseFromString(await response.text(), "text/html") };
  };

  const submit = (sent) => {
    const fields = new URLSearchParams(new FormData(sent));
    return sent.method === "post" ? ask(sent.action, { method: "post", body: fields }) : ask(`${sent.action}?${fields}`);
  };

  const follow = async (url) => {
    desk.sending = true;
    const { response, page } = await ask(url).catch(() => ({ response: { ok: false } }));
    desk.sending = false;
    if (response.ok && page.body.matches(".page-sheets")) show(page, response);
    else typeHeld();
  };

  /* What is no page of the desk comes by the browser's own way: signing in, a form that expired. */
  const send = async (sent) => {
    desk.sending = true;
    if (sent === form) {
      ["failed", "unkept", "kept"].forEach((name) => setVisible(name, false));
      announce("page:sending");
    }
    const submission = sent === form ? byName("submission").value : "";
    const { response, page } = await submit(sent).catch(() => ({ response: { status: 0 } }));
    if (sent === form && response.ok && response.redirected) announce("sheet:sent", submission);
    const isLost = UNREACHED.includes(response.status);
    if (!isLost) away = false;
    if (isLost && sent === jump?.form && wanted()) showAhead(wanted());
    else if (isLost && keep(sent, response.status)) wait();
    else if (!response.status || response.status >= 500) fail(response.status);
    else if (page.body.matches(".page-sheets")) show(page, response);
    else if (response.redirected) location.assign(response.url);
    else sent.submit();
  };

  document.addEventListener(
    "submit",
    (event) => {
      const sent = event.target;
      if ((sent !== form && sent !== jump?.form) || event.submitter?.hasAttribute("formaction")) return;
      event.preventDefault();
      if (!desk.sending) send(sent);
    },
    true,
  );

  /* Back to another sheet, or forward: what the server says of it now. */
  window.addEventListener("popstate", () => {
    if (location.pathname + location.search !== shownAt) location.reload();
  });

  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    held = [];
    open();
  });

  /* By then the live check listens too. */
  document.addEventListener("DOMContentLoaded", () => setTimeout(open));
})();
