/* A foul that is chosen stays in sight: what it costs makes the panel below higher. */
document.addEventListener("htmx:afterSettle", (event) => {
  "use strict";

  const chosen = event.detail.requestConfig?.triggeringEvent?.target;
  if (chosen?.name === "foul") chosen.closest(".foul").scrollIntoView({ block: "nearest" });
});

/* A new call of a table is said to who hears the page, felt by who carries the phone, and counted in the tab's title. */
(() => {
  "use strict";

  const said = document.querySelector("[data-floor-said]");
  if (!said) return;
  const title = document.title;
  const calls = () => [...document.querySelectorAll("[data-call]")];
  let known = new Set(calls().map((call) => call.dataset.call));

  const show = () => {
    const now = calls();
    const added = now.filter((call) => !known.has(call.dataset.call));
    known = new Set(now.map((call) => call.dataset.call));
    document.title = now.length ? `(${now.length}) ${title}` : title;
    if (!added.length) return;
    said.textContent = added.map((call) => call.dataset.said).join(" ");
    navigator.vibrate?.([200, 100, 200]);
  };

  document.addEventListener("htmx:afterSettle", show);
  show();
})();

/* A penalty that does not reach the server waits in the outbox, with the submission of its form: it is given once. It is
   sent to where kept ones are sent; where the server has something to say, the form goes the ordinary way and shows it. */
(() => {
  "use strict";

  const PATIENCE = 30_000; /* milliseconds for an answer */
  const UNREACHED = [0, 502, 503, 504];
  const form = document.getElementById("give");
  if (!form) return;
  const { pathname } = new URL(form.action);
  const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
  let isSending = false;

  const statusOf = async (fields) => {
    const body = new URLSearchParams([...fields, ["account", document.querySelector("[data-outbox]").dataset.account]]);
    const options = { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(PATIENCE) };
    try {
      const answer = await fetch(`${pathname}kept/`, options);
      return answer.type === "opaqueredirect" ? 401 : answer.status;
    } catch {
      return 0;
    }
  };

  /* Whether the outbox has it. The panel with the effect goes, and with it the submission: what comes is another one. */
  const keep = (typed, status, what) => {
    const fields = typed.filter(([name]) => name !== "csrfmiddlewaretoken");
    const { hanchan, table } = form.dataset;
    if (announce("sheet:unsent", { url: pathname, fields, status, what, hanchan, table })) return false;
    const kept = document.querySelector("[data-floor-kept]").content.cloneNode(true);
    kept.querySelector("[data-what]").textContent = what;
    document.getElementById("cost").replaceWith(kept);
    form.querySelectorAll(":checked").forEach((one) => { one.checked = false; });
    announce("page:kept");
    return true;
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const fields = [...new FormData(form)];
    const status = await statusOf(fields);
    isSending = false;
    if (status === 200) location.assign(pathname);
    else if (!UNREACHED.includes(status)) form.submit();
    else if (!event.submitter || event.submitter.matches(".is-waiting")) announce("page:failed", 0);
    else if (!keep(fields, status, event.submitter.textContent.trim())) announce("page:failed", 0);
  });

  ["outbox:sent", "outbox:refused"].forEach((name) => document.addEventListener(name, ({ detail }) => {
    if (detail.url === pathname && !form.querySelector(":checked")) location.assign(pathname);
  }));
})();
