//! `joueur depose`: hands in an engine on a ladder, and waits for the verdict. `curl` speaks to the pages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use i18n::text;
use jeux::text::sanitize;
use serde::Deserialize;

use crate::person::tell;

/// The variable with the personal link.
const LINK: &str = "ARBITRE_LIEN";
/// The time to be heard, in seconds.
const CONNECT_SECONDS: u32 = 20;
/// How often the verdict is asked for, and how long.
const AGAIN: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(15 * 60);
/// Folders of other people's programs, and of what was built here.
const NOT_OWN: [&str; 4] = ["node_modules", "target", "venv", "__pycache__"];
/// Files at most.
const MOST_FILES: usize = 1000;

/// An engine to hand in.
#[derive(Args, Debug)]
pub struct Depose {
    /// Votre lien personnel, tel que l'organisateur vous l'a donné [défaut : la variable ARBITRE_LIEN]
    #[arg(long = "lien", value_name = "LIEN")]
    pub link: Option<String>,
    /// Fichiers du moteur, un dossier, ou une archive
    #[arg(value_name = "FICHIER", required = true)]
    pub files: Vec<PathBuf>,
    /// Ne pas attendre le verdict
    #[arg(long = "sans-attendre")]
    pub at_once: bool,
}

/// Where to hand in, and by whose secret.
#[derive(PartialEq, Eq, Debug)]
struct Link {
    /// Of the API.
    url: String,
    secret: String,
}

impl Link {
    fn read(text: &str) -> Option<Self> {
        let (page, secret) = text.trim().split_once('#')?;
        let (base, name) = page.strip_suffix("/entrer")?.rsplit_once("/echelle/")?;
        let is_plain =
            |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let is_url = base.starts_with("http://") || base.starts_with("https://");
        (is_url && is_plain(name) && is_plain(secret))
            .then(|| Link { url: format!("{base}/api/v1/echelles/{name}"), secret: secret.to_owned() })
    }
}

#[derive(Deserialize)]
struct Taken {
    id: String,
}

#[derive(Deserialize)]
struct Own {
    versions: Vec<OwnVersion>,
}

#[derive(Deserialize)]
struct OwnVersion {
    number: u32,
    deposit: String,
    said: String,
    stage: String,
    decided: bool,
}

/// The stage of a version that may play.
const PASSED: &str = "admise";

/// Exit code 1 if the version is refused.
pub fn run(args: &Depose) -> Result<ExitCode> {
    let link = args.link.clone().or_else(|| std::env::var(LINK).ok()).unwrap_or_default();
    let link = Link::read(&link).ok_or_else(|| anyhow!(text!("depose-link")))?;
    let mut files = vec![];
    for path in &args.files {
        gather(path, path.parent().unwrap_or(Path::new("")), &mut files)?;
    }
    if files.is_empty() {
        bail!(text!("depose-nothing"));
    }
    let forms = files.iter().map(|(path, name)| {
        format!("form = {}\n", quoted(&format!("fichier=@{};filename={}", quoted(path), quoted(name))))
    });
    let answer = answered(ask(&link, "depots", &forms.collect::<String>())?)?;
    let taken: Taken = serde_json::from_str(&answer).with_context(|| text!("depose-answer"))?;
    tell(&text!("depose-taken", count = files.len()));
    if args.at_once {
        return Ok(ExitCode::SUCCESS);
    }
    let (begun, mut before) = (Instant::now(), String::new());
    while begun.elapsed() < PATIENCE {
        // The pages may be started again meanwhile.
        let answer = match ask(&link, "moi", "") {
            Ok(answer @ (200..=299 | 401 | 403, _)) => answered(answer)?,
            Ok(_) | Err(_) => {
                thread::sleep(AGAIN);
                continue;
            }
        };
        let own: Own = serde_json::from_str(&answer).with_context(|| text!("depose-answer"))?;
        if let Some(version) = own.versions.into_iter().find(|version| version.deposit == taken.id) {
            let said = text!("depose-stage", number = version.number, said = &version.said);
            if said != before {
                tell(&said);
                before = said;
            }
            if version.decided {
                let passed = version.stage == PASSED;
                return Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE });
            }
        }
        thread::sleep(AGAIN);
    }
    bail!(text!("depose-long"))
}

/// The files at this path, each with its name below this folder.
fn gather(path: &Path, above: &Path, files: &mut Vec<(String, String)>) -> Result<()> {
    let shown = || path.display().to_string();
    let about = path.symlink_metadata().with_context(shown)?;
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if about.is_dir() {
        let entries = path.read_dir().with_context(shown)?;
        let mut entries =
            entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
        entries.sort();
        for entry in entries {
            let name = entry.file_name().unwrap_or_default().to_string_lossy();
            if !name.starts_with('.') && !NOT_OWN.contains(&&*name) {
                gather(&entry, above, files)?;
            }
        }
    } else if about.is_file() {
        if files.len() >= MOST_FILES {
            bail!(text!("depose-many", count = MOST_FILES));
        }
        let name = path.strip_prefix(above).unwrap_or(Path::new(&file));
        // A line break would end the line in which curl reads it.
        let plain =
            |path: &Path| path.to_str().filter(|path| !path.contains(char::is_control)).map(str::to_owned);
        let (Some(path), Some(name)) = (plain(path), plain(name)) else {
            bail!(text!("depose-name", path = shown()));
        };
        files.push((path, name));
    }
    Ok(())
}

/// In quotes, as `curl` reads them.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What the pages answer, or refuse in their words.
fn answered((status, body): (u16, String)) -> Result<String> {
    if (200..300).contains(&status) {
        return Ok(body);
    }
    let problem: Option<serde_json::Value> = serde_json::from_str(&body).ok();
    let said = problem.as_ref().and_then(|problem| problem.get("detail").or(problem.get("title"))?.as_str());
    bail!(text!("depose-refused", status = status, why = said.unwrap_or_default()))
}

/// Asks the pages; the status and the body of the answer. The secret is not on the command line, where others see it.
fn ask(link: &Link, path: &str, more: &str) -> Result<(u16, String)> {
    let mut curl = Command::new("curl");
    // Without the person's own settings for curl.
    curl.args(["-q", "--silent", "--show-error", "--connect-timeout", &CONNECT_SECONDS.to_string()]);
    curl.args(["--max-time", &PATIENCE.as_secs().to_string()]);
    curl.args(["--write-out", "\n%{http_code}", "--config", "-"]);
    curl.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = curl.spawn().with_context(|| text!("depose-curl"))?;
    let config = format!(
        "url = {}\nheader = {}\nheader = {}\n{more}",
        quoted(&format!("{}/{path}", link.url)),
        quoted(&format!("Authorization: Bearer {}", link.secret)),
        quoted(&format!("Accept-Language: {}", i18n::language().code())),
    );
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(config.as_bytes()).context("curl")?;
    }
    let output = child.wait_with_output().context("curl")?;
    if !output.status.success() {
        bail!("{}", sanitize(String::from_utf8_lossy(&output.stderr).trim()));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (body, status) = text.rsplit_once('\n').unwrap_or(("", &text));
    Ok((status.parse().with_context(|| text!("depose-answer"))?, body.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_says_where_and_by_whose_secret() {
        let read = |text| Link::read(text).map(|link| (link.url, link.secret));
        let url = "https://x.fr/api/v1/echelles/mai-2".to_owned();
        assert_eq!(read("https://x.fr/echelle/mai-2/entrer#0af "), Some((url, "0af".into())));
        for wrong in [
            "",
            "https://x.fr/echelle/mai/entrer",
            "https://x.fr/echelle/mai/moi#0af",
            "ftp://x.fr/echelle/mai/entrer#0af",
            "https://x.fr/echelle/mai/entrer#0af\"\nurl",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_folder_is_handed_in_with_the_names_below_it() {
        let home = tempfile::tempdir().expect("a folder");
        for file in ["moi/main.py", "moi/a/b.py", "moi/.git/x", "moi/target/y", "seul.py"] {
            let path = home.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, "").expect("written");
        }
        let mut files = vec![];
        gather(&home.path().join("moi"), home.path(), &mut files).expect("files");
        gather(&home.path().join("seul.py"), home.path(), &mut files).expect("a file");
        let names: Vec<&str> = files.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["moi/a/b.py", "moi/main.py", "seul.py"]);
        assert!(gather(&home.path().join("rien"), home.path(), &mut files).is_err());
    }

    #[test]
    fn nothing_in_a_name_is_an_option_of_curl() {
        assert_eq!(quoted("a\"b\\c"), "\"a\\\"b\\\\c\"");
    }
}
