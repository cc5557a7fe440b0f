/* After somebody was checked in, the search is ready for the next; what was said of everybody before is over. */
(() => {
  "use strict";

  const search = document.getElementById("check-in-search");
  if (!search) return;

  /* A tap or Enter counts more than any list that was asked for before: that must not take the place of the answer. Who
     types on while the answer comes gets the list after it. */
  let entered = 0;
  let isSending = false;
  let next = null;
  document.addEventListener(
    "submit",
    (event) => {
      entered = event.timeStamp;
      [search.form, document.getElementById("check-in")].forEach((asking) => htmx.trigger(asking, "htmx:abort"));
    },
    true,
  );
  document.addEventListener("htmx:confirm", (event) => {
    const { verb, triggeringEvent, issueRequest, elt } = event.detail;
    if (verb !== "get") return;
    if (triggeringEvent?.timeStamp < entered && elt === search) event.preventDefault();
    else if (isSending) {
      event.preventDefault();
      if (elt === search) next = issueRequest;
    }
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb === "post") isSending = true;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    isSending = false;
    next?.();
    next = null;
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    const asked = event.detail.requestConfig;
    if (asked?.verb !== "post") return;
    document.querySelector(".messages")?.remove();
    if (asked.elt === search.form) {
      /* Who types on while the answer comes keeps what was typed. */
      if (search.value === asked.parameters.q) search.value = document.getElementById("check-in").dataset.searched;
    } else if (search.value) {
      search.focus();
      search.select();
    }
  });
})();
