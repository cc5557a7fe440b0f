/* Where the next tile goes. The choice stays on the page while the hand beside it is exchanged, so that one made while a
   tap is still on its way is sent after it; each answer says where the next tile goes now. */
(() => {
  "use strict";

  document.addEventListener("htmx:afterSwap", () => {
    const { to } = document.querySelector("#entry")?.dataset ?? {};
    const choice = to && document.getElementById(`to-${to}`);
    if (choice) choice.checked = true;
  });
})();
