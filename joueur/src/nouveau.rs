//! `joueur nouveau`: a folder with an engine that plays, to begin with.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use i18n::text;

use crate::person::tell;

/// A new engine.
#[derive(Args, Debug)]
pub struct Nouveau {
    /// Langage
    #[arg(value_name = "LANGAGE", value_enum)]
    pub language: ProgrammingLanguage,
    /// Dossier à créer
    #[arg(value_name = "DOSSIER", default_value = "mon-moteur")]
    pub folder: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ProgrammingLanguage {
    Python,
    C,
    Java,
    Pascal,
    Rust,
}

struct Template {
    file: &'static str,
    source: &'static str,
    /// What builds it in its folder, if it has to be built.
    build: Option<&'static str>,
    /// The file that stands for the engine on a command line.
    engine: &'static str,
}

const BUILD_SCRIPT: &str = "compiler.sh";

impl ProgrammingLanguage {
    fn template(self) -> Template {
        match self {
            ProgrammingLanguage::Python => Template {
                file: "premier.py",
                source: include_str!("../../moteur-ia/exemples/premier.py"),
                build: None,
                engine: "premier.py",
            },
            ProgrammingLanguage::C => Template {
                file: "premier.c",
                source: include_str!("../../moteur-ia/exemples/premier.c"),
                build: Some("cc -O2 -Wall -o premier premier.c"),
                engine: "premier",
            },
            ProgrammingLanguage::Java => Template {
                file: "Premier.java",
                source: include_str!("../../moteur-ia/exemples/Premier.java"),
                build: Some("javac -encoding UTF-8 Premier.java"),
                engine: "Premier.class",
            },
            ProgrammingLanguage::Pascal => Template {
                file: "premier.pas",
                source: include_str!("../../moteur-ia/exemples/premier.pas"),
                build: Some("fpc -O2 -opremier premier.pas"),
                engine: "premier",
            },
            ProgrammingLanguage::Rust => Template {
                file: "premier.rs",
                source: include_str!("../../moteur-ia/exemples/premier.rs"),
                build: Some("rustc -O -o premier premier.rs"),
                engine: "premier",
            },
        }
    }
}

/// Makes the folder, and prints the next commands.
pub fn run(args: &Nouveau) -> Result<()> {
    let Template { file, source, build, engine } = args.language.template();
    let folder = &args.folder;
    if let Err(error) = fs::create_dir(folder) {
        let shown = folder.display().to_string();
        if error.kind() == ErrorKind::AlreadyExists {
            bail!(text!("nouveau-exists", folder = shown));
        }
        return Err(error).context(shown);
    }
    write(&folder.join(file), source)?;
    if let Some(build) = build {
        let script = format!("#!/bin/sh\nset -e\ncd \"$(dirname \"$0\")\"\n{build}\n");
        write(&folder.join(BUILD_SCRIPT), &script)?;
    }
    let path = |file: &str| {
        let path = folder.join(file).display().to_string();
        shlex::try_quote(&path).map(|quoted| quoted.into_owned()).unwrap_or(path)
    };
    let compile = build.map(|_| format!("sh {}", path(BUILD_SCRIPT)));
    let engine = path(engine);
    tell(&text!("nouveau-made", file = path(file)));
    if let Some(compile) = &compile {
        tell(&format!("  {compile}"));
    }
    let program = i18n::program("joueur");
    tell(&format!("  {program} duel {engine} hasard"));
    let before = compile.map(|compile| format!(" --avant '{compile}'")).unwrap_or_default();
    tell(&format!("  {program} essai --moteur {engine} --surveille{before}"));
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).with_context(|| path.display().to_string())
}
