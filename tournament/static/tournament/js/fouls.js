/* Searching the fouls of the schedule. Enter takes the first one that is left, arrow down goes to it.
   Without script the whole list stands there. */
(() => {
  "use strict";

  const root = document.querySelector("[data-fouls]");
  const search = root?.querySelector("[data-foul-search]");
  if (!search) return;
  const fouls = [...root.querySelectorAll("[data-words]")];
  const groups = [...root.querySelectorAll(".foul-group")];
  const more = root.querySelector("[data-foul-more]"); /* the fouls that are folded away until one searches */
  const none = root.querySelector("[data-foul-none]");
  const shown = () => fouls.filter((foul) => !foul.hidden);

  const filter = () => {
    const wanted = search.value.trim().toLowerCase().split(/\s+/);
    fouls.forEach((foul) => {
      foul.hidden = !wanted.every((word) => foul.dataset.words.includes(word));
    });
    groups.forEach((group) => {
      group.hidden = !group.querySelector("[data-words]:not([hidden])");
    });
    none.hidden = shown().length > 0;
    if (more && search.value.trim()) more.open = true;
  };

  const take = (foul) => {
    const radio = foul.querySelector("input");
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
    return radio;
  };

  search.hidden = false;
  search.addEventListener("input", filter);
  search.addEventListener("change", (event) => event.stopPropagation());
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const [first] = shown();
    if (first) take(first).focus();
  });

  const box = root.querySelector(".foul-box");
  const checked = root.querySelector("input:checked");
  if (checked?.value) box.scrollTop = checked.closest(".foul").offsetTop - box.clientHeight / 2;
})();
