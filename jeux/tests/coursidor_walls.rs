//! Which moves of Coursidor are legal: walls against a plain search, properties of random games.

use std::collections::{BTreeSet, HashSet};

use jeux::coursidor::{Board, Course, Coursidor, Direction, Edge, Illegal, Move, Shape, Vertex, Wall};
use jeux::{Player, Position, Status};
use proptest::prelude::*;

/// Whether all these vertices are connected, by a plain search over the open edges but two.
fn connected(position: &Coursidor, wall: Wall) -> bool {
    let board = position.board();
    let closed: Vec<[Vertex; 2]> = wall
        .directions()
        .map(|direction| [wall.at, board.neighbour(wall.at, direction).expect("an edge")])
        .to_vec();
    let mut seen = BTreeSet::from([0]);
    let mut stack = vec![0];
    while let Some(here) = stack.pop() {
        for direction in Direction::ALL {
            let Some(next) = board.neighbour(here, direction) else { continue };
            let shut = closed.contains(&[here, next]) || closed.contains(&[next, here]);
            if position.walls().is_open(here, direction) && !shut && seen.insert(next) {
                stack.push(next);
            }
        }
    }
    let pawns = Player::ALL.map(|player| position.pawn(player));
    let needed = position.course().objectives().iter().chain(&pawns).copied();
    needed.chain([board.opposite(0)]).all(|vertex| seen.contains(&vertex))
}

/// Every wall that there is room for, by the edges.
fn walls(position: &Coursidor) -> Vec<Wall> {
    let board = position.board();
    let all = board.vertices().flat_map(|at| Direction::ALL.map(|from| Wall { at, from }));
    let open = |wall: &Wall, direction| {
        board.neighbour(wall.at, direction).is_some() && position.walls().is_open(wall.at, direction)
    };
    all.filter(|wall| wall.directions().into_iter().all(|direction| open(wall, direction))).collect()
}

/// The move in the half-turn that exchanges the players.
fn turned(board: &Board, mv: Move) -> Move {
    let turn = |vertex: u32| u32::from(board.opposite(vertex as Vertex));
    match mv {
        Move::Pawn(to) => Move::Pawn(turn(to)),
        Move::Wall(edges) => Move::Wall(edges.map(|edge| Edge { from: turn(edge.from), to: turn(edge.to) })),
        wrong => wrong,
    }
}

/// The same whichever edge of a wall comes first.
fn listed(moves: Vec<Move>) -> BTreeSet<String> {
    let sorted = |mv| match mv {
        Move::Wall(mut edges) => {
            edges.sort_by_key(|edge| edge.to);
            Move::Wall(edges)
        }
        pawn => pawn,
    };
    moves.into_iter().map(|mv| sorted(mv).to_string()).collect()
}

fn boards() -> impl Strategy<Value = (Shape, usize)> {
    prop_oneof![
        (2..6_usize).prop_map(|size| (Shape::T, size)),
        (3..7_usize).prop_map(|size| (Shape::C, size)),
        (2..4_usize).prop_map(|third| (Shape::H, 3 * third)),
    ]
}

/// The course of a seed, with as many objectives as asked for, or one pair.
fn drawn(shape: Shape, size: usize, count: usize, seed: u64) -> Course {
    let board = || Board::new(shape, size).expect("a board");
    Course::draw(board(), count, 300, seed).or_else(|_| Course::draw(board(), 2, 300, seed)).expect("a pair")
}

/// Plays walls, or steps of pawns where it is said so, and holds every `sample`th wall against the plain search at every ply. The
/// number of walls that would have cut something off.
fn walls_are_searched(mut position: Coursidor, moves: &[(bool, usize)], sample: usize) -> usize {
    let mut cuts = 0;
    for (ply, (pawn, index)) in moves.iter().enumerate() {
        if position.ending().is_some() {
            break;
        }
        let legal: Vec<Wall> = position.legal_walls().collect();
        let names: HashSet<Wall> = legal.iter().copied().collect();
        let room = walls(&position);
        for wall in room.iter().skip(ply % sample).step_by(sample) {
            let Move::Wall([one, other]) = position.placing(*wall) else { unreachable!() };
            let left = position.walls_left(position.to_move()) > 0;
            let allowed = left && connected(&position, *wall);
            assert_eq!(names.contains(wall), allowed, "{wall:?}\n{position}");
            for edges in [[one, other], [other, one]] {
                assert_eq!(position.wall_on(edges).is_ok(), allowed);
            }
            cuts += usize::from(left && !allowed);
        }
        let room: HashSet<Wall> = room.into_iter().collect();
        assert!(names.is_subset(&room) && names.len() == legal.len());
        let steps = position.steps();
        assert!(!steps.is_empty(), "a pawn can always move");
        let mv = match legal.is_empty() || *pawn {
            true => Move::Pawn(steps[index % steps.len()].to.into()),
            false => position.placing(legal[index % legal.len()]),
        };
        position.play(mv).expect("a legal move");
    }
    cuts
}

#[test]
fn walls_are_legal_on_large_boards_where_a_plain_search_says_so() {
    for (shape, size) in [(Shape::T, Board::LARGEST), (Shape::C, Board::LARGEST), (Shape::H, 30)] {
        let moves: Vec<(bool, usize)> = (0..40).map(|ply| (ply % 5 == 4, ply * 7919)).collect();
        walls_are_searched(Coursidor::new(drawn(shape, size, 6, 1)), &moves, 199);
    }
}

#[test]
fn many_walls_of_narrow_boards_cut_something_off() {
    let moves: Vec<(bool, usize)> = (0..60).map(|ply| (ply % 7 == 6, ply * 104_729)).collect();
    let cuts = [(Shape::C, 5), (Shape::H, 6), (Shape::T, 5)]
        .map(|(shape, size)| walls_are_searched(Coursidor::new(drawn(shape, size, 4, 2)), &moves, 1));
    assert!(cuts.iter().all(|cuts| *cuts > 20), "{cuts:?}");
}

/// Whoever answers every move by its mirror keeps the position as it was but for the half-turn: so walls are legal with theirs.
#[test]
fn the_half_turn_exchanges_the_players() {
    for (shape, size, seed) in [(Shape::T, 5, 1), (Shape::C, 5, 2), (Shape::H, 6, 3), (Shape::T, 4, 4)] {
        let mut position = Coursidor::new(drawn(shape, size, 4, seed));
        let board = position.board().clone();
        let mut mirrored = 0;
        for ply in 0..30_usize {
            let [first, second] = Player::ALL;
            assert_eq!(position.pawn(second), board.opposite(position.pawn(first)));
            let legal: Vec<Move> = position.legal_walls().map(|wall| position.placing(wall)).collect();
            let turned_walls = legal.iter().map(|mv| turned(&board, *mv)).collect();
            assert_eq!(listed(legal), listed(turned_walls));
            let answered = |mv: &Move| {
                let mut next = position.clone();
                let both = next.play(*mv).and_then(|_| next.play(turned(&board, *mv)));
                both.is_ok_and(|status| status == Status::Ongoing).then_some(next)
            };
            let moves = position.legal_moves();
            let next = (0..moves.len()).find_map(|more| answered(&moves[(ply * 7919 + more) % moves.len()]));
            let Some(next) = next else { break };
            let done = |player| {
                let missing =
                    next.missing(player).map(|at| if player == first { at } else { board.opposite(at) });
                missing.collect::<BTreeSet<Vertex>>()
            };
            assert_eq!(done(first), done(second));
            position = next;
            mirrored += 1;
        }
        assert!(mirrored > 10, "{mirrored}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// In random games full of walls, those are legal that a plain search allows.
    #[test]
    fn walls_are_legal_where_a_plain_search_says_so(
        (shape, size) in boards(),
        count in 1..8_usize,
        seed in any::<u64>(),
        moves in proptest::collection::vec((any::<bool>(), any::<u16>().prop_map(usize::from)), 1..40),
    ) {
        walls_are_searched(Coursidor::new(drawn(shape, size, count, seed)), &moves, if size > 4 { 5 } else { 1 });
    }

    /// What is listed is legal and nothing else is; it reads back.
    #[test]
    fn moves_are_legal_if_they_are_listed(
        (shape, size) in prop_oneof![
            (2..5_usize).prop_map(|size| (Shape::T, size)), Just((Shape::C, 4)), Just((Shape::H, 6))
        ],
        count in 1..6_usize,
        seed in any::<u64>(),
        moves in proptest::collection::vec(any::<prop::sample::Index>(), 1..25),
        tried in proptest::collection::vec((0..90_u32, 0..90_u32, 0..90_u32), 30),
    ) {
        let mut position = Coursidor::new(drawn(shape, size, count, seed));
        for index in moves {
            let legal = position.legal_moves();
            if position.ending().is_some() {
                prop_assert!(legal.is_empty());
                prop_assert_eq!(position.play(Move::Pawn(1)), Err(Illegal::GameOver));
                break;
            }
            let names = listed(legal.clone());
            prop_assert_eq!(names.len(), legal.len());
            let board = position.board();
            let pawns = (0..board.len() as u32 + 3).map(Move::Pawn);
            let wild = tried.iter().map(|(from, one, other)| {
                Move::Wall([Edge { from: *from, to: *one }, Edge { from: *from, to: *other }])
            });
            let around = walls(&position).into_iter().map(|wall| position.placing(wall));
            for mv in legal.iter().copied().chain(pawns).chain(wild).chain(around) {
                let text = mv.to_string();
                prop_assert!(!text.contains([',', '>']));
                prop_assert_eq!(position.parse_move(&text), Ok(mv));
                let mut next = position.clone();
                let known = names.contains(listed(vec![mv]).first().expect("one"));
                prop_assert_eq!(next.play(mv).is_ok(), known, "{}", text);
                if !known {
                    prop_assert_eq!(&next, &position);
                }
            }
            position.play(legal[index.index(legal.len())]).expect("listed");
        }
    }
}
