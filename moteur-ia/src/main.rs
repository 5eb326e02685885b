//! The binary `moteur`: the engines that come with Arbitre, game by game, behind the engine line protocol.

mod engines;

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches, Parser};
use i18n::text;

use engines::{GameCatalog, SHELVES};

/// The command that lists engines; no game has this name.
const LIST: &str = "liste";
/// The argument of [`LIST`].
const GAME: &str = "jeu";

/// The command line: `moteur JEU MOTEUR [OPTIONS]`, and `moteur liste [JEU]`.
struct Cli(ArgMatches);

impl CommandFactory for Cli {
    fn command() -> Command {
        command(|_, _| true)
    }

    fn command_for_update() -> Command {
        Cli::command()
    }
}

/// The command line with those engines and tools whose game and name are `wanted`.
fn command(wanted: impl Fn(&str, &str) -> bool) -> Command {
    let game = Arg::new(GAME).value_name("JEU").help(text!("moteur-liste-jeu"));
    let list = Command::new(LIST).about(text!("moteur-liste")).arg(game);
    let about = text!("moteur");
    let shelf = |shelf: &GameCatalog| {
        let entries = shelf.entries().filter(|entry| wanted(shelf.name, entry.name()));
        Command::new(shelf.name)
            .about(shelf.title)
            .arg_required_else_help(true)
            .allow_external_subcommands(true)
            .subcommands(entries.map(|entry| entry.command(shelf.name)))
    };
    Command::new("moteur")
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(100)
        .long_about(format!("{about}\n\n{}", text!("moteur-form")))
        .about(about)
        .arg_required_else_help(true)
        // For complaints that list what there is.
        .allow_external_subcommands(true)
        .subcommands(SHELVES.iter().map(shelf))
        .subcommand(list)
}

impl FromArgMatches for Cli {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Cli(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0 = matches.clone();
        Ok(())
    }
}

impl Parser for Cli {
    /// Engines are started by the thousand: what is said of the others would take a good part of a start.
    fn try_parse_from<I, T>(args: I) -> Result<Self, clap::Error>
    where
        I: IntoIterator<Item = T>,
        T: Into<OsString> + Clone,
    {
        let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
        let named = |game: &str, name: &str| args.get(1..3).is_some_and(|words| words == [game, name]);
        command(named).try_get_matches_from(&args).map(Cli)
    }
}

fn main() -> ExitCode {
    match run(&i18n::clap::parse_or_exit::<Cli>().0) {
        Ok(()) => ExitCode::SUCCESS,
        // The host left without a `quit`: the game is over, and nobody reads complaints.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => i18n::out::ended("moteur", &*error),
    }
}

fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    match matches.subcommand() {
        Some((LIST, matches)) => list(matches.get_one::<String>(GAME).map(String::as_str)),
        Some((game, matches)) => {
            let shelf = find(game)?;
            let Some((name, matches)) = matches.subcommand() else { bail!(unknown(shelf, "")) };
            // clap calls what follows `--` by its name, but has not read its options.
            let external = matches.ids().any(|id| id.as_str().is_empty());
            match shelf.entries().find(|entry| entry.name() == name) {
                Some(entry) if !external => entry.run(matches),
                Some(_) => bail!(unknown(shelf, &format!("-- {name}"))),
                None => bail!(unknown(shelf, name)),
            }
        }
        None => bail!(text!("clap-missing-command", command = "moteur")),
    }
}

fn find(game: &str) -> anyhow::Result<&'static GameCatalog> {
    let names = || SHELVES.iter().map(|shelf| shelf.name).collect::<Vec<_>>().join(", ");
    let unknown = || anyhow!(i18n::reason(&jeux::game::unknown(game, names())));
    SHELVES.iter().find(|shelf| shelf.name == game).ok_or_else(unknown)
}

fn unknown(shelf: &GameCatalog, name: &str) -> String {
    let possible = shelf.entries().map(|entry| entry.name()).collect::<Vec<_>>().join(", ");
    text!("engine-unknown", game = shelf.title, name = name, possible = possible)
}

/// Prints the engines of a game, one per line; of all games with their game.
fn list(game: Option<&str>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if let Some(game) = game {
        for engine in find(game)?.engines {
            writeln!(out, "{}", engine.name())?;
        }
        return Ok(());
    }
    for shelf in SHELVES {
        for engine in shelf.engines {
            writeln!(out, "{} {}", shelf.name, engine.name())?;
        }
    }
    Ok(())
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use i18n::Language;

    use super::*;

    /// Every text of the command line, with its path.
    fn texts(command: &Command, path: &str) -> Vec<(String, String)> {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let mut texts = vec![(path.to_owned(), about)];
        for arg in command.get_arguments() {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            texts.push((format!("{path} {}", arg.get_id()), help));
        }
        for below in command.get_subcommands() {
            texts.extend(self::texts(below, &format!("{path} {}", below.get_name())));
        }
        texts
    }

    #[test]
    fn everything_is_described_in_both_languages() {
        Cli::command().debug_assert();
        let [french, english] = Language::ALL.map(|language| {
            i18n::set(language);
            texts(&Cli::command(), "moteur")
        });
        i18n::set(Language::Fr);
        let titles: Vec<&str> = SHELVES.iter().map(|shelf| shelf.title).collect();
        for ((path, french), (_, english)) in french.into_iter().zip(english) {
            assert!(!french.is_empty() && !french.starts_with("moteur-"), "{path}: {french:?}");
            assert!(french != english || titles.contains(&french.as_str()), "{path}: {french}");
        }
    }
}
