// The reveal of a ranking, step by step. Without this program the page shows all of it; with it nothing, before anything is drawn.
"use strict";

document.documentElement.classList.add("steps");

addEventListener("DOMContentLoaded", () => {
  const page = document.querySelector(".reveal-page"), places = [...page.querySelectorAll("[data-step]")];
  const [back, next, every] = ["back", "next", "every"].map((name) => document.getElementById("reveal-" + name));
  if (!next) return;
  const last = Number(page.dataset.steps), podium = Number(page.dataset.podium ?? Infinity);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let step = 0, timer = 0;

  const show = (wanted) => {
    step = Math.min(Math.max(wanted, 0), last);
    for (const place of places) {
      const at = Number(place.dataset.step);
      place.classList.toggle("shown", at <= step);
      place.classList.toggle("newest", at === step);
    }
    page.classList.toggle("on-podium", step >= podium);
    back.disabled = step === 0;
    next.disabled = step === last;
    // Keys are not heard by what is disabled.
    for (const button of [back, next]) if (button.disabled) button.blur();
    const newest = places.findLast((place) => place.matches(".reveal-list .newest"));
    newest?.scrollIntoView({ block: "end", behavior: still.matches ? "instant" : "smooth" });
    history.replaceState(null, "", step ? "#step=" + step : location.pathname);
    wait();
  };
  const wait = () => {
    clearTimeout(timer);
    const seconds = Number(every.value);
    if (seconds >= 1 && step < last) timer = setTimeout(() => show(step + 1), Math.min(seconds, 600) * 1000);
  };
  // The step in the address, which a reload keeps.
  const asked = () => Number(/^#step=(\d+)$/.exec(location.hash)?.[1] ?? step);

  document.addEventListener("click", (event) => {
    if (event.target === back) show(step - 1);
    else if (event.target === next || !event.target.closest("a, button, input, label")) show(step + 1);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target === every) {
      if (event.key === "Enter") every.blur();
      return;
    }
    // Remote controls for talks send the pages.
    const by = { " ": 1, Enter: 1, ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    const presses = event.target.closest("a, button") && [" ", "Enter"].includes(event.key);
    // A key that is held reveals no more than one place.
    if (!by || (presses && !event.repeat)) return;
    event.preventDefault();
    if (!event.repeat) show(step + by);
  });
  every.addEventListener("change", wait);
  addEventListener("hashchange", () => show(asked()));
  show(asked());
});
