/* A screen of the hall: it asks every two seconds what to show and holds it in a frame.

   Two frames take turns: the next face loads unseen and is shown once it is whole, so that the last good picture stays
   through restarts of the server and lost Wi-Fi. After a failure it asks again, at longer and longer intervals up to ten
   seconds, and at once when the browser says that the network is back. Time is told by the server alone: nothing here
   reads the clock of the machine, only how long ago something was (performance.now). */
(() => {
  "use strict";

  const EVERY = 2000;
  const LONGEST = 10000;
  const PATIENCE = 6000; // a request that takes longer counts as lost
  const FACE_PATIENCE = 15000;
  const STALE = 15000;
  const body = document.body;
  const frames = [...document.querySelectorAll(".screen-face")];
  const part = (name) => document.querySelector(`[data-${name}]`);
  const isThumbnail = "thumbnail" in body.dataset;
  const own = new URL(document.currentScript.src).pathname;

  let faces = [];
  let front = 0; // which of the frames is seen
  let loading = null; // the address that loads in the other frame
  let shown = null;
  let shownAt = 0;
  let wait = EVERY;
  let timer = 0;
  let asking = null;
  let heardAt = performance.now();
  let heard = "";
  let inMotion = false;
  let idle = 0;

  const text = (element, value) => {
    if (element.textContent !== value) element.textContent = value;
    element.hidden = !value;
  };

  /* --- the frames ------------------------------------------------------------------------------------------------ */

  const isFace = (frame) => {
    try {
      return frame.contentDocument.body.classList.contains("hall");
    } catch {
      return false; // the browser's own page that says there is no connection
    }
  };

  /* A face that is to show no change in motion is told so. */
  const quieten = () => {
    if (isFace(frames[front])) frames[front].contentDocument.body.toggleAttribute("data-quiet", !inMotion);
  };

  /* Heard before the face hears it: full screen is the screen's, so that it outlasts the face. */
  const listen = (frame) => {
    frame.contentWindow.addEventListener("keydown", onKey, true);
    frame.contentWindow.addEventListener("click", onClick, true);
    frame.contentWindow.addEventListener("mousemove", onMove);
  };

  const load = (address) => {
    if (loading && loading.address === address && performance.now() - loading.at < FACE_PATIENCE) return;
    loading = { address, at: performance.now() };
    frames[1 - front].src = address;
  };

  const onLoad = (frame) => {
    if (!loading || frame !== frames[1 - front] || frame.getAttribute("src") !== loading.address) return;
    if (!isFace(frame)) {
      loading.failed = true;
      return;
    }
    const old = frames[front];
    front = 1 - front;
    quieten();
    frame.hidden = false;
    old.hidden = true;
    old.src = "about:blank";
    shown = loading.address;
    shownAt = performance.now();
    loading = null;
    part("wait").hidden = true;
    listen(frame);
    if (!isThumbnail) frame.contentWindow.focus();
  };

  frames.forEach((frame) => frame.addEventListener("load", () => onLoad(frame)));

  const follow = () => {
    if (loading?.failed && performance.now() - loading.at > wait) loading = null; // it may be tried again
    if (!faces.length) return;
    const at = faces.findIndex((face) => face.address === shown);
    if (at < 0) {
      load(faces[0].address);
    } else if (faces.length > 1 && performance.now() - shownAt >= faces[at].seconds * 1000) {
      load(faces[(at + 1) % faces.length].address);
    }
  };

  /* --- the server ------------------------------------------------------------------------------------------------ */

  const ask = async () => {
    clearTimeout(timer);
    asking?.abort();
    const abort = new AbortController();
    asking = abort;
    const patience = setTimeout(() => abort.abort(), PATIENCE);
    try {
      const query = isThumbnail ? "?thumbnail" : "";
      const answer = await fetch(body.dataset.screen + query, { signal: abort.signal, cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      hear(await answer.json());
      wait = EVERY;
    } catch {
      if (asking !== abort) return; // another request has taken its place
      wait = Math.min(LONGEST, wait * 1.6);
    } finally {
      clearTimeout(patience);
    }
    if (asking !== abort) return;
    tell();
    timer = setTimeout(ask, wait * (0.9 + Math.random() * 0.2));
  };

  const hear = (state) => {
    if (new URL(state.script, location).pathname !== own) {
      location.reload(); // another version of Sekigime answers
      return;
    }
    heardAt = performance.now();
    heard = state.at;
    faces = state.is_open ? state.faces : [];
    inMotion = state.in_motion && !isThumbnail;
    quieten();
    if (!state.is_open && !shown) text(part("wait"), part("wait").dataset.closed);
    text(part("notice"), state.notice);
    text(part("late"), state.late);
    follow();
  };

  /* A face may tell it itself; then this page does not. */
  const faceTells = () => isFace(frames[front]) && frames[front].contentDocument.querySelector("[data-stale]:not([hidden])");

  const tell = () => {
    const stale = part("stale");
    const isStale = performance.now() - heardAt > STALE && !faceTells();
    text(stale, isStale && heard ? stale.dataset.text.replace("{time}", heard) : "");
  };

  addEventListener("online", ask);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      keepAwake();
      ask();
    }
  });
  setInterval(() => {
    tell();
    follow();
  }, 500);

  /* --- the machine ----------------------------------------------------------------------------------------------- */

  let lock = null;
  const keepAwake = async () => {
    if (isThumbnail || !navigator.wakeLock || lock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } catch {
      lock = null; // the battery is low, or the page is not seen: asked again when it is
    }
  };

  const full = () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  };

  function onKey(event) {
    if ((event.key === "f" || event.key === "F") && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopImmediatePropagation();
      full();
    }
  }

  function onClick(event) {
    if (event.target.closest("[data-full-screen]")) {
      event.stopImmediatePropagation();
      full();
    }
  }

  function onMove() {
    if (isThumbnail) return;
    part("controls").hidden = false;
    body.classList.remove("is-idle");
    clearTimeout(idle);
    idle = setTimeout(() => {
      part("controls").hidden = true;
      body.classList.add("is-idle");
    }, 3000);
  }

  addEventListener("keydown", onKey);
  addEventListener("mousemove", onMove);
  part("full").addEventListener("click", full);
  keepAwake();
  ask();
})();
