// Whatever the rules are given is an exception, and never more: the position stays as it was, and the next one is right.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { GameError } from "../jeux.js";
import { rules } from "./rules.mjs";

const jeux = await rules();
const count = Number(process.argv[2] ?? 20000);
let state = 12345;
const random = (below) => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % below;
};
const refused = (work, code) => assert.throws(work, (error) => error instanceof GameError && (code === undefined || error.code === code));

// Texts of any characters, halves of characters too.
const start = jeux.games.map(({ name }) => jeux.start(name, {}, 1));
const words = ["A1", "B2", "\0", "\ud800", "é", "0:1", "-1", "9".repeat(30), " ", "/", "{", "\"", "\u{10ffff}", "1"];
let legal = 0;
for (let i = 0; i < count; i++) {
  const position = start[i % start.length], before = position.key;
  const text = Array.from({ length: random(6) }, () => (random(2) ? words[random(words.length)] : String.fromCharCode(random(65536)))).join("");
  if (position.refusal(text) === null) { legal++; continue; }
  refused(() => position.play(text));
  assert.equal(position.key, before);
  assert.deepEqual(position.touches(text), []);
}
assert(legal > 0);
const huge = "A".repeat(1 << 24);
for (const position of start) {
  refused(() => position.play(huge));
  refused(() => position.play("[".repeat(100000)));
}

// Values of any kind.
for (const value of [undefined, null, 1, {}, [], Symbol("A1"), () => "A1", { toString: () => "A1" }, 1n]) {
  assert.throws(() => start[0].play(value), TypeError);
  assert.throws(() => jeux.start(value), TypeError);
  assert.throws(() => start[0].equals(value), TypeError);
}
for (const seed of [0.5, NaN, "1", null, {}]) assert.throws(() => jeux.start("morpion", {}, seed), TypeError);
for (const seed of [-1, -1n, 1n << 64n]) assert.throws(() => jeux.start("morpion", {}, seed), RangeError);
jeux.start("labyrinthe", {}, (1n << 64n) - 1n).free();
for (const me of [0, 3, "1", null]) assert.throws(() => jeux.view("sphinx", {}, me), TypeError);
const round = {};
round.self = round;
assert.throws(() => jeux.start("morpion", round), TypeError);
refused(() => jeux.start("échecs"), "unknown-game");
refused(() => jeux.start("morpion", { L: 3 }), "game-setup");
refused(() => jeux.from("labyrinthe", {}), "game-setup");
for (const depth of [100, 1000, 100000]) assert.throws(() => jeux.start("labyrinthe", JSON.parse("[".repeat(depth) + "]".repeat(depth))));
for (const game of jeux.games) {
  for (const { name } of game.parameters) {
    for (const value of [1e9, -1, 2 ** 53, "9".repeat(1000), "\0", "", true]) {
      try { jeux.start(game.name, { [name]: value }).free(); } catch (error) { assert(error instanceof GameError, `${game.name} ${name} ${value}: ${error}`); }
    }
  }
}
assert.equal(start[0].drawing({ nothing: 1 }), null);
assert.equal(start[0].picture({ names: ["<b>"] }), null);
assert.equal(typeof start[0].drawing({ names: ["<script>", "\u0000"] }), "string");

// What was given back.
const gone = jeux.start("colonnes");
gone.free();
gone.free();
for (const work of [() => gone.legal(), () => gone.play("A1"), () => gone.key, () => gone.copy(), () => start[0].equals(gone), () => gone.refusal("A1")]) refused(work, "closed");

// Nothing stays behind.
const base = jeux.start("colonnes");
const bytes = () => base.core.exports.memory.buffer.byteLength;
for (let i = 0; i < 2000; i++) base.copy().play("A1").free();
const size = bytes();
for (let i = 0; i < 20000; i++) {
  base.copy().play("A1").free();
  base.refusal("wrong".repeat(200));
  base.drawing();
}
assert.equal(bytes(), size);

// A call that ends in the middle: here because the stack is full, which leaves the memory of the instance as it may be.
const victims = [];
function deep(position) {
  try { position.legal(); } catch { /* deeper still */ }
  deep(position);
}
for (let i = 0; i < 50; i++) {
  const position = jeux.start("sept-couleurs", { L: 30, H: 30 }, i);
  assert.throws(() => deep(position), RangeError);
  victims.push(position);
}
const lost = victims.filter((position) => position.core.lost);
for (const position of lost) {
  refused(() => position.legal(), "lost");
  position.free();
}
const core = jeux.start("colonnes").core;
// The same for certain: a length that no memory has.
refused(() => core.call("jeux_size", 0xffff0000), "internal");
refused(() => core.call("jeux_games"), "lost");
const fresh = jeux.start("colonnes", {}, 0);
assert.equal(fresh.legal().length, 9);
assert.equal(fresh.key, 12483556256992554093n);

// The solution, and what one player may know.
const solution = jeux.solve();
const values = solution.values([]);
assert.equal(values.length, 9);
assert.deepEqual(new Set(values.map(([, value]) => value)), new Set([0]));
// A1 wins at once, whatever else does not lose.
const [best] = solution.values(["A1", "B1", "A1", "B1"]);
assert.deepEqual(best, ["A1", 1]);
assert.deepEqual(solution.values(["A1", "B1", "A1", "B1", "A1"]), []);
refused(() => solution.values(["Z9"]), "not-a-move");
// What is known of 300 positions, in the numbers of vecteurs/colonnes/README.md.
const cell = (number) => "ABC"[number % 3] + (1 + Math.floor(number / 3));
const named = (move) => (move === "X" ? "passe" : move.slice(2).split("-").map(cell).join("-"));
const vectors = await readFile(new URL("../../../vecteurs/colonnes/solved_sample.jsonl", import.meta.url), "utf8");
for (const line of vectors.trim().split("\n")) {
  const known = JSON.parse(line), values = solution.values(known.moves.map(named));
  const worth = { win: known.plies_to_end, loss: -known.plies_to_end, draw: 0 }[known.value];
  const best = values.filter(([, value]) => value === worth).map(([move]) => move);
  assert.equal(values.length, known.legal);
  assert.equal(values[0][1], worth, line);
  assert.deepEqual(best.sort(), known.best.map(named).sort(), line);
}
// Each position is worth what its best move is, a ply later.
const line = [];
for (let moves = solution.values(line); moves.length; moves = solution.values(line)) {
  const [move, value] = moves[random(moves.length)];
  line.push(move);
  const [next] = solution.values(line);
  if (next) assert.equal(next[1], value > 1 ? -(value - 1) : value < 0 ? -value - 1 : 0);
}
const setup = jeux.start("sphinx", {}, 1).setup;
const view = jeux.view("sphinx", setup, 2);
assert.equal(view.toMove, 1);
refused(() => view.own(view.legal()[0] ?? "0:0"), "not-your-turn");
assert.match(view.drawing(), /^<svg/);
view.free();
refused(() => view.legal(), "closed");
console.log("ok", lost.length);
