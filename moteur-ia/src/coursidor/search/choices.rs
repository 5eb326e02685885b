//! Which moves the search tries: steps that waste little, and walls that cost the opponent more than oneself.

use std::rc::Rc;
use std::time::Instant;

use jeux::coursidor::Rows;

use super::super::configs::Config;
use super::super::detour::{Detour, MOST, Trip};
use super::super::ground::mix;
use super::super::judgement::WON;
use super::super::runner::{Runner, Stride};
use super::super::tours::FAR;
use super::{Choice, DEEPEST, LISTS, Node, Search, Try, code, packed};

impl Search<'_> {
    /// The steps to try, the best at a glance first; whether one of them, which stands alone then, wins.
    pub(super) fn steps(
        &self,
        node: &Node,
        config: &Config,
        known: u16,
        depth: i8,
        choices: &mut Vec<Choice>,
    ) -> bool {
        let (mover, other) = (node.runners[node.mover], node.runners[1 - node.mover]);
        let (_, theirs) = self.plies(node);
        let errand = &self.errands[node.mover];
        let tours = config.tours(&self.ground, &self.errands, node.mover);
        let strides = mover.strides(&self.ground, &config.fences.open, errand, other.at);
        let after = |stride: &Stride| tours.plies(stride.to, stride.last, stride.done);
        let waste = if depth == DEEPEST { 2 } else { self.weights.waste };
        let least = strides.iter().map(after).min().unwrap_or(FAR);
        for stride in strides.iter() {
            if errand.wins(stride.to, stride.done) {
                choices.clear();
                choices.push(Choice { what: Try::Pawn(*stride), score: WON });
                return true;
            }
            let left = after(stride);
            if left <= least.saturating_add(waste) {
                let left = left.saturating_add(errand.rest);
                let score = -self.weights.judge(theirs, left, &other, &mover);
                choices.push(Choice { what: Try::Pawn(*stride), score });
            }
        }
        choices.sort_by_key(|choice| std::cmp::Reverse(self.rank(choice, known, node.mover)));
        false
    }

    /// The walls to try, behind the steps; with one that is known to be good, all of them the best at a glance first.
    pub(super) fn walls(
        &mut self,
        node: &Node,
        config: &Config,
        known: u16,
        depth: i8,
        choices: &mut Vec<Choice>,
    ) {
        let (me, you) = (node.mover, 1 - node.mover);
        let (mover, other) = (node.runners[me], node.runners[you]);
        let (mine, theirs) = self.plies(node);
        let placed = Runner { walls: mover.walls - 1, ..mover };
        let most = self.weights.tried[if depth == DEEPEST { 0 } else { 1 + usize::from(depth <= 1) }];
        let theirs_longer = self.detours(node, config, you);
        let mine_longer = self.detours(node, config, me);
        let first = choices.len();
        for Detour { wall, plies } in theirs_longer.iter() {
            let own = mine_longer.iter().find(|detour| detour.wall == *wall).map_or(0, |own| own.plies);
            if *plies > own {
                let (mine, theirs) = (mine.saturating_add(own), theirs.saturating_add(*plies));
                let score = -self.weights.judge(theirs, mine, &other, &placed);
                let mut longer = [own; 2];
                longer[you] = *plies.min(&MOST);
                choices.push(Choice { what: Try::Wall(*wall, longer), score });
            }
        }
        choices[first..].sort_by_key(|choice| std::cmp::Reverse(self.rank(choice, known, me)));
        let needed = self.needed(&node.runners);
        let (board, walls) = (self.position.board(), &config.fences.walls);
        let mut kept = first;
        for place in first..choices.len() {
            let Try::Wall(wall, _) = choices[place].what else { continue };
            if kept - first < most && walls.leaves_connected(board, wall, &needed) {
                choices[kept] = choices[place];
                kept += 1;
            }
        }
        choices.truncate(kept);
        if known != 0 {
            choices.sort_by_key(|choice| std::cmp::Reverse(self.rank(choice, known, me)));
        }
    }

    /// How soon a move is searched: what is known, then what looks best, then what was best elsewhere.
    fn rank(&self, choice: &Choice, known: u16, mover: usize) -> (bool, i32, u32) {
        let code = code(choice.what);
        (code == known, choice.score, self.history[usize::from(code)][mover])
    }

    /// What must stay connected.
    fn needed(&self, runners: &[Runner]) -> Rows {
        let mut needed = *self.position.course().needed();
        for runner in runners {
            let (row, bit) = self.position.board().place(runner.at);
            needed[row] |= 1 << bit;
        }
        needed
    }

    /// The walls that lengthen a player's way.
    fn detours(&mut self, node: &Node, config: &Config, player: usize) -> Rc<[Detour]> {
        let runner = Runner { walls: 0, ..node.runners[player] };
        let key = mix(packed(&runner, player)) ^ config.fences.key ^ self.memory.errands;
        let slot = key as usize % LISTS;
        if let Some((known, list)) = &self.memory.lists[slot]
            && *known == key
        {
            return list.clone();
        }
        let begin = Instant::now();
        let trip = Trip {
            ground: &self.ground,
            fences: &config.fences,
            errand: &self.errands[player],
            tours: config.tours(&self.ground, &self.errands, player),
            near: self.weights.near,
            board: self.position.board(),
            needed: &self.needed(&[runner]),
        };
        let list = self.memory.finder.detours(&trip, runner);
        self.memory.lists[slot] = Some((key, list.clone()));
        // On large boards that takes a while: there is none begun that would end too late.
        let now = Instant::now();
        self.slowest = self.slowest.max(now - begin);
        let late = self.limits.deadline.is_some_and(|deadline| now + 2 * self.slowest >= deadline);
        self.stopped |= late || self.limits.reached();
        list
    }
}
