//! Which engines are the same program, or nearly: a remark for the organiser, who knows why.
//!
//! The files are those that the command names, and the sources beside them if their folder is the engine's own. Texts are
//! the same whatever their comments, spaces and names are called.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::hash::{Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::likeness::{self, Fingerprints};
use crate::model::ContestantId;

/// Files of an engine looked at, and the length of each, at most.
const MOST_FILES: usize = 200;
const MOST_BYTES: u64 = 1 << 20;
/// Folders within folders looked at.
const DEEPEST: usize = 4;
/// In a shorter text, names are compared as well: two short scripts may well be alike but for them.
const FEW: usize = 100;
/// How long engines are compared with each other.
const LONGEST: Duration = Duration::from_secs(5);
/// What sources are called.
const SOURCES: [&str; 24] = [
    "c", "cc", "cpp", "cs", "cxx", "go", "h", "hpp", "hs", "java", "js", "kt", "lua", "ml", "mjs", "pas",
    "pl", "py", "rb", "rs", "scala", "sh", "swift", "ts",
];

/// Which engines are the same program, or nearly.
#[derive(Default, Debug)]
pub struct Alike {
    /// The same: two or more each, in the order of the list.
    pub same: Vec<Vec<ContestantId>>,
    /// Much alike, with the share of the shorter one that is in the other; the most alike come first.
    pub similar: Vec<(ContestantId, ContestantId, f64)>,
}

/// Of the engines that name these files and folders, those that are the same program, or nearly, by their indices.
pub fn alike(named: &[Vec<PathBuf>]) -> Alike {
    let files: Vec<BTreeSet<PathBuf>> = named
        .iter()
        .enumerate()
        .map(|(index, own)| {
            let others = named.iter().enumerate().filter(|(other, _)| *other != index);
            program(own, &others.flat_map(|(_, files)| files).collect::<Vec<_>>())
        })
        .collect();
    let mut by_program: BTreeMap<Vec<u64>, Vec<ContestantId>> = BTreeMap::new();
    for (index, files) in files.iter().enumerate() {
        let sums = sums(files);
        if !sums.is_empty() {
            by_program.entry(sums).or_default().push(ContestantId(index as u32));
        }
    }
    let mut same: Vec<_> = by_program.into_values().filter(|group| group.len() > 1).collect();
    same.sort();
    let until = Instant::now() + LONGEST;
    let prints = files.iter().map(|files| fingerprints(files, until)).collect();
    let id = |index: usize| ContestantId(index as u32);
    let pairs = likeness::pairs(prints, until);
    let pairs = pairs.into_iter().map(|(one, other, share)| (id(one), id(other), share));
    let told = |one: &ContestantId, other: &ContestantId| {
        same.iter().any(|group| group.contains(one) && group.contains(other))
    };
    Alike { similar: pairs.filter(|(one, other, _)| !told(one, other)).collect(), same }
}

/// The sum of the program in an engine's own folder: the same of the same program. `None` if there is none.
pub fn program_sum(folder: &Path) -> Option<u64> {
    let sums = sums(&program(&[folder.to_owned()], &[]));
    let mut hasher = DefaultHasher::new();
    sums.first()?;
    sums.hash(&mut hasher);
    Some(hasher.finish())
}

/// The sums of the files of a program, whatever these are called.
fn sums(files: &BTreeSet<PathBuf>) -> Vec<u64> {
    let mut sums: Vec<u64> = files.iter().filter_map(|file| sum(file)).collect();
    sums.sort_unstable();
    sums
}

/// The files of an engine; none if it names none.
fn program(own: &[PathBuf], others: &[&PathBuf]) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    for file in own {
        if file.is_dir() {
            gather(file, DEEPEST, &mut files);
            continue;
        }
        files.insert(file.clone());
        let folder = file.parent().filter(|folder| !others.iter().any(|other| other.starts_with(folder)));
        if let Some(folder) = folder.filter(|_| is_source(file)) {
            let mut beside = BTreeSet::new();
            gather(folder, DEEPEST, &mut beside);
            files.extend(beside.into_iter().filter(|file| is_source(file)));
        }
    }
    if files.iter().any(|file| is_source(file)) {
        files.retain(|file| is_source(file));
    }
    files
}

/// The fingerprints of an engine's sources; none of other files, nor after `until`.
fn fingerprints(files: &BTreeSet<PathBuf>, until: Instant) -> Fingerprints {
    let mut left = MOST_BYTES;
    let sources = files.iter().filter(|file| is_source(file) && Instant::now() < until);
    let words = sources.filter_map(|file| {
        let text = read(file, left).and_then(|(bytes, _)| String::from_utf8(bytes).ok())?;
        left -= left.min(text.len() as u64);
        let words = split(&uncommented(&text, file.extension().and_then(|end| end.to_str())));
        Some(words.iter().map(Word::kind).collect())
    });
    Fingerprints::of(words)
}

fn is_source(file: &Path) -> bool {
    file.extension().and_then(|end| end.to_str()).is_some_and(|end| SOURCES.contains(&end))
}

/// The files of a folder and of those in it, without hidden ones and links.
fn gather(folder: &Path, deep: usize, files: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = folder.read_dir() else { return };
    for entry in entries.filter_map(Result::ok).take(MOST_FILES) {
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        match entry.file_type() {
            _ if hidden || files.len() >= MOST_FILES => {}
            Ok(kind) if kind.is_file() => drop(files.insert(entry.path())),
            Ok(kind) if kind.is_dir() && deep > 0 => gather(&entry.path(), deep - 1, files),
            _ => {}
        }
    }
}

/// The first bytes of a file, and its length; `None` for what is no file.
fn read(path: &Path, most: u64) -> Option<(Vec<u8>, u64)> {
    let length = path.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
    Some((bytes, length))
}

/// The sum of what a file says; `None` for an empty one, or what is no file.
pub(crate) fn sum(path: &Path) -> Option<u64> {
    let (bytes, length) = read(path, MOST_BYTES)?;
    let mut hasher = DefaultHasher::new();
    match String::from_utf8(bytes) {
        Ok(text) => {
            let words = words(split(&uncommented(&text, path.extension().and_then(|end| end.to_str()))));
            words.first()?;
            words.hash(&mut hasher);
        }
        Err(binary) => (length, binary.as_bytes()).hash(&mut hasher),
    }
    Some(hasher.finish())
}

/// A source without its comments. A sign of a comment in a text is taken for one, in all files alike.
fn uncommented(text: &str, extension: Option<&str>) -> String {
    let line = match extension {
        Some("py" | "sh" | "rb" | "pl") => "#",
        Some("lua" | "hs") => "--",
        Some("ml" | "pas") | None => return text.to_owned(),
        Some(end) if SOURCES.contains(&end) => "//",
        Some(_) => return text.to_owned(),
    };
    let mut left = text;
    let mut kept = String::new();
    if line == "//" {
        while let Some((before, after)) = left.split_once("/*") {
            kept += before;
            kept.push(' ');
            left = after.split_once("*/").map_or("", |(_, after)| after);
        }
    }
    kept += left;
    let lines = kept.lines().map(|code| code.split_once(line).map_or(code, |(code, _)| code));
    lines.collect::<Vec<_>>().join("\n")
}

/// A part of a text.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Word {
    Sign(char),
    Text(String),
    /// A name by its first place among the names.
    Name(usize),
}

impl Word {
    /// A sum by which all names are the same.
    fn kind(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match self {
            Word::Text(word) if !word.starts_with(|first: char| first.is_numeric()) => {}
            other => other.hash(&mut hasher),
        }
        hasher.finish()
    }
}

fn split(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut left = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(first) = left.next() {
        if first.is_alphanumeric() || first == '_' {
            let mut word = String::from(first);
            while let Some(next) = left.next_if(|next| next.is_alphanumeric() || *next == '_') {
                word.push(next);
            }
            words.push(Word::Text(word));
        } else if !first.is_whitespace() {
            words.push(Word::Sign(first));
        }
    }
    words
}

/// Names by their places, if there are enough words.
fn words(words: Vec<Word>) -> Vec<Word> {
    if words.len() < FEW {
        return words;
    }
    let mut names: HashMap<String, usize> = HashMap::new();
    let number = |word| match word {
        Word::Text(word) if !word.starts_with(|first: char| first.is_numeric()) => {
            let next = names.len();
            Word::Name(*names.entry(word).or_insert(next))
        }
        other => other,
    };
    words.into_iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PYTHON: &str = "import sys\n\ndef choisir(coups):\n    # le premier\n    return coups[0]\n";

    fn alike_of(files: &[(&str, &str)], named: &[&[&str]]) -> Alike {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        let paths = |names: &&[&str]| names.iter().map(|name| folder.path().join(name)).collect();
        let named: Vec<Vec<PathBuf>> = named.iter().map(paths).collect();
        alike(&named)
    }

    fn groups_of(files: &[(&str, &str)], named: &[&[&str]]) -> Vec<Vec<u32>> {
        let same = alike_of(files, named).same.into_iter();
        same.map(|group| group.into_iter().map(|one| one.0).collect()).collect()
    }

    #[test]
    fn comments_spaces_and_line_ends_make_no_other_program() {
        let same = "import sys\r\ndef choisir( coups ):\r\n\treturn coups[0]   # rien d'autre\r\n";
        let other = PYTHON.replace('0', "1");
        let files = [("a/bot.py", PYTHON), ("b/jeu.py", same), ("c/bot.py", &other)];
        let found = groups_of(&files, &[&["a/bot.py"], &[], &["b/jeu.py"], &["c/bot.py"], &[]]);
        assert_eq!(found, [[0, 2]], "who names no file is like nobody");
        // The same by their sums.
        let folder = tempfile::tempdir().expect("a folder");
        let sum_of = |(path, text): (&str, &str)| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(&path, text).expect("written");
            program_sum(path.parent().expect("a folder"))
        };
        let [one, two, three] = files.map(sum_of);
        assert!(one.is_some() && one == two && one != three, "{one:?} {two:?} {three:?}");
        assert_eq!(program_sum(&folder.path().join("d")), None);
        // The same in one folder, where nothing else belongs to one of them.
        let found = groups_of(&[("a.py", PYTHON), ("b.py", same)], &[&["a.py"], &["b.py"]]);
        assert_eq!(found, [[0, 1]]);
    }

    #[test]
    fn names_make_no_other_program_where_it_is_long_enough() {
        let long = PYTHON.repeat(8);
        let renamed = long.replace("choisir", "jouer").replace("coups", "liste");
        let mixed = long.replacen("coups", "liste", 1);
        let files = [("a/b.py", &*long), ("c/d.py", &*renamed), ("e/f.py", &*mixed)];
        assert_eq!(groups_of(&files, &[&["a/b.py"], &["c/d.py"], &["e/f.py"]]), [[0, 1]]);
        let short = PYTHON.replace("choisir", "jouer");
        let files = [("a/b.py", PYTHON), ("c/d.py", &*short)];
        assert_eq!(groups_of(&files, &[&["a/b.py"], &["c/d.py"]]), [[0; 0]; 0]);
    }

    #[test]
    fn a_common_main_file_makes_no_common_program() {
        let files = [
            ("a/main.py", "import strategie\n"),
            ("a/strategie.py", "PROFONDEUR = 3\n"),
            ("b/main.py", "import strategie\n"),
            ("b/strategie.py", "PROFONDEUR = 4\n"),
            ("c/main.py", "import strategie\n"),
            ("c/strategie.py", "PROFONDEUR = 3 # comme a\n"),
            ("c/LISEZMOI", "de c"),
        ];
        let named: [&[&str]; 3] = [&["a/main.py"], &["b/main.py"], &["c", "c/main.py"]];
        assert_eq!(groups_of(&files, &named), [[0, 2]]);
    }

    #[test]
    fn binaries_and_comments_of_c() {
        let one = "int main(void) { /* rien\n du tout */ return 0; } // fin\n";
        let other = "int main(void)\n{\n  return 0;\n}\n";
        let files = [("a/m.c", one), ("b/m.c", other), ("c/x", "\u{0}1"), ("d/x", "\u{0}2")];
        assert_eq!(groups_of(&files, &[&["a/m.c"], &["b/m.c"], &["c/x"], &["d/x"]]), [[0, 1]]);
    }

    /// The examples that students begin with.
    const EXAMPLES: [(&str, &str); 4] = [
        ("hasard.py", include_str!("../../moteur-ia/exemples/hasard.py")),
        ("premier.py", include_str!("../../moteur-ia/exemples/premier.py")),
        ("morpion.py", include_str!("../../moteur-ia/exemples/morpion.py")),
        ("sphinx.py", include_str!("../../moteur-ia/exemples/sphinx.py")),
    ];

    #[test]
    fn a_copy_with_other_names_and_a_part_of_its_own_is_similar() {
        let (_, hasard) = EXAMPLES[0];
        let mut copy = String::from(
            "# -*- coding: utf-8 -*-\nimport math\n\nPOIDS = [math.sqrt(n) for n in range(9)]\n",
        );
        for line in hasard.lines() {
            let line = line.replace("coup", "choix").replace("ligne", "recu").replace("mots", "parts");
            copy += &format!("{line}   # {}\n", line.len());
        }
        let files = [("a/bot.py", hasard), ("b/jeu.py", &*copy), ("c/bot.py", EXAMPLES[2].1)];
        let alike = alike_of(&files, &[&["a/bot.py"], &["b/jeu.py"], &["c/bot.py"]]);
        assert_eq!(alike.same, [[]; 0]);
        let [(one, other, share)] = alike.similar[..] else { panic!("{alike:?}") };
        assert_eq!((one.0, other.0), (0, 1));
        assert!(share > 0.8, "{share}");
        // In a binary nothing is looked for.
        let binary = "\u{0}".repeat(300) + &copy;
        let files = [("a/bot", &*binary), ("b/bot", &*(binary.clone() + "1"))];
        assert!(alike_of(&files, &[&["a/bot"], &["b/bot"]]).similar.is_empty());
    }

    #[test]
    fn engines_that_began_with_the_same_example_are_not_reported() {
        let names = EXAMPLES.map(|(name, _)| [name]);
        let named = names.each_ref().map(|names| &names[..]);
        for count in 2..=EXAMPLES.len() {
            let alike = alike_of(&EXAMPLES[..count], &named[..count]);
            assert!(alike.similar.is_empty() && alike.same.is_empty(), "{alike:?}");
        }
    }
}
