/* The screen of the ceremony. A large name becomes smaller until it fits, as far as its place allows; then it breaks
   between given and family name.

   The keys work here too, in a browser where an organiser is signed in: right arrow, space or a presenter's forward key
   shows the next step, left arrow goes back, B makes the picture dark, Escape ends and asks first. A press carries the
   step that is shown: who presses a moment after the remote moves nothing. */
(() => {
  "use strict";

  const { hall } = window;
  const BROKEN = 0.35; /* of the full size: smaller only for one word of forty letters */
  const HALF = "0.6"; /* of the full size: two lines are then as high as one */
  const live = () => document.querySelector("[data-live]");

  const fit = (box) => {
    const least = Number(getComputedStyle(box).getPropertyValue("--show-least")) || 0.7;
    box.classList.remove("is-two", "is-broken");
    hall.fit(box, least);
    if (box.scrollWidth <= box.clientWidth) return;
    const isTwo = box.querySelectorAll(".show-part").length > 1;
    box.classList.toggle("is-two", isTwo);
    hall.fit(box, BROKEN);
    if (isTwo && Number(box.style.getPropertyValue("--fit")) > Number(HALF)) box.style.setProperty("--fit", HALF);
    box.classList.toggle("is-broken", box.scrollWidth > box.clientWidth);
  };
  const lay = () => {
    document.querySelectorAll(".show-name").forEach(fit);
    document.querySelectorAll(".show .hall-name").forEach(hall.fitName);
  };
  for (const happened of ["hall:shown", "hall:resized"]) document.addEventListener(happened, lay);
  lay();

  /* --- keys ---------------------------------------------------------------------------------------------------------- */

  const told = document.querySelector("[data-told]");
  const dialog = document.querySelector("[data-end]");
  const tell = (text) => {
    told.textContent = text;
    told.hidden = !text;
  };

  let token = null;
  const signedIn = async () => {
    if (token) return token;
    const answer = await fetch(live().dataset.remote, {redirect: "manual", cache: "no-store"});
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    token = page.querySelector("[name=csrfmiddlewaretoken]")?.value ?? null;
    return token;
  };

  let sending = false;
  const send = async (address, values) => {
    if (sending) return;
    sending = true;
    try {
      const key = await signedIn();
      if (!key) {
        tell(told.dataset.strange);
        return;
      }
      const body = new URLSearchParams({...values, csrfmiddlewaretoken: key});
      const answer = await fetch(address, {method: "POST", body, redirect: "manual"});
      const isDone = answer.type === "opaqueredirect" || answer.ok;
      if (answer.status === 403) token = null;
      tell(isDone ? "" : told.dataset.waits);
      hall.refresh();
    } catch {
      token = null; /* the sign that nothing comes says it */
    } finally {
      sending = false;
    }
  };
  const move = (how) => send(live().dataset.do, {move: how, at: live().dataset.step});

  const MOVES = {
    ArrowRight: "next", PageDown: "next", " ": "next", Enter: "next", ArrowLeft: "back", PageUp: "back",
    b: "black", B: "black", ".": "black",
  };
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (event.target.closest("button, a, input") && [" ", "Enter"].includes(event.key)) return;
    if (event.key === "Escape") {
      signedIn().then((key) => (key ? dialog.showModal() : tell(told.dataset.strange)), () => {});
      return;
    }
    const how = MOVES[event.key];
    if (!how) return;
    event.preventDefault();
    move(how === "black" && "black" in live().dataset ? "light" : how);
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "end") send(live().dataset.do.replace(/move\/$/, "end/"), {});
    dialog.returnValue = "";
  });
})();
