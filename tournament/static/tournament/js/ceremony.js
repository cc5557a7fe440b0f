/* Keys of the ceremony: the right arrow and the forward key of a presenter press the button, which Space and Enter do
   by themselves. A key held down reveals one place: the page is another one before the next. */
(() => {
  "use strict";

  const form = document.querySelector("[data-ceremony]");
  if (!form) return;
  document.addEventListener("keydown", (event) => {
    const forward = event.key === "ArrowRight" || event.key === "PageDown";
    const pressed = event.key === " " || event.key === "Enter";
    if (event.repeat || !(forward || (pressed && event.target === document.body))) return;
    event.preventDefault();
    form.requestSubmit();
  });
})();
