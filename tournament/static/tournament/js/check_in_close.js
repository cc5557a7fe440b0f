/* Closing check-in: 1 to 9 choose a way, Esc keeps it open, / checks somebody in. */
(() => {
  "use strict";

  const isTyping = (target) => target.matches?.("input:not([type=radio]), select, textarea");
  const other = () => document.querySelector(".pane-head .toolbar a");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (/^[1-9]$/.test(event.key)) {
      const way = document.querySelectorAll("#close-form [name=way][type=radio]")[event.key - 1];
      if (!way) return;
      event.preventDefault();
      way.focus();
      way.click();
    } else if (event.key === "/" || event.key === "Escape") {
      event.preventDefault();
      other()?.click();
    }
  });
})();
