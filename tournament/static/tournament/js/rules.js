// The jump list of the rules marks the section in view.
(() => {
  "use strict";

  const links = new Map(
    [...document.querySelectorAll(".jumps a")].map((link) => [document.getElementById(link.hash.slice(1)), link]),
  );
  const list = document.querySelector(".jumps");
  if (!list || !("IntersectionObserver" in window)) {
    return;
  }
  const inView = new Set();
  const mark = () => {
    const first = [...links.keys()].find((section) => inView.has(section));
    for (const [section, link] of links) {
      if (section === first) {
        link.setAttribute("aria-current", "true");
        list.scrollLeft = link.offsetLeft - list.offsetLeft - 16;
      } else {
        link.removeAttribute("aria-current");
      }
    }
  };
  const watch = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) {
          inView.add(entry.target);
        } else {
          inView.delete(entry.target);
        }
      }
      mark();
    },
    { rootMargin: "-80px 0px -50% 0px" },
  );
  for (const section of links.keys()) {
    if (section) {
      watch.observe(section);
    }
  }
})();
