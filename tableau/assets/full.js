// The full screen, for a projector.
"use strict";

for (const full of document.querySelectorAll("button.full")) {
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener("click", async () => {
    if (document.fullscreenElement) return document.exitFullscreen();
    await document.documentElement.requestFullscreen();
    // A projector shall not go dark; where that cannot be asked for, it is for the system to say.
    await navigator.wakeLock?.request("screen").catch(() => null);
  });
}
