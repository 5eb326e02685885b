// A championship that changes while it is looked at: lines climb and fall, and nothing moves under a finger.
"use strict";

const QUIET = 2000, LONGEST = 10000, CLIMB = 300;
const still = matchMedia("(prefers-reduced-motion: reduce)");

for (const root of document.querySelectorAll("[data-contest]")) {
  const waiting = new Map();
  let touched = -QUIET, since = 0, down = false, timer = 0;
  const touch = () => { touched = performance.now(); };
  for (const kind of ["pointermove", "pointerdown", "wheel", "keydown"]) root.addEventListener(kind, touch, { passive: true });
  root.addEventListener("pointerdown", () => { down = true; });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => { down = false; touched = performance.now(); });

  const show = () => {
    clearTimeout(timer);
    const now = performance.now(), busy = down || (now - touched < QUIET && now - since < LONGEST);
    if (busy) { timer = setTimeout(show, 300); return; }
    for (const [id, html] of waiting) put(document.getElementById(id), html);
    waiting.clear();
  };

  const source = new EventSource(root.dataset.contest);
  source.addEventListener("part", (event) => {
    const end = event.data.indexOf("\n");
    if (!waiting.size) since = performance.now();
    waiting.set(event.data.slice(0, end), event.data.slice(end + 1));
    show();
  });
  addEventListener("pagehide", () => source.close());
}

function put(part, html) {
  if (!part) return;
  const active = part.contains(document.activeElement) ? document.activeElement : null;
  const focused = active?.getAttribute("href"), sent = active?.form?.getAttribute("action");
  // What was scrolled or opened stays so, if it is there again.
  const movable = () => [...part.querySelectorAll("pre, details, .scroll")];
  const kept = movable().map((one) => [one.scrollTop, one.scrollLeft, one.open]);
  const before = new Map();
  for (const row of part.querySelectorAll("[data-row]")) before.set(row.dataset.row, row.getBoundingClientRect().top);
  if ("keep" in part.dataset) part.style.minHeight = part.offsetHeight + "px";
  part.innerHTML = html;
  if (focused) part.querySelector('[href="' + CSS.escape(focused) + '"]')?.focus({ preventScroll: true });
  if (sent) part.querySelector('form[action="' + CSS.escape(sent) + '"] button')?.focus({ preventScroll: true });
  const now = movable();
  if (now.length === kept.length) now.forEach((one, at) => {
    [one.scrollTop, one.scrollLeft] = kept[at];
    if ("open" in one) one.open = kept[at][2];
  });
  if (still.matches) return;
  for (const row of part.querySelectorAll("[data-row]")) {
    const { top, height } = row.getBoundingClientRect(), from = before.get(row.dataset.row) ?? NaN;
    // What nobody sees need not move.
    if (!(from - top) || Math.max(from, top) + height < 0 || Math.min(from, top) > innerHeight) continue;
    const how = from > top ? "climbs" : "falls";
    row.classList.add(how);
    row.animate([{ transform: "translateY(" + (from - top) + "px)" }, { transform: "none" }], { duration: CLIMB, easing: "ease-out" }).onfinish = () =>
      row.classList.remove(how);
  }
}
