/**
 * `<arbitre-board>`: a board of any game of Arbitre, to go through a game or to play one, without a server. guides/plateau.en.md describes it.
 * @module
 */

import { load } from "./jeux.js";
import { WAYS, begun, middle, nearest, touch } from "./touches.js";

const TEXTS = {
  en: {
    board: "Board", first: "Beginning", back: "Previous move", on: "Next move", last: "End", run: "Play the moves", moves: "Possible moves",
    turn: (name) => `${name} to move`, won: (name) => `${name} wins.`, drawn: "A draw.", player: (number) => `player ${number}`,
    wait: "The solution is being computed.", none: "No values: the browser lacks the memory.", hidden: "This game has secrets: two people cannot play it at one screen.",
    fault: { triche: "illegal move", timeout: "too late", disconnected: "left", malformed: "not a move", crash: "crashed", interrupted: "interrupted" },
    failed: (why) => `Cannot be shown: ${why}`,
    worth: (value) => (value ? `${value > 0 ? "win" : "loss"} in ${Math.abs(value)}` : "draw"), best: "among the best",
  },
  fr: {
    board: "Plateau", first: "Début", back: "Coup précédent", on: "Coup suivant", last: "Fin", run: "Faire défiler les coups", moves: "Coups possibles",
    turn: (name) => `À ${name} de jouer`, won: (name) => `${name} gagne.`, drawn: "Partie nulle.", player: (number) => `joueur ${number}`,
    wait: "La solution se calcule.", none: "Pas de valeurs : le navigateur manque de mémoire.", hidden: "Ce jeu a des secrets : on ne peut pas y jouer à deux sur un écran.",
    fault: { triche: "coup illégal", timeout: "trop tard", disconnected: "parti", malformed: "message illisible", crash: "panne", interrupted: "interrompue" },
    failed: (why) => `Rien à montrer : ${why}`,
    worth: (value) => (value ? `${value > 0 ? "gain" : "perte"} en ${Math.abs(value)}` : "nulle"), best: "parmi les meilleurs",
  },
};

const STYLE = `
:host { display: block; color: var(--ink, CanvasText); }
:host([hidden]) { display: none; }
.materials { position: absolute; }
p { margin: 0 0 .5em; }
.says { min-height: 1.5em; font-weight: 650; }
.board { width: 100%; height: auto; max-height: var(--board-height, 70vh); margin: 0 auto; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; justify-content: center; margin: 8px 0; }
button { font: inherit; color: inherit; min-width: 40px; min-height: 40px; padding: 4px 10px; cursor: pointer;
  background: var(--raised, Canvas); border: 1px solid var(--rim, #8a8780); border-radius: 4px; }
button[disabled], button[aria-disabled="true"] { opacity: .45; cursor: default; }
button[aria-pressed="true"] { border-color: var(--accent, #0b63a5); }
:focus-visible { outline: 3px solid var(--accent, #0b63a5); outline-offset: 2px; }
.where { font-variant-numeric: tabular-nums; }
ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px; max-height: 12em; overflow: auto; }
.value { opacity: .8; }
.best { border-color: var(--accent, #0b63a5); border-width: 2px; }
.board .worth { font-weight: 700; paint-order: stroke; stroke: var(--paper, #fbfaf7); stroke-width: .22em; stroke-linejoin: round;
  fill: var(--ink, #1d1f21); pointer-events: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

const BODY = `<p class="says" role="status"></p>
<div class="plank" role="group" tabindex="-1"></div>
<div class="bar">
<button data-step="first">|◂</button><button data-step="back">◂</button><button data-step="run" aria-pressed="false">▸▸</button><button data-step="on">▸</button><button data-step="last">▸|</button>
<span class="where"></span></div>
<details><summary></summary><ul></ul></details>
<p class="note" role="status"></p>`;

/** How long a move is seen before the next one, in milliseconds. */
const PACE = 1000;
/** Moves listed below the board at most. */
const MOST_LISTED = 200;

/** One for the whole page. */
let rules = null;
const theRules = () => (rules ??= load().catch((error) => { rules = null; throw error; }));
/** The style sheet of drawings, for shadow trees. */
let sheet = null;
function theSheet(jeux) {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(jeux.style.replaceAll(":root", ":host") + STYLE);
  }
  return sheet;
}

/** Asks for values of Colonnes: a worker, or this thread where the browser allows none, as for a program from another site. */
let oracle = null;
function theOracle() {
  return (oracle ??= new Promise((found, lost) => {
    const here = async () => {
      const solution = (await theRules()).solve();
      return async (moves) => solution.values(moves);
    };
    try {
      const worker = new Worker(new URL("solution.js", import.meta.url), { type: "module" });
      const waiting = new Map();
      let asked = 0;
      worker.onerror = () => {
        found(here());
        for (const { refuse } of waiting.values()) refuse(new Error("worker"));
      };
      worker.onmessage = ({ data }) => {
        const { answer, refuse } = waiting.get(data.id);
        waiting.delete(data.id);
        if (data.error) refuse(new Error(data.error)); else answer(data.values);
      };
      const ask = (moves) => new Promise((answer, refuse) => {
        waiting.set(++asked, { answer, refuse });
        worker.postMessage({ id: asked, moves });
      });
      // The first answer shows that it works.
      ask([]).then(() => found(ask), lost);
    } catch {
      found(here());
    }
  }));
}

export class ArbitreBoard extends HTMLElement {
  static observedAttributes = ["game", "record", "party", "ply", "play", "parameters", "seed", "moves", "against", "side", "values", "lang"];

  #root = this.attachShadow({ mode: "open" });
  #jeux = null;
  /** Of the game: name, setup, names in order of play, whether colours are exchanged, how it ended if that is recorded. */
  #shown = null;
  #moves = [];
  #ply = 0;
  /** The position at this ply, and the game that it is of. */
  #position = null;
  #made = null;
  #touched = [];
  /** The legal moves here with what is touched for them, if one can play. */
  #legal = [];
  #worth = new Map();
  #running = null;
  /** Which change of attributes, and which position, something late belongs to. */
  #change = 0;
  #turn = 0;

  /** The moves so far. @returns {string[]} */
  get moves() { return this.#moves.slice(0, this.#ply); }

  /** A copy of the position that is shown; null before it is loaded. @returns {import("./jeux.js").Position | null} */
  get position() { return this.#position?.copy() ?? null; }

  connectedCallback() { this.#begin(); }

  disconnectedCallback() {
    this.#change++;
    this.#stop();
  }

  attributeChangedCallback() { if (this.isConnected) this.#begin(); }

  get #texts() {
    const language = this.closest("[lang]")?.lang ?? "en";
    return TEXTS[language.startsWith("fr") ? "fr" : "en"];
  }

  #find(css) { return this.#root.querySelector(css); }

  /** Attributes that change together are one change. */
  async #begin() {
    const change = ++this.#change;
    await null;
    if (change !== this.#change) return;
    this.#stop();
    try {
      const jeux = await theRules();
      const shown = await this.#read(jeux);
      if (change !== this.#change) return;
      this.#jeux = jeux;
      this.#frame();
      this.#shown = shown;
      this.#moves = shown.moves;
      this.#go(Number(this.getAttribute("ply") ?? (this.hasAttribute("play") ? shown.moves.length : 0)));
    } catch (error) {
      if (change !== this.#change) return;
      if (!this.#find(".says")) this.#root.innerHTML = BODY;
      this.#find(".says").textContent = this.#texts.failed(error.message);
      this.dispatchEvent(new CustomEvent("failed", { detail: error }));
    }
  }

  #frame() {
    if (this.#find(".materials")) return;
    this.#root.adoptedStyleSheets = [theSheet(this.#jeux)];
    this.#root.innerHTML = `<svg class="materials" width="0" height="0" aria-hidden="true">${this.#jeux.materials}</svg>${BODY}`;
    this.#root.addEventListener("click", (event) => this.#clicked(event));
    this.#root.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** What there is to show: a record, or a game that begins. */
  async #read(jeux) {
    const attribute = this.getAttribute("record")?.trim();
    const inline = this.querySelector("script[type='application/json']")?.textContent;
    const record = attribute ? (attribute.startsWith("{") ? JSON.parse(attribute) : await fetched(attribute)) : inline ? JSON.parse(inline) : null;
    const texts = this.#texts;
    if (!record) {
      const game = this.getAttribute("game") ?? "colonnes";
      if (jeux.games.find(({ name }) => name === game)?.hidden && this.hasAttribute("play")) throw new Error(texts.hidden);
      const seed = BigInt(this.getAttribute("seed") ?? 0);
      const start = jeux.start(game, JSON.parse(this.getAttribute("parameters") ?? "{}"), seed);
      const setup = start.setup;
      const moves = (this.getAttribute("moves") ?? "").split(",").filter(Boolean);
      for (const move of moves) start.play(move);
      start.free();
      const colours = jeux.games.find(({ name }) => name === game).colours;
      return { game, setup, names: colours ?? [texts.player(1), texts.player(2)], swapped: false, moves, result: null };
    }
    const parties = record.parties ?? [];
    const wanted = this.getAttribute("party");
    const party = parties.find(({ name }) => name === wanted) ?? parties[Number(wanted ?? 0)];
    if (!party) throw new Error(`party ${wanted}`);
    const first = party.first === 1 ? 1 : 0;
    const names = [first, 1 - first].map((index) => String(record.players?.[index]?.name ?? texts.player(index + 1)));
    const moves = (party.moves ?? []).filter(({ verdict }) => verdict !== "TRICHE").map(({ text }) => text);
    // A record tells of games without what always is the same.
    const setup = party.setup ?? {};
    const check = jeux.from(record.game, setup);
    for (const [index, move] of moves.entries()) {
      try { check.play(move); } catch (error) { throw new Error(`${index + 1}. ${move}: ${error.message}`); }
    }
    check.free();
    const winner = party.result?.winner;
    const result = party.result && { winner: winner === 0 || winner === 1 ? String(record.players[winner].name) : null, how: party.result.termination };
    return { game: record.game, setup, names, swapped: first === 1, moves, result };
  }

  get #plays() { return this.hasAttribute("play") && !this.#shown.result && this.#position.outcome === null; }

  get #against() { return this.#shown.game === "colonnes" && this.getAttribute("against") === "perfect"; }

  /** Whether a person is to move. */
  get #mine() { return this.#plays && !(this.#against && this.#position.toMove !== (this.getAttribute("side") === "2" ? 2 : 1)); }

  #go(ply) {
    const to = Math.max(0, Math.min(Math.trunc(ply) || 0, this.#moves.length));
    const turn = ++this.#turn;
    if (this.#made !== this.#shown) {
      this.#position?.free();
      this.#position = this.#jeux.from(this.#shown.game, this.#shown.setup);
      this.#made = this.#shown;
      this.#ply = 0;
    }
    for (; this.#ply > to; this.#ply--) this.#position.undo();
    for (; this.#ply < to; this.#ply++) this.#position.play(this.#moves[this.#ply]);
    this.#touched = [];
    this.#worth = new Map();
    const position = this.#position;
    this.#legal = this.#mine ? position.legal().map((text) => ({ text, touches: position.touches(text) })) : [];
    this.#draw();
    if (this.#shown.game === "colonnes" && (this.hasAttribute("values") || (this.#plays && !this.#mine))) this.#consult(turn);
    else this.toggleAttribute("ready", true);
  }

  #draw() {
    const { names, swapped } = this.#shown, texts = this.#texts, position = this.#position;
    const scene = { names, swapped, last: this.#moves[this.#ply - 1] ?? null };
    const plank = this.#find(".plank"), held = plank.contains(this.#root.activeElement);
    plank.setAttribute("aria-label", texts.board);
    const drawing = position.drawing(scene);
    if (drawing) plank.innerHTML = drawing;
    else plank.replaceChildren(Object.assign(document.createElement("pre"), { textContent: position.picture(scene) }));
    this.#find(".says").textContent = this.#says();
    this.#find(".where").textContent = `${this.#ply} / ${this.#moves.length}`;
    for (const button of this.#root.querySelectorAll("[data-step]")) {
      const step = button.dataset.step;
      button.setAttribute("aria-label", texts[step]);
      button.title = texts[step];
      // It keeps the focus, where it leads nowhere: whoever has come to the end by keys goes back by keys.
      const idle = ["first", "back"].includes(step) ? this.#ply === 0 : step === "run" ? !this.#moves.length : this.#ply === this.#moves.length;
      button.setAttribute("aria-disabled", String(idle));
    }
    this.#find("[data-step=run]").setAttribute("aria-pressed", String(this.#running !== null));
    this.#list();
    this.#mark();
    // While the solution answers there is nothing to be touched; the board keeps the focus all the same.
    if (held) (plank.querySelector("[tabindex='0']") ?? plank).focus();
  }

  #says() {
    const { names, result } = this.#shown, texts = this.#texts, position = this.#position;
    if (position.outcome !== null) return position.outcome === 0 ? texts.drawn : texts.won(names[position.outcome === 1 ? 0 : 1]);
    if (result && this.#ply === this.#moves.length) {
      const how = texts.fault[result.how];
      return [result.winner === null ? (how ? "" : texts.drawn) : texts.won(result.winner), how && `(${how})`].filter(Boolean).join(" ");
    }
    return texts.turn(names[position.toMove - 1]);
  }

  /** The list of moves, with what they are worth where that is known. */
  #list() {
    const texts = this.#texts, details = this.#find("details"), list = this.#find("ul");
    if (this.hasAttribute("values")) details.open = true;
    details.hidden = !this.#legal.length && !this.#worth.size;
    this.#find("summary").textContent = texts.moves;
    const best = this.#worth.values().next().value;
    const all = this.#worth.size ? [...this.#worth.keys()] : this.#legal.map(({ text }) => text);
    list.replaceChildren(...all.slice(0, MOST_LISTED).map((text) => {
      const button = Object.assign(document.createElement("button"), { type: "button", disabled: !this.#legal.length });
      button.dataset.move = text;
      button.append(text.length > 24 ? `${text.slice(0, 24)}…` : text);
      const value = this.#worth.get(text);
      if (value !== undefined) {
        button.append(Object.assign(document.createElement("span"), { className: "value", textContent: ` ${texts.worth(value)}` }));
        if (value === best) {
          button.className = "best";
          button.append(Object.assign(document.createElement("span"), { className: "hidden", textContent: `, ${texts.best}` }));
        }
      }
      const item = document.createElement("li");
      item.append(button);
      return item;
    }));
  }

  get #spots() { return [...this.#root.querySelectorAll(".plank [data-touch].open")]; }

  /** Marks what can be touched now and what was, and writes values on the board. */
  #mark() {
    const next = new Set(begun(this.#legal, this.#touched).map(({ touches }) => touches[this.#touched.length]));
    for (const place of this.#root.querySelectorAll(".plank [data-touch]")) {
      const name = place.dataset.touch;
      place.classList.toggle("open", next.has(name));
      place.classList.toggle("chosen", this.#touched.includes(name));
    }
    const spots = this.#spots, active = this.#root.activeElement;
    this.#focusable(spots.includes(active) ? active : spots[0]);
    for (const old of this.#root.querySelectorAll(".worth")) old.remove();
    const svg = this.#find(".plank svg");
    if (!svg || !this.#worth.size) return;
    const labelled = new Set();
    for (const [text, value] of this.#worth) {
      const touches = this.#position.touches(text);
      const name = touches[this.#touched.length];
      if (!name || labelled.has(name) || !this.#touched.every((one, index) => touches[index] === one)) continue;
      labelled.add(name);
      const spot = svg.querySelector(`[data-touch="${CSS.escape(name)}"]`);
      if (!spot) continue;
      const box = spot.getBBox(), size = Math.min(box.width, box.height) * 0.24;
      const label = document.createElementNS("http://www.w3.org/2000/svg", "text");
      label.textContent = value ? `${value > 0 ? "+" : "−"}${Math.abs(value)}` : "=";
      for (const [key, is] of Object.entries({ class: "worth", x: box.x + box.width / 2, y: box.y + box.height - size * 0.35, "font-size": size, "text-anchor": "middle" })) label.setAttribute(key, is);
      svg.append(label);
    }
  }

  /** The board is one control: the tabulator comes to one spot, arrows go about. */
  #focusable(spot) {
    spot?.setAttribute("tabindex", "0");
    spot?.setAttribute("role", "button");
    spot?.setAttribute("aria-label", spot.dataset.touch);
    // Chromium drops the focus of a spot that loses its `tabindex`.
    if (this.#root.activeElement?.closest(".plank [data-touch]")) (spot ?? this.#find(".plank")).focus();
    for (const old of this.#root.querySelectorAll(".plank [tabindex]")) {
      if (old !== spot) for (const attribute of ["tabindex", "role", "aria-label"]) old.removeAttribute(attribute);
    }
  }

  async #consult(turn) {
    const texts = this.#texts, note = this.#find(".note");
    note.textContent = oracle ? "" : texts.wait;
    try {
      const values = await (await theOracle())(this.moves);
      if (turn !== this.#turn) return;
      note.textContent = "";
      if (this.#plays && !this.#mine) {
        const best = values.filter(([, value]) => value === values[0][1]);
        this.#play(best[Math.floor(Math.random() * best.length)][0]);
      } else if (this.hasAttribute("values")) {
        this.#worth = new Map(values);
        this.#list();
        this.#mark();
        this.toggleAttribute("ready", true);
      }
    } catch {
      oracle = null;
      if (turn === this.#turn) note.textContent = texts.none;
    }
  }

  #play(move) {
    this.#moves = [...this.moves, move];
    this.#go(this.#ply + 1);
    this.dispatchEvent(new CustomEvent("move", { bubbles: true, composed: true, detail: { move, moves: this.moves, outcome: this.#position.outcome } }));
  }

  #touch(name) {
    const { touched, made } = touch(this.#legal, this.#touched, name);
    if (made) return this.#play(made.text);
    this.#touched = touched;
    this.#mark();
  }

  #stop() {
    clearInterval(this.#running);
    this.#running = null;
  }

  #step(step) {
    if (step === "run" && this.#running === null) {
      if (this.#ply === this.#moves.length) this.#go(0);
      this.#running = setInterval(() => {
        if (this.#ply + 1 >= this.#moves.length) this.#stop();
        this.#go(this.#ply + 1);
      }, PACE);
    } else {
      this.#stop();
    }
    // Against the solution a person goes back to what he has played himself.
    const back = this.#against && this.#plays ? 2 : 1;
    this.#go({ first: 0, back: this.#ply - back, on: this.#ply + 1, last: this.#moves.length, run: this.#ply }[step]);
  }

  #clicked(event) {
    const spot = event.target.closest(".plank [data-touch]");
    const button = event.target.closest("button:not([disabled])");
    if (spot) this.#touch(spot.dataset.touch);
    else if (button?.dataset.move) this.#play(button.dataset.move);
    else if (button) this.#step(button.dataset.step);
  }

  #pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const spot = event.target.closest(".plank [data-touch]");
    const way = WAYS[event.key];
    if (spot && way) {
      const next = nearest(this.#spots, middle(spot), way);
      if (next) this.#focusable(next);
    } else if (spot && (event.key === "Enter" || event.key === " ")) {
      this.#touch(spot.dataset.touch);
    } else if (event.key === "Escape" && this.#touched.length) {
      this.#touched = [];
      this.#mark();
    } else {
      const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
      if (!step) return;
      this.#step(step);
    }
    event.preventDefault();
  }
}

async function fetched(address) {
  const answer = await fetch(new URL(address, document.baseURI));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

customElements.define("arbitre-board", ArbitreBoard);
