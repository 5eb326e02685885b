// Playing by touch: what can be touched on the board is known from the list of moves beside it. The list alone does it, too.
"use strict";

const part = (id) => document.getElementById(id);
let touched = [];
// What each part of the page was made of.
const shown = {};
for (const id of ["etat", "plateau", "suite", "coups"]) shown[id] = part(id).innerHTML.trim();

// The moves on the page, each with what is touched for it.
const moves = () => Array.from(document.querySelectorAll("#coups [data-touches]"))
  .filter((element) => element.dataset.touches)
  .map((element) => ({ element, touches: element.dataset.touches.split(" ") }));
const begins = (touches) => touched.every((name, index) => touches[index] === name);
const places = () => document.querySelectorAll("#plateau [data-touch]");

// Marks what can be touched now, and what was.
function mark() {
  const fitting = moves().filter((move) => begins(move.touches));
  const next = new Set(fitting.map((move) => move.touches[touched.length]).filter(Boolean));
  for (const place of places()) {
    const name = place.dataset.touch;
    const can = next.has(name);
    place.classList.toggle("open", can);
    place.classList.toggle("chosen", touched.includes(name));
    if (can) {
      place.setAttribute("tabindex", "0");
      place.setAttribute("role", "button");
      place.setAttribute("aria-label", name);
    } else {
      place.removeAttribute("aria-label");
      place.removeAttribute("tabindex");
      place.removeAttribute("role");
    }
  }
}

function play(element) {
  touched = [];
  if (element instanceof HTMLOptionElement) {
    const select = element.closest("select");
    select.value = element.value;
    select.form.requestSubmit();
  } else {
    element.form.requestSubmit(element);
  }
}

function touch(name) {
  const before = touched;
  touched = [...touched, name];
  let fitting = moves().filter((move) => begins(move.touches));
  if (!fitting.length) {
    // Something else, or the same again: from the beginning.
    touched = before.includes(name) ? [] : [name];
    fitting = touched.length ? moves().filter((move) => begins(move.touches)) : [];
    if (!fitting.length) touched = [];
  }
  const whole = fitting.find((move) => move.touches.length === touched.length);
  if (whole && touched.length) play(whole.element);
  mark();
}

// Sends a form without leaving the page; what comes of it comes by the stream.
async function send(form, button) {
  const data = new URLSearchParams(new FormData(form));
  if (button && button.name) data.set(button.name, button.value);
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, redirect: "manual" });
    if (answer.type !== "opaqueredirect") location.reload();
  } catch {
    location.reload();
  }
}

// A grid to be written: cells that change when they are touched, above the text of it.
function grid(area) {
  if (area.previousElementSibling?.classList.contains("cells")) return;
  const rows = area.value.trim().split("\n").map((row) => row.trim().split(""));
  if (!rows[0] || rows.some((row) => row.length !== rows[0].length) || rows[0].length > 30) return;
  const box = document.createElement("div");
  box.className = "cells";
  const show = (button, sign) => {
    button.dataset.is = sign;
    button.textContent = sign === "0" ? "" : sign;
    button.setAttribute("aria-label", `${button.dataset.at} : ${sign}`);
  };
  rows.forEach((row, line) => {
    row.forEach((sign, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.at = `${line}:${column}`;
      button.addEventListener("click", () => {
        row[column] = String((Number(row[column]) + 1) % 4);
        show(button, row[column]);
        area.value = rows.map((cells) => cells.join("")).join("\n");
      });
      show(button, sign);
      box.append(button);
    });
  });
  box.style.gridTemplateColumns = `repeat(${rows[0].length}, 24px)`;
  area.before(box);
}

function fresh() {
  mark();
  document.querySelectorAll("textarea[data-grid]").forEach(grid);
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
}

document.addEventListener("click", (event) => {
  const place = event.target.closest("#plateau [data-touch]");
  if (place) return touch(place.dataset.touch);
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    navigator.clipboard.writeText(part(copy.dataset.copy).textContent).then(() => { copy.textContent = copy.dataset.copied; });
  }
});
document.addEventListener("keydown", (event) => {
  const place = event.target.closest?.("#plateau [data-touch]");
  if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    touch(place.dataset.touch);
  }
  if (event.key === "Escape" && touched.length) {
    touched = [];
    mark();
  }
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-quiet]")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
// What the stream says: the id of a part of the page, and what is to stand in it.
(globalThis.arbitre ??= { heard: {} }).heard.seat = (data) => {
  const end = data.indexOf("\n");
  const id = data.slice(0, end);
  const place = part(id);
  if (!place) return;
  const next = document.createElement("div");
  next.innerHTML = data.slice(end + 1);
  const html = next.innerHTML.trim();
  // What stands there already stays: somebody may be in the middle of writing.
  if (html === shown[id]) return;
  shown[id] = html;
  const held = place.contains(document.activeElement) && place !== document.activeElement;
  place.replaceChildren(...next.childNodes);
  if (id !== "etat") touched = [];
  fresh();
  // Whoever plays by keyboard goes on where the next move is made.
  if (held) (place.querySelector("button, [tabindex='0'], select, a") || part("plateau")).focus();
};

fresh();
// The clock goes on by itself between two moves.
let clock = null;
setInterval(() => {
  const face = document.querySelector(".clock");
  if (!face) return;
  if (face !== clock) {
    clock = face;
    clock.end = Date.now() + Number(face.dataset.left);
  }
  const left = Math.max(0, Math.ceil((clock.end - Date.now()) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (face.textContent !== text) face.textContent = text;
  face.classList.toggle("late", left <= 5);
}, 200);
