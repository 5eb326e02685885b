// Plays games of testing/src/games again and compares everything. Reads them from standard input; writes the number of plies.
import { createInterface } from "node:readline";
import { rules } from "./rules.mjs";

const jeux = await rules();
let line, number = 0, plies = 0, parameters, setup, name, seed, position = null, first;

function check(holds) {
  if (!holds) throw new Error(`line ${number}: ${line}`);
}

/** The code of what it throws. */
function code(work) {
  try { work(); } catch (error) { return error.code; }
}

function begin() {
  // Without a seed it begins from its settings.
  position = seed === null ? jeux.from(name, setup) : jeux.start(name, parameters, seed);
  check(position.game === name && JSON.stringify(position.setup) === JSON.stringify(setup));
  const same = jeux.from(name, setup);
  check(same.equals(position));
  same.free();
  first = position.key;
}

const MASK = (1n << 64n) - 1n;
const bytes = new TextEncoder();
/** FNV-1a of 64 bits, in two halves: a product of large integers takes ten times as long. */
function fnv(text) {
  let high = 0xCBF29CE4, low = 0x84222325;
  for (const byte of bytes.encode(text)) {
    low = (low ^ byte) >>> 0;
    // The factor is 2^40 + 0x1B3.
    const product = low * 0x1B3;
    high = (Math.imul(high, 0x1B3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product % 2 ** 32 >>> 0;
  }
  return (BigInt(high) << 32n | BigInt(low)) & MASK;
}

const does = {
  game(game, drawn) { [name, seed, parameters, setup] = [game, drawn === "-" ? null : BigInt(drawn), {}, {}]; },
  parameter(key, value) { parameters[key] = value; },
  setting(key, value) { setup[key] = value; },
  at(key, mover, score) {
    if (!position) begin();
    check(String(position.key) === key && position.toMove === Number(mover) && String(position.outcome ?? "-") === score);
  },
  legal(count, hash) {
    const moves = position.legal();
    check(moves.length === Number(count) && position.count() === moves.length);
    check(String(fnv(moves.map((move) => `${move}\n`).join(""))) === hash);
  },
  refused(move, why) {
    const before = position.key;
    check(position.refusal(move).code === why && code(() => position.play(move)) === why && position.key === before);
  },
  move(move, answer, told) {
    const before = position.key, copy = position.copy();
    check(position.refusal(move) === null);
    position.play(move).undo();
    check(position.key === before && position.equals(copy));
    position.play(move);
    check(!position.equals(copy) && (position.answer ?? "-") === answer && position.told === told);
    copy.free();
    plies++;
  },
  end() {
    for (const _ of position.moves) position.undo();
    check(position.key === first && code(() => position.undo()) === "nothing-to-undo");
    position.free();
    position = null;
  },
};

for await (line of createInterface({ input: process.stdin })) {
  number++;
  const [what, ...fields] = line.split("\t");
  does[what](...fields);
}
console.log(plies);
