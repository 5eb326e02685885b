//! The reveal of a ranking: its organiser shows it in front of everybody, from the last place to the first.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use championnat::{ContestantId, Key, RankingLine, presentation};

use super::head::open;
use crate::app::App;
use crate::contest::Snapshot;
use crate::history::FinishedGame;
use crate::page;
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "contest/reveal.html")]
struct RevealPage<'a> {
    visit: &'a Visit,
    name: &'a str,
    called: &'a str,
    contestants: usize,
    over: bool,
    /// From last to first; empty before the end.
    places: Vec<RevealedPlace<'a>>,
    /// How many of them stand on the podium.
    on_podium: usize,
}

/// A contestant's place.
struct RevealedPlace<'a> {
    /// From 1; equals are revealed in the same step.
    step: u32,
    rank: u32,
    name: &'a str,
    /// `None` where the places are played for.
    points: Option<i64>,
    rating: Option<String>,
    /// Says something about this contestant, and nothing about places that are not revealed yet.
    sentence: String,
    /// The last rencontre of a winner, and who it was against.
    last: Option<(Key, &'a str)>,
}

impl RevealPage<'_> {
    fn steps(&self) -> u32 {
        self.places.last().map_or(0, |place| place.step)
    }

    fn listed(&self) -> &[RevealedPlace<'_>] {
        &self.places[..self.places.len() - self.on_podium]
    }

    fn podium(&self) -> &[RevealedPlace<'_>] {
        &self.places[self.places.len() - self.on_podium..]
    }
}

pub async fn show(visit: Visit, State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    if !visit.organises() {
        return page::refusal(&visit, StatusCode::FORBIDDEN, "manage-token");
    }
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let snapshot = &opened.snapshot;
    let page = RevealPage {
        visit: &visit,
        name: &opened.contest.name,
        called: opened.called(),
        contestants: snapshot.ranking.lines.len(),
        over: snapshot.over,
        places: i18n::speaking(visit.language, || places(snapshot)),
        on_podium: snapshot.podium().len(),
    };
    page::html(&visit, &page)
}

/// The ranking of a championship that is over, from last to first, in the language spoken.
fn places(snapshot: &Snapshot) -> Vec<RevealedPlace<'_>> {
    let mut places: Vec<RevealedPlace<'_>> = Vec::new();
    for line in snapshot.ranking.lines.iter().rev().filter(|_| snapshot.over) {
        let rank = line.standing.rank;
        let step = places.last().map_or(1, |place| place.step + u32::from(place.rank != rank));
        let last = games(snapshot, line).iter().rfind(|game| game.finished_ms.is_some());
        places.push(RevealedPlace {
            step,
            rank,
            name: &line.name,
            points: (line.standing.place == 0).then_some(line.standing.points),
            rating: line.rating.map(|rating| i18n::decimal(rating.value, 0)),
            sentence: sentence(snapshot, line),
            last: last.filter(|_| rank == 1).map(|game| (game.key, snapshot.regulations.name(game.opponent))),
        });
    }
    places
}

fn games<'a>(snapshot: &'a Snapshot, line: &RankingLine) -> &'a [FinishedGame] {
    snapshot.history.games.get(line.standing.contestant.index()).map_or(&[], Vec::as_slice)
}

fn sentence(snapshot: &Snapshot, line: &RankingLine) -> String {
    if let Some(departure) = snapshot.ranking.decisions.departure(&line.name) {
        return presentation::message(&departure.message());
    }
    let games = games(snapshot, line);
    let [won, drawn, lost] = games
        .iter()
        .map(|game| game.played(&snapshot.results))
        .fold([0; 3], |[won, drawn, lost], counts| [won + counts[0], drawn + counts[1], lost + counts[2]]);
    let all = won + drawn + lost;
    match [won, drawn, lost] {
        [0, 0, 0] => return i18n::text!("reveal-unplayed"),
        [_, 0, 0] => return i18n::text!("reveal-won-all", count = all),
        [_, _, 0] => return i18n::text!("reveal-unbeaten", won = won, drawn = drawn),
        _ => {}
    }
    let beats = |game: &&FinishedGame| matches!(game.played(&snapshot.results), [won, _, lost] if won > lost);
    let mut beaten: Vec<ContestantId> = games.iter().filter(beats).map(|game| game.opponent).collect();
    beaten.sort_unstable();
    beaten.dedup();
    let is_beaten = |other: &&RankingLine| beaten.binary_search(&other.standing.contestant).is_ok();
    // Best first. Of several who are still to come, naming one would tell that it is the best of them.
    let beaten: Vec<&RankingLine> = snapshot.ranking.lines.iter().filter(is_beaten).collect();
    let higher = beaten.partition_point(|other| other.standing.rank < line.standing.rank);
    match (higher, beaten.first()) {
        (1, Some(other)) => i18n::text!("reveal-beat-one", name = &other.name),
        (2.., _) => i18n::text!("reveal-beat-several", count = higher),
        (_, Some(other)) => i18n::text!("reveal-best-win", name = &other.name, rank = other.standing.rank),
        _ if won + drawn > 0 => i18n::text!("contest-counts", won = won, drawn = drawn, lost = lost),
        _ if games.iter().all(|game| game.faults(&snapshot.results).next().is_none()) => {
            i18n::text!("reveal-no-fault", count = all)
        }
        _ => i18n::text!("reveal-played", count = all),
    }
}

#[cfg(test)]
mod tests {
    use championnat::PartieResult::{BothAbsent, Disqualified, Drawn, Won};
    use championnat::Side::{Black, White};
    use championnat::{Fault, PartieResult};
    use i18n::Language::En;

    use super::*;

    /// Step, rank, name and sentence of each.
    fn revealed(
        names: &[&str],
        result: impl Fn([&str; 2]) -> Vec<PartieResult>,
    ) -> Vec<(u32, u32, String, String)> {
        let snapshot = Snapshot::played_by(names, result);
        let shown =
            |place: RevealedPlace<'_>| (place.step, place.rank, place.name.to_owned(), place.sentence);
        i18n::speaking(En, || places(&snapshot).into_iter().map(shown).collect())
    }

    /// Both games for the one who comes first in these pairs of winner and loser; drawn if there is none.
    fn by(wins: &[&str]) -> impl Fn([&str; 2]) -> Vec<PartieResult> {
        move |[white, black]| {
            let won = |one: &str, other: &str| wins.contains(&&*format!("{one}{other}"));
            vec![
                if won(white, black) {
                    Won(White)
                } else if won(black, white) {
                    Won(Black)
                } else {
                    Drawn
                };
                2
            ]
        }
    }

    fn line(step: u32, rank: u32, name: &str, sentence: &str) -> (u32, u32, String, String) {
        (step, rank, name.into(), sentence.into())
    }

    #[test]
    fn the_last_comes_first_and_equals_come_together() {
        let all = revealed(&["a", "b", "c", "d"], by(&["ab", "ac", "ad", "bd", "cd"]));
        let steps: Vec<_> = all.iter().map(|(step, rank, name, _)| (*step, *rank, name.as_str())).collect();
        assert_eq!(steps, [(1, 4, "d"), (2, 2, "c"), (2, 2, "b"), (3, 1, "a")]);
        assert_eq!(all[0].3, "Played 6 games without a fault.");
        assert_eq!(all[3].3, "Won all 6 games.");
    }

    #[test]
    fn a_sentence_tells_nothing_of_who_is_still_to_come() {
        let all = revealed(&["a", "b", "c", "d"], by(&["ab", "ac", "bc", "bd", "cd", "da"]));
        let best = |name: &str, rank: u32| format!("Best win: against {name}, ranked {rank}.");
        assert_eq!(
            all,
            [
                line(1, 4, "d", "Beat a, who is ranked higher."),
                line(2, 3, "c", &best("d", 4)),
                line(3, 2, "b", &best("c", 3)),
                line(4, 1, "a", &best("b", 2)),
            ]
        );
        // The last but one has beaten the first two: which of them is first is not told.
        let wins = ["ab", "ac", "ae", "af", "bc", "be", "bf", "cd", "ce", "cf", "da", "db", "ed", "ef", "fd"];
        let all = revealed(&["a", "b", "c", "d", "e", "f"], by(&wins));
        assert_eq!(all[1], line(2, 5, "d", "Beat 2 contestants ranked higher."));
    }

    #[test]
    fn two_are_enough() {
        let all = revealed(&["a", "b"], by(&["ba"]));
        let [last, first] =
            [line(1, 2, "a", "Played 2 games without a fault."), line(2, 1, "b", "Won all 2 games.")];
        assert_eq!(all, [last, first]);
        let faulty = revealed(&["a", "b"], |_| vec![Won(Black), Disqualified(White, Fault::Timeout)]);
        assert_eq!(faulty[0].3, "Played 2 games.");
        let level = revealed(&["a", "b"], by(&[]));
        assert!(
            level.iter().all(|(step, _, _, said)| *step == 1 && said == "Unbeaten: 0 won, 2 drawn."),
            "{level:?}"
        );
    }

    #[test]
    fn nobody_has_beaten_who_was_not_there() {
        let unplayed = |all: Vec<(u32, u32, String, String)>| {
            assert!(all.iter().all(|(_, _, _, said)| said == "Has not played a game."), "{all:?}");
            all.iter().map(|(step, ..)| *step).collect::<Vec<_>>()
        };
        assert_eq!(unplayed(revealed(&["a", "b", "c"], |_| vec![BothAbsent; 2])), [1, 1, 1]);
        // Given up: interrupted too often, without a result.
        assert_eq!(unplayed(revealed(&["a", "b", "c"], |_| Vec::new())), [1, 1, 1]);
        assert_eq!(unplayed(revealed(&["a", "b"], |_| vec![Disqualified(White, Fault::Absent); 2])), [1, 2]);
    }

    #[test]
    fn a_podium_has_room_for_few() {
        let level = Snapshot::played_by(&["a", "b", "c", "d", "e", "f", "g"], by(&[]));
        assert_eq!((level.podium().len(), places(&level).len()), (0, 7));
        let three = Snapshot::played_by(&["a", "b", "c", "d"], by(&["ab", "ac", "ad", "bc", "bd", "cd"]));
        let names: Vec<_> = three.podium().iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
    }
}
