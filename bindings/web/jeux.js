/**
 * The rules of every game of Arbitre in a browser, in Node or in Deno: positions, legal moves, playing and taking back.
 *
 *     import { load } from "./jeux.js";
 *     const jeux = await load();
 *     const position = jeux.start("colonnes");
 *     position.play("B2");
 *     console.log(position.toMove, position.legal());
 *
 * What is not allowed throws a {@link GameError}, and changes nothing. An argument of a wrong type throws a TypeError.
 * Players are 1, who begins, and 2. Moves are the texts of the engine protocol (protocol/MOTEUR.md).
 *
 * @module
 */

/**
 * Why something is not allowed, as data.
 * @typedef {{code: string, args?: string[], cause?: Reason}} Reason
 */

/**
 * What is around a drawing: the names of the players in order of play; whether colours are exchanged, as in a retour; the last move, to be
 * marked; whether it is a thumbnail.
 * @typedef {{names?: [string, string], swapped?: boolean, last?: string | null, plain?: boolean}} Scene
 */

/**
 * A game. `values`: numbers from, to and step; a list of words; or null for any text. `hidden`: players see only what they may know.
 * @typedef {{name: string, title: string, colours: [string, string] | null, hidden: boolean,
 *   parameters: {name: string, default: string | null, values: {from: number, to: number, step: number} | string[] | null}[]}} Game
 */

/** Something that the rules, or this library, do not allow. */
export class GameError extends Error {
  /** @param {Reason} reason */
  constructor(reason) {
    super(written(reason));
    this.name = "GameError";
    /** @type {Reason} */
    this.reason = reason;
    /** Such as `not-a-move`. */
    this.code = reason.code;
    /** What the code is about. */
    this.args = reason.args ?? [];
  }
}

function written({ code, args = [], cause }) {
  return [code, args.join("; "), cause && written(cause)].filter(Boolean).join(": ");
}

const utf8 = new TextEncoder();
const text = new TextDecoder();
/** The seeds that there are. */
const SEEDS = 1n << 64n;

function string(value, what) {
  if (typeof value !== "string") throw new TypeError(`${what}: a string is needed`);
  return value;
}

function json(value) {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") throw new TypeError("an object is needed");
  return JSON.stringify(value) ?? "";
}

/** One instance of the compiled rules. Whatever ends a call in the middle leaves its memory as it may be: it is not used again. */
class Core {
  constructor(module) {
    this.lost = false;
    this.exports = new WebAssembly.Instance(module, {}).exports;
  }

  /** Calls a function. */
  call(name, ...values) {
    if (this.lost) throw new GameError({ code: "lost" });
    try {
      return this.exports[name](...values);
    } catch (cause) {
      this.lost = true;
      throw Object.assign(new GameError({ code: "internal" }), { cause });
    }
  }

  /** Calls `work` with the places and lengths of these texts, one after the other, and frees them. */
  giving(texts, work) {
    const places = [];
    try {
      const values = texts.flatMap((given) => {
        if (given === null) return [0, 0];
        let bytes;
        try { bytes = utf8.encode(given); } catch { throw new GameError({ code: "no-memory" }); }
        const place = this.call("jeux_alloc", bytes.length) >>> 0;
        if (!place) throw new GameError({ code: "no-memory" });
        places.push(place);
        new Uint8Array(this.exports.memory.buffer).set(bytes, place);
        return [place, bytes.length];
      });
      return work(...values);
    } finally {
      if (!this.lost) for (const place of places) this.call("jeux_free", place);
    }
  }

  /** The bytes of a block, which is freed; null for none. */
  taken(place) {
    place >>>= 0;
    if (!place) return null;
    const size = this.call("jeux_size", place);
    const bytes = new Uint8Array(this.exports.memory.buffer).slice(place, place + size);
    this.call("jeux_free", place);
    return bytes;
  }

  /** A text that was given; null for none. */
  text(place) {
    const bytes = this.taken(place);
    return bytes && text.decode(bytes.subarray(0, bytes.length - 1));
  }

  /** A list of texts that was given. */
  list(place) {
    const bytes = this.taken(place);
    // Each has a NUL behind it, and the last one is empty.
    return bytes ? text.decode(bytes).split("\0").slice(0, -2) : [];
  }

  /** Calls a function with these values before and behind texts, whose last parameter is where it writes a reason; throws it. */
  explained(name, before, texts, behind = []) {
    const why = this.call("jeux_alloc", 4) >>> 0;
    if (!why) throw new GameError({ code: "no-memory" });
    const slot = () => new DataView(this.exports.memory.buffer);
    slot().setUint32(why, 0, true);
    try {
      const given = this.giving(texts, (...places) => this.call(name, ...before, ...places, ...behind, why));
      const reason = this.text(slot().getUint32(why, true));
      if (reason !== null) throw new GameError(JSON.parse(reason));
      return given;
    } finally {
      if (!this.lost) this.call("jeux_free", why);
    }
  }

  fixed(name) {
    const place = this.call(name) >>> 0, size = this.call(`${name}_length`);
    return text.decode(new Uint8Array(this.exports.memory.buffer).slice(place, place + size));
  }
}

/** What the memory of an instance holds for an object here: given back when nobody has it any more. */
const forgotten = new FinalizationRegistry(({ core, place, free }) => { if (!core.lost) core.call(free, place); });

/** A position or a view. */
class Held {
  #core;
  #place;
  #free;

  constructor(core, place, free) {
    this.#core = core;
    this.#place = place >>> 0;
    this.#free = free;
    forgotten.register(this, { core, place: this.#place, free }, this);
  }

  /** Gives its memory back at once; it cannot be used any more. */
  free() {
    if (!this.#place) return;
    forgotten.unregister(this);
    const place = this.#place;
    this.#place = 0;
    if (!this.#core.lost) this.#core.call(this.#free, place);
  }

  /** @internal */
  get core() { return this.#core; }

  /** @internal */
  get place() {
    if (!this.#place) throw new GameError({ code: "closed" });
    return this.#place;
  }
}

/** A position, with the moves that can be taken back. */
export class Position extends Held {
  /** The name of its game. @returns {string} */
  get game() { return this.core.text(this.core.call("jeux_game", this.place)); }

  /** What its game began with. @returns {Record<string, string>} */
  get setup() { return JSON.parse(this.core.text(this.core.call("jeux_setup", this.place))); }

  /** Whose turn it is; in a finished game, whose it would be. @returns {1 | 2} */
  get toMove() { return this.core.call("jeux_to_move", this.place); }

  /** 1: the first player has won, -1: the second one, 0: a draw, null: the game goes on. @returns {1 | 0 | -1 | null} */
  get outcome() {
    const outcome = this.core.call("jeux_outcome", this.place);
    return outcome === 2 ? null : outcome;
  }

  /** Why a finished game has ended so; null where that goes without saying. @returns {Reason | null} */
  get why() { return JSON.parse(this.core.text(this.core.call("jeux_ended", this.place)) ?? "null"); }

  /** The legal moves, or some of too many; none when the game is over. @returns {string[]} */
  legal() { return this.core.list(this.core.call("jeux_legal", this.place, 0)); }

  /** How many legal moves there are. @returns {number} */
  count() { return this.core.call("jeux_count", this.place) >>> 0; }

  /** Why this is no legal move; null if it is one. @param {string} move @returns {Reason | null} */
  refusal(move) {
    try {
      this.core.explained("jeux_check", [this.place], [string(move, "move")]);
      return null;
    } catch (error) {
      if (error instanceof GameError && !this.core.lost && this.place) return error.reason;
      throw error;
    }
  }

  /** Plays a move of the player whose turn it is. @param {string} move @returns {this} */
  play(move) {
    this.core.explained("jeux_play", [this.place], [string(move, "move")]);
    return this;
  }

  /** Takes the last move back. @returns {this} */
  undo() {
    if (this.core.call("jeux_undo", this.place) !== 0) throw new GameError({ code: "nothing-to-undo" });
    return this;
  }

  /** The moves that can be taken back, oldest first. @returns {string[]} */
  get moves() { return this.core.list(this.core.call("jeux_moves", this.place, 0)); }

  /** What only the mover is told of the last move; null if nothing, or after an undo. @returns {string | null} */
  get answer() { return this.core.text(this.core.call("jeux_answer", this.place)); }

  /** What the opponent is told of the last move; null after an undo. @returns {string | null} */
  get told() { return this.core.text(this.core.call("jeux_told", this.place)); }

  /** The position for people, over several lines. @param {Scene} [scene] @returns {string} */
  picture(scene) { return shown(this, "jeux_picture", scene); }

  /** The position as an SVG element; {@link Rules#materials} are what it refers to. @param {Scene} [scene] @returns {string | null} */
  drawing(scene) { return shown(this, "jeux_drawing", scene); }

  /** What is touched in the drawing to make this legal move, in order. @param {string} move @returns {string[]} */
  touches(move) { return touched(this, "jeux_touches", move); }

  /** A number of 64 bits: equal positions have the same on any machine, and others hardly ever. @returns {bigint} */
  get key() { return BigInt.asUintN(64, this.core.call("jeux_key", this.place)); }

  /** Whether it is the same position of the same game. @param {Position} other @returns {boolean} */
  equals(other) {
    if (!(other instanceof Position)) throw new TypeError("a position is needed");
    const both = [this.place, other.place];
    return this.core === other.core && this.core.call("jeux_equals", ...both) === 1;
  }

  /** A copy, on which no move can be taken back. @returns {Position} */
  copy() { return new Position(this.core, this.core.call("jeux_copy", this.place), "jeux_free_position"); }
}

/** What one player may know of a game under way: the position, where nothing is hidden. */
export class View extends Held {
  /** Whose turn it is; null when the game is over, as far as the player can know. @returns {1 | 2 | null} */
  get toMove() { return this.core.call("jeux_view_to_move", this.place) || null; }

  /** The moves that the player may make, or some of too many; none when it is not his turn. @returns {string[]} */
  legal() { return this.core.list(this.core.call("jeux_view_legal", this.place, 0)); }

  /** The player has made this move, and was told this answer besides. @param {string} move @param {string | null} [answer] @returns {this} */
  own(move, answer = null) {
    const texts = [string(move, "move"), answer === null ? null : string(answer, "answer")];
    this.core.explained("jeux_view_own", [this.place], texts);
    return this;
  }

  /** The opponent has made a move, of which this is told. @param {string} told @returns {this} */
  opponent(told) {
    this.core.explained("jeux_view_opponent", [this.place], [string(told, "told")]);
    return this;
  }

  /** See {@link Position#picture}. @param {Scene} [scene] @returns {string} */
  picture(scene) { return shown(this, "jeux_view_picture", scene); }

  /** See {@link Position#drawing}. @param {Scene} [scene] @returns {string | null} */
  drawing(scene) { return shown(this, "jeux_view_drawing", scene); }

  /** See {@link Position#touches}. @param {string} move @returns {string[]} */
  touches(move) { return touched(this, "jeux_view_touches", move); }
}

function shown(held, name, scene) {
  const given = json(scene), place = held.place;
  return held.core.text(held.core.giving([given], (...at) => held.core.call(name, place, ...at)));
}

function touched(held, name, move) {
  const place = held.place;
  return held.core.list(held.core.giving([string(move, "move")], (...at) => held.core.call(name, place, ...at, 0)));
}

/** The solution of Colonnes. */
export class Solution {
  #core;
  #place;

  constructor(core) {
    this.#core = core;
    this.#place = core.call("web_solve") >>> 0;
  }

  /**
   * What each legal move is worth to who makes it, by perfect play of both sides: n if it wins in n plies, -n if it loses in n, 0 if it
   * draws; the best first. None when the game is over.
   * @param {string[]} moves of a game so far
   * @returns {[string, number][]}
   */
  values(moves) {
    const position = new Position(this.#core, this.#core.explained("jeux_start_from", [], ["colonnes", "{}"]), "jeux_free_position");
    try {
      for (const move of moves) position.play(move);
      const after = (move) => this.#core.giving([[...moves, move].join(" ")], (...at) => this.#core.call("web_value", this.#place, ...at));
      // 0 - 0 is 0, and -0 is not.
      const values = position.legal().map((move) => [move, 0 - after(move)]);
      // A quick win, a slow one, a draw, a slow loss, a quick one.
      const merit = (value) => (value ? 1 / value : 0);
      return values.sort((one, other) => merit(other[1]) - merit(one[1]));
    } finally {
      position.free();
    }
  }
}

/** The rules of every game. */
export class Rules {
  #module;
  #core;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
    this.#core = new Core(module);
  }

  /** A call that ended in the middle takes the positions of its instance with it; the next game begins in another. */
  get #now() {
    if (this.#core.lost) this.#core = new Core(this.#module);
    return this.#core;
  }

  /** Every game. @returns {Game[]} */
  get games() { return JSON.parse(this.#now.text(this.#now.call("jeux_games"))); }

  /** The definitions that drawings refer to: once per document or shadow tree, in an `<svg class="materials">`. @returns {string} */
  get materials() { return this.#now.fixed("web_materials"); }

  /** The style sheet of drawings. @returns {string} */
  get style() { return this.#now.fixed("web_style"); }

  /**
   * Begins a game. The seed decides what is drawn, on every machine the same.
   * @param {string} game
   * @param {Record<string, string | number | boolean>} [parameters]
   * @param {number | bigint} [seed]
   * @returns {Position}
   */
  start(game, parameters, seed = 0) {
    if (typeof seed !== "bigint" && !Number.isSafeInteger(seed)) throw new TypeError("seed: a whole number is needed");
    if (seed < 0 || BigInt(seed) >= SEEDS) throw new RangeError("seed: 64 bits, without a sign");
    return this.#begun("jeux_start", [string(game, "game"), json(parameters)], [BigInt(seed)]);
  }

  /** Begins a game with a setup, as {@link Position#setup} gives it. @param {string} game @param {object} setup @returns {Position} */
  from(game, setup) { return this.#begun("jeux_start_from", [string(game, "game"), json(setup)]); }

  /** What a player knows at the beginning of a game with this setup. @param {string} game @param {object} setup @param {1 | 2} me @returns {View} */
  view(game, setup, me) {
    if (me !== 1 && me !== 2) throw new TypeError("me: 1 or 2");
    const core = this.#now, texts = [string(game, "game"), json(setup)];
    return new View(core, core.explained("jeux_view_start", [], texts, [me]), "jeux_free_view");
  }

  #begun(name, texts, behind) {
    const core = this.#now;
    return new Position(core, core.explained(name, [], texts, behind), "jeux_free_position");
  }

  /** Solves Colonnes, with 90 MB, in some seconds: best in a worker, as `solution.js` is one. @returns {Solution} */
  solve() { return new Solution(new Core(this.#module)); }
}

/**
 * Loads the rules.
 * @param {string | URL | BufferSource | WebAssembly.Module} [source] of `jeux.wasm`; as a rule it is beside this file
 * @returns {Promise<Rules>}
 */
export async function load(source = new URL("jeux.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) return new Rules(source);
  if (typeof source === "string" || source instanceof URL) {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`${source}: ${answer.status}`);
    source = await answer.arrayBuffer();
  }
  return new Rules(await WebAssembly.compile(source));
}
