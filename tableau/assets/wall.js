// The wall: clocks that count.
"use strict";

{
  // What our clock is behind the server's, in milliseconds.
  let behind = 0;
  (globalThis.arbitre ??= { heard: {} }).heard.now = (text) => {
    behind = Number(text) - Date.now();
    count();
  };
  // What is left of the turn; without a limit, how long it has lasted.
  const count = () => {
    for (const clock of document.querySelectorAll(".clock[data-began]")) {
      const lasted = Math.max(0, Date.now() + behind - Number(clock.dataset.began));
      const limit = Number(clock.dataset.limit);
      const seconds = limit ? Math.max(0, Math.ceil((limit - lasted) / 1000)) : Math.floor(lasted / 1000);
      const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
      const two = (number) => String(number).padStart(2, "0");
      const hour = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
      const text = seconds < 60 ? String(seconds) : `${hour}:${two(seconds % 60)}`;
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("short", limit > 0 && seconds * 4000 <= limit);
    }
  };
  count();
  setInterval(count, 250);
}
