//! Who of the network contestants is there before a championship begins.

use askama::Template;
use championnat::Attendance;

use crate::contest::{ContestData, Snapshot};

#[derive(Template)]
#[template(path = "contest/presence.html")]
struct Presence {
    base: String,
    people: Vec<PresentContestant>,
    /// There is no result yet, so that nobody misses the ranking.
    alone: bool,
}

struct PresentContestant {
    id: Option<usize>,
    name: String,
    there: bool,
}

/// The names as HTML, those who are missing first; nothing once it has begun.
pub fn html(contest: &ContestData, snapshot: &Snapshot) -> String {
    let network = contest.gathering().map(|gathering| gathering.network).unwrap_or_default();
    if network.is_empty() {
        return String::new();
    }
    let contestants = &snapshot.regulations.contestants;
    let one = |name: String, there| PresentContestant {
        id: contestants.iter().position(|contestant| *contestant == name),
        name,
        there,
    };
    let mut people: Vec<_> =
        network.into_iter().map(|guest| one(guest.name, guest.attendance != Attendance::Absent)).collect();
    people.sort_by_key(|one| one.there);
    let presence =
        Presence { base: format!("/championnat/{}", contest.name), people, alone: snapshot.played() == 0 };
    presence.render().unwrap_or_default()
}
