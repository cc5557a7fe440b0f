/* A page that keeps itself up to date says when it cannot: [data-stale] is shown until the server answers again. */
(() => {
  "use strict";

  let isStale = !navigator.onLine;

  const show = () => {
    document.querySelectorAll("[data-stale]").forEach((part) => {
      part.hidden = !isStale;
    });
  };

  const set = (stale) => {
    isStale = stale;
    show();
  };

  ["htmx:sendError", "htmx:timeout"].forEach((name) => document.addEventListener(name, () => set(true)));
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.xhr.status) set(detail.xhr.status >= 500);
  });
  document.addEventListener("htmx:afterSettle", show);
  window.addEventListener("offline", () => set(true));
  show();
})();
