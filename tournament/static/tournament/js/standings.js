// The search field of the public standings narrows the rows while somebody types. Without script it is sent.
(() => {
  "use strict";

  const input = document.querySelector("[data-narrows]");
  if (!input) {
    return;
  }
  const said = document.getElementById("hits-said");
  const fold = (text) =>
    text.normalize("NFD").replace(/\p{Mn}/gu, "").toLocaleLowerCase().replace(/ß/g, "ss").replace(/ø/g, "o").replace(/ł/g, "l");

  // ä is also found as ae, as in names.py
  const PAIRS = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
  const inTwoLetters = (text) => text.normalize("NFC").toLocaleLowerCase().replace(/[äöüåø]/g, (letter) => PAIRS[letter]);

  const wordsOf = (row) => {
    const country = row.querySelector(".country, .row-more > span");
    const name = row.querySelector(".name");
    const text = `${row.id.slice(1)} ${name ? name.textContent : ""} ${country ? country.textContent : ""}`;
    return fold(`${text} ${inTwoLetters(text)}`);
  };

  const fits = (words, wanted) =>
    wanted.every((one) => (/^[ -~]+$/.test(one) ? ` ${words}`.includes(` ${one}`) : words.includes(one)));

  const narrow = () => {
    const [wanted, spelt] = [input.value, inTwoLetters(input.value)].map((text) => fold(text).split(/\s+/).filter(Boolean));
    let shown = 0;
    for (const row of document.querySelectorAll("#standings tbody tr")) {
      const hides = wanted.length > 0 && !(row.id && (fits(wordsOf(row), wanted) || fits(wordsOf(row), spelt)));
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
