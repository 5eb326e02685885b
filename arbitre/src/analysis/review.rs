//! What the analyses of a record say of its moves and players.

use protocol::analysis::{Analysis, Blunder, Marks, Value};
use protocol::verdict::Validity;

use crate::record::{PartyRecord, Record};

/// What there is to say of the moves and players of a record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// For each game, what there is to say of each of its moves; `None` for a move that was illegal, or that nobody has analysed.
    pub parties: Vec<Vec<Option<Reviewed>>>,
    /// The marks of the players, by slot: as `rejoue --notes` gives them. Without a move where no values are known.
    pub players: [Marks; 2],
}

/// What there is to say of a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reviewed {
    /// What the position was worth to the mover, where that is known.
    pub before: Option<Value>,
    /// What the move has left of it.
    pub after: Option<Value>,
    /// What it has given away, where values are known.
    pub blunder: Option<Blunder>,
    /// What should have been played instead, the best first: after a blunder all that would have given nothing away, and where there
    /// is only an opinion, what the engine prefers to this move. Empty where there is nothing to say against the move.
    pub should: Vec<String>,
    /// How much worse the move is than the best one, as the engine thinks, in the unit of its opinion.
    pub cost: Option<f64>,
}

/// What the analyses of all positions of each game ([`super::Analyst::record`]) say of the moves of a record.
pub fn review(record: &Record, analyses: &[Vec<Analysis>]) -> Review {
    let mut review = Review::default();
    let games =
        record.parties.iter().zip(analyses.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..])));
    for (party, analyses) in games {
        review.parties.push(moves(party, analyses, &mut review.players));
    }
    review
}

fn moves(party: &PartyRecord, analyses: &[Analysis], players: &mut [Marks; 2]) -> Vec<Option<Reviewed>> {
    let mut positions = analyses.windows(2);
    let of_move = |mv: &crate::record::MoveRecord| {
        let [before, after] = (mv.verdict == Validity::Valid).then(|| positions.next()).flatten()? else {
            return None;
        };
        Some(reviewed(before, after, &mut players[mv.player]))
    };
    party.moves.iter().map(of_move).collect()
}

/// What there is to say of the move from one position to the next; it is counted in the marks of its player.
fn reviewed(before: &Analysis, after: &Analysis, marks: &mut Marks) -> Reviewed {
    let played = before.played.as_deref();
    let mut reviewed = Reviewed { before: before.value, ..Reviewed::default() };
    if let (Some(value), Some(left)) = (before.value, after.value) {
        // Who moves twice in a row keeps what is his.
        let left = if after.mover.is_some() && after.mover == before.mover { left } else { left.of_move() };
        let gives_away = |other: Value| other.result() != value.result();
        let tested = before.moves.iter().filter_map(|valued| valued.value).any(gives_away);
        reviewed.after = Some(left);
        reviewed.blunder = marks.count(value, left, tested);
        if reviewed.blunder.is_some() {
            let keeps =
                before.moves.iter().filter(|valued| valued.value.is_some_and(|other| !gives_away(other)));
            reviewed.should = keeps.map(|valued| valued.text.clone()).collect();
        }
    } else if before.opinion.is_some()
        && played.is_some_and(|played| before.best.iter().all(|best| best != played))
    {
        reviewed.should = before.best.clone();
        let score = |text: &str| before.moves.iter().find(|valued| valued.text == text)?.score;
        let costs = |best: &String| Some((score(best)? - score(played?)?).max(0.0));
        reviewed.cost = before.best.first().and_then(costs);
    }
    reviewed
}
