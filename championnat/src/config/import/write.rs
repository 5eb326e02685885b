//! Writes the description and the handout.

use std::collections::HashMap;

use super::model;
use super::model::{DescribedContestant, Import, ImportedContestant};
use crate::MessageText;
use crate::config::description::USUAL_PORT;
use crate::message::Message;
use crate::spreadsheet;

/// The header of the handout.
const HEAD: [&str; 4] = ["nom", "secret", "commande", "e-mail"];
/// The command of the subject's player.
const COMMAND: &str = "sh joueur.sh {hote} {port} {nom} --moteur {moteur} --insiste";
/// The command for other games, whose players stay connected.
const STAYING: &str = "bin/joueur {jeu} {hote} {port} {nom} --moteur {moteur} --jusqu-a-la-fin --insiste";

/// The existing description, byte for byte, followed by the new contestants.
pub(super) fn description(import: &Import<'_>, new: &[ImportedContestant]) -> String {
    let mut text = match &import.before {
        Some(before) => before.description.to_owned(),
        None => head(import, new.len()),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    for ImportedContestant { name, login, engine, secret, .. } in new {
        let value = |text: &str| toml::Value::from(text).to_string();
        text += &format!("\n[[concurrent]]\nnom = {}\n", value(name));
        if let Some(login) = login {
            text += &format!("identifiant = {}\n", value(login));
        }
        text += &format!("moteur = {}\n", value(engine.as_deref().unwrap_or("reseau")));
        if let Some(secret) = secret {
            text += &format!("secret = {}\n", value(secret));
        }
    }
    text
}

/// The head of a new description.
fn head(import: &Import<'_>, count: usize) -> String {
    let [list, description, handout] = import.files;
    let mut text = String::new();
    let message = Message::new("import-about")
        .with("list", list)
        .with("description", description)
        .with("handout", handout);
    for line in (import.say)(&message).lines() {
        text += format!("# {line}").trim_end();
        text.push('\n');
    }
    text += &format!("\njeu = {}\n", toml::Value::from(import.game));
    if let Some(title) = import.title {
        text += &format!("titre = {}\n", toml::Value::from(title));
    }
    if import.port != USUAL_PORT {
        text += &format!("port = {}\n", import.port);
    }
    text + "\n[format]\ntype = \"aller-retour\"\n" + &format_notes(count, import.say)
}

/// Comments that say how many rencontres so many contestants play in each format.
pub fn format_notes(count: usize, say: MessageText<'_>) -> String {
    let pairs = count * count.saturating_sub(1) / 2;
    let rounds = count.max(2).next_power_of_two().ilog2() as usize;
    let formats = [("aller-retour", 2 * pairs), ("aller-simple", pairs), ("suisse", count / 2 * rounds)];
    let notes = formats.map(|(format, games)| {
        let message = Message::new("import-format").with("format", format);
        format!("# {}\n", say(&message.with("count", games)))
    });
    notes.concat()
}

/// The secrets in the existing handout, by name: also of those who are not described, as an import was cut short.
pub(super) fn handed_out(import: &Import<'_>) -> HashMap<String, String> {
    let handout = import.before.as_ref().and_then(|before| before.handout).unwrap_or_default();
    let mut reader = csv::ReaderBuilder::new();
    let rows = reader.delimiter(b';').flexible(true).from_reader(handout.as_bytes()).into_records();
    let secret = |row: csv::StringRecord| Some((row.get(0)?.to_owned(), row.get(1)?.to_owned()));
    let carries_secrets = model::carries_secrets(import);
    rows.flatten().filter_map(secret).filter(|(_, secret)| secret.is_empty() != carries_secrets).collect()
}

/// The existing handout, byte for byte, followed by the new contestants; everybody if it is lost.
/// `None` if nobody connects.
pub(super) fn handout(
    import: &Import<'_>,
    new: &[ImportedContestant],
    known: &[DescribedContestant],
    handed_out: &HashMap<String, String>,
) -> Option<String> {
    let before = import.before.as_ref().and_then(|before| before.handout);
    let lost = import.before.is_some() && before.is_none();
    let mut rows: Vec<[String; 4]> = vec![];
    let mut add = |(name, sent): (&str, &str), secret: Option<&str>, mail: &str| {
        let sent = secret.map_or_else(|| sent.to_owned(), |secret| format!("{sent}#{secret}"));
        let mail = mail.trim_start_matches(['=', '+', '-', '@']);
        rows.push([
            name.to_owned(),
            secret.unwrap_or_default().to_owned(),
            command(import, &sent),
            mail.into(),
        ]);
    };
    for one in known.iter().filter(|one| lost && one.by_network) {
        add((&one.name, one.sent()), one.secret.as_deref(), "");
    }
    for one in new.iter().filter(|one| one.engine.is_none() && !handed_out.contains_key(&one.name)) {
        add((&one.name, one.sent()), one.secret.as_deref(), &one.mail);
    }
    let mut text = match before {
        Some(before) => before.to_owned(),
        None if rows.is_empty() => return None,
        None => spreadsheet::MARK.to_owned() + &spreadsheet::line(HEAD),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.extend(rows.iter().map(|row| spreadsheet::line(row.iter().map(String::as_str))));
    Some(text)
}

/// The machine to connect to in the last command of a handout, where that is the usual one.
pub fn host_of(handout: &str, game: &str) -> Option<String> {
    let mut lines = handout.lines().rev();
    lines.find_map(|line| {
        let host = [COMMAND, STAYING].iter().find_map(|command| {
            let before = command.split_once("{hote}")?.0.replace("{jeu}", game);
            line.split_once(&before)?.1.split_whitespace().next()
        });
        host.map(str::to_owned)
    })
}

/// The command for this name.
fn command(import: &Import<'_>, sent: &str) -> String {
    let quoted = shlex::try_quote(sent).map_or_else(|_| sent.to_owned(), |quoted| quoted.into_owned());
    let command = import.command.unwrap_or(if model::carries_secrets(import) { COMMAND } else { STAYING });
    let engine = format!("'pipe:{}'", (import.say)(&Message::new("import-your-command")));
    let command = command.replace("{jeu}", import.game).replace("{hote}", import.host);
    let command = command.replace("{moteur}", &engine);
    command.replace("{port}", &import.port.to_string()).replace("{nom}", &quoted)
}
