//! The table agrees with itself: every byte is what the successors say.
//!
//! The sweep looks forward from every position, while [`super::solve`] worked the movement phase backwards.

use std::sync::Mutex;

use jeux::colonnes::{Board, MAX_PLIES};

use super::{
    Table,
    index::{Class, Index, MAX_PAWNS},
    links::Link,
    solve::{DRAW, Limit, Merit},
    workers,
};

/// A position whose byte is not what its successors say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the position {board:?} has the byte {found}, its successors say {expected}")]
pub struct Mismatch {
    /// The position.
    pub board: Board,
    /// The byte in the table.
    pub found: u8,
    /// The byte that follows from those of the successors.
    pub expected: u8,
}

/// Compares every position with its successors; `limit` as the table was computed.
pub fn verify(table: &Table, limit: Limit) -> Result<(), Mismatch> {
    let index = table.index();
    let first: Mutex<Option<(usize, u8)>> = Mutex::new(None);
    workers::for_each(index.classes().iter(), |class| {
        let start = class.start as usize;
        let expected = expected(index, table.bytes(), class, limit);
        let found = &table.bytes()[start..];
        let mismatch = expected.iter().zip(found).position(|(expected, found)| expected != found);
        if let (Some(rank), Ok(mut first)) = (mismatch, first.lock()) {
            let new = (start + rank, expected[rank]);
            *first = Some(first.map_or(new, |old| old.min(new)));
        }
    });
    // The lock is poisoned only when a worker has panicked, and that has passed through already.
    let mismatch = first.into_inner().ok().flatten().and_then(|(number, expected)| {
        Some(Mismatch { board: index.board(number)?, found: table.bytes()[number], expected })
    });
    mismatch.map_or(Ok(()), Err)
}

/// The bytes of a class as they follow from the bytes of the positions after one move.
fn expected(index: &Index, bytes: &[u8], class: &Class, limit: Limit) -> Vec<u8> {
    let patterns = index.set(class).patterns();
    let longest = match limit {
        Limit::None => u32::from(u8::MAX),
        Limit::FortyPlies => MAX_PLIES - class.pawns() as u32,
    };
    let links: Vec<_> = Link::all(index, class)
        .into_iter()
        .map(|link| {
            let target = &index.classes()[usize::from(link.target)];
            (link.forward(), merits(index, bytes, target), link)
        })
        .collect();
    let pass = merits(index, bytes, class);
    let value = |pattern: u16| {
        let mut best = None;
        for (forward, merit, link) in &links {
            if pattern & link.mover != link.mover {
                continue;
            }
            if link.three.is_some_and(|three| pattern & three == three) {
                return 1;
            }
            best = best.max(merit(forward.apply(pattern)));
        }
        if best.is_none() && class.pawns() == MAX_PAWNS {
            best = pass(!pattern);
        }
        best.map_or(DRAW, Merit::value_before)
    };
    let limited = |byte| if u32::from(byte) > longest { DRAW } else { byte };
    patterns.iter().map(|&pattern| limited(value(pattern))).collect()
}

/// The merits of moving to the positions of this class, unless there is a three.
fn merits<'a>(index: &'a Index, bytes: &'a [u8], class: &Class) -> impl Fn(u16) -> Option<Merit> {
    let set = index.set(class);
    let values = &bytes[class.start as usize..][..set.patterns().len()];
    let ranks = set.ranks();
    move |pattern| values.get(ranks.of(pattern)).copied().map(Merit::of)
}
