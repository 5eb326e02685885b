// Every page: light, dark or as the system says, known before anything is drawn; and of a line of links, the one that is here.
"use strict";

{
  const root = document.documentElement;
  let theme = null;
  // A browser may refuse to keep anything: then the choice lasts as long as the page.
  const kept = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return theme;
    }
  };
  const show = () => {
    theme = ["light", "dark"].find((one) => one === kept()) ?? "system";
    root.dataset.theme = theme;
    for (const button of document.querySelectorAll(".theme button")) button.setAttribute("aria-pressed", button.value === theme);
  };
  show();
  addEventListener("storage", show);
  addEventListener("DOMContentLoaded", () => {
    show();
    for (const button of document.querySelectorAll(".theme button")) {
      button.addEventListener("click", () => {
        theme = button.value;
        try {
          localStorage.setItem("theme", theme);
        } catch {}
        show();
      });
    }
    for (const strip of document.querySelectorAll(".strip")) {
      const here = strip.querySelector("[aria-current]");
      if (here) strip.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - strip.offsetLeft - strip.clientWidth / 2;
    }
  });
}
