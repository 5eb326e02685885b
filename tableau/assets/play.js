// Playing by touch: what can be touched on the board is known from the list of moves beside it. The list alone does it, too. Where the rules
// are there (jeux.js), a move is seen before the server answers; without them a little later.
import { WAYS, begun, middle, nearest, touch } from "./touches.js";

const part = (id) => document.getElementById(id);
const plateau = part("plateau");
let touched = [];
// How far about the middle of a small spot a finger is meant for it, in pixels.
const REACH = 16;
// What each part of the page was made of.
const shown = {};
for (const id of ["etat", "plateau", "suite", "coups"]) shown[id] = part(id).innerHTML.trim();

// The rules, once they are loaded.
let rules = null;
import("./jeux.js").then(({ load }) => load()).then((loaded) => {
  rules = loaded;
  plateau.dataset.rules = "";
}, () => {});
// A move that has been made here, and of which the server has not yet told: after how many moves of which game the board stands; or null.
let ahead = null;
// How long the server may take to tell of it, in milliseconds.
const LATE = 5000;

// The moves on the page, each with what is touched for it.
const moves = () => (ahead ? [] : Array.from(document.querySelectorAll("#coups [data-touches]")))
  .filter((element) => element.dataset.touches)
  .map((element) => ({ element, touches: element.dataset.touches.split(" ") }));
const known = (place) => JSON.parse(place.querySelector("#position")?.dataset.known ?? "null");

// Makes a move on the board; false where the rules are not there, or not for this.
function go(text) {
  const game = known(plateau);
  if (!rules || !game || ahead) return false;
  let drawing;
  try {
    const position = rules.from(game.game, game.setup);
    for (const move of game.moves) position.play(move);
    if (position.toMove !== game.me) return false;
    position.play(text);
    drawing = position.drawing({ names: game.names, swapped: game.swapped, last: text });
    position.free();
  } catch {
    // The server says what is wrong.
    return false;
  }
  const board = document.createElement("div");
  board.innerHTML = drawing;
  plateau.querySelector("svg").replaceWith(board.firstElementChild);
  globalThis.board.moved(plateau, false);
  ahead = { number: game.number, count: game.moves.length + 1 };
  return true;
}

// Whether what the server says of the board is of before a move that has been made here.
function early(next) {
  const told = known(next);
  return ahead !== null && told?.number === ahead.number && told.moves.length < ahead.count;
}
const places = () => plateau.querySelectorAll("[data-touch]");
// What can be touched now, each name once: the board is one control, and the focus goes about in it.
const spots = () => {
  const open = new Map();
  for (const place of places()) if (place.classList.contains("open") && !open.has(place.dataset.touch)) open.set(place.dataset.touch, place);
  return [...open.values()];
};
// Where the focus was last, on the screen.
let at = null;

// The one spot that the tabulator comes to. The focus goes there before another spot loses its `tabindex`: Chromium would drop it.
function current(spot) {
  plateau.setAttribute("role", spot ? "application" : "group");
  if (spot) {
    const name = spot.dataset.touch, count = begun(moves(), [...touched, name]).length;
    spot.setAttribute("tabindex", "0");
    spot.setAttribute("role", "button");
    spot.setAttribute("aria-label", count > 1 ? `${name}, ${count} ${plateau.dataset.several}` : name);
  }
  if (document.activeElement.closest("#plateau [data-touch]")) (spot || plateau).focus();
  for (const place of places()) if (place !== spot) for (const name of ["aria-label", "tabindex", "role"]) place.removeAttribute(name);
}

// What these touches would place, where the drawing has a pattern of it: it lies at the first and points to the second.
function preview(way) {
  for (const old of plateau.querySelectorAll(".preview.shown")) old.remove();
  const pattern = plateau.querySelector(".preview");
  if (!pattern || !way.length) return;
  const fitting = begun(moves(), way).filter((move) => move.touches.length === 2);
  for (const move of fitting) {
    const [from, to] = move.touches.map((name) => plateau.querySelector(`[data-touch="${CSS.escape(name)}"]`)?.getBBox());
    if (!from || !to) continue;
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    const angle = Math.atan2(to.y + to.height / 2 - y, to.x + to.width / 2 - x) * 180 / Math.PI;
    const ghost = pattern.cloneNode();
    ghost.classList.add("shown");
    ghost.classList.toggle("sure", fitting.length === 1);
    ghost.setAttribute("transform", `translate(${x} ${y}) rotate(${angle})`);
    pattern.before(ghost);
  }
}

// Marks what can be touched now, and what was.
function mark() {
  const next = new Set(begun(moves(), touched).map((move) => move.touches[touched.length]));
  for (const place of places()) {
    const name = place.dataset.touch;
    const can = next.has(name);
    place.classList.toggle("open", can);
    place.classList.toggle("chosen", touched.includes(name));
  }
  current(at ? nearest(spots(), at) : spots()[0]);
  const focused = document.activeElement.closest("#plateau [data-touch]");
  preview(focused ? [...touched, focused.dataset.touch] : touched);
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

function touchSpot(name) {
  const { touched: way, made } = touch(moves(), touched, name);
  touched = way;
  const held = plateau.contains(document.activeElement) && document.activeElement !== plateau;
  if (made) play(made.element);
  mark();
  if (held) (plateau.querySelector("[tabindex='0']") || plateau).focus();
}

// The spot that a finger meant: small ones reach a little farther than they are drawn.
function meant(event) {
  const place = event.target.closest("#plateau [data-touch]");
  if (place?.classList.contains("open") || !event.target.closest("#plateau svg")) return place;
  const spot = nearest(spots(), [event.clientX, event.clientY]);
  if (!spot) return place;
  const [x, y] = middle(spot), box = spot.getBoundingClientRect();
  const reach = Math.max(REACH, box.width / 2, box.height / 2);
  return box.width < 2 * REACH && Math.hypot(x - event.clientX, y - event.clientY) <= reach ? spot : place;
}

// Sends a form without leaving the page; what comes of it comes by the stream.
async function send(form, button) {
  const data = new URLSearchParams(new FormData(form));
  if (button && button.name) data.set(button.name, button.value);
  const made = form.action.endsWith("/coup") && go(data.get("coup")) ? ahead : null;
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, redirect: "manual" });
    if (answer.type !== "opaqueredirect") location.reload();
    else if (made) setTimeout(() => { if (ahead === made) location.reload(); }, LATE);
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
  if (document.activeElement === plateau) plateau.querySelector("[tabindex='0']")?.focus();
}

document.addEventListener("click", (event) => {
  const place = meant(event);
  if (place) return touchSpot(place.dataset.touch);
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    navigator.clipboard.writeText(part(copy.dataset.copy).textContent).then(() => { copy.textContent = copy.dataset.copied; });
  }
});
document.addEventListener("keydown", (event) => {
  const place = event.target.closest?.("#plateau [data-touch]");
  if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    touchSpot(place.dataset.touch);
  }
  const way = WAYS[event.key];
  if (place && way && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    const next = nearest(spots(), middle(place), way);
    if (next) current(next);
  }
  if (event.key === "Escape" && touched.length) {
    touched = [];
    mark();
  }
});
plateau.addEventListener("focusin", (event) => {
  if (!event.target.dataset.touch) return;
  at = middle(event.target);
  preview([...touched, event.target.dataset.touch]);
});
plateau.addEventListener("pointerover", (event) => {
  const place = event.target.closest("[data-touch].open");
  preview(place ? [...touched, place.dataset.touch] : touched);
});
document.addEventListener("change", (event) => {
  if (event.target.matches("#coups select")) preview(event.target.selectedOptions[0].dataset.touches.split(" "));
});
document.addEventListener("submit", (event) => {
  // An invitation can be accepted once: a second click would lead to a page that says so.
  if (event.target.matches("form[action$='/venir']")) {
    const button = event.target.querySelector("button");
    if (button.disabled) return event.preventDefault();
    button.disabled = true;
    // Who comes back to this page, as it was refused for a moment, may try again.
    addEventListener("pageshow", () => { button.disabled = false; }, { once: true });
  }
  if (!event.target.matches("form[data-quiet]")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
// What the stream says: the id of a part of the page, and what is to stand in it.
(globalThis.arbitre ??= { heard: {} }).heard.seat = (data) => {
  const [id, sent] = told(data);
  const place = part(id);
  if (!place) return;
  const next = document.createElement("div");
  next.innerHTML = sent;
  if (id === "plateau" && early(next)) return;
  const html = next.innerHTML.trim();
  // What stands there already stays: somebody may be in the middle of writing.
  if (html === shown[id]) return;
  shown[id] = html;
  const held = place.contains(document.activeElement) && place !== document.activeElement;
  // The board that stands here already, and has been moved on.
  const seen = id === "plateau" && ahead !== null && known(next)?.moves.length === ahead.count;
  if (seen) place.querySelector("#position").replaceWith(next.querySelector("#position"));
  else put(place, html);
  if (id === "plateau") ahead = null;
  if (id !== "etat") touched = [];
  if (id === "plateau" && !seen) globalThis.board.moved(place, false);
  if (id === "coups" && place.querySelector("[data-over], form[action$='/suivante']")) globalThis.board.moved(part("etat"), true);
  fresh();
  // Whoever plays by keyboard goes on where the next move is made.
  const there = id === "coups" && place.querySelector("button, select, a");
  if (held && !place.contains(document.activeElement)) (there || plateau.querySelector("[tabindex='0']") || plateau).focus();
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
