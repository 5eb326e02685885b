// A worker that solves Colonnes and says what moves are worth: it is sent {id, moves}, and answers {id, values} or {id, error}.
import { load } from "./jeux.js";

const solution = load(new URL("jeux.wasm", import.meta.url)).then((jeux) => jeux.solve());
addEventListener("message", async ({ data: { id, moves } }) => {
  try {
    postMessage({ id, values: (await solution).values(moves) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
