/* The clock of the hall, written from what the server says: when the time ends, by the server's time (js/hall.js).
   Nothing is decided here but the look of a moment that has come: it starts and closes nothing. */
(() => {
  "use strict";

  const QUIET = 15 * 60; /* seconds over, as in screens/hall_clock.py */
  const FIVE = 300;
  const TOLD = 10; /* seconds for which "5 minutes" and the signal are told */
  const DAY = 86400;
  const laid = new WeakSet(); /* screens whose chips and letters were fitted */
  let last = null; /* the seconds left that were written last */

  const two = (number) => String(number).padStart(2, "0");
  /* 20:48 and +2:10, from one hour over +1:02:10. Down to zero in full seconds that have begun, up in those that are over. */
  const text = (left) => {
    const whole = left > 0 ? Math.ceil(left) : Math.floor(-left);
    const sign = left > 0 ? "" : "+";
    if (whole > DAY) return "> 24 h";
    if (left <= -3600) return `+${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
    return `${left <= 0 && whole === 0 ? "" : sign}${Math.floor(whole / 60)}:${two(whole % 60)}`;
  };
  const write = (element, words) => {
    if (element && element.textContent !== words) element.textContent = words;
  };

  const phaseOf = (screen, left) => {
    const state = screen.dataset.clock;
    if (state === "paused") return "paused";
    if (state === "unlimited") return "play";
    if (state !== "running" && state !== "over") return "quiet";
    if (left > 0) return left <= Number(screen.dataset.gold) ? "gold" : "play";
    const playsOn = [...screen.querySelectorAll("[data-own]")].some((chip) => !chip.closest("li").matches(".is-over"));
    return left <= -QUIET && "follows" in screen.dataset && !playsOn ? "quiet" : "over";
  };

  const sound = (before, left, screen) => {
    const passed = (moment) => before > moment && left <= moment && before - left < 5;
    const signal = Number(screen.dataset.signal);
    if (passed(0)) document.dispatchEvent(new CustomEvent("hall:sound", {detail: "end"}));
    else if (passed(FIVE) || (signal && passed(signal))) document.dispatchEvent(new CustomEvent("hall:sound", {detail: "soon"}));
  };

  const chips = (screen, now) => {
    screen.querySelectorAll(".clock-chips li[data-ends]").forEach((chip) => {
      if (!chip.dataset.ends) return;
      const left = Number(chip.dataset.ends) - now;
      chip.classList.toggle("is-over", left <= 0);
      const words = left > 0 ? chip.dataset.words.replace("{time}", text(left)) : text(left);
      write(chip.querySelector("[data-own]"), words);
    });
  };

  /* One row of chips while the hall plays, two afterwards; the tables that are left are counted. */
  const limit = (screen) => {
    const all = [...screen.querySelectorAll(".clock-chips li[data-ends]")];
    const more = screen.querySelector(".is-more");
    if (!more) return;
    all.forEach((chip) => { chip.hidden = false; });
    more.hidden = true;
    const most = screen.dataset.phase === "over" ? 2 : 1;
    const box = more.parentElement;
    const rows = () => new Set([...box.children].filter((one) => !one.hidden).map((one) => one.offsetTop)).size;
    for (let shown = all.length; shown > 0; shown -= 1) {
      const rest = all.length - shown;
      all.forEach((chip, i) => { chip.hidden = i >= shown; });
      more.hidden = rest === 0;
      more.textContent = rest === 1 ? more.dataset.one : more.dataset.more.replace("{n}", String(rest));
      if (rows() <= most) break;
    }
    box.parentElement.classList.toggle("is-close", rows() > 1);
  };

  const leftOf = (screen, now) => {
    if (screen.dataset.clock === "unlimited") return Number(screen.dataset.started) - now;
    return screen.dataset.ends ? Number(screen.dataset.ends) - now : Number(screen.dataset.left);
  };

  const face = (screen, left) => {
    const digits = screen.querySelector("[data-face]");
    const words = screen.dataset.clock === "unlimited" ? text(left).replace("+", "") : text(left);
    const changed = digits && digits.textContent.length !== words.length;
    write(digits, words);
    screen.classList.toggle("is-long", words.length > 5);
    return changed;
  };

  const tick = (fresh = false) => {
    const screen = document.querySelector("[data-clock]");
    const now = window.hall.now();
    if (!screen || now === null || screen.dataset.clock === "none" || screen.dataset.clock === "closed") return;
    const counts = screen.dataset.ends !== "" || screen.dataset.left !== "" || screen.dataset.clock === "unlimited";
    const left = counts ? leftOf(screen, now) : 0;
    chips(screen, now);
    const phase = phaseOf(screen, left);
    const changed = face(screen, left) || screen.dataset.phase !== phase;
    screen.dataset.phase = phase;
    if (screen.dataset.ends && last !== null) sound(last, left, screen);
    last = screen.dataset.ends ? left : null;
    const share = screen.dataset.clock === "unlimited" ? 0 : left / Number(screen.dataset.seconds || 1);
    screen.querySelector("[data-bar-left]").style.setProperty("--left", String(Math.min(Math.max(share, 0), 1)));
    tell(screen, left);
    if (!changed && !fresh && laid.has(screen)) return;
    laid.add(screen);
    limit(screen);
    screen.querySelectorAll("[data-fit]").forEach((one) => window.hall.fit(one, Number(one.dataset.fit) || 0.3));
  };

  /* For some seconds the sentence gives way to what has just come. */
  const tell = (screen, left) => {
    const running = screen.dataset.clock === "running";
    const within = (moment) => running && left <= moment && left > moment - TOLD;
    const signal = Number(screen.dataset.signal);
    const five = within(FIVE);
    const signalled = !five && signal > 0 && within(signal);
    const put = (name, shown) => {
      const element = screen.querySelector(`[${name}]`);
      if (element && element.hidden === shown) element.hidden = !shown;
    };
    put("data-five", five);
    put("data-signalled", signalled);
    put("data-usual", !five && !signalled);
  };

  document.addEventListener("hall:shown", () => tick(true));
  document.addEventListener("hall:resized", () => tick(true));
  setInterval(() => tick(), 200);
  tick(true);
})();
