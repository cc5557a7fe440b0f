/* The outbox: report sheets that could not be sent, in the browser's storage until the server has them.

   `sheet:unsent` puts one in, also a penalty from the floor, which says in `what` what it is. It survives a reload, a closed browser and a server that is started again; every staff page
   sends what waits, the oldest first, with the submission it was typed with, so that no sheet is stored twice. A sheet
   belongs to the account that typed it: it goes out while that account is signed in, under no other name. One that the
   server refuses stays until its owner discards it, and so does a change that needs a password: no password is kept.

   A sheet that is read blind is sealed with the one-time pad of its page: what is kept of it only the server opens, for
   that account. The figures are shown until the page goes.

   The hall is served over plain http, where browsers have no `navigator.locks`: a lease in the same storage lets one tab
   send at a time. Two that send at once do no harm, for the same reason as a repeat. */
(() => {
  "use strict";

  const PREFIX = "outbox ";
  const LEASE = "outbox-lease";
  const PATIENCE = 30_000; /* milliseconds for an answer */
  const LEASED_FOR = PATIENCE + 5_000;
  const SOON = 1_000;
  const LATEST = 30_000; /* at most so long until the next try */
  const SENT_FOR = 6_000;
  const tab = String(Math.random());

  let pause = SOON;
  let timer = 0;
  let sending = false;
  let counted = 0;
  let hideSent = 0;
  let away = false; /* the last try got no answer */

  const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

  /* --- what is kept ---------------------------------------------------------------------------------------------- */

  /* A browser that forbids storage does so when it is asked for. */
  const storage = () => {
    try {
      return window.localStorage;
    } catch {
      return null;
    }
  };

  const kept = () => {
    const store = storage();
    const keys = store ? Object.keys(store).filter((key) => key.startsWith(PREFIX)) : [];
    return keys.map((key) => JSON.parse(store.getItem(key))).sort((one, other) => one.at - other.at);
  };

  const keyOf = (sheet) => PREFIX + sheet.submission;
  const isThere = (sheet) => storage().getItem(keyOf(sheet)) === JSON.stringify(sheet);

  /* Whether it could be kept: storage can be full. */
  const put = (sheet) => {
    try {
      storage().setItem(keyOf(sheet), JSON.stringify(sheet));
      return true;
    } catch {
      return false;
    }
  };

  /* What was typed over while its former figures were on their way stays. */
  const drop = (sheet) => {
    if (isThere(sheet)) storage().removeItem(keyOf(sheet));
  };

  const note = (sheet, why) => {
    if (isThere(sheet)) put({ ...sheet, why });
  };

  /* --- the mark in the page's head --------------------------------------------------------------------------------- */

  const box = () => document.querySelector("[data-outbox]");
  const mine = () => kept().filter((sheet) => sheet.account === box()?.dataset.account);
  const isRefused = (sheet) => sheet.why.word === "refused";
  const isHeld = (sheet) => isRefused(sheet) || sheet.why.word === "password";
  const waiting = () => kept().filter((sheet) => !isHeld(sheet));

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_whole, name) => values[name] ?? "");

  const clock = (at) => {
    const when = new Date(at);
    const time = when.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    return when.toDateString() === new Date().toDateString() ? time : `${when.toLocaleDateString(document.documentElement.lang)} ${time}`;
  };

  const SEALED = "•••";
  const typed = new Map(); /* the points of sealed sheets, for as long as this page is there */

  /* The fields as they are kept; null if the pad is too short. */
  const seal = (fields, pad) => {
    const [number, key] = pad.split(":");
    const bytes = new TextEncoder().encode(new URLSearchParams(fields).toString());
    const own = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
    if (bytes.length > own.length) return null;
    return [["pad", number], ["sealed", btoa(String.fromCharCode(...bytes.map((byte, at) => byte ^ own[at])))]];
  };

  const pointsOf = (sheet) => typed.get(sheet.submission) ?? (sheet.fields.some(([name]) => name === "sealed") ? [SEALED] : openPointsOf(sheet));

  const openPointsOf = (sheet) => sheet.fields.filter(([name]) => name.startsWith("points_")).map(([, value]) => value);
  const placeOf = ({ hanchan, table }) => ({ hanchan, table });

  const reasonOf = (sheet, words) => {
    const { word, at, status, sentences } = sheet.why;
    if (sentences?.length) return sentences.join(" ");
    const key = `why${word[0].toUpperCase()}${word.slice(1)}`;
    return fill(words[key], { time: clock(at), status });
  };

  const itemOf = (sheet) => {
    const words = box().dataset;
    const item = box().querySelector("[data-outbox-own]").content.firstElementChild.cloneNode(true);
    const link = item.querySelector("a");
    link.href = sheet.url;
    link.textContent = fill(words.name, placeOf(sheet));
    item.querySelector("[data-event]").textContent = sheet.event === words.event ? "" : sheet.event;
    const since = { time: clock(sheet.at), points: sheet.what ?? pointsOf(sheet).join(" · ") };
    item.querySelector("[data-since]").textContent = fill(words.since, since);
    item.querySelector("[data-why]").textContent = reasonOf(sheet, words);
    item.querySelector("[data-refused]").hidden = !isHeld(sheet);
    item.dataset.submission = sheet.submission;
    return item;
  };

  /* Of somebody else's sheets no figure and no table is shown. */
  const othersOf = (sheets) => {
    const people = new Map();
    sheets.forEach(({ person }) => people.set(person, (people.get(person) ?? 0) + 1));
    return [...people].map(([person, n]) => {
      const item = document.createElement("li");
      item.textContent = fill(box().dataset.other, { person, n });
      return item;
    });
  };

  const say = (text) => {
    const line = box().querySelector("[data-outbox-said]");
    if (line.textContent !== text) line.textContent = text;
  };

  const showSent = (isNew) => {
    const chip = box().querySelector("[data-outbox-sent]");
    chip.textContent = box().dataset.sent;
    if (isNew) {
      clearTimeout(hideSent);
      hideSent = setTimeout(() => {
        hideSent = 0;
        show();
      }, SENT_FOR);
    }
    chip.hidden = !hideSent;
  };

  const show = () => {
    if (!box()) return;
    const all = kept();
    const own = mine();
    const details = box().querySelector("[data-outbox-kept]");
    const mark = box().querySelector("[data-outbox-mark]");
    mark.textContent = fill(box().dataset.mark, { n: all.length });
    mark.className = `chip ${own.some(isRefused) ? "chip-bad" : "chip-wait"}`;
    details.hidden = !all.length;
    if (!all.length) details.open = false;
    const list = details.querySelector("ul");
    const items = [...own.map(itemOf), ...othersOf(all.filter((sheet) => sheet.account !== box().dataset.account))];
    const had = document.activeElement?.closest("[data-submission]")?.dataset.submission;
    if (list.innerHTML !== items.map((item) => item.outerHTML).join("")) {
      list.replaceChildren(...items);
      if (had) list.querySelector(`[data-submission="${had}"] a`)?.focus();
    }
    showSent(counted > 0 && !own.length);
    counted = own.length;
    box().hidden = !all.length && !hideSent;
    say(all.length ? mark.textContent : hideSent ? box().dataset.sent : "");
  };

  /* --- sending ----------------------------------------------------------------------------------------------------- */

  /* Whether this tab is the one to send, and for a while from now. */
  const lease = () => {
    const held = JSON.parse(storage().getItem(LEASE) ?? "null");
    if (held && held.tab !== tab && held.until > Date.now()) return false;
    storage().setItem(LEASE, JSON.stringify({ tab, until: Date.now() + LEASED_FOR }));
    return JSON.parse(storage().getItem(LEASE)).tab === tab;
  };

  const release = () => {
    if (JSON.parse(storage().getItem(LEASE) ?? "null")?.tab === tab) storage().removeItem(LEASE);
  };

  /* The answer as {status, …}: 0 is none, 401 a sign-in page. */
  const ask = async (url, body) => {
    const options = { method: body ? "POST" : "GET", body, cache: "no-store", redirect: "manual" };
    try {
      const response = await fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE) });
      if (response.type === "opaqueredirect") return { status: 401 };
      const isData = response.headers.get("Content-Type")?.startsWith("application/json");
      return { ...(isData ? await response.json() : {}), status: response.status };
    } catch {
      return { status: 0 };
    }
  };

  /* Why a sheet waits on: null when the server has said something about this very sheet. */
  const obstacle = ({ status, account, sentences }) => {
    if (status === 0) return { word: "away" };
    if (status >= 500 || status === 408 || status === 429) return { word: "busy", status, sentences };
    if (status === 401) return { word: "out" };
    return status === 403 && account ? { word: "account" } : null;
  };

  const sendOne = async (sheet, token) => {
    const body = new URLSearchParams(sheet.fields);
    body.set("csrfmiddlewaretoken", token);
    body.set("account", sheet.account);
    const answer = await ask(`${sheet.url}kept/`, body);
    const why = obstacle(answer);
    if (why) {
      note(sheet, { ...why, at: Date.now() });
      return false;
    }
    if (answer.status === 200) {
      drop(sheet);
      show();
      announce("outbox:sent", { url: sheet.url, next: answer.next });
    } else {
      const { status, sentences } = answer;
      note(sheet, { word: "refused", at: Date.now(), status, sentences });
      announce("outbox:refused", { url: sheet.url });
    }
    return true;
  };

  /* Whether the server could be asked about everything that may go out now. */
  const sendAll = async () => {
    const sender = await ask(box().dataset.outbox);
    const why = obstacle(sender.status === 200 ? {} : sender) ?? (sender.token ? null : { word: "busy", status: sender.status });
    away = sender.status === 0;
    announce("outbox:asked", { isThere: sender.status > 0 && sender.status < 500 });
    if (why) {
      mine().filter((sheet) => !isHeld(sheet)).forEach((sheet) => note(sheet, { ...why, at: Date.now() }));
      return false;
    }
    for (const sheet of waiting()) {
      if (sheet.account !== sender.account) note(sheet, { word: "account", at: Date.now() });
      else if (!lease() || !(await sendOne(sheet, sender.token))) return false;
      show();
    }
    return true;
  };

  const run = async () => {
    clearTimeout(timer);
    if (sending || !box() || !waiting().length) return;
    sending = true;
    let isDone = false;
    if (lease()) {
      isDone = await sendAll();
      release();
    }
    sending = false;
    pause = isDone ? SOON : Math.min(pause * 2, LATEST);
    show();
    if (waiting().length) timer = setTimeout(run, isDone ? LATEST : pause);
  };

  const runSoon = () => {
    away = false;
    pause = SOON;
    clearTimeout(timer);
    timer = setTimeout(run, SOON);
  };

  /* --- what the page says ------------------------------------------------------------------------------------------ */

  document.addEventListener("sheet:unsent", (event) => {
    if (!box() || !storage()) return;
    const { url, status, needsPassword, what, pad } = event.detail;
    const fields = pad ? seal(event.detail.fields, pad) : event.detail.fields;
    if (!fields) return;
    const { hanchan, table } = what ? event.detail : url.match(/\/sheets\/(?<hanchan>\d+)\/(?<table>\d+)\//).groups;
    const { account, person, event: name } = box().dataset;
    const submission = event.detail.fields.find(([field]) => field === "submission")[1];
    const word = status ? "busy" : "away";
    const why = { word: needsPassword ? "password" : word, status, at: Date.now() };
    const sheet = { submission, url, fields, account, person, event: name, hanchan, table, what, at: Date.now(), why };
    if (!put(sheet)) return;
    if (pad) typed.set(submission, openPointsOf(event.detail));
    event.preventDefault();
    show();
    runSoon();
  });

  /* Saved in the usual way meanwhile. */
  document.addEventListener("sheet:sent", ({ detail: submission }) => {
    kept().filter((sheet) => sheet.submission === submission).forEach(drop);
    show();
  });

  document.addEventListener("page:shown", show);
  window.addEventListener("storage", (event) => {
    if (event.key?.startsWith(PREFIX)) show();
  });
  ["online", "focus"].forEach((name) => window.addEventListener(name, run));

  /* The board hears from the server before the next try is due. */
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (away && detail.xhr.status > 0 && detail.xhr.status < 500) runSoon();
  });

  /* A page that goes away while it asks must not keep the next one waiting. */
  window.addEventListener("pagehide", () => {
    if (storage()) release();
  });

  /* --- what the person does ---------------------------------------------------------------------------------------- */

  /* The form is sent as it was typed, with the page's own token: the server shows it beside what it has. */
  const compare = async (sheet) => {
    const { token } = await ask(box().dataset.outbox);
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: sheet.url, hidden: true });
    [...sheet.fields, ["csrfmiddlewaretoken", token ?? ""]].forEach(([name, value]) => {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    });
    document.body.append(form);
    form.submit();
  };

  const discard = (sheet) => {
    if (!window.confirm(fill(box().dataset.sure, placeOf(sheet)))) return;
    drop(sheet);
    counted = 0;
    show();
  };

  document.addEventListener("click", (event) => {
    const submission = event.target.closest("[data-outbox] [data-submission]")?.dataset.submission;
    const sheet = mine().find((one) => one.submission === submission);
    if (!sheet) return;
    if (event.target.closest("[data-outbox-compare]")) compare(sheet);
    else if (event.target.closest("[data-outbox-discard]")) discard(sheet);
  });

  show();
  run();
})();
