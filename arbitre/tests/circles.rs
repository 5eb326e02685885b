//! No file imports another that imports it back, directly or by way of others: in any crate of this workspace.
//!
//! This reads the sources as text. A path is followed to the file that it leads to; a file that only re-exports it on
//! the way counts as imported too. That a parent module shows what its own children hold (`pub use`) is no import.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A path as it is written, or as it leads down from the crate: `["a", "b"]` is `crate::a::b`.
type Names = Vec<String>;

/// A path in a source, and how it is written there.
struct Import {
    path: Names,
    /// The name under which it is known in its file, when it is from a `use`.
    name: Option<String>,
    public: bool,
}

/// What matters of the source of one module.
#[derive(Default)]
struct Module {
    file: PathBuf,
    imports: Vec<Import>,
    items: BTreeSet<String>,
}

type Crate = BTreeMap<Names, Module>;

/// The names, numbers and signs of a source, without comments, texts and tests.
fn tokens(source: &str) -> Vec<String> {
    let chars: Vec<char> = source.chars().collect();
    let mut tokens: Vec<String> = Vec::new();
    let mut at = 0;
    let starts = |at: usize, text: &str| text.chars().enumerate().all(|(k, c)| chars.get(at + k) == Some(&c));
    while let Some(&c) = chars.get(at) {
        let word = |c: &char| c.is_alphanumeric() || *c == '_';
        if starts(at, "//") {
            at += chars[at..].iter().take_while(|c| **c != '\n').count();
        } else if starts(at, "/*") {
            at += (2..).find(|k| at + k >= chars.len() || starts(at + k, "*/")).unwrap_or(0) + 2;
        } else if c == '"' || (c == 'r' && (starts(at, "r\"") || starts(at, "r#\""))) {
            let raw = c == 'r';
            let hashes = chars[at + usize::from(raw)..].iter().take_while(|c| **c == '#').count();
            let end = format!("\"{}", "#".repeat(hashes));
            at += usize::from(raw) + hashes + 1;
            while at < chars.len() && !starts(at, &end) {
                at += if !raw && chars[at] == '\\' { 2 } else { 1 };
            }
            at += end.len();
            tokens.push("\"\"".into());
        } else if c == '\'' && (chars.get(at + 1) == Some(&'\\') || chars.get(at + 2) == Some(&'\'')) {
            let skipped = if chars[at + 1] == '\\' { 3 } else { 2 };
            at += skipped + chars[at + skipped..].iter().take_while(|c| **c != '\'').count() + 1;
        } else if word(&c) {
            let len = chars[at..].iter().take_while(|c| word(c)).count();
            tokens.push(chars[at..at + len].iter().collect());
            at += len;
        } else {
            let sign = if starts(at, "::") { "::".to_owned() } else { c.to_string() };
            at += sign.chars().count();
            if !sign.trim().is_empty() {
                tokens.push(sign);
            }
        }
    }
    without_tests(&tokens)
}

/// Drops what follows `#[cfg(test)]`: an item that ends with `;` or with its braces.
fn without_tests(tokens: &[String]) -> Vec<String> {
    const CFG_TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].iter().map(String::as_str).take(CFG_TEST.len()).eq(CFG_TEST) {
            let mut depth = 0;
            at += CFG_TEST.len();
            while at < tokens.len() {
                match tokens[at].as_str() {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    _ => {}
                }
                at += 1;
                if depth == 0 && matches!(tokens[at - 1].as_str(), ";" | "}") {
                    break;
                }
            }
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Reads one tree of a `use`, up to its `,`, `}` or `;`, and returns where it ends.
fn tree(tokens: &[String], mut at: usize, prefix: &Names, public: bool, imports: &mut Vec<Import>) -> usize {
    let mut path = prefix.clone();
    loop {
        match tokens.get(at).map_or(";", String::as_str) {
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|token| !matches!(token.as_str(), "}" | ";")) {
                    at = tree(tokens, at, &path, public, imports);
                    at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
                }
                return at + 1;
            }
            "," | "}" | ";" => {
                imports.push(Import { name: path.last().cloned(), path, public });
                return at;
            }
            "as" => {
                imports.push(Import { path, name: tokens.get(at + 1).cloned(), public });
                return at + 2;
            }
            "::" => {}
            // `use a::{self}`
            "self" if !path.is_empty() => {}
            name => path.push(name.to_owned()),
        }
        at += 1;
    }
}

/// Reads one module, and everything that it declares in files of their own.
fn read(file: PathBuf, folder: &Path, names: Names, whole: &mut Crate) {
    let tokens =
        tokens(&fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())));
    let mut module = Module { file, ..Module::default() };
    let mut at = 0;
    while at < tokens.len() {
        let before = at.checked_sub(1).map_or("", |before| &tokens[before]);
        let next = tokens.get(at + 1).map_or("", String::as_str);
        match tokens[at].as_str() {
            // `impl Trait + use<'a>` is another word.
            "use" if next != "<" => {
                // `pub use` or `pub(crate) use`
                let public = matches!(before, "pub" | ")");
                at = tree(&tokens, at + 1, &Names::new(), public, &mut module.imports);
            }
            "mod" if tokens.get(at + 2).is_some_and(|token| token == ";") => {
                let inside = folder.join(next);
                let flat = folder.join(format!("{next}.rs"));
                let file = if flat.exists() { flat } else { inside.join("mod.rs") };
                read(file, &inside, [&names[..], &[next.to_owned()]].concat(), whole);
                at += 2;
            }
            "fn" | "struct" | "enum" | "trait" | "const" | "static" | "type" | "union" => {
                module.items.insert(next.to_owned());
            }
            "macro_rules" => {
                module.items.extend(tokens.get(at + 2).cloned());
            }
            // A path in the middle of the code.
            name if next == "::" && before != "::" && before != "$" && before != "use" => {
                let mut path = vec![name.to_owned()];
                while tokens.get(at + 1).is_some_and(|token| token == "::")
                    && tokens.get(at + 2).is_some_and(|token| token.starts_with(char::is_alphabetic))
                {
                    path.push(tokens[at + 2].clone());
                    at += 2;
                }
                module.imports.push(Import { path, name: None, public: false });
            }
            _ => {}
        }
        at += 1;
    }
    whole.insert(names, module);
}

/// The module that holds what this path, written in module `from`, means, and before it the modules
/// that only re-export it; empty when it leaves the crate.
fn resolve(whole: &Crate, from: &Names, path: &[String], steps: usize) -> Vec<Names> {
    let mut place = from.clone();
    let mut rest = path;
    while let [first, more @ ..] = rest {
        match first.as_str() {
            "crate" => place.clear(),
            "self" => {}
            "super" => drop(place.pop()),
            _ => break,
        }
        rest = more;
    }
    let relative = rest.len() == path.len();
    for (k, name) in rest.iter().enumerate() {
        let below = [&place[..], std::slice::from_ref(name)].concat();
        if whole.contains_key(&below) {
            place = below;
            continue;
        }
        if steps > 0 && !(relative && k > 0 && place == *from) {
            let module = &whole[&place];
            let known = |import: &&Import| import.name.as_ref() == Some(name) && import.path != path;
            if let Some(import) = module.imports.iter().find(known) {
                let path = [&import.path[..], &rest[k + 1..]].concat();
                let mut modules = resolve(whole, &place, &path, steps - 1);
                if !modules.is_empty() {
                    modules.insert(0, place);
                }
                return modules;
            }
            // What a glob lets through.
            for import in module.imports.iter().filter(|import| import.name.as_deref() == Some("*")) {
                let mut modules = resolve(whole, &place, &import.path[..import.path.len() - 1], steps - 1);
                if modules.last().is_some_and(|target| whole[target].items.contains(name)) {
                    modules.insert(0, place);
                    return modules;
                }
            }
        }
        // The first name of a relative path is a module of ours, or nothing of ours.
        return if !relative || k > 0 { vec![place] } else { Vec::new() };
    }
    vec![place]
}

/// Which module imports from which.
fn edges(whole: &Crate) -> BTreeMap<&Names, BTreeSet<Names>> {
    let mut edges = BTreeMap::new();
    for (from, module) in whole {
        let targets: &mut BTreeSet<Names> = edges.entry(from).or_default();
        for import in &module.imports {
            let shown = |to: &Names| import.public && to.starts_with(from);
            let modules = resolve(whole, from, &import.path, 8);
            targets.extend(modules.into_iter().filter(|to| to != from && !shown(to)));
        }
    }
    edges
}

/// Everything that a module leads to, itself only if it is on a circle.
fn reached<'a>(edges: &'a BTreeMap<&Names, BTreeSet<Names>>, from: &Names) -> BTreeSet<&'a Names> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Names> = edges[from].iter().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(&edges[next]);
        }
    }
    reached
}

/// The sources of one program or library, as far as they lie in circles; one line for each import that closes one.
fn circles(root: &Path) -> Vec<String> {
    let mut whole = Crate::new();
    read(root.to_owned(), root.parent().expect("a folder"), Names::new(), &mut whole);
    let edges = edges(&whole);
    let mut lines = Vec::new();
    for (from, targets) in &edges {
        for to in targets.iter().filter(|to| reached(&edges, to).contains(from)) {
            let from = whole[*from].file.display();
            lines.push(format!("{from} -> {}", whole[to].file.display()));
        }
    }
    lines
}

/// What cargo builds of this workspace: libraries and programs.
fn roots() -> Vec<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let rooms = fs::read_dir(workspace).expect("its folder");
    let sources = rooms.map(|room| room.expect("a room").path().join("src"));
    let mut roots: Vec<_> = sources.flat_map(|src| [src.join("lib.rs"), src.join("main.rs")]).collect();
    roots.retain(|root| root.exists());
    roots
}

#[test]
fn no_file_imports_one_that_imports_it_back() {
    let roots = roots();
    assert!(roots.len() > 8, "where are the sources? {roots:?}");
    let lines: Vec<_> = roots.iter().flat_map(|root| circles(root)).collect();
    assert!(lines.is_empty(), "imports in circles:\n{}", lines.join("\n"));
}

/// Whether a crate of these files has a circle.
fn is_round(files: &[(&str, &str)]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, source) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a writable folder");
        fs::write(file, source).expect("a writable folder");
    }
    !circles(&folder.path().join("lib.rs")).is_empty()
}

#[test]
fn circles_are_found() {
    let two = "mod a; mod b;";
    assert!(is_round(&[
        ("lib.rs", two),
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "fn f() { super::a::g(); }")
    ]));
    assert!(is_round(&[
        ("lib.rs", "mod a; pub fn f() {}"),
        ("a.rs", "use crate::f;"),
        ("lib.rs", "mod a; use a::g; fn f() {}")
    ]));
    let parent = "mod one; mod two; pub use one::One;";
    let back = "use super::{One as First, two::*};";
    assert!(is_round(&[
        ("lib.rs", "mod a;"),
        ("a/mod.rs", parent),
        ("a/one.rs", "pub struct One; fn f() -> crate::a::two::Two {}"),
        ("a/two.rs", back),
    ]));
    assert!(is_round(&[
        ("lib.rs", two),
        ("a/mod.rs", "mod one; pub use one::One; fn f(_: crate::b::B) {}"),
        ("a/one.rs", "pub struct One;"),
        ("b.rs", "pub struct B(crate::a::One);"),
    ]));
    assert!(!is_round(&[
        ("lib.rs", "mod a;"),
        ("a/mod.rs", parent),
        (
            "a/one.rs",
            "pub struct One; // use super::two::Two;\n#[cfg(test)] mod tests { use crate::a::two::Two; }"
        ),
        ("a/two.rs", "use super::One;"),
    ]));
    assert!(!is_round(&[
        ("lib.rs", "mod a; pub use a::A;"),
        ("a.rs", "pub struct A; const T: &str = \"crate::f\";")
    ]));
}
