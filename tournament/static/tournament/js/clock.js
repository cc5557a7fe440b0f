/* Counts a clock down from what the server said: `data-left` seconds at the moment the page came.
   Without it the page says when the time ends. */
(() => {
  "use strict";

  const ends = new WeakMap();

  const text = (seconds) => {
    const whole = Math.max(0, Math.ceil(seconds));
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  };

  const put = (box, name, value) => {
    box.querySelectorAll(`[data-clock-${name}]`).forEach((part) => {
      if (part.textContent !== value) part.textContent = value;
    });
  };

  const begin = (box) => {
    ends.set(box, Date.now() + Number(box.dataset.left) * 1000);
    box.querySelectorAll("[data-clock-label]").forEach((label) => {
      label.textContent = label.dataset.clockLabel;
    });
    box.querySelectorAll("[data-clock-scripted]").forEach((part) => {
      part.hidden = false;
    });
  };

  const tick = () => {
    document.querySelectorAll("[data-clock]").forEach((box) => {
      if (!ends.has(box)) begin(box);
      const running = box.dataset.clock !== "paused";
      const left = running ? (ends.get(box) - Date.now()) / 1000 : Number(box.dataset.left);
      put(box, "face", text(left));
      const over = running && left <= 0;
      box.classList.toggle("is-over", over);
      box.querySelectorAll("[data-clock-over]").forEach((part) => {
        part.hidden = !over;
      });
      box.querySelectorAll("[data-clock-announced]").forEach((part) => {
        part.hidden = !(running && !over && left <= Number(part.dataset.clockAnnounced));
      });
    });
  };

  /* A page that the browser had kept knows an old time. */
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && document.querySelector("[data-clock]")) location.reload();
  });

  document.addEventListener("htmx:afterSettle", tick);
  setInterval(tick, 250);
  tick();
})();
