// Handing in: files and folders may be dropped anywhere on the page. Of what has become of it, who listens hears the newest stage alone.
"use strict";

{
  const versions = document.getElementById("versions"), stage = document.getElementById("etape");
  new MutationObserver(() => {
    const text = versions.querySelector(".stage")?.textContent ?? "";
    if (stage.textContent !== text) stage.textContent = text;
  }).observe(versions, { childList: true });
}

for (const form of document.querySelectorAll("[data-hand-in]")) {
  const said = form.querySelector("[data-said]"), root = document.documentElement;
  const say = (text, wrong) => {
    said.textContent = text;
    said.classList.toggle("warn", wrong);
  };
  form.querySelector("[data-drop]").hidden = false;

  // All entries of a folder: a browser gives a hundred at a time.
  const entries = async (folder) => {
    const reader = folder.createReader(), all = [];
    for (;;) {
      const some = await new Promise((found, failed) => reader.readEntries(found, failed));
      if (!some.length) return all;
      all.push(...some);
    }
  };
  const add = async (entry, data) => {
    if (entry.isDirectory) {
      for (const one of await entries(entry)) await add(one, data);
    } else {
      const file = await new Promise((found, failed) => entry.file(found, failed));
      data.append("fichiers", file, entry.fullPath.replace(/^\//, ""));
    }
  };
  const send = async (data) => {
    say(form.dataset.sending, false);
    const answer = await fetch(form.action, { method: "POST", body: data });
    if (answer.ok) {
      location.assign(answer.url);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    say((page.querySelector("[role=alert]") ?? page.querySelector("h1"))?.textContent ?? form.dataset.failed, true);
  };

  const files = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    root.classList.add("over");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) root.classList.remove("over");
  });
  addEventListener("drop", async (event) => {
    if (!files(event)) return;
    event.preventDefault();
    root.classList.remove("over");
    // They are gone once this function waits.
    const dropped = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile()).filter(Boolean);
    const data = new FormData();
    try {
      for (const one of dropped) {
        if (one instanceof File) data.append("fichiers", one, one.name);
        else await add(one, data);
      }
      await send(data);
    } catch {
      say(form.dataset.failed, true);
    }
  });
  // Pasted code needs a name, and is not sent to be lost without one.
  const { code, nom } = form.elements;
  for (const field of [code, nom]) field.addEventListener("input", () => { nom.required = code.value.trim() !== ""; });
  form.addEventListener("submit", () => say(form.dataset.sending, false));
}
