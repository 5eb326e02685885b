// What moves on a page: parts of it that the server sends anew, and tokens that come behind a #.
"use strict";

// <div data-live="/path/to/events">: each event has the id of an element as its name, and what is to stand in it.
for (const root of document.querySelectorAll("[data-live]")) {
  const source = new EventSource(root.dataset.live);
  source.addEventListener("part", (event) => {
    const end = event.data.indexOf("\n");
    const part = document.getElementById(event.data.slice(0, end));
    if (part) part.innerHTML = event.data.slice(end + 1);
  });
  // The page that comes in the place of this one: the game that was watched is a record now.
  source.addEventListener("elsewhere", (event) => location.replace(event.data));
  addEventListener("pagehide", () => source.close());
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
