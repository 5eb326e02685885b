// The rules, as a program without a server has them.
import { readFile } from "node:fs/promises";
import { load } from "../jeux.js";

export const rules = async () => load(await readFile(new URL("../jeux.wasm", import.meta.url)));
