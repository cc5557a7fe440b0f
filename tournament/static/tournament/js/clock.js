/* Count a clock down from the server's figure: `data-left` seconds at the moment the page came.
   Time passes by the monotonic clock, so setting the computer's clock meanwhile changes nothing. That clock may stop
   while a computer sleeps: every answer of the server says the time, and `data-ends` (seconds since 1970) puts it right.
   Without script the page says when the time ends. */
(() => {
  "use strict";

  const ends = new WeakMap();
  const now = () => performance.now() / 1000;
  const TOLERANCE = 2; /* seconds: the server's time comes in whole ones */

  /* After zero it counts up, with a plus, as `ClockDisplay.text` of hanchan/clock_display.py does. */
  const DAY = 86400;
  const TWO_HOURS = 7200;
  const two = (number) => String(number).padStart(2, "0");
  const text = (seconds) => {
    const left = Math.ceil(seconds);
    const whole = Math.abs(left);
    if (left < -DAY) return "> 24 h";
    if (left <= -TWO_HOURS) return `+${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
    return `${left < 0 ? "+" : ""}${Math.floor(whole / 60)}:${two(whole % 60)}`;
  };

  const put = (box, name, value) => {
    box.querySelectorAll(`[data-clock-${name}]`).forEach((part) => {
      if (part.textContent !== value) part.textContent = value;
    });
  };

  const begin = (box) => {
    ends.set(box, now() + Number(box.dataset.left));
    box.querySelectorAll("[data-clock-scripted]").forEach((part) => {
      part.hidden = false;
    });
  };

  const tick = () => {
    document.querySelectorAll("[data-clock]").forEach((box) => {
      if (!ends.has(box)) begin(box);
      const running = box.dataset.clock !== "paused";
      const left = running ? ends.get(box) - now() : Number(box.dataset.left);
      put(box, "face", text(left));
      const over = running && left <= 0;
      box.querySelectorAll("[data-clock-label]").forEach((label) => {
        const words = (over && label.dataset.clockLabelOver) || label.dataset.clockLabel;
        if (label.textContent !== words) label.textContent = words;
      });
      box.classList.toggle("is-over", over);
      box.querySelectorAll("[data-clock-over]").forEach((part) => {
        part.hidden = !over;
      });
      box.querySelectorAll("[data-clock-announced]").forEach((part) => {
        part.hidden = !(running && !over && left <= Number(part.dataset.clockAnnounced));
      });
    });
  };

  const resynchronise = (serverTime) => {
    document.querySelectorAll("[data-clock][data-ends]").forEach((box) => {
      const end = now() + Number(box.dataset.ends) - serverTime;
      if (ends.has(box) && Math.abs(ends.get(box) - end) > TOLERANCE) ends.set(box, end);
    });
  };

  document.addEventListener("htmx:afterRequest", (event) => {
    const date = Date.parse(event.detail.xhr.getResponseHeader("Date"));
    if (date) resynchronise(date / 1000);
  });

  /* A page that the browser had kept knows an old time. */
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && document.querySelector("[data-clock]")) location.reload();
  });

  document.addEventListener("htmx:afterSettle", tick);
  setInterval(tick, 250);
  tick();
})();
