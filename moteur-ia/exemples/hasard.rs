// Colonnes de trois : un coup légal au hasard. rustc -O -o hasard-rs hasard.rs ; joueur ... --moteur 'pipe:./hasard-rs'
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, Write};

#[derive(Default)]
struct Plateau {
    piles: [Vec<usize>; 9], // le pion 0 est à qui a commencé, le pion 1 à l'autre
    n: usize,               // demi-coups joués
}

fn nom(k: usize) -> String {
    format!("{}{}", ["A", "B", "C"][k % 3], k / 3 + 1)
}

impl Plateau {
    /// « B2 » pose un pion, « B2-B3 » en déplace un, « passe » ne change rien.
    fn jouer(&mut self, coup: &str) {
        let cases: Vec<usize> = coup.split('-').filter_map(|c| (0..9).find(|&k| nom(k) == c)).collect();
        if cases.len() == 2 { self.piles[cases[0]].pop(); }
        if let Some(&vers) = cases.last() { self.piles[vers].push(self.n % 2); }
        self.n += 1;
    }

    /// Les coups légaux : d'abord les 16 pions, puis des déplacements vers une case voisine.
    fn coups(&self) -> Vec<String> {
        let libres: Vec<usize> = (0..9).filter(|&k| self.piles[k].len() < 3).collect();
        if self.n < 16 { return libres.into_iter().map(nom).collect(); }
        let voisines = |a: usize, b: usize| (a % 3).abs_diff(b % 3) + (a / 3).abs_diff(b / 3) == 1;
        let miennes = (0..9).filter(|&k| self.piles[k].last() == Some(&(self.n % 2)));
        let vers = |de| libres.iter().filter(move |&&vers| voisines(de, vers)).map(move |&vers| (de, vers));
        let liste: Vec<String> = miennes.flat_map(vers).map(|(de, vers)| nom(de) + "-" + &nom(vers)).collect();
        if liste.is_empty() { vec!["passe".to_string()] } else { liste }
    }

    /// VOTRE IDÉE ICI : choisissez mieux qu'au hasard.
    fn choisir(&self) -> String {
        let liste = self.coups();
        liste[RandomState::new().build_hasher().finish() as usize % liste.len()].clone()
    }
}

fn dire(ligne: &str) {
    println!("{ligne}");
    io::stdout().flush().unwrap(); // sans cela, l'arbitre pourrait ne rien voir
}

fn main() {
    let (mut plateau, mut connu, mut coup) = (Plateau::default(), false, String::new());
    for ligne in io::stdin().lock().lines().map_while(Result::ok) {
        let mots: Vec<&str> = ligne.split_whitespace().collect();
        match mots[..] {
            ["hello", ..] => dire("engine 1 hasard-rust"),
            ["game", jeu, _, ref parametres @ ..] => { // moves : les coups déjà joués, quand la partie est reprise
                (plateau, connu) = (Plateau::default(), jeu == "colonnes");
                let joues = parametres.iter().find_map(|p| p.strip_prefix("moves=")).unwrap_or_default();
                joues.split(',').filter(|joue| connu && !joue.is_empty()).for_each(|joue| plateau.jouer(joue));
            }
            ["opponent", joue, ..] => plateau.jouer(joue),
            ["verdict", "VALID", ..] => plateau.jouer(&coup),
            ["go", ..] if !connu => dire("error jeu inconnu"),
            ["go", ..] => { coup = plateau.choisir(); dire(&format!("move {coup}")) }
            ["quit"] => break,
            _ => {}
        }
    }
}
