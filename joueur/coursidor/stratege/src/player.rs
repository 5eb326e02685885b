//! The game as this player sees it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use jeux::coursidor::{Coursidor, Edge, Move};
use jeux::{Player as Side, Position};
use moteur_ia::adapter::{Engine, Limits};
use moteur_ia::coursidor::{Options, Stratege};
use protocol::coursidor::{Given, MoveType, RawGraph, RawMove, SchoolMove};

use crate::atlas::Atlas;
use crate::raw::Owned;

/// A player in a game.
pub struct Player {
    me: Side,
    position: Coursidor,
    atlas: Atlas,
    brain: Brain,
    thinking: Duration,
    /// Freed with the game.
    _graph: Owned,
}

/// The engine, whose reference counts are not atomic.
struct Brain(Stratege);

#[expect(unsafe_code, reason = "Rc")]
// SAFETY: all its references to what it remembers lie within it, and it is behind a lock: whoever calls has all of them.
unsafe impl Send for Brain {}

impl Player {
    /// The player of this number on this graph, which it now owns; `None` if the graph is unknown.
    pub fn new(id: u32, graph: *mut RawGraph<u32>, thinking: Duration) -> Option<Self> {
        let graph = Owned::new(graph);
        let (atlas, course) = Atlas::new(&graph.read()?)?;
        let me = if id == 0 { Side::First } else { Side::Second };
        let brain = Brain(Stratege::new(Options::default()));
        Some(Player { me, position: Coursidor::new(course), atlas, brain, thinking, _graph: graph })
    }

    /// Our move after the opponent's.
    pub fn play(&mut self, previous: SchoolMove) -> SchoolMove {
        let given = previous.given();
        if !matches!(given.kind, MoveType::Other(_)) {
            // If the server accepts a move that our rules refuse, go on with what we know.
            let _ = self.ours(given.of(!self.me)).map(|mv| self.position.play(mv));
        }
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop }.within(self.thinking);
        let Some(mv) = self.brain.0.choose(&self.position, &limits) else { return SchoolMove::NONE };
        // It was chosen among legal moves.
        let _ = self.position.play(mv);
        SchoolMove::saying(&Given::by(self.me, self.theirs(mv)))
    }

    /// A move in our numbers.
    fn ours(&self, mv: Move) -> Option<Move> {
        let vertex = |number: u32| self.atlas.ours(number).map(u32::from);
        let edge = |edge: Edge| Some(Edge { from: vertex(edge.from)?, to: vertex(edge.to)? });
        Some(match mv {
            Move::Pawn(to) => Move::Pawn(vertex(to)?),
            Move::Wall([one, other]) => Move::Wall([edge(one)?, edge(other)?]),
            wrong => wrong,
        })
    }

    fn theirs(&self, mv: Move) -> Move {
        let vertex = |number: u32| self.atlas.theirs(number);
        match mv {
            Move::Pawn(to) => Move::Pawn(vertex(to)),
            Move::Wall(edges) => {
                Move::Wall(edges.map(|edge| Edge { from: vertex(edge.from), to: vertex(edge.to) }))
            }
            wrong => wrong,
        }
    }
}
