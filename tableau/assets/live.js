// What moves on a page: parts of it that the server sends anew, and tokens that come behind a #.
"use strict";

// <div data-live="/path/to/events">: each event has the id of an element as its name, and what is to stand in it. A page that nobody
// sees is told nothing: a browser has few connections. What a page does itself with events of its own, it says in
// `arbitre.heard`, in a program that comes before this one.
const arbitre = globalThis.arbitre ??= { heard: {} };
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
    source.addEventListener("part", (event) => {
      const end = event.data.indexOf("\n");
      const part = document.getElementById(event.data.slice(0, end));
      if (part) part.innerHTML = event.data.slice(end + 1);
    });
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
