// Colonnes de trois : un coup légal au hasard. À lancer par : joueur ... --moteur 'pipe:node hasard.js'
const CASES = [..."123"].flatMap((ligne) => [..."ABC"].map((colonne) => colonne + ligne));

let connu = false; // la partie annoncée est de Colonnes
let piles, n, coup; // le pion 0 est à qui a commencé, le pion 1 à l'autre ; n demi-coups joués ; notre dernier coup

function commencer() {
  piles = Object.fromEntries(CASES.map((c) => [c, []]));
  n = 0;
}

function jouer(coup) { // « B2 » pose un pion, « B2-B3 » en déplace un, « passe » ne change rien
  const pion = n++ % 2;
  if (coup === "passe") return;
  const [de, vers] = coup.split("-");
  if (vers) piles[de].pop();
  piles[vers || de].push(pion);
}

function voisines(a, b) { // deux cases qui ont un côté commun
  return Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(a.charCodeAt(1) - b.charCodeAt(1)) === 1;
}

function coups() { // les coups légaux : d'abord les 16 pions, puis des déplacements vers une case voisine
  const libres = CASES.filter((c) => piles[c].length < 3);
  if (n < 16) return libres;
  const miennes = CASES.filter((c) => piles[c].at(-1) === n % 2);
  const liste = miennes.flatMap((de) => libres.filter((vers) => voisines(de, vers)).map((vers) => `${de}-${vers}`));
  return liste.length ? liste : ["passe"];
}

function choisir() { // VOTRE IDÉE ICI : choisissez mieux qu'au hasard
  const liste = coups();
  return liste[Math.floor(Math.random() * liste.length)];
}

function dire(ligne) {
  process.stdout.write(ligne + "\n"); // part aussitôt
}

function repondre(ligne) {
  const [mot, ...suite] = ligne.trim().split(" ");
  if (mot === "hello") dire("engine 1 hasard-js");
  else if (mot === "game") { // moves : les coups déjà joués, quand la partie est reprise
    connu = suite[0] === "colonnes";
    commencer();
    const moves = suite.find((parametre) => parametre.startsWith("moves="));
    if (connu && moves) moves.slice(6).split(",").forEach(jouer);
  } else if (mot === "opponent") jouer(suite[0]);
  else if (mot === "verdict" && suite[0] === "VALID") jouer(coup);
  else if (mot === "go" && !connu) dire("error jeu inconnu");
  else if (mot === "go") dire("move " + (coup = choisir()));
  else if (mot === "quit") process.exit();
}

require("readline").createInterface({ input: process.stdin }).on("line", repondre);
