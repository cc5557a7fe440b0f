/* The saved chip, one submission per form, the first wrong field in focus, and a minus where a phone's keyboard has only
   digits. Pages work without it. */
(() => {
  "use strict";

  /* A page can come with a form that is filled in and not saved: a preview. */
  const isUnsaved = () => document.querySelector("[data-not-saved]") !== null;
  const state = { online: navigator.onLine, failed: false, out: false, typed: isUnsaved(), sending: 0, kept: false };

  const word = () => {
    if (!state.online) return state.kept ? "kept" : "lost";
    if (state.failed) return "failed";
    if (state.out) return "out";
    if (state.sending) return "sending";
    return state.typed ? "typed" : "saved";
  };

  const tones = { saved: "chip-ok", typed: "chip-plain", sending: "chip-plain", lost: "chip-bad", kept: "chip-wait", failed: "chip-bad", out: "chip-bad" };

  const show = () => {
    const chip = document.querySelector("[data-connection]");
    if (!chip) return;
    const now = word();
    if (chip.dataset.now === now) return;
    chip.dataset.now = now;
    chip.textContent = chip.dataset[now];
    chip.className = `chip ${tones[now]}`;
    chip.hidden = false;
  };

  const change = (values) => {
    Object.assign(state, values);
    show();
  };

  const writes = (form) => form instanceof HTMLFormElement && form.method === "post";
  const keeps = (form) => writes(form) && !form.matches("[data-unsaved-ok]");

  const answered = (status) => ({ online: true, failed: status >= 500, out: [401, 403].includes(status) });

  const isSubmit = (detail) => detail.requestConfig?.triggeringEvent?.type === "submit";

  const focusFirstWrong = (root) => {
    const wrong = root.querySelector('[aria-invalid="true"]');
    if (wrong) wrong.focus();
  };

  window.addEventListener("online", () => change({ online: true }));
  window.addEventListener("offline", () => change({ online: false }));

  document.addEventListener("input", (event) => {
    if (keeps(event.target.form)) change({ typed: true });
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isSubmit(event.detail)) change({ sending: state.sending + 1 });
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { detail } = event;
    if (detail.xhr.status === 0) return;
    const ended = answered(detail.xhr.status);
    if (isSubmit(detail)) {
      ended.sending = Math.max(0, state.sending - 1);
      if (detail.successful) ended.typed = false;
    }
    change(ended);
  });

  ["htmx:sendError", "htmx:timeout", "htmx:sendAbort"].forEach((name) => {
    document.addEventListener(name, (event) => {
      const ended = isSubmit(event.detail) ? { sending: Math.max(0, state.sending - 1) } : {};
      if (name !== "htmx:sendAbort") ended.online = false;
      change(ended);
    });
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (isSubmit(event.detail)) focusFirstWrong(event.detail.elt);
  });

  /* A second click or Enter must not send a form twice. The button is disabled after the browser
     has taken its value. */
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !writes(form)) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    change({ typed: false, sending: state.sending + 1 });
    setTimeout(() => {
      form.querySelectorAll("button:not([type=button]), input[type=submit]").forEach((button) => {
        button.disabled = true;
      });
    });
  });

  /* Back to a page that the browser had kept: its forms may be sent again. */
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    document.querySelectorAll("form[data-sent]").forEach((form) => {
      delete form.dataset.sent;
      form.querySelectorAll(":disabled").forEach((button) => {
        button.disabled = false;
      });
    });
    change({ sending: 0 });
  });

  /* On a phone the navigation scrolls sideways in its own box: begin where one is. The page itself stays. */
  const scrollToHere = () => {
    document.querySelectorAll(":is(.rail, .strip, .tabs) [aria-current]").forEach((here) => {
      const box = here.closest(".rail, .strip, .tabs");
      const middle = here.getBoundingClientRect().left - box.getBoundingClientRect().left + here.offsetWidth / 2;
      box.scrollLeft += middle - box.clientWidth / 2;
    });
  };

  const begin = () => {
    scrollToHere();
    show();
    focusFirstWrong(document);
  };

  /* The desk sends a sheet without leaving the page (sheet.js): what comes takes the place of all that was shown. */
  document.addEventListener("page:sending", () => change({ typed: false, sending: 1 }));
  document.addEventListener("page:failed", ({ detail: status }) => {
    change({ ...(status ? answered(status) : { online: false }), typed: true, sending: 0 });
  });
  document.addEventListener("page:kept", () => change({ online: false, kept: true, typed: false, sending: 0 }));
  document.addEventListener("outbox:asked", ({ detail }) => {
    if (detail.isThere) change({ online: true });
  });
  document.addEventListener("page:shown", () => {
    Object.assign(state, { online: true, failed: false, out: false, typed: isUnsaved(), sending: 0, kept: false });
    begin();
  });

  begin();
})();

/* iOS shows nothing but digits for numeric fields: the button before a field that may be below zero writes its minus. */
(() => {
  "use strict";

  const show = () => document.querySelectorAll("[data-sign]").forEach((button) => { button.hidden = false; });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sign]");
    if (!button) return;
    const field = document.getElementById(button.dataset.sign);
    field.value = /^[-−▲△]/.test(field.value) ? field.value.slice(1) : `-${field.value}`;
    ["input", "change"].forEach((name) => field.dispatchEvent(new Event(name, { bubbles: true })));
    field.focus();
  });

  ["page:shown", "htmx:afterSettle"].forEach((name) => document.addEventListener(name, show));
  show();
})();
