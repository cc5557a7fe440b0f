/* Paper: the print button, a note of which report sheets were printed, and texts that get as much of their place as
 * they need.
 *
 * A text of the class `fit` stands on one line. Where that is too long it gets smaller, down to `--fit-least`; then it
 * takes several lines, at most `--fit-lines`, and gets smaller down to 8 pt; then `data-short` takes its place, a name
 * with initials; in the end it takes the lines it needs. Letters are never smaller than 8 pt. On a page that is still
 * too long, everything keeps to `--fit-lines`. Without a script every text takes the lines it needs.
 */
(() => {
  const LEAST = 8 * (4 / 3); // pixels: 8 pt
  const SLACK = 0.98; // a printer's letters may be a little wider

  document.querySelectorAll("[data-print]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  });

  const printed = document.querySelector("form[data-printed]");
  if (printed) {
    window.addEventListener("beforeprint", () => {
      const sent = { method: "POST", body: new FormData(printed), redirect: "manual", keepalive: true };
      fetch(printed.action, sent).catch(() => {}); // what is not noted is asked for again
    });
  }

  const sizeOf = (text) => parseFloat(getComputedStyle(text).fontSize);
  const points = (text, name) => parseFloat(getComputedStyle(text).getPropertyValue(name)) * (4 / 3) || LEAST;
  const isWide = (text) => text.scrollWidth > text.clientWidth;
  const isTall = (text) => {
    const style = getComputedStyle(text);
    const most = parseInt(style.getPropertyValue("--fit-lines"), 10) || 2;
    return isWide(text) || text.offsetHeight > (most + 0.5) * parseFloat(style.lineHeight);
  };

  /* Every step measures all texts first and writes then, so that the page is laid out once a step. */
  const each = (texts, measure, write) => {
    const found = texts.map(measure);
    texts.forEach((text, at) => write(text, found[at]));
  };

  const shrink = (texts, scale, least) =>
    each(
      texts,
      (text) => Math.max(Math.min(sizeOf(text) * scale(text), sizeOf(text)), least(text)),
      (text, size) => {
        text.style.fontSize = `${size}px`;
      },
    );

  const fitted = () => {
    const all = [...document.querySelectorAll(".paper .fit")];
    all.forEach((text) => text.classList.add("is-one-line"));
    let left = all.filter(isWide);
    shrink(
      left,
      (text) => (SLACK * text.clientWidth) / text.scrollWidth,
      (text) => Math.min(points(text, "--fit-least"), sizeOf(text)),
    );
    left = left.filter(isWide);
    left.forEach((text) => text.classList.remove("is-one-line"));
    for (const scale of [0.9, 0.8, 0]) {
      left = left.filter(isTall);
      shrink(left, () => scale, () => LEAST);
    }
    left = left.filter((text) => isTall(text) && text.dataset.short);
    left.forEach((text) => {
      text.textContent = text.dataset.short;
    });
    const papers = [...document.querySelectorAll(".paper")];
    const ends = papers.map(endOfSheet);
    each(
      papers,
      (paper, at) => isBelow(paper.querySelector(".paper-foot:last-child"), ends[at]),
      (paper, isLonger) => paper.classList.toggle("is-full", isLonger),
    );
    ends.forEach((end) => end.remove());
    document.body.dataset.fitted = "";
  };

  /* What is as tall as the sheet, from where the content begins. */
  const endOfSheet = (paper) => {
    const end = document.createElement("div");
    end.className = "sheet-height";
    paper.prepend(end);
    return end;
  };
  const isBelow = (foot, end) =>
    foot !== null && foot.getBoundingClientRect().bottom > end.getBoundingClientRect().bottom + 1;

  document.fonts.ready.then(fitted);
})();
