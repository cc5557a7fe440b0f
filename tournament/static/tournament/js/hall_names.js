/* A name that is wider than its room, measured: given names become initials, the country goes, the letters become smaller
   down to what the distance lets be read, in the end on two lines. The family name is never cut short. */
(() => {
  "use strict";

  const fits = (box) => box.scrollWidth <= box.clientWidth + 1;

  /* Two lines may touch the rules of their row. */
  const tooTall = (box) => box.clientHeight > box.parentElement.clientHeight * 1.1;

  /* `--least-fit` is how far the letters may shrink; where `data-shrinks-first` is set, before anything is shortened. */
  window.hall.fitName = (box) => {
    const name = box.querySelector(".name");
    if (!name.dataset.full) name.dataset.full = name.innerHTML;
    box.classList.remove("is-bare", "is-two", "is-family", "is-tiny");
    name.innerHTML = name.dataset.full;
    box.style.removeProperty("--fit");
    if (fits(box)) return;
    const least = Number(getComputedStyle(box).getPropertyValue("--least-fit")) || 1;
    const shrink = () => {
      box.style.setProperty("--fit", "1");
      box.style.setProperty("--fit", String(Math.max((box.clientWidth / box.scrollWidth) * 0.99, least)));
      return fits(box);
    };
    if ("shrinksFirst" in box.dataset && shrink()) return;
    box.style.removeProperty("--fit");
    if (box.dataset.short) {
      const given = name.querySelector(".given");
      (given || name).textContent = box.dataset.short;
    }
    if (fits(box) || ("shrinksFirst" in box.dataset && shrink())) return;
    box.style.removeProperty("--fit");
    box.classList.add("is-bare");
    if (fits(box) || shrink()) return;
    box.classList.add("is-two");
    if (tooTall(box)) box.classList.add("is-family");
    if (tooTall(box)) box.classList.add("is-tiny"); /* a name of forty letters: as small as can be read */
  };
})();
