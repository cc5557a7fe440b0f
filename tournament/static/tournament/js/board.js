/* The key under the map as a filter: one row pressed shows only the tables that it counts, pressed again all of them.
   The board is loaded again every few seconds; what was chosen stays. */
(() => {
  "use strict";

  let only = "";

  const apply = () => {
    document.querySelectorAll("[data-only]").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.only === only));
    });
    document.querySelectorAll(".hall-map .hall-table").forEach((table) => {
      table.classList.toggle("is-filtered-out", Boolean(only) && !table.classList.contains(`needs-${only}`));
    });
    document.querySelectorAll("#todo [data-needs]").forEach((band) => {
      band.hidden = Boolean(only) && !band.dataset.needs.split(" ").includes(only);
    });
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-only]");
    if (!button) return;
    only = button.dataset.only === only ? "" : button.dataset.only;
    apply();
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!document.querySelector(`[data-only="${only}"]`)) only = "";
    apply();
  });
})();
