// What moves on a page: parts of it that the server sends anew, and tokens that come behind a #.
"use strict";

const CLIMB = 300;
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Where the element is that takes the place of this one when its part is made anew.
function selectorOf(element) {
  const attribute = (name, of) => `[${name}="${CSS.escape(of.getAttribute(name))}"]`;
  if (element.id) return attribute("id", element);
  if (element.hasAttribute("href")) return attribute("href", element);
  return element.form?.hasAttribute("action") ? `form${attribute("action", element.form)} button` : null;
}

// Puts HTML into a part of the page. What has the focus, is scrolled or is opened stays so, if it is there again; rows climb and fall.
function put(part, html) {
  const focused = part.contains(document.activeElement) && selectorOf(document.activeElement);
  const movable = () => [...part.querySelectorAll("pre, details, .scroll")];
  const kept = movable().map((one) => [one.scrollTop, one.scrollLeft, one.open]);
  const before = new Map();
  for (const row of part.querySelectorAll("[data-row]")) before.set(row.dataset.row, row.getBoundingClientRect().top);
  if ("keep" in part.dataset) part.style.minHeight = part.offsetHeight + "px";
  part.innerHTML = html;
  if (focused) part.querySelector(focused)?.focus({ preventScroll: true });
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

// The id of a part of the page, and what is to stand in it.
function told(data) {
  const end = data.indexOf("\n");
  return [data.slice(0, end), data.slice(end + 1)];
}

// <div data-live="/path/to/events">: an event `part` has the id of an element, and what is to stand in it. A page that nobody
// sees is told nothing: a browser has few connections. What a page does itself with events, it says in
// `arbitre.heard`, in a program that comes before this one.
const arbitre = globalThis.arbitre ??= { heard: {} };
arbitre.heard.part ??= (data) => {
  const [id, html] = told(data), part = document.getElementById(id);
  if (part) put(part, html);
};
for (const root of document.querySelectorAll("[data-live]")) {
  let source = null;
  let later = 0;
  const close = () => {
    clearTimeout(later);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    if (document.hidden) return;
    source = new EventSource(root.dataset.live);
    // The page that comes in the place of this one: the game that was watched is a record now.
    source.addEventListener("elsewhere", (event) => {
      close();
      location.replace(event.data + location.search);
    });
    for (const [name, hear] of Object.entries(arbitre.heard)) {
      source.addEventListener(name, (event) => hear(event.data));
    }
    source.addEventListener("open", () => root.classList.remove("stale"));
    // A browser asks again by itself, unless it was refused.
    source.addEventListener("error", () => {
      root.classList.add("stale");
      if (source?.readyState === EventSource.CLOSED) later = setTimeout(open, 5000 + 10000 * Math.random());
    });
  };
  open();
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
}

// A token is never part of an address that a server sees.
for (const form of document.querySelectorAll("form[data-token]")) {
  const token = location.hash.slice(1);
  if (token) {
    history.replaceState(null, "", location.pathname);
    form.elements.jeton.value = token;
    form.submit();
  }
}
