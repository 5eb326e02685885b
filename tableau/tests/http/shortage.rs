//! A system that has no room, descriptors, processes or memory left: the cause is said, no game of the pages is lost, and the
//! pages go on.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use nix::sys::signal::Signal;
use testing::championship::records;
use testing::refusals::{self, Refusals, Refused, Resource};
use testing::until;

use crate::common::Tableau;
use crate::seat::{Seat, Turn};

const FORM: &str = "jeu=morpion&moteur=glouton";

/// Plays a game on the pages to its end, or until the cause is said why not; what the program has said, and the page.
fn play(refusals: &Refusals, refused: Option<Refused>, folder: &Path) -> (String, String) {
    let said_in = folder.join("dit");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tableau"));
    refusals.below(&mut command, refused).stderr(File::create(&said_in).expect("a file"));
    let said = || fs::read_to_string(&said_in).expect("what was said");
    let lasts = refused.is_some_and(|refused| refused.count == u64::MAX);
    let is_cause = |text: &str| refused.is_some_and(|refused| refused.of.is_said(text));
    let mut page = String::new();
    let process = match Tableau::try_start_by(command, folder, &[]) {
        Err(process) => process,
        Ok(tableau) => {
            let mut seat: Option<String> = None;
            let over = testing::happens(|| {
                let answer = match &seat {
                    None => tableau.try_post("/jouer", &tableau.player, FORM),
                    Some(seat) => tableau.try_ask("GET", seat, &[], ""),
                };
                // A moment later it answers.
                let Ok(answer) = answer else { return lasts && is_cause(&said()) };
                if answer.status == 303 {
                    seat = answer.header("location").map(str::to_owned);
                    return false;
                }
                page = answer.body;
                let form = |action: &str, form: &str| {
                    let path = format!("{}/{action}", seat.as_deref().unwrap_or_default());
                    tableau.try_post(&path, &tableau.player, form).ok();
                };
                match Turn::of(&page) {
                    Some(Turn::Mine(after, moves)) => form("coup", &format!("n={after}&coup={}", moves[0])),
                    Some(Turn::Next) => form("suivante", ""),
                    Some(Turn::Over) => return true,
                    None => return is_cause(&page) || is_cause(&said()),
                }
                false
            });
            assert!(over, "the game has no end: {}\n{page}", said());
            if refused.is_none_or(|refused| refused.of == Resource::Room) && !lasts && seat.is_some() {
                until("the game is kept", || records(&folder.join("parties")).len() == 1 || is_cause(&page));
            }
            tableau.end()
        }
    };
    process.signal(Signal::SIGTERM);
    let (status, said) = (process.end().status, said());
    let in_order = refused.map_or(status.success(), |refused| refused.allows(status, &said));
    assert!(in_order, "{status}: {said}");
    (said, page)
}

#[test]
fn pages_that_are_refused_something_lose_no_game() {
    let refusals = Refusals::default();
    let folder = tempfile::tempdir().expect("a folder");
    let (said, page) = play(&refusals, None, folder.path());
    assert_eq!(records(&folder.path().join("parties")).len(), 1, "{said}\n{page}");
    refusals::each("pages", refusals.counted(), 9, |refused| {
        // Without a descriptor for a connection they answer nobody.
        let most = if refused.of == Resource::Descriptors { 50 } else { u64::MAX };
        let refused = Refused { count: refused.count.min(most), ..refused };
        let folder = tempfile::tempdir().expect("a folder");
        let kept = folder.path().join("parties");
        let (said, page) = play(&refusals, Some(refused), folder.path());
        assert!(
            !records(&kept).is_empty() || refused.of.is_said(&said) || refused.of.is_said(&page),
            "no record, and no cause: {said}\n{page}"
        );
        let tableau = Tableau::start(folder.path(), &[]);
        let mut seat = Seat::begin(&tableau, FORM);
        seat.play_on(|_, moves| moves[0].clone());
        assert!(kept.join(format!("{}.json", seat.record())).is_file(), "{said}");
    });
}
