/* The message to everybody goes when its time ends, on a page that is open or was kept. */
(() => {
  "use strict";

  const hideOver = () => {
    document.querySelectorAll("[data-until]").forEach((message) => {
      message.hidden = Date.now() > Number(message.dataset.until) * 1000;
    });
  };

  document.addEventListener("htmx:afterSettle", hideOver);
  setInterval(hideOver, 5000);
  hideOver();
})();
