// A championship or a ladder that changes while it is looked at: nothing moves under a finger.
"use strict";

const QUIET = 2000, LONGEST = 10000;
const looked = document.querySelector("[data-live]");

if (looked) {
  const waiting = new Map();
  let touched = -QUIET, since = 0, down = false, timer = 0;
  const touch = () => { touched = performance.now(); };
  for (const kind of ["pointermove", "pointerdown", "wheel", "keydown"]) looked.addEventListener(kind, touch, { passive: true });
  looked.addEventListener("pointerdown", () => { down = true; });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => { down = false; touched = performance.now(); });

  const show = () => {
    clearTimeout(timer);
    const now = performance.now(), busy = down || (now - touched < QUIET && now - since < LONGEST);
    if (busy) { timer = setTimeout(show, 300); return; }
    for (const [id, html] of waiting) {
      const part = document.getElementById(id);
      if (part) put(part, html);
    }
    waiting.clear();
  };

  // live.js, which comes after this program, hears what is told.
  (globalThis.arbitre ??= { heard: {} }).heard.part = (data) => {
    if (!waiting.size) since = performance.now();
    waiting.set(...told(data));
    show();
  };
}
