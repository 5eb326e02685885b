//! `championnat importe FOLDER`: a description and the engines from the submissions of a class.

use std::fs::{self, File};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use arbitre::engine::InstallPaths;
use arbitre::game::GameEntry;
use arbitre::registry;
use championnat::presentation::{self, InWords};
use championnat::submissions::{
    Change, Compilers, Head, Identified, Intake, Room, Submission, Submitters, described_engines, entries,
    identify, is_left_out, unpack,
};
use championnat::{Config, EngineCheck, Message, Person, ShortForm, submissions};
use comfy_table::{Table, presets};
use jeux::Reason;
use jeux::text::{sanitize, sanitize_lines};

use super::console;
use super::import::{self, Importe, create_file, in_file, replace_file, text};

/// How many lines of compilers are shown.
const LINES: usize = 12;

pub fn run(args: &Importe) -> Result<ExitCode> {
    let stem = args.list.file_stem().filter(|_| !args.list.is_dir()).or(args.list.file_name());
    let Some(stem) = stem else {
        bail!(i18n::text!("submission-here", path = args.list.display().to_string()))
    };
    let beside = |ending: &str| {
        let mut name = stem.to_owned();
        name.push(ending);
        args.list.with_file_name(name)
    };
    if let Some(settings) = ladder_settings(&args.list) {
        bail!(i18n::text!("submission-ladder", path = settings.display().to_string()))
    }
    let path = args.description.clone().unwrap_or_else(|| beside(".toml"));
    let engines = args.engines.clone().unwrap_or_else(|| beside("-moteurs"));
    let names = [&args.list, &engines, &path].map(|path| path.display().to_string());
    let before = if args.add { Some(text(&path)?) } else { None };
    let people = args.class.as_deref().map(class).transpose()?;
    if before.is_none() && !path.exists() && is_unfinished(&engines) {
        // The submissions are where they were.
        fs::remove_dir_all(&engines).map_err(|error| in_file(&engines, &error))?;
    }
    if before.is_none()
        && let Some(taken) = [&path, &engines].into_iter().find(|path| path.exists())
    {
        bail!(i18n::text!("import-exists", path = taken.display().to_string()));
    }
    let game = match &before {
        Some(before) => championnat::game_of(before, &names[2]).in_words()?,
        None => args.game.clone().unwrap_or_else(|| registry::GAMES[0].name.to_owned()),
    };
    if args.game.as_ref().is_some_and(|wanted| *wanted != game) {
        bail!(i18n::text!("import-other-game", path = &names[2], game = game));
    }
    let kind = registry::named(&game).in_words()?;
    let known = match &before {
        Some(before) => known(before, &names[2], &engines)?,
        None => vec![],
    };
    let told = match before {
        Some(_) => None,
        None => Some(Told::ask(args, &game, kind.time.as_secs_f64())?),
    };
    fs::create_dir_all(&engines).map_err(|error| in_file(&engines, &error))?;
    let begun = told.is_some().then(|| begin(&engines)).transpose()?;
    let people = people.as_deref();
    let taken = take(args, &engines, kind, &known, before.as_deref().unwrap_or_default(), people);
    let described = taken.and_then(|(taken, who)| {
        let head = told.as_ref().map(|told| Head {
            game: &game,
            title: told.title.as_deref(),
            time: told.time,
            format: &told.format,
            about: Message::new("submission-about")
                .with("list", &*names[0])
                .with("engines", &*names[1])
                .with("description", &*names[2]),
        });
        if taken.is_empty() {
            bail!(i18n::text!("submission-nobody", path = &names[0]));
        }
        console::show(&table(&taken));
        if known.is_empty() && taken.iter().all(|one| one.engine.is_err()) {
            bail!(i18n::text!("submission-no-engine"));
        }
        let head = head.as_ref().ok_or_else(|| before.as_deref().unwrap_or_default());
        let check = EngineCheck::default();
        let described =
            submissions::describe(head, &path, &taken, &check, &presentation::message).in_words()?;
        who.submitters.write(&engines).map_err(|error| in_file(&engines, &error))?;
        let written = if args.add { replace_file(&path, &described) } else { create_file(&path, &described) };
        written.map_err(|error| in_file(&path, &error)).map(|()| (taken, who))
    });
    if described.is_err() && !args.add {
        // The submissions are where they were.
        fs::remove_dir_all(&engines).ok();
    }
    let (taken, who) = described?;
    drop(begun);
    fs::remove_file(engines.join(UNFINISHED)).ok();
    tell(&who, args.class.as_deref());
    let is_new = |one: &&Submission| one.engine.is_ok() && !known.iter().any(|(name, _)| *name == one.name);
    let added = taken.iter().filter(is_new).count();
    let left_out = taken.iter().filter(|one| one.engine.is_err() && one.change != Change::None).count();
    let mut said = i18n::text!("import-written", added = added, kept = known.len(), path = &names[2]);
    if left_out > 0 {
        said += &format!("\n{}", i18n::text!("submission-left", count = left_out, path = &names[2]));
    }
    console::show(&format!("{said}\n{}\n", i18n::text!("import-next", path = &names[2])));
    Ok(if left_out > 0 { ExitCode::from(LEFT_OUT) } else { ExitCode::SUCCESS })
}

/// The settings of a ladder in this folder, beside which are the secrets of its class.
fn ladder_settings(folder: &Path) -> Option<PathBuf> {
    let below = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let mut settings = std::iter::once(folder.to_owned()).chain(below).map(|path| path.join("echelle.toml"));
    settings.find(|path| path.is_file())
}

/// The exit code where the description is written, without everybody.
const LEFT_OUT: u8 = 4;

/// The file in the folder of engines while a first import is under way, which holds its lock.
const UNFINISHED: &str = ".en-cours";

/// Whether a first import into this folder was cut off.
fn is_unfinished(engines: &Path) -> bool {
    File::open(engines.join(UNFINISHED)).is_ok_and(|file| file.try_lock().is_ok())
}

fn begin(engines: &Path) -> Result<File> {
    let path = engines.join(UNFINISHED);
    let file = File::create(&path).and_then(|file| file.lock().map(|()| file));
    file.map_err(|error| in_file(&path, &error))
}

/// The people of a class list; what is odd in it is told.
fn class(path: &Path) -> Result<Vec<Person>> {
    let name = path.display().to_string();
    let list = fs::read(path).map_err(|error| in_file(path, &error))?;
    let (people, remarks) =
        championnat::people(&list).map_err(|remark| anyhow!(import::in_words(&remark, &name)))?;
    remarks.iter().for_each(|remark| console::say(&import::in_words(remark, &name)));
    Ok(people)
}

/// Says whose submissions are not clear, and who has handed in nothing.
fn tell(who: &Identified, class: Option<&Path>) {
    let list = class.map(|path| path.display().to_string()).unwrap_or_default();
    let all = |names: &[String]| sanitize(&names.join(", ")).into_owned();
    if who.other_assignment {
        console::say(&i18n::text!("submission-other-assignment"));
    }
    for name in &who.namesakes {
        console::say(&i18n::text!("submission-namesake", name = name));
    }
    for (name, may_be) in &who.unsure {
        console::say(&i18n::text!(
            "submission-ambiguous",
            name = name,
            people = may_be.join(", "),
            list = &list
        ));
    }
    for (names, person) in &who.several {
        console::say(&i18n::text!("submission-several", name = person, submissions = names.join(", ")));
    }
    // A sentence cuts long texts, and these may be many.
    if !who.strangers.is_empty() {
        let beginning = i18n::text!("submission-strangers", count = who.strangers.len(), list = &list);
        console::say(&format!("{beginning} {}", all(&who.strangers)));
    }
    if !who.absent.is_empty() {
        let beginning = i18n::text!("submission-absent", count = who.absent.len(), list = &list);
        console::say(&format!("{beginning} {}", all(&who.absent)));
    }
}

/// The contestants of a description, each with its folder among the engines, if its engine is there.
type Known = Vec<(String, Option<String>)>;

fn known(description: &str, name: &str, engines: &Path) -> Result<Known> {
    let below = format!("{}/", engines.display());
    let folder = |engine: &str| {
        let (_, rest) = engine.split_once(&below)?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        Some(rest[..end].to_owned()).filter(|folder| !folder.is_empty())
    };
    let found = described_engines(description, name).in_words()?.into_iter();
    Ok(found.map(|(name, place)| (name, description.get(place).and_then(folder))).collect())
}

/// Takes over all submissions, and says what becomes of each.
fn take(
    args: &Importe,
    engines: &Path,
    game: &GameEntry,
    known: &Known,
    description: &str,
    people: Option<&[Person]>,
) -> Result<(Vec<Submission>, Identified)> {
    let unpacked = args.list.is_file().then(|| engines.join(".depot"));
    let folder = match &unpacked {
        Some(folder) => {
            fs::remove_dir_all(folder).ok();
            unpack(std::slice::from_ref(&args.list), folder, Room::CLASS).in_words()?;
            folder
        }
        None => &args.list,
    };
    let found = entries(folder).map_err(|error| in_file(folder, &error))?;
    let names: Vec<String> = known.iter().map(|(name, _)| name.clone()).collect();
    let mut who = identify(found, Submitters::read(engines), &names, people);
    let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error)).in_words()?;
    let compilers = Compilers::new(&places.launcher);
    let intake = Intake { engines, game, compilers: &compilers };
    let mut taken = vec![];
    for mut entry in std::mem::take(&mut who.entries) {
        let before = known.iter().find(|(name, _)| *name == entry.name);
        match before.and_then(|(_, folder)| folder.clone()) {
            Some(folder) => entry.slug = folder,
            None if is_left_out(description, &entry.name) => {}
            // That folder is somebody else's.
            None if engines.join(&entry.slug).exists() => {
                entry.slug = free(engines, &entry.slug);
            }
            None => {}
        }
        let submission = intake.take(&entry, before.is_some());
        say(&submission);
        taken.push(submission);
    }
    if let Some(folder) = unpacked {
        fs::remove_dir_all(&folder).map_err(|error| in_file(&folder, &error))?;
    }
    Ok((taken, who))
}

/// A name that no folder has.
fn free(engines: &Path, slug: &str) -> String {
    let numbered = (2u32..).map(|number| format!("{slug}-{number}"));
    numbered.into_iter().find(|name| !engines.join(name).exists()).unwrap_or_default()
}

/// Says on the error output what became of a submission.
fn say(submission: &Submission) {
    let name = submission.name.as_str();
    for line in submission.said.lines().take(LINES) {
        console::say(&format!("{name}: {}", sanitize(line)));
    }
    let more = submission.said.lines().count().saturating_sub(LINES);
    if more > 0 {
        console::say(&i18n::text!("submission-more", name = name, count = more));
    }
    if submission.links > 0 {
        console::say(&i18n::text!("submission-links", name = name, count = submission.links));
    }
    if let Change::Replaced(before) = &submission.change {
        console::say(&i18n::text!("submission-replaced", name = name, path = before.display().to_string()));
    }
    if let Err(why) = &submission.engine
        && submission.change != Change::None
    {
        let why = presentation::reason(why);
        console::say(&i18n::text!("submission-left-out", name = name, why = why));
        if submission.folder.exists() {
            let folder = submission.folder.display().to_string();
            console::say(&i18n::text!("submission-folder", folder = folder));
        }
    }
}

/// Everybody with language and command.
fn table(taken: &[Submission]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(
        ["submission-name", "submission-language", "submission-compiled", "submission-engine"].map(heading),
    );
    for one in taken {
        let engine = match (&one.engine, &one.change) {
            (_, Change::None) => i18n::text!("submission-same"),
            (Ok(engine), _) => engine.clone(),
            (Err(why), _) => i18n::text!("submission-out", why = presentation::reason(why)),
        };
        let compiled = if one.compiled { i18n::text!("submission-yes") } else { "-".to_owned() };
        let cells = [one.name.clone(), one.language.unwrap_or("-").to_owned(), compiled, engine];
        table.add_row(cells.map(|cell| sanitize(&cell).into_owned()));
    }
    sanitize_lines(&format!("{table}\n")).into_owned()
}

fn heading(id: &'static str) -> String {
    presentation::message(&Message::new(id))
}

/// What the organiser says of a new championship.
struct Told {
    title: Option<String>,
    time: f64,
    format: String,
}

impl Told {
    /// From the options, and on a terminal from questions.
    fn ask(args: &Importe, game: &str, time: f64) -> Result<Told> {
        let asks = io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal();
        let valid = |short: ShortForm| {
            let short = ShortForm { game: Some(game.to_owned()), ..short };
            let unknown = EngineCheck::by(|_, _| Ok(()));
            let engines = ["a=x", "b=x"].map(str::to_owned).to_vec();
            Config::from_short(&ShortForm { engines, ..short }, &unknown).map(drop).in_words()
        };
        let format_ok =
            |text: &str| valid(ShortForm { format: Some(text.to_owned()), ..ShortForm::default() });
        let time_ok = |text: &str| {
            let seconds: f64 =
                text.replace(',', ".").parse().map_err(|_| anyhow!(i18n::text!("submission-number")))?;
            valid(ShortForm { time: Some(seconds), ..ShortForm::default() })
        };
        let title_ok = |text: &str| {
            let title = Some(text.to_owned()).filter(|text| !text.is_empty());
            valid(ShortForm { title, ..ShortForm::default() })
        };
        let title = answer(args.title.as_deref(), asks, "submission-ask-title", "", title_ok)?;
        let given_time = args.time.map(|time| time.to_string());
        let time = answer(given_time.as_deref(), asks, "submission-ask-time", &time.to_string(), time_ok)?;
        let format =
            answer(args.format.as_deref(), asks, "submission-ask-format", "aller-retour", format_ok)?;
        let title = Some(title).filter(|title| !title.is_empty());
        Ok(Told { title, time: time.replace(',', ".").parse()?, format })
    }
}

/// What is given, else what is typed until it can be used, else the default.
fn answer(
    given: Option<&str>,
    asks: bool,
    question: &'static str,
    default: &str,
    check: impl Fn(&str) -> Result<()>,
) -> Result<String> {
    if let Some(given) = given {
        return check(given).map(|()| given.to_owned());
    }
    if !asks {
        return Ok(default.to_owned());
    }
    loop {
        let question = Message::new(question).with("default", default);
        eprint!("{} ", presentation::message(&question));
        io::stderr().flush().ok();
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            bail!(presentation::reason(&Reason::new("stopped")));
        }
        let typed = if line.trim().is_empty() { default } else { line.trim() };
        match check(typed) {
            Ok(()) => return Ok(typed.to_owned()),
            Err(why) => eprintln!("{why}"),
        }
    }
}

/// Whether this is a folder of submissions, or the archive of one.
pub fn is_folder(path: &Path) -> bool {
    let archive = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
        ["zip", "tar", "gz", "tgz"].iter().any(|ending| name.to_lowercase().ends_with(&format!(".{ending}")))
    });
    path.is_dir() || archive
}
