/* A name that is wider than its room, measured: given names become initials, the country goes, the letters become smaller
   down to what the distance lets be read; then it stands on two lines, then with the family name's first part and the
   initials of the others. The family name is never cut, and three lines there are never. */
(() => {
  "use strict";

  const SMALLEST = 0.5; /* of the smallest letters, for one word of forty */
  const fits = (box) => box.scrollWidth <= box.clientWidth;

  /* Two lines may touch the rules of their row. */
  const isTall = (box) => {
    const lines = Math.round(box.clientHeight / parseFloat(getComputedStyle(box).lineHeight));
    return lines > 2 || box.clientHeight > box.parentElement.clientHeight * 1.1;
  };
  const stands = (box) => fits(box) && !isTall(box);

  /* `--least-fit` is how far the letters may shrink; where `data-shrinks-first` is set, before anything is shortened. */
  (window.hall ??= {}).fitName = (box) => {
    const name = box.querySelector(".name");
    if (!name.dataset.full) name.dataset.full = name.innerHTML;
    box.classList.remove("is-bare", "is-two", "is-family", "is-tiny", "is-broken");
    name.innerHTML = name.dataset.full;
    box.style.removeProperty("--fit");
    if (fits(box)) return;
    const least = Number(getComputedStyle(box).getPropertyValue("--least-fit")) || 1;
    const shrink = () => {
      box.style.setProperty("--fit", "1");
      box.style.setProperty("--fit", String(Math.max((box.clientWidth / box.scrollWidth) * 0.99, least)));
      return fits(box);
    };
    const shorten = (part, text) => {
      if (text) (name.querySelector(part) || name).textContent = text;
    };
    if ("shrinksFirst" in box.dataset && shrink()) return;
    box.style.removeProperty("--fit");
    shorten(".given", box.dataset.short);
    if (fits(box) || ("shrinksFirst" in box.dataset && shrink())) return;
    box.style.removeProperty("--fit");
    box.classList.add("is-bare");
    if (fits(box) || shrink()) return;
    box.classList.add("is-two");
    if (stands(box)) return;
    box.classList.remove("is-two");
    shorten("b", box.dataset.shortest);
    if (shrink()) return;
    for (const look of ["is-two", "is-family"]) {
      box.classList.add(look);
      if (stands(box)) return;
    }
    box.classList.add("is-tiny"); /* which is the smallest that is read: larger, where there is room for it */
    for (let fit = 1.3; fit > SMALLEST; fit -= 0.05) {
      if (fit < 1.03) box.classList.add("is-broken");
      box.style.setProperty("--fit", fit.toFixed(2));
      if (stands(box)) return;
    }
  };
})();
