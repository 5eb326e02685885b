//! The reference of descriptions is complete, and its samples are played.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use arbitre::registry;
use championnat::{Arg, Config, EngineCheck};
use jeux::game::Values;

use super::support::{run, text};

/// The folder of the package.
const HERE: &str = env!("CARGO_MANIFEST_DIR");
/// The page in each language.
const PAGES: [(&str, &str); 2] = [
    ("DESCRIPTION.md", include_str!("../../DESCRIPTION.md")),
    ("DESCRIPTION.en.md", include_str!("../../DESCRIPTION.en.md")),
];

/// The keys that the program knows in a table, which it names when there is another one; the whole file for "".
fn known(table: &str) -> BTreeSet<String> {
    let text =
        if table.is_empty() { "inconnue = 1".into() } else { format!("jeu = 'x'\n{table}\ninconnue = 1") };
    let error =
        Config::parse(Path::new("x.toml"), &text, &EngineCheck::default()).expect_err("an unknown key");
    let message = &error.problems[0].message;
    let [("why", Arg::Text(why))] = &message.args[..] else { panic!("not refused: {table:?}: {message}") };
    let (_, expected) = why.split_once(", expected ").expect("a list of keys");
    names(expected)
}

/// The rows of the table under each heading of a page: the cells of each.
fn tables(page: &str) -> BTreeMap<String, Vec<Vec<String>>> {
    let mut tables: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    let mut heading = String::new();
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            heading = name.trim_matches('`').to_owned();
        } else if line.starts_with('|') && line.contains('`') {
            let cells = line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned());
            tables.entry(heading.clone()).or_default().push(cells.collect());
        }
    }
    tables
}

/// The names between backquotes in a cell.
fn names(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_pages_have_every_key_that_the_program_knows_and_no_other() {
    for (file, page) in PAGES {
        let tables = tables(page);
        let whole = if file.contains(".en.") { "the file" } else { "le fichier" };
        let headings = [
            ("", whole),
            ("[format]", "[format]"),
            ("[points]", "[points]"),
            ("[limites]", "[limites]"),
            ("[[concurrent]]", "[[concurrent]]"),
        ];
        for (table, heading) in headings {
            let rows = tables.get(heading).unwrap_or_else(|| panic!("{file} has no section {heading}"));
            let said: BTreeSet<String> = rows.iter().flat_map(|row| names(&row[0])).collect();
            let known = known(table);
            if let Some(key) = known.difference(&said).next() {
                panic!(
                    "championnat/{file} lacks the key `{key}`: a row under « {heading} », in both languages"
                );
            }
            if let Some(key) = said.difference(&known).next() {
                panic!(
                    "championnat/{file} has the key `{key}` under « {heading} », which the program does not know"
                );
            }
            for row in rows {
                let whole = row.iter().filter(|cell| !cell.is_empty()).count();
                assert!(whole >= 3, "{file}: type, default and meaning of {row:?}");
            }
        }
    }
}

#[test]
fn the_pages_have_the_parameters_of_every_game() {
    for (file, page) in PAGES {
        let tables = tables(page);
        let rows = &tables["[parametres]"];
        for kind in registry::GAMES {
            let of_game: Vec<_> = rows.iter().filter(|row| row[0] == kind.name).collect();
            let said: BTreeSet<String> = of_game.iter().flat_map(|row| names(&row[1])).collect();
            let there: BTreeSet<String> =
                kind.parameters.iter().map(|parameter| parameter.name.to_owned()).collect();
            assert_eq!(said, there, "{file}: the parameters of {}", kind.name);
            for parameter in kind.parameters {
                let row = of_game.iter().find(|row| names(&row[1]).contains(parameter.name)).expect("a row");
                let values: Vec<&str> = row[2].split([' ', ',', '`']).collect();
                let must: Vec<String> = match parameter.values {
                    Values::Number { from, to, .. } => vec![from.to_string(), to.to_string()],
                    Values::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
                    Values::Text => Vec::new(),
                };
                for value in must {
                    assert!(
                        values.contains(&value.as_str()),
                        "{file}: {} of {}: {value}",
                        parameter.name,
                        kind.name
                    );
                }
                if let Some(default) = parameter.default {
                    assert_eq!(
                        row[3].trim_matches('`'),
                        default,
                        "{file}: {} of {}",
                        parameter.name,
                        kind.name
                    );
                }
            }
        }
    }
}

#[test]
fn the_example_of_the_pages_is_right() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, page) in PAGES {
        let [_, rest] = page.split_once("```toml\n").expect("an example").into();
        let [example, _] = rest.split_once("```").expect("its end").into();
        fs::write(folder.path().join("mai.toml"), example).expect("a file");
        let verified = run(folder.path(), &["verifie", "mai.toml", "--essai", "coup"]);
        assert!(verified.status.success(), "{file}: {}", text(&verified.stderr));
    }
}

/// The sample files, in order.
fn samples() -> Vec<PathBuf> {
    let files = fs::read_dir(Path::new(HERE).join("exemples")).expect("the samples");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths
}

#[test]
fn every_sample_is_verified_and_played() {
    let mut formats = BTreeSet::new();
    for path in samples() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("ouvertures")).expect("what it lets engines read");
        let sample = fs::read_to_string(&path).expect("a sample");
        fs::write(folder.path().join("mai.toml"), &sample).expect("a copy");
        formats.extend(sample.lines().filter_map(|line| line.strip_prefix("type = ")).map(str::to_owned));
        let shown = path.display();
        let verified = run(folder.path(), &["verifie", "mai.toml", "--essai", "coup"]);
        assert!(verified.status.success(), "{shown}: {}", text(&verified.stderr));
        if sample.contains("\"reseau\"") {
            continue;
        }
        let played = run(folder.path(), &["jouer", "mai.toml"]);
        let (out, log) = (text(&played.stdout), text(&played.stderr));
        assert_eq!(played.status.code(), Some(0), "{shown}: {out}\n{log}");
        for name in sample.lines().filter_map(|line| line.strip_prefix("nom = ")) {
            assert!(out.contains(name.trim_matches('"')), "{shown}: {name} in {out}");
        }
    }
    let all = ["aller-retour", "aller-simple", "suisse", "poules", "elimination", "defi"];
    assert_eq!(formats, all.map(|name| format!("\"{name}\"")).into(), "a sample of each format");
}
