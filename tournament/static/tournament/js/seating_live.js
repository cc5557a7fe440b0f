/* When the published seating is fetched again, what was open stays open and the link in focus stays in focus. */
(() => {
  "use strict";

  let open = false;
  let focused = null;

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status !== 200) return;
    open = Boolean(document.querySelector("details.path")?.open);
    focused = document.activeElement?.closest("#seating-live a")?.getAttribute("href") ?? null;
  });

  document.addEventListener("htmx:afterSwap", () => {
    const path = document.querySelector("details.path");
    if (path) path.open = open;
    if (focused) document.querySelector(`#seating-live a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  });
})();
