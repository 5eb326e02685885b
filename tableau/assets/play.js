// Playing by touch: what can be touched on the board is known from the list of moves beside it. The list alone does it, too.
"use strict";

const seat = document.querySelector("[data-seat]");
const part = (id) => document.getElementById(id);
let touched = [];

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
      if (!place.hasAttribute("aria-label")) place.setAttribute("aria-label", name);
    } else {
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

if (seat) {
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
  const source = new EventSource(seat.dataset.seat);
  source.addEventListener("part", (event) => {
    const end = event.data.indexOf("\n");
    const id = event.data.slice(0, end);
    const place = part(id);
    const html = event.data.slice(end + 1);
    if (!place || place.dataset.shown === html) return;
    const held = place.contains(document.activeElement) && place !== document.activeElement;
    place.innerHTML = html;
    if (id !== "etat") touched = [];
    fresh();
    // Whoever plays by keyboard goes on where the next move is made.
    if (held) (place.querySelector("button, [tabindex='0'], select, a") || part("plateau")).focus();
  });
  source.addEventListener("end", () => source.close());
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  fresh();
  // The clock goes on by itself between two moves.
  let clock = null;
  setInterval(() => {
    const shown = document.querySelector(".clock");
    if (!shown) return;
    if (shown !== clock) {
      clock = shown;
      clock.end = Date.now() + Number(shown.dataset.left);
    }
    const left = Math.max(0, Math.ceil((clock.end - Date.now()) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (shown.textContent !== text) shown.textContent = text;
    shown.classList.toggle("late", left <= 5);
  }, 200);
}
