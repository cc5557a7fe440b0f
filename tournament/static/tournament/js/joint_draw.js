/* The draw of the winds by all phones of a table (scoring/joint_draw.py has the protocol).
   A press makes a number here and sends only its hash. When all have pressed, the number follows. What this phone saw
   is kept, and the published draw is recomputed from it: a server that cheats is found out here.
   The hall speaks plain http, where browsers offer no SHA-256: it is written out below. */
(() => {
  "use strict";

  const ORDER = "ESWN";

  /* --- SHA-256 (FIPS 180-4); its constants are the first bits of roots of primes --------------------------------- */

  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) {
    if (primes.every((prime) => n % prime)) primes.push(n);
  }
  const fraction = (number) => Math.floor((number - Math.floor(number)) * 2 ** 32);
  const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
  const FIRST = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const turned = (word, by) => (word >>> by) | (word << (32 - by));

  const padded = (bytes) => {
    const size = Math.ceil((bytes.length + 9) / 64) * 64;
    const whole = new Uint8Array(size);
    whole.set(bytes);
    whole[bytes.length] = 0x80;
    const view = new DataView(whole.buffer);
    view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(size - 4, (bytes.length * 8) >>> 0);
    return view;
  };

  const schedule = (view, at) => {
    const words = [];
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) {
        words.push(view.getUint32(at + i * 4));
      } else {
        const [a, b] = [words[i - 15], words[i - 2]];
        const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
        const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
        words.push((words[i - 16] + low + words[i - 7] + high) >>> 0);
      }
    }
    return words;
  };

  const sha256 = (text) => {
    const view = padded(new TextEncoder().encode(text));
    let state = FIRST;
    for (let at = 0; at < view.byteLength; at += 64) {
      let [a, b, c, d, e, f, g, h] = state;
      schedule(view, at).forEach((word, i) => {
        const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
        const first = (h + one + ((e & f) ^ (~e & g)) + ROUNDS[i] + word) >>> 0;
        const two = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
        const second = (two + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
      });
      state = [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) >>> 0);
    }
    return state.map((word) => word.toString(16).padStart(8, "0")).join("");
  };

  /* --- the draw, as scoring/joint_draw.py computes it ------------------------------------------------------------ */

  const pressOf = (fingerprint, player, number) => sha256(`${fingerprint}:${player}:${number}`);

  const orders = (winds) =>
    winds.length < 2 ? [winds] : winds.flatMap((wind) => orders(winds.filter((one) => one !== wind)).map((rest) => [wind, ...rest]));

  const lot = (seed, outcomes) => {
    const limit = 256 - (256 % outcomes);
    for (let now = seed; ; now = sha256(now)) {
      for (let at = 0; at < 64; at += 2) {
        const byte = parseInt(now.slice(at, at + 2), 16);
        if (byte < limit) return byte % outcomes;
      }
    }
  };

  const windsOf = (secret, numbers) => {
    const all = orders([...ORDER.slice(0, numbers.length)]);
    return all[lot(sha256([secret, ...numbers].join(":")), all.length)];
  };

  const fingerprintOf = (draw) =>
    sha256(
      `${draw.form}\nhanchan ${draw.hanchan} table ${draw.table} attempt ${draw.attempt}\n` +
        `players ${draw.players.map((row) => row.number).join(" ")}\nsecret ${draw.secret}\n`,
    );

  const follows = (draw) =>
    fingerprintOf(draw) === draw.fingerprint &&
    draw.players.every((row) => pressOf(draw.fingerprint, row.number, row.value) === row.press) &&
    windsOf(draw.secret, draw.players.map((row) => row.value)).join() === draw.winds.join();

  /* What this phone saw: the fingerprint it pressed for, its numbers, and the presses before it sent any number. */
  const fits = (draw, seen) =>
    seen.fingerprint === draw.fingerprint &&
    draw.players.every((row) => {
      const own = seen.numbers[row.number];
      return (!own || own === row.value) && (!seen.presses || seen.presses[row.number] === row.press);
    });

  /* --- this phone ------------------------------------------------------------------------------------------------- */

  const key = (box) => `draw ${box.dataset.place}`;
  const recall = (box) => {
    try {
      return JSON.parse(localStorage.getItem(key(box))) ?? null;
    } catch {
      return null;
    }
  };
  const keep = (box, seen) => localStorage.setItem(key(box), JSON.stringify(seen));

  /* What the server said against it, or that it was not reached; "" for nothing. */
  const tell = (text) => {
    const place = document.querySelector("[data-draw-problem]");
    if (!place) return;
    place.textContent = text;
    place.hidden = !text;
  };
  const unsent = () => document.querySelector("[data-draw-problem]")?.dataset.unsent ?? "";

  const refresh = () => {
    const live = document.querySelector("#live");
    if (live && window.htmx) window.htmx.trigger(live, "refresh");
  };

  const post = async (form, values) => {
    const data = new FormData(form);
    Object.entries({ script: "1", ...values }).forEach(([name, value]) => data.set(name, value));
    try {
      const answer = await fetch(location.pathname, { method: "POST", body: data });
      if (answer.ok) return "";
      return [409, 422].includes(answer.status) ? await answer.text() : unsent();
    } catch {
      return unsent();
    }
  };

  const aNumber = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  const press = async (form) => {
    const box = form.closest("[data-draw]");
    const { attempt, fingerprint } = box.dataset;
    const player = form.dataset.press;
    const before = recall(box);
    const seen = before?.fingerprint === fingerprint ? before : { attempt, fingerprint, numbers: {}, presses: null };
    seen.numbers[player] ??= aNumber();
    keep(box, seen);
    tell(await post(form, { do: "press", press: pressOf(fingerprint, player, seen.numbers[player]) }));
    refresh();
  };

  document.addEventListener(
    "submit",
    (event) => {
      if (!event.target.matches("[data-press]")) return;
      event.preventDefault(); /* before base.js counts it as sent */
      press(event.target);
    },
    true,
  );

  const pressesOf = (box) =>
    Object.fromEntries(
      box.dataset.presses
        .split(" ")
        .filter(Boolean)
        .map((one) => one.split(":")),
    );

  let sending = false;
  const sent = new Set();

  /* Numbers leave this phone only when all have pressed, its own press among them, and once the presses are noted. */
  const sendNumbers = async (box) => {
    const form = box.querySelector("[data-number]");
    const seen = recall(box);
    const { fingerprint, players } = box.dataset;
    const presses = pressesOf(box);
    const everybody = players.split(" ");
    if (!form || sending || seen?.fingerprint !== fingerprint) return;
    if (!everybody.every((player) => presses[player])) return;
    const own = Object.entries(seen.numbers).filter(([player]) => everybody.includes(player));
    const mine = own.filter(
      ([player, number]) => !sent.has(number) && presses[player] === pressOf(fingerprint, player, number),
    );
    if (!mine.length) return;
    seen.presses ??= presses;
    if (everybody.some((player) => seen.presses[player] !== presses[player])) return;
    keep(box, seen);
    sending = true;
    let problem = "";
    for (const [player, number] of mine) {
      const id = form.querySelector(`[name="id-${player}"]`).value;
      /* One after the other: the last one makes the draw. */
      problem ||= await post(form, { do: "number", player: id, number });
      if (!problem) sent.add(number);
    }
    sending = false;
    tell(problem);
    if (!problem) refresh();
  };

  const recompute = (box) => {
    const draw = JSON.parse(box.dataset.record);
    const seen = recall(box);
    const right = follows(draw) && (!seen || Number(seen.attempt) !== draw.attempt || fits(draw, seen));
    box.querySelector("[data-draw-right]").hidden = !right;
    box.querySelector("[data-draw-wrong]").hidden = right;
  };

  const look = () => {
    document.querySelectorAll("[data-draw]").forEach(sendNumbers);
    document.querySelectorAll("[data-record]").forEach(recompute);
  };

  document.addEventListener("htmx:afterSettle", look);
  setInterval(look, 3000); /* what could not be sent is sent again */
  window.addEventListener("online", look);
  look();
})();
