/* Keys of the queue: each control names its key. What is typed into a field stays there. */
(() => {
  "use strict";

  document.addEventListener("keydown", (event) => {
    const isTyped = event.target.closest("input:not([type=radio]), textarea, select");
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const control = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!control) return;
    event.preventDefault();
    control.click();
  });
})();
