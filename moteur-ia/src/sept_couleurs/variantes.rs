//! `moteur sept-couleurs variantes`: the same championship under the rules of section 8, and
//! whether the ranking changes.

use std::io::{self, Write};
use std::path::PathBuf;

use i18n::text;
use serde_json::{Value, json};

use super::players::Spec;
use super::report;
use super::tournament::{Standing, Tournament, ranking};
use super::tournoi::read;
use super::worlds::{Worlds, sentence};

#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The players.
    #[arg(value_name = "JOUEUR", help = text!("moteur-variantes-joueurs"))]
    pub joueurs: Vec<String>,
    /// The number of boards.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=1_000_000), help = text!("moteur-plateaux"))]
    pub plateaux: u32,
    /// The side of the boards.
    #[arg(long, value_name = "N", default_value = "30", help = text!("moteur-taille"))]
    pub taille: String,
    #[arg(long, value_name = "N", default_value_t = 1, help = text!("moteur-graine-tournoi"))]
    pub graine: u64,
    /// The data file.
    #[arg(long, value_name = "DOSSIER", help = text!("moteur-donnees-dossier"))]
    pub donnees: Option<PathBuf>,
}

/// The default: each strategy of the subject, with the best reading of the hegemonic one.
pub const USUAL: [&str; 7] =
    ["hasard", "utile", "glouton", "hegemonique", "hegemonique --perimetre emprise", "prevoyant", "hybride"];

/// The variants' names, and the parameter of each.
const VARIANTS: [(&str, Option<(&str, &str)>); 9] = [
    ("variant-base", None),
    ("variant-colours", Some(("couleurs", "9"))),
    ("variant-torus", Some(("tore", "oui"))),
    ("variant-eight", Some(("voisins", "8"))),
    ("variant-hexagons", Some(("voisins", "6"))),
    ("variant-walls", Some(("murs", "20"))),
    ("variant-golden", Some(("or", "oui"))),
    ("variant-bomb", Some(("bombe", "oui"))),
    ("variant-random", Some(("monde", "hasard"))),
];

/// Plays all of them.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let players = match args.joueurs.as_slice() {
        [] => read(&USUAL)?,
        named => read(named)?,
    };
    let mut out = io::stdout().lock();
    let mut base: Vec<Standing> = Vec::new();
    let mut data = Vec::new();
    for (name, parameter) in VARIANTS {
        let mut given = vec![("L", args.taille.as_str()), ("H", args.taille.as_str())];
        given.extend(parameter);
        let worlds = Worlds::of(&given).map_err(|error| sentence(&error))?;
        let (boards, seed) = (args.plateaux as usize, args.graine);
        let tournament =
            Tournament { players: &players, worlds: &worlds, boards, seed, time: None, threads: 0 };
        let pairs = report::watched(&tournament)?;
        let order = ranking(players.len(), &pairs);
        let title = i18n::say(name, &[]);
        writeln!(out, "{title}")?;
        write!(out, "{}", report::standing(&players, &pairs))?;
        if base.is_empty() {
            base.clone_from(&order);
        }
        writeln!(out, "  {}\n", compared(&players, &base, &order))?;
        let mut results = report::data(&tournament, &pairs);
        results["variant"] = json!(name.trim_start_matches("variant-"));
        results["same_ranking"] = json!(base.iter().map(|it| it.player).eq(order.iter().map(|it| it.player)));
        data.push(results);
    }
    writeln!(out, "{}", report::legend())?;
    match &args.donnees {
        Some(folder) => report::write(&folder.join("variantes.json"), &Value::Array(data)),
        None => Ok(()),
    }
}

/// The players whose order differs from that under the subject's rules.
fn compared(players: &[Spec], base: &[Standing], now: &[Standing]) -> String {
    let place = |standings: &[Standing], player| standings.iter().position(|it| it.player == player);
    let mut turned = Vec::new();
    for (at, one) in now.iter().enumerate() {
        for other in &now[at + 1..] {
            let (Some(before), Some(after)) = (place(base, one.player), place(base, other.player)) else {
                continue;
            };
            if before > after {
                // Overlapping intervals do not decide which is higher.
                let apart = |high: &Standing, low: &Standing| high.interval[0] > low.interval[1];
                let sure = apart(one, other) && apart(&base[after], &base[before]);
                let [one, other] = [one, other].map(|it| players[it.player].text());
                let sure = if sure { "yes" } else { "no" };
                turned.push(text!("variant-before", one = one, other = other, sure = sure));
            }
        }
    }
    match turned.as_slice() {
        [] => text!("variant-same"),
        turned => text!("variant-other", places = turned.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_passes_whom_is_said_and_whether_that_is_sure() {
        let players = read(&["hasard", "utile", "glouton"]).expect("players");
        let standings = |order: [(usize, f64); 3]| {
            order.map(|(player, score)| Standing { player, score, interval: [score - 0.05, score + 0.05] })
        };
        let base = standings([(2, 0.9), (1, 0.5), (0, 0.1)]);
        assert_eq!(compared(&players, &base, &base), text!("variant-same"));
        let near = standings([(2, 0.9), (0, 0.32), (1, 0.3)]);
        let text = compared(&players, &base, &near);
        assert!(text.ends_with(": hasard passe devant utile (dans l'incertitude)"), "{text}");
        let far = standings([(2, 0.9), (0, 0.5), (1, 0.1)]);
        assert!(compared(&players, &base, &far).ends_with(": hasard passe devant utile"));
    }
}
