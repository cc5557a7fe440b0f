/* Where the next tile goes. The choice stays on the page while the hand beside it is exchanged: one made while a tap is
   still on its way stays chosen and is sent after it. Each other answer says where the next tile goes now. */
(() => {
  "use strict";

  const isChoice = (one) => one.matches("input[name=to]");
  let unanswered = null;

  document.addEventListener("change", ({ target }) => {
    if (isChoice(target)) unanswered = target;
  });
  const answered = ({ detail }) => {
    if (detail.requestConfig.elt === unanswered) unanswered = null;
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    answered(event);
    const { to } = document.querySelector("#entry")?.dataset ?? {};
    const choice = to && document.getElementById(`to-${to}`);
    if (choice && !unanswered) choice.checked = true;
  });
  document.addEventListener("htmx:afterRequest", answered);
})();
