// The search field of the public standings narrows the rows while somebody types. Without script it is sent. When newer
// standings come, what changed is shown by moves.js as in the hall.
(() => {
  "use strict";

  const { moves } = window;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.shouldSwap && detail.target.id === "standings") moves.note(detail.target);
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.elt.id === "standings") moves.play(document.getElementById("standings"));
  });

  const input = document.querySelector("[data-narrows]");
  if (!input) {
    return;
  }
  const said = document.getElementById("hits-said");
  const { spelt, sounds } = JSON.parse(input.dataset.folds); // the rules of name_search.py, which also makes the keys
  const heard = sounds.map(([pattern, instead]) => [new RegExp(pattern, "g"), instead]);

  const fold = (text) =>
    text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f'’‘`´ʼ.]/g, "")
      .normalize("NFC")
      .toLowerCase()
      .replace(/ß/g, "ss")
      .replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60));
  const inTwoLetters = (text) => text.normalize("NFC").toLowerCase().replace(/[^ -~]/g, (letter) => spelt[letter] ?? letter);
  const isLatin = (word) => /^[!-~]+$/.test(word);
  const sound = (word) => `~${heard.reduce((so, [pattern, instead]) => so.replace(pattern, instead), word)}`;

  // Each word that was typed, in each way to write it.
  const waysOf = (typed) =>
    typed
      .split(/[\s-]+/)
      .map((word) => [fold(word), fold(inTwoLetters(word))])
      .filter(([word]) => word)
      .map(([word, pair]) => (word.length > 1 && isLatin(word) ? [word, pair, sound(word)] : [word, pair]));

  const begins = (keys, word) => (isLatin(word) ? ` ${keys}`.includes(` ${word}`) : keys.includes(word));

  const narrow = () => {
    const wanted = waysOf(input.value);
    const fits = (row) => row.dataset.keys && wanted.every((ways) => ways.some((word) => begins(row.dataset.keys, word)));
    let shown = 0;
    for (const row of document.querySelectorAll("#standings tbody tr")) {
      const hides = wanted.length > 0 && !fits(row);
      row.hidden = hides;
      shown += hides || !row.id ? 0 : 1;
    }
    said.textContent = wanted.length > 0 && shown === 0 ? input.dataset.none : "";
  };

  input.addEventListener("input", narrow);
  document.addEventListener("htmx:afterSwap", narrow);
  if (input.value && !document.querySelector(".hits")) {
    narrow();
  }
})();
