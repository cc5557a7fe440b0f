/* Correcting who played: a name is typed over as a whole, and Escape leaves. Without it the page does the same. The
   button that sets the names shows once there is one to set. */
(() => {
  "use strict";

  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(".people-name")) target.select();
  });

  const set = document.querySelector("[data-after-typing]");
  if (set) {
    set.hidden = true;
    document.addEventListener("input", ({ target }) => {
      if (target.matches(".people-name")) set.hidden = false;
    });
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    document.querySelector("[data-leave]").click();
  });

  /* After a name the reason comes next. What was in focus before this script ran is not selected yet. */
  const next = document.getElementById("id_reason");
  if (next && !document.querySelector('[aria-invalid="true"]')) next.focus({ preventScroll: true });
  else if (document.activeElement.matches(".people-name")) document.activeElement.select();
})();
