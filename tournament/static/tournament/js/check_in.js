/* After a tap on somebody who was searched for, the next name replaces the last one. */
(() => {
  "use strict";

  const search = document.getElementById("check-in-search");
  if (!search) return;

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.requestConfig?.verb !== "post" || !search.value) return;
    search.focus();
    search.select();
  });
})();
