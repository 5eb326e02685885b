// What the boards of a game's page and of a table have in common: the last move slides to its place, and may be heard.
"use strict";

globalThis.board = (() => {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  // A browser may refuse to keep anything.
  const kept = () => { try { return localStorage.getItem("son") === "oui"; } catch { return false; } };
  let sounds = kept();
  let audio = null;

  function tone(pitch, after, lasts) {
    // Until somebody has touched the page it may not sound.
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
    audio ??= new AudioContext();
    const wave = audio.createOscillator(), loud = audio.createGain(), begin = audio.currentTime + after;
    wave.frequency.value = pitch;
    loud.gain.setValueAtTime(0.15, begin);
    loud.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
    wave.connect(loud).connect(audio.destination);
    wave.start(begin);
    wave.stop(begin + lasts);
  }

  const buttons = () => document.querySelectorAll("[data-sound]");
  const show = () => { for (const button of buttons()) { button.hidden = false; button.setAttribute("aria-pressed", sounds); } };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-sound]")) return;
    sounds = !sounds;
    try { localStorage.setItem("son", sounds ? "oui" : "non"); } catch { /* for this page only */ }
    show();
    if (sounds) tone(330, 0, 0.07);
  });
  show();

  return {
    // A move has led to the position that is drawn in here; `end`: it was the last one.
    moved(place, end) {
      if (sounds) {
        if (end) { tone(392, 0, 0.2); tone(523, 0.15, 0.4); } else tone(330, 0, 0.07);
      }
      if (still.matches) return;
      for (const piece of place.querySelectorAll(".moved")) {
        const [x, y] = piece.dataset.from.split(" ");
        piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 150, easing: "ease-out" });
      }
    },
  };
})();
