//! A championship of a person against engines (the subject, section 8): so many games against each.
//!
//! * `plan`: what is to be played. `store`: what has been played, on disk. `standing`: how it stands.
//!
//! Games are played round by round, one against each engine. Whatever ends the program, the same command goes on at the move where
//! it was: finished games are records, the game under way is kept after every move.

mod plan;
mod standing;
mod store;

use std::process::ExitCode;

use anyhow::{Result, bail};
use arbitre::engine::Places;
use arbitre::seat::Fault;
use confine::Policy;

use crate::face::Face;
use crate::options::Options;
use crate::said;
use crate::setting::{self, LEFT, sentence};
use crate::sitting::{Ended, Sitting};
use crate::written::{self, Writing};
use plan::{Game, Plan};
use standing::Standing;
use store::{Store, UnderWay};

/// Plays it, from where it is, until it is over (exit code 0) or somebody leaves ([`LEFT`]).
///
/// # Errors
/// It was begun in another way, or its folder cannot be used; an engine that cannot be started.
pub fn run(
    options: &Options,
    games: u32,
    places: &Places,
    face: &mut dyn FnMut() -> Result<Box<dyn Face>>,
) -> Result<ExitCode> {
    if options.names.len() > 1 {
        bail!(words::text!("couleurs-too-many-names", names = options.names.len(), people = 1));
    }
    let (store, plan) = Store::open(options, games, places)?;
    let mut standing = Standing::new(&plan);
    let mut left = Vec::new();
    for game in plan.games() {
        match store.finished(&plan, &game)? {
            Some(record) => standing.add(&game, &record),
            None => left.push(game),
        }
    }
    let policy = options.policy()?;
    let mut under_way = store.under_way();
    let mut face = face()?;
    for (index, game) in left.iter().enumerate() {
        let begun = under_way.take().filter(|begun| begun.key == game.key());
        let more = index + 1 < left.len();
        if !play(face.as_mut(), &store, &plan, game, begun, &mut standing, (places, &policy, more))? {
            face.close(&standing.text());
            return Ok(ExitCode::from(LEFT));
        }
    }
    face.close(&standing.text());
    Ok(ExitCode::SUCCESS)
}

/// One game; gives whether to go on.
fn play(
    face: &mut dyn Face,
    store: &Store,
    plan: &Plan,
    game: &Game,
    begun: Option<UnderWay>,
    standing: &mut Standing,
    (places, policy, more): (&Places, &Policy, bool),
) -> Result<bool> {
    let players = setting::seated(plan.players(game), places, policy)?;
    let mut sitting = Sitting::new(plan.setup(game)?, players, plan.time())?;
    let now = jiff::Timestamp::now();
    let key = game.key();
    let started = begun.as_ref().map_or(now, |begun| begun.started);
    sitting.game.table.replay(begun.as_ref().map_or(&[], |begun| &begun.line));
    let moves = sitting.game.table.line().len();
    let title = words::text!(
        "couleurs-contest-game",
        number = game.round + 1,
        games = plan.games,
        engine = plan.engine(game),
        moves = moves
    );
    sitting.game.title = format!("{title}\n{}", standing.line(game.engine));
    face.open(&sitting.game)?;
    let ended = sitting.play(face, &mut |table| {
        store.keep(&UnderWay { key: key.clone(), started, line: table.line().to_vec() })
    })?;
    match &ended {
        Ended::Left => return Ok(false),
        // Nobody is charged with it: it is played again.
        Ended::Fault(Fault::Interrupted(why)) => {
            face.close("");
            return Err(sentence(why));
        }
        Ended::Played | Ended::Fault(_) => {}
    }
    let id = plan.id(game);
    let writing = Writing { id: &id, scheduled: Some(&key), folder: Some(store.folder()), started };
    let written = written::write(&sitting, &ended, &writing)?;
    standing.add(game, &written.record);
    let text = format!("{}\n\n{}", said::end(&sitting.game, &written.record), standing.text());
    sitting.game.title = title;
    Ok(face.over(&sitting.game, &text, more))
}
