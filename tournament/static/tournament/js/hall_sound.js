/* A sound for the hall, from the one machine whose switch is on; the switch is kept in its browser. A browser lets a page
   be heard only after a key or a click: until then the screen asks for one. */
(() => {
  "use strict";

  const KEPT = "sekigime-hall-sound";
  const button = document.querySelector("[data-sound]");
  const wish = document.querySelector("[data-sound-ask]");
  let voice = null;

  const isOn = () => {
    try {
      return localStorage.getItem(KEPT) === "on";
    } catch {
      return voice !== null; /* nothing may be kept here: on until the page is left */
    }
  };

  const keep = (on) => {
    try {
      localStorage.setItem(KEPT, on ? "on" : "off");
    } catch {
      if (!on) voice = null;
    }
  };

  const show = () => {
    const on = isOn();
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? button.dataset.on : button.dataset.off;
    wish.hidden = !on || (voice !== null && voice.state === "running");
  };

  const allow = async () => {
    if (!isOn()) return;
    voice = voice || new AudioContext();
    await voice.resume().catch(() => {});
    show();
  };

  /* One stroke: a fundamental with two overtones that die away. */
  const strike = (at, pitch, length) => {
    [[1, 0.5], [2.01, 0.22], [2.98, 0.12]].forEach(([times, loud]) => {
      const tone = voice.createOscillator();
      const volume = voice.createGain();
      tone.frequency.value = pitch * times;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(loud, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + length / times);
      tone.connect(volume).connect(voice.destination);
      tone.start(at);
      tone.stop(at + length);
    });
  };

  const STROKES = {end: [[0, 220, 4], [1.4, 220, 4], [2.8, 220, 6]], soon: [[0, 660, 1.5]], test: [[0, 440, 1.5]]};
  const play = (which) => {
    if (!isOn() || !voice || voice.state !== "running") return;
    STROKES[which].forEach(([after, pitch, length]) => strike(voice.currentTime + after, pitch, length));
    document.body.dataset.sounded = which;
  };

  button.addEventListener("click", async () => {
    keep(!isOn());
    if (isOn()) {
      voice = voice || new AudioContext();
      await voice.resume().catch(() => {});
      play("test");
    }
    show();
  });
  document.addEventListener("keydown", allow);
  document.addEventListener("pointerdown", allow);
  document.addEventListener("hall:sound", (event) => play(event.detail));
  window.addEventListener("storage", show);
  if (isOn()) allow();
  show();
})();
