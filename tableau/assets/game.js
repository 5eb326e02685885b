// Going through games: boards are fetched as they are needed and kept, the page stays where it is.
"use strict";

const root = document.getElementById("game");
const panes = root ? [...root.querySelectorAll(".pane")].map((element) => new Pane(element)) : [];
const MOST_KEPT = 400;
// A published page brings all its boards: by game and move, as JSON, compressed, in base 64.
const packed = document.getElementById("boards");
const unpacked = packed && unpack(packed.textContent);
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

function Pane(element) {
  const find = (name) => element.querySelector(name);
  const plank = find(".plank");
  const boards = new Map();
  const key = (ply) => `${element.dataset.number}.${ply}`;
  let ply = Number(element.dataset.ply);
  let last = Number(element.dataset.last);
  let playing = null;
  boards.set(key(ply), Promise.resolve(plank.innerHTML));

  const address = (to) => `${root.dataset.base}/plateau?partie=${element.dataset.number}&coup=${to}`;
  const keep = (to, board) => {
    if (boards.size >= MOST_KEPT) boards.delete(boards.keys().next().value);
    boards.set(key(to), board);
    return board;
  };
  const fetched = async (to) => {
    if (unpacked) return (await unpacked)[element.dataset.number][to];
    const answer = await fetch(address(to));
    if (!answer.ok) throw new Error(answer.status);
    return answer.text();
  };
  const board = (to) => boards.get(key(to)) || keep(to, fetched(to).catch((error) => { boards.delete(key(to)); throw error; }));

  const link = (to) => element.querySelector(`.moves a[data-ply="${to}"]`);
  const mark = () => {
    for (const old of element.querySelectorAll(".moves a[aria-current]")) old.removeAttribute("aria-current");
    const now = link(ply);
    if (now) {
      now.setAttribute("aria-current", "true");
      const list = find(".list"), row = now.closest("tr");
      // Only the list moves, never the page.
      if (row.offsetTop < list.scrollTop + 40) list.scrollTop = row.offsetTop - 60;
      else if (row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = row.offsetTop + row.offsetHeight - list.clientHeight;
    }
    // What an engine wrote in this move comes into sight in its own list.
    for (const turn of document.querySelectorAll("[data-turn]")) {
      if (turn.dataset.of !== element.dataset.partie) continue;
      const here = Number(turn.dataset.turn) === ply;
      turn.toggleAttribute("data-here", here);
      if (here) turn.parentElement.scrollTop = turn.offsetTop;
    }
    find(".at").textContent = ply;
    find(".of").textContent = last;
    for (const chart of element.querySelectorAll(".chart")) {
      const cursor = chart.querySelector(".cursor");
      const x = Math.max(chart.dataset.left, Number(chart.dataset.first) + chart.dataset.step * ply);
      cursor.setAttribute("transform", `translate(${x} 0)`);
    }
    for (const [name, off] of [["first", ply === 0], ["back", ply === 0], ["on", ply === last], ["last", ply === last]]) {
      const button = find(`[data-step="${name}"]`);
      if (off) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
    }
    const explorer = find("[data-explorer]");
    if (explorer) {
      const moves = [...element.querySelectorAll(".moves a[data-ply]")].filter((a) => Number(a.dataset.ply) <= ply).map((a) => encodeURIComponent(a.querySelector("b").textContent));
      explorer.href = explorer.pathname + (moves.length ? `?coups=${moves.join(",")}` : "");
    }
    const image = find("[data-image]");
    if (image) {
      image.href = `${address(ply)}&image=1`;
      image.download = image.download.replace(/\d+\.svg$/, `${ply}.svg`);
    }
    const now_button = find('[data-step="now"]');
    if (now_button) now_button.hidden = ply === last;
  };

  this.element = element;
  this.follows = () => ply === last;
  this.go = async (to, quiet) => {
    to = Math.max(0, Math.min(last, to));
    const on = to === ply + 1;
    ply = to;
    mark();
    const move = link(to);
    find(".said").textContent = move ? move.dataset.said : (to === 0 ? find(".said").dataset.beginning : `${to} / ${last}`);
    if (!quiet) history.replaceState(null, "", `#${encodeURIComponent(element.dataset.partie)}.${to}`);
    try {
      const text = await board(to);
      // Another one may have been asked for meanwhile.
      if (ply !== to) return;
      plank.innerHTML = text;
      if (on) globalThis.board.moved(plank, to === last && !root.dataset.live);
    } catch { return; }
    for (const near of [to + 1, to - 1, to + 2]) if (near >= 0 && near <= last) board(near).catch(() => {});
  };
  this.step = (by) => this.go(ply + by);
  this.pause = () => {
    clearInterval(playing);
    playing = null;
    find('[data-step="play"]').setAttribute("aria-pressed", "false");
  };
  this.play = () => {
    if (playing) return this.pause();
    if (ply === last) this.go(0);
    find('[data-step="play"]').setAttribute("aria-pressed", "true");
    playing = setInterval(() => { if (ply >= last) this.pause(); else this.go(ply + 1); }, 1000);
  };
  this.turn = () => plank.classList.toggle("turned");
  this.share = async (button) => {
    const url = new URL(button.getAttribute("href"), location.href);
    url.search = packed ? "" : `?partie=${encodeURIComponent(element.dataset.partie)}&coup=${ply}`;
    url.hash = packed ? `#${encodeURIComponent(element.dataset.partie)}.${ply}` : "";
    if (!navigator.clipboard) { location.href = url; return; }
    await navigator.clipboard.writeText(url).catch(() => { location.href = url; });
    find(".said").textContent = root.dataset.copied;
  };
  // The next moment of a game under way.
  this.take = (sent) => {
    const following = this.follows(), on = sent.last > last;
    last = sent.last;
    find(".list").innerHTML = sent.list;
    find(".charts").innerHTML = sent.charts;
    find(".verdict").textContent = sent.verdict;
    keep(last, Promise.resolve(sent.board));
    if (following) {
      ply = last;
      plank.innerHTML = sent.board;
      if (on) globalThis.board.moved(plank, sent.turn === null);
      find(".said").textContent = sent.said;
    }
    mark();
  };

  element.addEventListener("click", (event) => {
    const move = event.target.closest("a[data-ply]");
    const button = event.target.closest("[data-step]");
    const chart = event.target.closest(".chart");
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (move) { event.preventDefault(); this.pause(); this.go(Number(move.dataset.ply)); }
    else if (button) {
      event.preventDefault();
      const steps = { first: () => this.go(0), back: () => this.step(-1), on: () => this.step(1), last: () => this.go(last), now: () => this.go(last), play: this.play, turn: this.turn, share: () => this.share(button) };
      if (button.dataset.step !== "play") this.pause();
      steps[button.dataset.step]();
    } else if (chart) {
      const box = chart.getBoundingClientRect();
      const x = (event.clientX - box.left) * chart.viewBox.baseVal.width / box.width;
      this.pause();
      this.go(Math.round((x - chart.dataset.first) / chart.dataset.step));
    }
  });
  let start = null;
  plank.addEventListener("touchstart", (event) => { start = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  plank.addEventListener("touchend", (event) => {
    if (!start) return;
    const end = event.changedTouches[0], x = end.clientX - start.clientX, y = end.clientY - start.clientY;
    if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) { this.pause(); this.step(x < 0 ? 1 : -1); }
    start = null;
  });
  find('[data-step="play"]').disabled = false;
  mark();
}

// #aller.17 is the game after seventeen moves; another game of the rencontre is another page.
function gone() {
  const named = /^#(.+)\.(\d+)$/.exec(location.hash);
  if (!named || !root) return;
  let name;
  try { name = decodeURIComponent(named[1]); } catch { return; }
  const pane = panes.find((one) => one.element.dataset.partie === name);
  if (pane) pane.go(Number(named[2]), true);
  else if (!packed) location.replace(`${root.dataset.base}?partie=${encodeURIComponent(name)}&coup=${named[2]}`);
}
addEventListener("hashchange", gone);
gone();

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
  const explored = document.querySelector(`#explorer [data-key="${event.key}"]`);
  if (explored) { event.preventDefault(); explored.click(); return; }
  if (!panes.length) return;
  const step = { ArrowLeft: (p) => p.step(-1), ArrowRight: (p) => p.step(1), Home: (p) => p.go(0), End: (p) => p.go(Infinity) }[event.key];
  if (step) { event.preventDefault(); panes.forEach((pane) => { pane.pause(); step(pane); }); }
  // A button that has the focus is pressed by it.
  else if (event.key === " " && !event.target.closest?.("button, a, summary")) { event.preventDefault(); panes.forEach((pane) => pane.play()); }
});

// A game under way.
if (root?.dataset.live) {
  const clock = root.querySelector(".clock"), ticks = clock.querySelector(".ticks"), limit = clock.querySelector("[data-limit]");
  const language = document.documentElement.lang;
  const seconds = (ms) => (ms / 1000).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) + " s";
  let since = performance.now() - Number(clock.dataset.thought || 0);
  if (limit) limit.textContent = " / " + seconds(Number(limit.dataset.limit));
  const tick = () => {
    if (!ticks) return;
    const now = performance.now() - since;
    ticks.textContent = clock.hidden ? "" : seconds(now);
    clock.classList.toggle("late", limit !== null && now > 0.8 * Number(limit.dataset.limit));
  };
  setInterval(tick, 100);
  tick();
  // live.js, which comes after this program, hears what is told.
  Object.assign((globalThis.arbitre ??= { heard: {} }).heard, {
    game(data) {
      const sent = JSON.parse(data);
      if (!sent) return;
      const pane = panes.find((one) => Number(one.element.dataset.number) === sent.number);
      const tabs = document.getElementById("tabs");
      if (tabs) tabs.innerHTML = sent.tabs;
      // Another game of the rencontre has begun: whoever followed goes there.
      if (!pane) {
        if (panes.some((one) => one.follows())) location.replace(root.dataset.base);
        return;
      }
      pane.take(sent);
      clock.hidden = sent.turn === null;
      const name = clock.querySelector(".name");
      if (name && sent.turn !== null) name.textContent = sent.turn;
    },
    clock(data) { since = performance.now() - Number(data); },
  });
}

// What moves are worth is fetched, and put where it belongs.
async function worth(href) {
  const answer = await fetch(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = page.getElementById("game");
  if (!there) return;
  document.getElementById("worth").replaceWith(page.getElementById("worth"));
  if (there.dataset.awaited) { setTimeout(() => worth(href), 1500); return; }
  for (const pane of panes) {
    const other = [...there.querySelectorAll(".pane")].find((one) => one.dataset.number === pane.element.dataset.number);
    if (!other) continue;
    for (const part of [".list", ".charts"]) pane.element.querySelector(part).innerHTML = other.querySelector(part).innerHTML;
    pane.step(0);
  }
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-worth]");
  if (button) {
    event.preventDefault();
    button.setAttribute("aria-disabled", "true");
    worth(button.href).catch(() => { location.href = button.href; });
  }
  const go = event.target.closest("a[data-goto]");
  const pane = go && panes.find((one) => one.element.dataset.partie === go.dataset.goto);
  if (pane) { event.preventDefault(); pane.pause(); pane.go(Number(go.dataset.ply)); pane.element.scrollIntoView({ block: "nearest" }); }
});
if (root?.dataset.awaited) setTimeout(() => worth(location.href.split("#")[0]), 1500);

// The explorer: values on the board, moves by touch.
const explorer = document.getElementById("explorer");
if (explorer) {
  if (explorer.dataset.awaited) setTimeout(() => location.reload(), 2000);
  const svg = explorer.querySelector(".plank svg");
  const moves = [...explorer.querySelectorAll("a[data-touches]")].filter((a) => a.dataset.touches).map((a) => ({ a, touches: a.dataset.touches.split(" "), item: a.parentElement }));
  let touched = [];
  const spot = (name) => svg?.querySelector(`[data-touch="${CSS.escape(name)}"]`);
  const show = () => {
    for (const old of svg.querySelectorAll(".worth, .best-ring")) old.remove();
    for (const old of svg.querySelectorAll(".open, .chosen")) old.classList.remove("open", "chosen");
    for (const name of touched) spot(name)?.classList.add("chosen");
    const labelled = new Map();
    for (const move of moves) {
      if (!touched.every((name, at) => move.touches[at] === name)) continue;
      const name = move.touches[touched.length];
      if (name === undefined) continue;
      spot(name)?.classList.add("open");
      // The list is in the order of preference: the first one is the best that begins so.
      if (!labelled.has(name) || (move.touches.length === touched.length + 1 && labelled.get(name).touches.length > touched.length + 1)) labelled.set(name, move);
    }
    for (const [name, move] of labelled) {
      const element = spot(name);
      if (!element || !move.a.dataset.sign) continue;
      const box = element.getBBox(), text = document.createElementNS("http://www.w3.org/2000/svg", "text");
      const size = Math.min(box.width, box.height) * 0.24;
      text.textContent = move.a.dataset.sign;
      text.setAttribute("class", `worth ${move.item.className}`);
      text.setAttribute("x", box.x + box.width / 2);
      text.setAttribute("y", box.y + box.height - size * 0.35);
      text.setAttribute("font-size", size);
      text.setAttribute("text-anchor", "middle");
      if (move.item.classList.contains("best")) {
        const ring = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        for (const [key, value] of Object.entries({ x: box.x + 2, y: box.y + 2, width: box.width - 4, height: box.height - 4, rx: size / 2, "stroke-width": size * 0.09 })) ring.setAttribute(key, value);
        ring.setAttribute("class", "best-ring");
        svg.append(ring);
      }
      svg.append(text);
    }
  };
  if (svg && moves.length) {
    show();
    svg.addEventListener("click", (event) => {
      const name = event.target.closest("[data-touch]")?.dataset.touch;
      const fits = (way) => moves.filter((move) => way.every((one, at) => move.touches[at] === one));
      let way = [...touched, name];
      if (!name || !fits(way).length) way = name && fits([name]).length && !touched.includes(name) ? [name] : [];
      const made = fits(way).find((move) => move.touches.length === way.length);
      if (way.length && made) { location.href = made.a.href; return; }
      touched = way;
      show();
    });
  }
}

// A record is dropped anywhere on the page.
const drop = document.querySelector("form[data-drop]");
if (drop) {
  for (const hint of drop.querySelectorAll(".when-script")) hint.hidden = false;
  const field = drop.elements.fichier;
  field.addEventListener("change", () => { if (field.files.length) drop.submit(); });
  addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  addEventListener("dragleave", () => drop.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer.files.length) { field.files = event.dataTransfer.files; drop.submit(); }
  });
}
