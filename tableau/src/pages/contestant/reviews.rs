//! Accuracy of contestants in solved games: computed on request, one at a time, and cached.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arbitre::analysis::{Analyst, Blunder, Marks, review};
use arbitre::engine::InstallPaths;
use arbitre::record::Record;
use championnat::Key;
use confine::Level;
use jeux::Reason;

use crate::contest::ContestData;

/// The rencontres reviewed, latest first, and the time after which no further one is begun.
const MOST: usize = 40;
const BOUND: Duration = Duration::from_secs(60);
/// Cached reviews.
const KEPT: usize = 500;
/// Blunders listed.
const BLUNDERS: usize = 20;

/// A contestant with a number of results; a new result needs a new review.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Subject {
    pub contest: String,
    pub name: String,
    /// How many rencontres it has finished.
    pub games: usize,
}

/// A move that gave something away.
#[derive(Clone, PartialEq, Debug)]
pub struct Thrown {
    pub key: Key,
    /// Its PARTIE by name, such as `aller`.
    pub partie: String,
    /// The move of the PARTIE, from 1.
    pub ply: usize,
    /// The opponent.
    pub opponent: String,
    pub text: String,
    /// What it gave away.
    pub blunder: Blunder,
    pub should: Vec<String>,
}

/// The result of a review.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    pub marks: Marks,
    /// What was given away: wins first, latest first; 20 moves at most.
    pub thrown: Vec<Thrown>,
    /// The rencontres reviewed, the latest ones.
    pub records: usize,
}

#[derive(Clone, Debug)]
pub enum ReviewAnswer {
    /// It is being computed.
    Working,
    /// Another one is being computed.
    Busy,
    Found(Arc<Review>),
    Failed(Reason),
}

/// Finished reviews, and the one in progress.
#[derive(Default)]
pub struct Reviews(Mutex<ReviewCache>);

#[derive(Default)]
struct ReviewCache {
    known: HashMap<Subject, Result<Arc<Review>, Reason>>,
    working: Option<Subject>,
}

impl Reviews {
    /// The cached review; otherwise starts one from the last 40 of these rencontres, for a minute
    /// at most, on a thread of its own.
    pub fn ask(
        self: &Arc<Self>,
        subject: &Subject,
        contest: &Arc<ContestData>,
        keys: Vec<Key>,
    ) -> ReviewAnswer {
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (shelf.known.get(subject), &shelf.working) {
            (Some(Ok(found)), _) => return ReviewAnswer::Found(found.clone()),
            (Some(Err(why)), _) => return ReviewAnswer::Failed(why.clone()),
            (None, Some(working)) if working == subject => return ReviewAnswer::Working,
            (None, Some(_)) => return ReviewAnswer::Busy,
            (None, None) => {}
        }
        let (reviews, contest, own) = (self.clone(), contest.clone(), subject.clone());
        let working = move || {
            // After a panic, too, the next one can start.
            let done = catch_unwind(AssertUnwindSafe(|| work(&contest, &own.name, &keys)));
            let done = done.unwrap_or_else(|_| Err(Reason::new("analysis-strange")));
            let mut shelf = reviews.0.lock().unwrap_or_else(PoisonError::into_inner);
            if shelf.known.len() >= KEPT {
                shelf.known.clear();
            }
            shelf.known.insert(own, done.map(Arc::new));
            shelf.working = None;
        };
        match thread::Builder::new().name("review".into()).spawn(working) {
            Ok(_) => {
                shelf.working = Some(subject.clone());
                ReviewAnswer::Working
            }
            Err(error) => ReviewAnswer::Failed(Reason::os(&error)),
        }
    }
}

fn work(contest: &ContestData, name: &str, keys: &[Key]) -> Result<Review, Reason> {
    let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
    let mut analyst = Analyst::new(places, Level::Ordinary, None);
    let mut found = Review::default();
    let began = Instant::now();
    for key in keys.iter().rev().take(MOST) {
        if began.elapsed() > BOUND {
            break;
        }
        let Ok(Some(json)) = contest.ask(|archive| archive.record(*key)) else { continue };
        let Ok(record) = Record::from_json(&json) else { continue };
        let Some(me) = record.slot_of(name) else { continue };
        let analyses = analyst.record(&record, Duration::ZERO)?;
        let review = review(&record, &analyses);
        found.marks.add(&review.players[me]);
        found.records += 1;
        for (partie, reviewed) in record.parties.iter().zip(&review.parties) {
            for (at, (mv, reviewed)) in partie.moves.iter().zip(reviewed).enumerate() {
                let Some(reviewed) = reviewed.as_ref().filter(|_| mv.player == me) else { continue };
                let Some(blunder) = reviewed.blunder else { continue };
                found.thrown.push(Thrown {
                    key: *key,
                    partie: partie.name.clone(),
                    ply: at + 1,
                    opponent: record.players[me.other()].name.clone(),
                    text: mv.text.clone(),
                    blunder,
                    should: reviewed.should.clone(),
                });
            }
        }
    }
    found.thrown.sort_by_key(|thrown| thrown.blunder == Blunder::Draw);
    found.thrown.truncate(BLUNDERS);
    Ok(found)
}
