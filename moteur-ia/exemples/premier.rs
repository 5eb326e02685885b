// Un premier moteur, pour tous les jeux : un coup légal au hasard, tiré de la liste que l'arbitre envoie avant chaque tour.
// rustc -O -o premier-rs premier.rs ; à lancer par : joueur ... --moteur 'pipe:./premier-rs'. Tous les messages : protocol/MOTEUR.md
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, Write};

/// VOTRE IDÉE ICI : un coup de cette liste, mieux qu'au hasard ; et `passes`, ce qui s'est passé.
fn choisir(coups: &[String], _passes: &[String]) -> String {
    coups[RandomState::new().build_hasher().finish() as usize % coups.len()].clone()
}

fn dire(ligne: &str) { // n'imprimez rien d'autre : un journal va sur stderr, par eprintln!
    println!("{ligne}");
    io::stdout().flush().unwrap(); // sans cela, l'arbitre pourrait ne rien voir
}

fn main() {
    let mut coups: Vec<String> = Vec::new(); // ce qu'on peut jouer
    let mut passes: Vec<String> = Vec::new(); // les coups de la partie, comme on les connaît
    let mut dernier = String::new(); // le nôtre, qui n'est pas encore jugé
    for ligne in io::stdin().lock().lines().map_while(Result::ok) {
        let (mot, reste) = ligne.split_once(' ').unwrap_or((&ligne, ""));
        match mot {
            "hello" => {
                dire("want legal"); // demande les listes de coups, avant de dire son nom
                dire("engine 1 premier-rust");
            }
            "game" => { // une partie commence : « colonnes first color=BLANC time=6000 » ; moves=... : les coups d'avant, si elle est reprise
                coups.clear();
                passes.clear();
            }
            "legal" => coups = reste.split(',').map(str::to_string).collect(), // ce qu'on peut jouer, juste avant « go »
            "go" if coups.is_empty() => {
                dire("error pas de liste « legal » : l'arbitre ne connaît pas ce jeu, ou pas encore « want legal »");
            }
            "go" => { // à nous, en tant de millisecondes
                dernier = choisir(&coups, &passes);
                dire(&format!("move {dernier}"));
                coups.clear();
            }
            "opponent" => passes.push(reste.to_string()), // le coup de l'adversaire, ou ce qu'on en voit
            // Le nôtre compte : « B2 VALID CONT », puis la réponse à une question.
            "verdict" if reste.starts_with("VALID ") => passes.push(format!("{dernier} {reste}")),
            "quit" => break,
            _ => {} // « stop », « end » et le reste n'attendent rien : on répond aussitôt à chaque « go »
        }
    }
}
