//! What the organiser asks for at the terminal.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use championnat::alike;
use echelle::{Ladder, Stage, StudentVersions};
use jeux::text::sanitize;

use crate::beginning;
use crate::cli::Named;
use crate::in_reasons::InReasons;

/// `echelle etat`: the ranking, the last versions, and who has the same program.
pub fn state(args: &Named) -> Result<ExitCode> {
    let (_, folder) = beginning::existing(args)?;
    let ladder = Ladder::open(folder).in_reasons()?;
    let mut out = i18n::out();
    for standing in &ladder.standings.players {
        let rating = standing.rating.map_or_else(
            || "-".to_owned(),
            |rating| format!("{:.0} ± {:.0}", rating.value, (rating.high - rating.low) / 2.0),
        );
        let place = standing.player.student().and_then(|student| ladder.standings.place(student));
        let place = place.map_or_else(String::new, |(place, _)| place.to_string());
        let name = ladder.name(&standing.player);
        let parties = i18n::text!("count-games", count = standing.parties);
        writeln!(out, "{place:>4}  {:<40}  {rating:>12}  {parties}", sanitize(&name))?;
    }
    let mut playing = vec![];
    for student in &ladder.class.students {
        let versions = ladder.folder.student(&student.slug).in_reasons()?;
        writeln!(out, "{}", i18n::text!("cause", what = &student.name, why = last(&versions)))?;
        if let Some(version) = versions.playing() {
            playing.push((student, version.number));
        }
    }
    let homes = playing
        .iter()
        .map(|(student, number)| vec![ladder.folder.version(&student.slug, *number).join("moteur")]);
    let found = alike(&homes.collect::<Vec<_>>());
    let name = |contestant: championnat::ContestantId| {
        let student = playing.get(contestant.index());
        student.map_or_else(String::new, |(student, _)| student.name.clone())
    };
    for group in found.same {
        let names = group.into_iter().map(name).collect::<Vec<_>>().join(", ");
        writeln!(out, "{}", i18n::text!("trial-same", names = names))?;
    }
    for (one, other, share) in found.similar {
        let share = i18n::percent(share, 0);
        writeln!(
            out,
            "{}",
            i18n::text!("trial-similar", one = name(one), other = name(other), share = share)
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is known of the last version, in a line.
fn last(versions: &StudentVersions) -> String {
    let Some(version) = versions.versions.last() else { return i18n::text!("ladder-no-version-yet") };
    let stage = match &version.stage {
        Stage::Compiled | Stage::Tried | Stage::Games => i18n::text!("ladder-version-tried"),
        Stage::Passed => i18n::text!("ladder-version-plays"),
        Stage::Refused(_) => i18n::text!("ladder-version-refused"),
    };
    let at = i18n::moment(version.arrived);
    let mut line = i18n::text!("ladder-last-version", number = version.number, time = at, stage = stage);
    if let Some(why) = &versions.choice.rests {
        line += &format!(" ; {}", i18n::reason(why));
    }
    line
}

/// `echelle rappels`: the addresses of those of whom nothing plays, for a mail.
pub fn reminders(args: &Named) -> Result<ExitCode> {
    let (_, folder) = beginning::existing(args)?;
    let ladder = Ladder::open(folder).in_reasons()?;
    let (mut mails, mut without) = (vec![], vec![]);
    for student in ladder.class.students.iter().filter(|student| !student.revoked) {
        if ladder.folder.student(&student.slug).in_reasons()?.playing().is_some() {
            continue;
        }
        match student.mail.as_str() {
            "" => without.push(student.name.as_str()),
            mail => mails.push(mail),
        }
    }
    writeln!(i18n::out(), "{}", sanitize(&mails.join(", ")))?;
    if !without.is_empty() {
        i18n::out::complain(&i18n::text!("ladder-no-mail", names = without.join(", ")));
    }
    Ok(ExitCode::SUCCESS)
}
