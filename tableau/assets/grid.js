// In a grid of a hundred by a hundred the arrow keys lead from cell to cell; the key Tab passes all of them.
"use strict";

for (const map of document.querySelectorAll("[data-grid]")) {
  const rows = [...map.querySelectorAll("tbody tr")];
  for (const link of map.querySelectorAll("td a")) link.tabIndex = -1;
  const first = map.querySelector("td a");
  if (first) first.tabIndex = 0;
  map.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td");
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!cell || !step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    let row = rows.indexOf(cell.parentElement), column = cell.cellIndex;
    for (;;) {
      row += step[0];
      column += step[1];
      const next = rows[row]?.cells[column];
      if (!next || column < 1) return;
      const link = next.querySelector("a");
      if (!link) continue;
      event.target.tabIndex = -1;
      link.tabIndex = 0;
      link.focus();
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
      return;
    }
  });
}
