/* Keys typed while the desk waits for a sheet: after one is sent until the next is there, and on that one until its
   script is ready. They are kept in order and typed when it is (sheet_keep.js).

   A classic script in the head, because modules run only when the whole page has been read: until then a key would
   meet no field, and Enter would send a sheet that is half typed. */

(() => {
  "use strict";

  const AHEAD = "keys ahead";
  const early = { keys: [], isSent: false, isReady: false };
  window.sheetEarly = early;

  window.addEventListener(
    "keydown",
    (event) => {
      if ((early.isReady && !early.isSent) || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target.id === "jump" || !/^([0-9.,-]|[eswnESWN]|Enter|Backspace)$/.test(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      early.keys.push(event.key);
      if (early.isSent) sessionStorage.setItem(AHEAD, JSON.stringify(early.keys));
    },
    true,
  );

  /* By now the script has come or never will. */
  window.addEventListener("load", () => {
    early.isReady = true;
  });

  window.addEventListener("pageshow", (event) => {
    if (event.persisted) Object.assign(early, { keys: [], isSent: false });
  });
})();
