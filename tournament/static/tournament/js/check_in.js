/* After somebody was checked in, the search is ready for the next; what was said of everybody before is over. */
(() => {
  "use strict";

  const search = document.getElementById("check-in-search");
  if (!search) return;

  /* Enter asks at once for what was typed: the list that was about to be asked for must not take its place. */
  let entered = 0;
  search.form.addEventListener("submit", (event) => {
    entered = event.timeStamp;
  });
  search.addEventListener("htmx:confirm", (event) => {
    if (event.detail.triggeringEvent?.timeStamp < entered) event.preventDefault();
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
