/* The frame of every screen of the hall: letters by the distance, what is shown kept up to date, the server's time,
   full screen, a screen that stays awake, controls that only a moved pointer or the keyboard brings out.

   `[data-live]` is replaced by what the address answers with `?since=` its `data-mark`; 204 says that it is up to date.
   A page may let that wait (`hall.delay`, in ms). The screen around this page marks it `data-quiet` where it shows no
   change in motion, as the third screen of a hall or a thumbnail: then it asks less often.
   While no answer comes the last picture stays, with a sign, and it is asked for less and less often. */
(() => {
  "use strict";

  const LONGEST = 30; /* seconds between two questions, however long the server is away */
  const PATIENCE = 8000; /* ms for an answer */
  const IDLE = 3000; /* ms */
  const QUIET = 4; /* seconds between two questions of a page that shows no change in motion */
  const sign = document.querySelector("[data-stale]");
  const seconds = () => performance.now() / 1000;

  /* --- the server's time: monotonic seconds of this machine plus an offset; its own clock may say anything ---------- */

  let offset = null;
  let unsure = Infinity;
  let heard = 0;

  /* Between `asked` and `came` (monotonic) the server wrote `time`, cut to `grain` seconds. */
  const synchronise = (time, grain, asked, came) => {
    const found = time + grain / 2 - (asked + came) / 2;
    const error = (came - asked) / 2 + grain / 2;
    unsure += (came - heard) * 0.0005; /* a quartz drifts */
    heard = came;
    if (offset === null || error <= unsure || Math.abs(found - offset) > error + unsure) {
      offset = found;
      unsure = error;
    }
  };

  /* Until the first answer: when the page was written, a moment ago. */
  const written = Number(document.querySelector("[data-now]")?.dataset.now);
  if (written) {
    offset = written - seconds();
    unsure = 5;
  }

  const hall = {
    get isQuiet() {
      return "quiet" in document.body.dataset;
    },
    delay: () => 0,
    /* Seconds since 1970 by the server's clock; null before its first answer. */
    now: () => (offset === null ? null : offset + seconds()),
    still: matchMedia("(prefers-reduced-motion: reduce)"),
    /* Make the letters of an element smaller until its one line fits, down to `least` of their size. */
    fit(element, least = 0.3) {
      element.style.setProperty("--fit", "1");
      const ratio = element.clientWidth / element.scrollWidth;
      if (ratio < 1) element.style.setProperty("--fit", String(Math.max(ratio * 0.995, least)));
    },
    refresh: () => ask(),
  };
  window.hall = hall;

  const measure = () => document.querySelectorAll("[data-fit]").forEach((one) => hall.fit(one, Number(one.dataset.fit) || 0.3));

  const hour = (time) =>
    new Intl.DateTimeFormat(document.documentElement.lang || "en", {
      hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: sign.dataset.zone,
    }).format(new Date(time * 1000));

  /* --- what is shown ------------------------------------------------------------------------------------------------ */

  let failures = 0;
  let good = seconds();
  let waiting = 0;
  let asking = false;
  let held = null;
  let holding = 0;

  const every = () => Math.max(Number(sign.dataset.poll), hall.isQuiet ? QUIET : 0);

  const show = () => {
    const part = held;
    held = null;
    document.dispatchEvent(new CustomEvent("hall:before"));
    document.querySelector("[data-live]").replaceWith(document.importNode(part, true));
    measure();
    document.dispatchEvent(new CustomEvent("hall:shown"));
  };

  const receive = (html) => {
    const part = new DOMParser().parseFromString(html, "text/html").querySelector("[data-live]");
    if (!part) return;
    held = part;
    clearTimeout(holding);
    const delay = hall.delay(part);
    if (delay > 0) holding = setTimeout(show, delay);
    else show();
  };

  const tell = () => {
    const away = seconds() - good > Math.max(3 * every(), 20);
    if (sign.hidden !== away) return;
    sign.hidden = !away;
    const since = hall.now() === null ? Date.now() / 1000 : hall.now() - (seconds() - good);
    if (away) sign.textContent = sign.dataset.stale.replace("{time}", hour(since));
  };

  const ask = async () => {
    const live = document.querySelector("[data-live]");
    if (!live || asking) return;
    asking = true;
    clearTimeout(waiting);
    const address = new URL(location.href);
    address.searchParams.set("since", (held || live).dataset.mark);
    try {
      const asked = seconds();
      const answer = await fetch(address, {
        headers: {"HX-Request": "true"}, cache: "no-store", redirect: "error", signal: AbortSignal.timeout(PATIENCE),
      });
      const came = seconds();
      if (answer.status !== 200 && answer.status !== 204) throw new Error(String(answer.status));
      const exact = answer.headers.get("Server-Time");
      const date = Date.parse(answer.headers.get("Date")) / 1000;
      if (exact) synchronise(Number(exact), 0.001, asked, came);
      else if (date) synchronise(date, 1, asked, came);
      const html = answer.status === 200 ? await answer.text() : "";
      failures = 0;
      good = seconds();
      if (html) receive(html);
    } catch {
      failures += 1; /* said by the sign; the picture stays */
    } finally {
      asking = false;
      tell();
      const delay = Math.min(every() * 2 ** Math.min(failures, 5) * (failures ? 0.25 : 1), LONGEST);
      waiting = setTimeout(ask, 1000 * delay * (0.9 + Math.random() / 5));
    }
  };

  /* A machine that slept, or whose clock was set, asks at once: its monotonic clock may have stood still. */
  let between = Date.now() - performance.now();
  setInterval(() => {
    const moved = Date.now() - performance.now();
    if (Math.abs(moved - between) > 1500) ask();
    between = moved;
    tell();
  }, 1000);
  window.addEventListener("online", ask);
  window.addEventListener("pageshow", (event) => event.persisted && ask());

  /* --- full screen, awake, controls --------------------------------------------------------------------------------- */

  const toggleFull = () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  };

  let lock = null;
  const stayAwake = async () => {
    if (!("wakeLock" in navigator) || document.visibilityState !== "visible" || (lock && !lock.released)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    stayAwake();
    ask();
  });

  const bar = document.querySelector("[data-bar]");
  bar.hidden = false;
  bar.querySelector("[data-full-screen]").addEventListener("click", toggleFull);
  let idle = 0;
  const wake = () => {
    document.body.classList.remove("is-idle");
    clearTimeout(idle);
    idle = setTimeout(() => document.body.classList.add("is-idle"), IDLE);
  };
  document.addEventListener("pointermove", wake);
  document.addEventListener("keydown", (event) => {
    wake();
    if (event.key.toLowerCase() !== "f" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    toggleFull();
  });

  const arc = document.body.dataset.arc;
  if (arc) document.body.style.setProperty("--arc-by-distance", arc);
  const layAgain = () => {
    measure();
    document.dispatchEvent(new CustomEvent("hall:resized"));
  };
  window.addEventListener("resize", layAgain);
  document.fonts.addEventListener("loadingdone", layAgain); /* a script that a page shows first comes with its names */
  document.fonts.ready.then(layAgain);
  measure();
  stayAwake();
  ask();
})();
