//! A page speaks one language: what is asked for in English has no French on it, and the other way round.

use std::collections::{BTreeMap, BTreeSet};

use testing::process::run;

use crate::common::Tableau;
use crate::common::contest::{command, play_format};
use crate::played;

/// Words that only the one or the other language has. Neither has words of commands, nor terms that stay French.
const FRENCH: &str = "le la les des du un une est sont et ou pour par avec sans dans sur qui que ne pas au aux ce cette son ses \
    leur joue jouer joués partie coup coups joueur joueurs moteur moteurs serveur nom rang classement gagne gagné perdu perd \
    nulle nulles ronde rondes manche manches décision décisions concurrent concurrents aucun aucune encore fini finie terminé en cours \
    jeu jeux tableau mur vainqueur égalité contre temps réflexion barrage poule exempté lu";
const ENGLISH: &str = "the of and is are was were with without for from by this that which has have been game games move moves player \
    players engine engines server rank ranking wins won lost loses drawn draw draws round rounds decision decisions contestant \
    contestants nobody still over under way against time thinking championship championships not no yes bye";

fn words(list: &str) -> BTreeSet<&str> {
    list.split_whitespace().collect()
}

/// What a reader sees or hears of a page: its text, and what its attributes say. Commands and what engines have written are in
/// elements of their own.
fn said(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    let mut skipped: Option<String> = None;
    while let Some((before, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').unwrap_or((after, ""));
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        if skipped.is_none() {
            text += before;
        }
        match &skipped {
            Some(within) if *within == name && tag.starts_with('/') => skipped = None,
            Some(_) => {}
            // Names, commands, what engines have written, the other language's own name.
            None if ["bdi", "code", "pre", "script", "style"].contains(&&*name)
                || tag.contains(" lang=\"") && name != "html" =>
            {
                // Something stands there, and what follows belongs to it.
                text.push('_');
                skipped = Some(name.clone());
            }
            None => {
                for attribute in ["title", "aria-label", "alt", "placeholder", "data-copied"] {
                    let value = tag
                        .split_once(&format!(" {attribute}=\""))
                        .and_then(|(_, rest)| rest.split('"').next());
                    text += &value.map_or_else(String::new, |value| format!(" | {value} | "));
                }
            }
        }
        text.push_str(if matches!(&*name, "b" | "strong" | "span" | "a" | "em" | "time" | "code" | "bdi") {
            ""
        } else {
            " | "
        });
        rest = after;
    }
    text.replace("&#39;", "'").replace("&#38;", "&").replace("&nbsp;", "\u{a0}")
}

/// What is odd in a text of this language.
fn odd(text: &str, english: bool) -> Vec<String> {
    let foreign = words(if english { FRENCH } else { ENGLISH });
    let own = words(if english { ENGLISH } else { FRENCH });
    let split = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '/' | '.' | '='));
    let is = |word: &&str| foreign.contains(&*word.to_lowercase()) && !own.contains(&*word.to_lowercase());
    let mut found: Vec<String> = split.filter(is).map(str::to_owned).collect();
    let signs: Vec<char> = text.chars().collect();
    for (at, few) in signs.windows(3).enumerate() {
        let around = || signs[at.saturating_sub(20)..(at + 12).min(signs.len())].iter().collect::<String>();
        let [before, sign, after] = [few[0], few[1], few[2]];
        let space = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}');
        if english
            && space(before)
            && matches!(sign, ':' | ';' | '?' | '!' | '»')
            && (space(after) || after == '|')
        {
            found.push(around());
        }
        if english && before.is_ascii_digit() && sign == ',' && after.is_ascii_digit() {
            // 1,234 is a number of three digits more.
            let digits = signs[at + 2..].iter().take_while(|c| c.is_ascii_digit()).count();
            found.extend((digits != 3).then(around));
        }
        if !english && before.is_alphabetic() && matches!(sign, ':' | ';' | '?' | '!') && space(after) {
            found.push(around());
        }
        if !english && before.is_ascii_digit() && sign == '.' && after.is_ascii_digit() {
            // Rencontre 3.2 has a number of its own.
            let digits = signs[at + 2..].iter().take_while(|c| c.is_ascii_digit()).count();
            found.extend((digits > 2).then(around));
        }
    }
    found
}

#[test]
fn a_page_speaks_one_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let dies = testing::championship::engine(here, "mort.sh", "echo engine 1 x; read -r line; exit 3");
    let five =
        [("Ida", "minimax"), ("Bo", "minimax"), ("Zoltan", "hasard"), ("Wim", &*dies), ("Ugo", "minimax")];
    play_format(here, "nordic", "type = \"aller-retour\"", &five);
    play_format(here, "alpine", "type = \"suisse\"\nrondes = 2\nqualifies = 2\nbarrages = 1", &five);
    play_format(here, "polder", "type = \"poules\"\npoules = 2\nqualifies = 1", &five);
    for words in [&["disqualifie", "Ugo", "--motif", "X"][..], &["rejoue", "2.1", "--motif", "X"]] {
        run(&mut command("championnat", here, &[&["decision", "nordic.toml"], words].concat()));
    }
    let records = here.join("archive");
    std::fs::create_dir(&records).expect("a folder");
    for game in played::games() {
        played::record(game, &format!("{game}-1"), ["Ida", "Bo"]).commit(&records).expect("written");
    }
    let tableau =
        Tableau::start(here, &["nordic.toml", "alpine.toml", "polder.toml", "--parties", "archive"]);
    let cookie = tableau.cookie(&tableau.organiser);
    let mut problems: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (code, english) in [("en", true), ("fr", false)] {
        let headers = [("accept-language", code), ("cookie", &*cookie)];
        let mut waiting = vec![
            "/".to_owned(),
            "/nulle/part".into(),
            "/analyse".into(),
            "/jouer".into(),
            "/mur?tout".into(),
        ];
        let mut known: BTreeSet<String> = waiting.iter().cloned().collect();
        let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
        while let Some(path) = waiting.pop() {
            // A few pages of each kind say all that such pages say.
            let place = path.split('?').next().unwrap_or_default();
            let kind: String = place.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
            let seen = kinds.entry(kind).or_default();
            *seen += 1;
            if *seen > 2 {
                continue;
            }
            let answer = tableau.ask("GET", &path, &headers, "");
            if answer.header("content-type").is_none_or(|kind| !kind.starts_with("text/html")) {
                continue;
            }
            for what in odd(&said(&answer.body), english) {
                problems.entry(format!("{code} {what}")).or_default().insert(path.clone());
            }
            let links = answer.body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
            for link in links.map(|link| link.split('#').next().unwrap_or_default().replace("&#38;", "&")) {
                let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
                let link = match link.chars().next() {
                    Some('/') => link,
                    Some('?') => format!("{}{link}", path.split('?').next().unwrap_or_default()),
                    Some(_) => format!("{folder}/{link}"),
                    None => continue,
                };
                if !link.starts_with("/assets") && known.insert(link.clone()) {
                    waiting.push(link);
                }
            }
        }
        assert!(kinds.len() > 40, "{kinds:?}");
    }
    let told = problems
        .iter()
        .map(|(what, where_)| format!("{what}: {:?}", where_.iter().take(2).collect::<Vec<_>>()));
    assert!(problems.is_empty(), "{}", told.collect::<Vec<_>>().join("\n"));
}

#[test]
fn another_language_is_noticed() {
    let of = |html: &str, english| odd(&said(html), english);
    assert_eq!(of("<p>Le serveur <code>le moteur</code> 3,25 s : <bdi>les</bdi></p>", true).len(), 4);
    assert_eq!(of("<p title=\"The end\">Fini: 3.254 s</p>", false).len(), 3);
    assert_eq!(of("<p>Round 3.2: 1,234 moves, 0.25 s</p>", true), [""; 0]);
    assert_eq!(of("<p>Ronde 3.2 : 1 234 coups, 0,25 s</p>", false), [""; 0]);
}
