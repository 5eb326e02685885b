//! `championnat importe`: a description and a handout from a class list; folders are for `submissions`.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use arbitre::registry;
use championnat::presentation::{self, InWords, Sentence};
use championnat::{DescriptionBefore, EngineCheck, Import, ImportError, Imported, Remark};
use clap::Args;

use super::console;

/// Décrire un championnat à partir de la liste d'une classe, ou des rendus de ses étudiants.
///
/// La liste est un fichier CSV de tableur, avec une ligne de titres : nom, prénom, e-mail, moteur, dans n'importe quel ordre ;
/// seul le nom est nécessaire, et un concurrent sans moteur joue par réseau. Deux fichiers sont écrits à côté d'elle : la description
/// (.toml), avec un secret tiré au sort pour chacun, et ce qui est à distribuer (.secrets.csv) : nom, secret, commande à taper.
/// Aucun fichier n'est remplacé. Les fautes de la liste sont affichées ligne par ligne, avec une proposition.
///
/// Les rendus sont un dossier, ou l'archive que donne Moodle : un dossier, une archive (.zip, .tar, .tar.gz) ou un fichier par concurrent. Chacun
/// est rangé dans un dossier à lui, son langage est reconnu, et il est compilé, confiné. Ce qui ne peut pas jouer est affiché avec la
/// raison, et reste en commentaire dans la description (code de sortie 4). Sur un terminal, titre, temps et format sont demandés. Avec
/// --liste, les noms viennent de la liste de la classe ; ceux qui n'ont rien rendu, et les rendus qui n'appartiennent à personne de la liste, sont affichés à la fin.
#[derive(Args, Debug)]
pub struct Importe {
    /// Liste de la classe (.csv), ou dossier ou archive des rendus
    #[arg(value_name = "LISTE.csv|RENDUS")]
    pub list: PathBuf,
    /// Description à écrire ; par défaut LISTE.toml
    #[arg(long = "vers", value_name = "FICHIER.toml")]
    pub description: Option<PathBuf>,
    /// Jeu ; par défaut colonnes, ou celui de la description complétée
    #[arg(long = "jeu", value_name = "JEU")]
    pub game: Option<String>,
    /// Titre du championnat ; par défaut aucun
    #[arg(long = "titre", value_name = "TEXTE")]
    pub title: Option<String>,
    /// Rendus : liste de la classe, d'où viennent noms et identifiants ; un rendu s'y retrouve par le nom, l'identifiant, l'adresse ou le numéro de Moodle
    #[arg(long = "liste", value_name = "LISTE.csv")]
    pub class: Option<PathBuf>,
    /// Rendus : secondes par coup ; par défaut celles du jeu
    #[arg(long = "temps", value_name = "SECONDES")]
    pub time: Option<f64>,
    /// Rendus : format, comme suisse:rondes=5 ; par défaut aller-retour
    #[arg(long = "format", value_name = "FORMAT")]
    pub format: Option<String>,
    /// Rendus : dossier où ranger les moteurs ; par défaut RENDUS-moteurs
    #[arg(long = "moteurs", value_name = "DOSSIER")]
    pub engines: Option<PathBuf>,
    /// Compléter une description écrite auparavant : ceux qui y sont déjà gardent leur secret, un nouveau rendu remplace l'ancien, rien d'autre ne change
    #[arg(long = "ajouter")]
    pub add: bool,
    /// Accepter les noms proposés à la place de ceux qui ne conviennent pas
    #[arg(long = "accepter")]
    pub accept: bool,
    /// Machine du serveur, dans la commande à taper ; par défaut le nom de celle-ci, ou la machine des commandes déjà distribuées (commande habituelle)
    #[arg(long = "hote", value_name = "HOTE")]
    pub host: Option<String>,
    /// Port du serveur, dans la description et dans la commande à taper ; par défaut 4242, ou celui de la description complétée
    #[arg(long = "port", value_name = "PORT")]
    pub port: Option<u16>,
    /// Commande à taper, où {hote}, {port}, {nom}, {jeu} et {moteur} sont remplacés ; par défaut sh joueur.sh {hote} {port} {nom} --moteur {moteur} --insiste
    #[arg(long = "commande", value_name = "COMMANDE")]
    pub command: Option<String>,
}

/// Private: the handout has secrets.
const PRIVATE: u32 = 0o600;

/// Writes both files, or none. When contestants are added, each file is replaced whole, the handout
/// first: if the description fails then, the new secrets are in the handout only.
pub fn run(args: &Importe) -> Result<ExitCode> {
    if args.class.is_some() {
        bail!(i18n::text!("import-two-lists", path = args.list.display().to_string()));
    }
    let engines = EngineCheck::default();
    let list = std::fs::read(&args.list).map_err(|error| in_file(&args.list, &error))?;
    let description = args.description.clone().unwrap_or_else(|| args.list.with_extension("toml"));
    let handout = description.with_extension("secrets.csv");
    let names = [&args.list, &description, &handout].map(|path| path.display().to_string());
    if !args.add {
        let taken = [&description, &handout].into_iter().find(|path| path.exists());
        if let Some(path) = taken {
            bail!(i18n::text!("import-exists", path = path.display().to_string()));
        }
    }
    let before = if args.add { Some(text(&description)?) } else { None };
    let handed_out = if args.add && handout.exists() { Some(text(&handout)?) } else { None };
    let game = match &before {
        Some(before) => championnat::game_of(before, &names[1]).in_words()?,
        None => args.game.clone().unwrap_or_else(|| registry::GAMES[0].name.to_owned()),
    };
    if args.game.as_ref().is_some_and(|wanted| *wanted != game) {
        bail!(i18n::text!("import-other-game", path = &names[1], game = game));
    }
    let described = before.as_ref().map(|before| championnat::port_of(before, &names[1]));
    let described = described.transpose().in_words()?.flatten();
    let told = handed_out.as_deref().and_then(|handout| championnat::host_of(handout, &game));
    let host = args.host.clone().or(told).unwrap_or_else(ipc::process::hostname);
    let import = Import {
        game: &game,
        engines: &engines,
        files: [&names[0], &names[1], &names[2]],
        command: args.command.as_deref(),
        host: &host,
        port: args.port.or(described).unwrap_or(championnat::USUAL_PORT),
        title: args.title.as_deref(),
        accept: args.accept,
        say: &presentation::message,
        before: before
            .as_deref()
            .map(|text| DescriptionBefore { description: text, handout: handed_out.as_deref() }),
    };
    let imported = match championnat::import(&list, &import) {
        Ok(imported) => imported,
        Err(error) => return refuse(&error, &names[0]),
    };
    for remark in &imported.remarks {
        eprintln!("{}", in_words(remark, &names[0]));
    }
    if args.add {
        add(&imported, &description, &handout)?;
    } else {
        create(&imported, &description, &handout)?;
    }
    let mut said =
        i18n::text!("import-written", added = imported.added, kept = imported.kept, path = &names[1]);
    if imported.handout.is_some() && !imported.secrets {
        said += &format!("\n{}", i18n::text!("import-no-secrets", game = game));
    }
    if imported.handout.is_some() {
        said += &format!("\n{}", i18n::text!("import-handout", path = &names[2]));
    }
    console::show(&format!("{said}\n{}\n", i18n::text!("import-next", path = &names[1])));
    Ok(ExitCode::SUCCESS)
}

/// Prints all problems.
fn refuse(error: &ImportError, list: &str) -> Result<ExitCode> {
    match error {
        ImportError::List(remarks) => {
            for remark in remarks {
                eprintln!("{}", in_words(remark, list));
            }
            if remarks.iter().any(Remark::is_proposal) {
                bail!(i18n::text!("import-refused-proposed"));
            }
            bail!(i18n::text!("import-refused"))
        }
        ImportError::Description(error) => Err(anyhow!(error.sentence())),
        ImportError::Random(why) => bail!(i18n::text!("import-random", why = why)),
    }
}

pub fn in_words(remark: &Remark, list: &str) -> String {
    let said = presentation::message(&remark.message);
    match remark.line {
        Some(line) => i18n::text!("import-at", path = list, line = line, said = said),
        None => i18n::text!("config-in", source = list, problem = said),
    }
}

/// Writes two new files.
fn create(imported: &Imported, description: &Path, handout: &Path) -> Result<()> {
    if let Some(text) = &imported.handout {
        create_file(handout, text).map_err(|error| in_file(handout, &error))?;
    }
    create_file(description, &imported.description).map_err(|error| {
        if imported.handout.is_some() {
            drop(std::fs::remove_file(handout));
        }
        in_file(description, &error)
    })
}

/// Writes a new file, for its owner alone.
pub fn create_file(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(PRIVATE).open(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    written.inspect_err(|_| drop(std::fs::remove_file(path)))
}

/// Replaces both files atomically, the handout first: a secret that is not yet in the description
/// does no harm.
fn add(imported: &Imported, description: &Path, handout: &Path) -> Result<()> {
    if let Some(text) = &imported.handout {
        replace_file(handout, text).map_err(|error| in_file(handout, &error))?;
    }
    replace_file(description, &imported.description).map_err(|error| in_file(description, &error))
}

/// Replaces a file atomically.
pub fn replace_file(path: &Path, text: &str) -> std::io::Result<()> {
    // Of this process alone: one that was killed may have left its own.
    let beside = path.with_added_extension(format!("{}.nouveau", std::process::id()));
    std::fs::remove_file(&beside).ok();
    let mut file = OpenOptions::new().write(true).create_new(true).mode(PRIVATE).open(&beside)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| keep_mode(path, &file));
    let written = written.and_then(|()| file.sync_all()).and_then(|()| std::fs::rename(&beside, path));
    written.inspect_err(|_| drop(std::fs::remove_file(&beside)))
}

/// Keeps a file's permissions.
fn keep_mode(path: &Path, file: &File) -> std::io::Result<()> {
    match std::fs::metadata(path) {
        Ok(metadata) => file.set_permissions(metadata.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

pub fn text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| in_file(path, &error))
}

pub fn in_file(path: &Path, error: &std::io::Error) -> anyhow::Error {
    anyhow!(i18n::file(path, error))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_file_is_replaced_whatever_lies_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, other] = ["mai.secrets.csv", "autre"].map(|name| folder.path().join(name));
        std::fs::write(&other, "autre").expect("written");
        let beside = path.with_added_extension(format!("{}.nouveau", std::process::id()));
        symlink(&other, &beside).expect("a link");
        replace_file(&path, "secret").expect("replaced");
        assert_eq!([&path, &other].map(|path| text(path).expect("text")), ["secret", "autre"]);
        let about = std::fs::symlink_metadata(&path).expect("a file");
        assert!(about.is_file() && about.permissions().mode() & 0o777 == PRIVATE, "{about:?}");
    }
}
