//! The board as a drawing: piles seen from above, each pawn shifted so that it is seen, those in hand beside the board.

use super::{Board, Cell, MAX_HEIGHT, Move};
use crate::scene::Scene;
use crate::svg::{self, Drawing, GLOW, HALO, LABEL, LAST, MARK, Marks, NAME, PIT, Path, Sides, WOOD};
use crate::{ByPlayer, Game, Player, Position, Slot, Status};

/// The side of a cell.
const SIDE: f64 = 100.0;
/// The frame about them.
const FRAME: f64 = 4.0;
/// The radius of a pawn.
const RADIUS: f64 = 29.0;
/// How much of its side is seen, about.
const THICK: f64 = 3.0;
/// How far each pawn lies above the one under it.
const STEP: f64 = 15.0;
/// Left of the board and right of it: the pawns in hand.
const HAND: f64 = 44.0;
/// Above the board and left of it: the coordinates.
const MARGIN: f64 = 26.0;

/// The board as an SVG document.
pub fn svg(board: &Board, scene: &Scene<'_>) -> String {
    let size = 3.0 * SIDE;
    let width = size + 2.0 * (HAND + MARGIN);
    let frame = match scene.plain {
        true => [-4.0, -4.0, size + 8.0, size + 8.0],
        false => [-HAND - MARGIN, -MARGIN, width, size + MARGIN + 12.0 + svg::sides_height(width)],
    };
    let mut drawing = Drawing::new(Board::NAME, frame, scene.plain);
    let wood = [-FRAME, -FRAME, size + 2.0 * FRAME, size + 2.0 * FRAME];
    drawing.under("raise", |drawing| drawing.rect(WOOD, wood, 12.0));
    let mut pits = Path::default();
    for [x, y] in Cell::all().map(corner) {
        let pit = [x + 3.0, y + 3.0, SIDE - 6.0, SIDE - 6.0];
        if scene.plain {
            pits.rect(pit)
        } else {
            pits.round(pit, 9.0)
        };
    }
    drawing.under("sink", |drawing| drawing.path(PIT, &pits));
    let last = scene.last.and_then(|text| text.parse::<Move>().ok());
    for cell in Cell::all() {
        pile(&mut drawing, board, scene, cell, last);
    }
    if let Some(mv) = last {
        mark(&mut drawing, board, mv);
    }
    if !scene.plain {
        around(&mut drawing, board, scene, width);
    }
    drawing.end()
}

/// Left and top of a cell.
fn corner(cell: Cell) -> [f64; 2] {
    [SIDE * cell.column() as f64, SIDE * cell.line() as f64]
}

/// The middle of the pawn that has so many under it.
fn middle(cell: Cell, under: u32) -> [f64; 2] {
    let [x, y] = corner(cell);
    // A pile of three fills its cell.
    let lowest = SIDE / 2.0 - THICK + STEP * f64::from(MAX_HEIGHT - 1) / 2.0;
    [x + SIDE / 2.0, y + lowest - STEP * f64::from(under)]
}

/// The middle of the top pawn, or of the place for one.
fn top(board: &Board, cell: Cell) -> [f64; 2] {
    middle(cell, board.stack(cell).height().saturating_sub(1))
}

fn pile(drawing: &mut Drawing, board: &Board, scene: &Scene<'_>, cell: Cell, last: Option<Move>) {
    let pawns: Vec<Player> = board.stack(cell).pawns().collect();
    let whole = pawns.len() == MAX_HEIGHT as usize && pawns.iter().all(|pawn| *pawn == pawns[0]);
    if whole {
        let [x, y] = corner(cell);
        drawing.rect(HALO, [x + 3.0, y + 3.0, SIDE - 6.0, SIDE - 6.0], 9.0);
        drawing.rect(LAST, [x + 3.0, y + 3.0, SIDE - 6.0, SIDE - 6.0], 9.0);
    }
    let Some(top) = pawns.len().checked_sub(1) else { return };
    drawing.shadow(middle(cell, 0), RADIUS);
    let from = last.and_then(|mv| match mv {
        // From the hand; from where it was.
        Move::Place(to) => (to == cell).then_some([0.0, -0.4 * SIDE]),
        Move::Shift { from, to } if to == cell => {
            let (before, now) = (middle(from, board.stack(from).height()), middle(cell, top as u32));
            Some([before[0] - now[0], before[1] - now[1]])
        }
        _ => None,
    });
    for (under, pawn) in pawns.into_iter().enumerate() {
        let mark = |drawing: &mut Drawing| {
            drawing.mark(Marks::Discs, scene.slot(pawn), middle(cell, under as u32), RADIUS);
        };
        match from.filter(|_| under == top) {
            Some(from) => drawing.moved(from, mark),
            None => mark(drawing),
        }
    }
}

/// The last move: a ring about the pawn, and an arrow from where it was.
fn mark(drawing: &mut Drawing, board: &Board, mv: Move) {
    let to = match mv {
        Move::Place(to) | Move::Shift { to, .. } => to,
        Move::Pass => return,
    };
    if board.stack(to).top().is_none() {
        return;
    }
    drawing.circle(LAST, top(board, to), RADIUS);
    if let Move::Shift { from, .. } = mv {
        let [x, y] = middle(from, board.stack(from).height());
        let mut arrow = Path::default();
        arrow.arrow([x, y], top(board, to), [0.0, RADIUS + 2.0], 11.0);
        drawing.path(LAST, &arrow);
        drawing.circle(MARK, [x, y], 5.0);
    }
}

/// Coordinates, pawns in hand, names, and what can be touched.
fn around(drawing: &mut Drawing, board: &Board, scene: &Scene<'_>, width: f64) {
    drawing.texts(LABEL, 14.0, |drawing| {
        for (place, column) in ["A", "B", "C"].into_iter().enumerate() {
            let middle = SIDE * (place as f64 + 0.5);
            drawing.text([middle, -10.0], "", column);
            drawing.text([-15.0, middle + 5.0], "", &(place + 1).to_string());
        }
    });
    let hand = |player: Player| match scene.slot(player) {
        Slot::Zero => -MARGIN - HAND / 2.0,
        Slot::One => 3.0 * SIDE + MARGIN + HAND / 2.0,
    };
    for player in Player::ALL {
        for pawn in 0..board.in_hand(player) {
            let y = 3.0 * SIDE - 18.0 - 37.0 * f64::from(pawn);
            drawing.mark(Marks::Discs, scene.slot(player), [hand(player), y], 15.0);
        }
    }
    let turn = (board.status() == Status::Ongoing).then(|| board.to_move());
    let left = -HAND - MARGIN;
    let sides = Sides { marks: Marks::Discs, turn, figures: ByPlayer::default(), room: 0.0 };
    drawing.sides(scene, &sides, [left + 4.0, 3.0 * SIDE + 10.0, width - 12.0]);
    let moves = board.moves();
    if moves.contains(&Move::Pass) {
        let x = hand(board.to_move());
        drawing.rect(GLOW, [x - 24.0, 130.0, 48.0, 40.0], 8.0);
        drawing.texts(NAME, 14.0, |drawing| drawing.text([x, 155.0], "", &Move::Pass.to_string()));
        drawing.touch(|drawing| drawing.touch_rect(Move::Pass, [x - 24.0, 130.0, 48.0, 40.0]));
        return;
    }
    drawing.touch(|drawing| {
        let touched = |cell: &Cell| {
            moves.iter().any(|mv| match mv {
                Move::Place(to) => to == cell,
                Move::Shift { from, to } => from == cell || to == cell,
                Move::Pass => false,
            })
        };
        for cell in Cell::all().filter(touched) {
            let [x, y] = corner(cell);
            drawing.touch_rect(cell, [x, y, SIDE, SIDE]);
        }
    });
}

/// What is touched to make a move: the cell; departure and arrival; the word.
pub fn touches(mv: Move) -> Vec<String> {
    match mv {
        Move::Place(cell) => vec![cell.to_string()],
        Move::Shift { from, to } => vec![from.to_string(), to.to_string()],
        Move::Pass => vec![Move::Pass.to_string()],
    }
}
