//! Minimum-cost perfect matching in a complete graph: Edmonds' blossom algorithm, in O(n³).
//!
//! A *node* is a vertex or a blossom; a blossom is an odd cycle of nodes, and is treated as one
//! vertex until it is expanded again. An *outermost* node is in no blossom. Each stage grows
//! alternating trees from all unmatched nodes: the roots are *outer*, an *inner* node is reached
//! over an edge from an outer one, and its mate is outer again. Two outer nodes joined by an edge
//! are either in different trees, which gives an augmenting path and ends the stage, or in the
//! same tree, which gives a new blossom.
//!
//! Between two steps of the search the following hold:
//!
//! 1. For each edge, slack = 2 cost - dual(a) - dual(b) + the duals of the blossoms that contain
//!    both ends is not negative.
//! 2. The slack is zero on the edges of the matching, of the trees and of the blossoms' cycles.
//! 3. The duals of blossoms are not negative, and positive only where all but one of the vertices
//!    are matched among themselves.
//!
//! When every vertex is matched, these prove that no perfect matching costs less: by 1 and 3 each
//! one costs at least half of (the duals of the vertices - the sum over all blossoms of dual times
//! half of the vertices but one), and by 2 and 3 the one found costs exactly that.
//!
//! No overflow: unmatched vertices have been outer in every stage, so they all have the same dual,
//! which by 1 never exceeds the largest cost. It starts at the smallest one, so with R as the
//! difference of the two, all steps together change no vertex by more than R, and no blossom by
//! more than 2R. Costs of 120 bits are far from what an i128 holds.
//!
//! Slacks between outer nodes are even, so that halves stay whole: costs count twice, and all nodes
//! of the trees are joined to unmatched vertices of equal duals by edges without slack.

/// The two ends of an edge, vertices.
type Edge = (usize, usize);

/// Pairs off all vertices at the least sum of costs: the smaller vertex first, in ascending order.
///
/// The costs are symmetric, `costs[a][b]` by vertex and vertex, of an even number of vertices.
/// Between matchings of equal cost the choice is the same each time, but not specified.
pub(super) fn cheapest_pairs(costs: &[Vec<i128>]) -> Vec<Edge> {
    let mut search = MatchingSearch::new(costs);
    while search.augment_once() {}
    search.pairs()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Unreached,
    Outer,
    Inner,
}

/// The vertices are `0..n`, the blossoms the numbers after them. Lists are by node.
struct MatchingSearch<'a> {
    n: usize,
    costs: &'a [Vec<i128>],
    dual: Vec<i128>,
    /// The vertex at the other end of the edge that matches the node.
    mate: Vec<Option<usize>>,
    /// The nodes of a blossom's cycle, from the one whose mate is outside; empty where the number
    /// is not in use.
    cycle: Vec<Vec<usize>>,
    /// The blossom whose cycle has this node.
    within: Vec<Option<usize>>,
    /// The outermost node that contains the vertex.
    outermost: Vec<usize>,
    /// The edge of least slack between two disjoint nodes. It stays so as long as both exist, as
    /// the duals of all vertices of a node change together.
    least: Vec<Vec<Edge>>,
    /// For outermost nodes, in this stage.
    label: Vec<Label>,
    /// For inner nodes: the edge over which it was reached, its own vertex first.
    reached: Vec<Edge>,
    /// For outermost nodes: the outer vertex outside of it from which the slack is least.
    nearest: Vec<Option<usize>>,
    /// Outer vertices whose edges are to be looked at.
    queue: Vec<usize>,
}

impl MatchingSearch<'_> {
    fn new(costs: &[Vec<i128>]) -> MatchingSearch<'_> {
        let n = costs.len();
        // Blossoms are nested or disjoint, and each has at least two nodes more than its largest.
        let nodes = n + n / 2;
        let edges = |a: usize| (0..nodes).map(move |b| if a < n && b < n { (a, b) } else { (0, 0) });
        let others = (0..n).flat_map(|a| costs[a].iter().enumerate().filter(move |(b, _)| *b != a));
        let cheapest = others.map(|(_, cost)| *cost).min().unwrap_or_default();
        MatchingSearch {
            n,
            costs,
            dual: vec![cheapest; nodes],
            mate: vec![None; nodes],
            cycle: vec![vec![]; nodes],
            within: vec![None; nodes],
            outermost: (0..n).collect(),
            least: (0..nodes).map(|a| edges(a).collect()).collect(),
            label: vec![Label::Unreached; nodes],
            reached: vec![(0, 0); nodes],
            nearest: vec![None; nodes],
            queue: vec![],
        }
    }

    fn pairs(&self) -> Vec<Edge> {
        (0..self.n).filter_map(|a| Some((a, self.mate[a]?))).filter(|(a, b)| a < b).collect()
    }

    /// The slack of an edge whose ends are in no blossom together.
    fn slack(&self, (a, b): Edge) -> i128 {
        2 * self.costs[a][b] - self.dual[a] - self.dual[b]
    }

    fn exists(&self, node: usize) -> bool {
        node < self.n || !self.cycle[node].is_empty()
    }

    fn is_outermost(&self, node: usize) -> bool {
        self.exists(node) && self.within[node].is_none()
    }

    fn outermost_nodes(&self) -> impl Iterator<Item = usize> {
        (0..self.cycle.len()).filter(|node| self.is_outermost(*node))
    }

    fn vertices(&self, node: usize) -> Vec<usize> {
        let mut vertices = vec![];
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if node < self.n { vertices.push(node) } else { open.extend(&self.cycle[node]) }
        }
        vertices
    }

    /// One stage: matches two vertices more. False when there are none.
    fn augment_once(&mut self) -> bool {
        self.label.fill(Label::Unreached);
        self.nearest.fill(None);
        self.queue.clear();
        let roots: Vec<usize> = self.outermost_nodes().filter(|node| self.mate[*node].is_none()).collect();
        for root in roots {
            self.make_outer(root);
        }
        loop {
            while let Some(a) = self.queue.pop() {
                for b in 0..self.n {
                    if self.outermost[a] == self.outermost[b] {
                        continue;
                    }
                    if self.slack((a, b)) > 0 {
                        self.consider(a, self.outermost[b]);
                    } else if self.follow((a, b)) {
                        return true;
                    }
                }
            }
            if !self.change_duals() {
                return false;
            }
            for node in 0..self.cycle.len() {
                if let Some(from) = self.nearest[node]
                    && self.is_outermost(node)
                    && self.slack(self.least[from][node]) == 0
                    && self.follow(self.least[from][node])
                {
                    return true;
                }
            }
            for node in self.n..self.cycle.len() {
                if self.is_outermost(node) && self.label[node] == Label::Inner && self.dual[node] == 0 {
                    self.expand(node);
                }
            }
        }
    }

    fn make_outer(&mut self, node: usize) {
        self.label[node] = Label::Outer;
        self.queue.extend(self.vertices(node));
    }

    /// Takes an outer vertex for the nearest one of a node, if it is.
    fn consider(&mut self, from: usize, node: usize) {
        if self.nearest[node]
            .is_none_or(|best| self.slack(self.least[from][node]) < self.slack(self.least[best][node]))
        {
            self.nearest[node] = Some(from);
        }
    }

    fn find_nearest(&mut self, node: usize) {
        self.nearest[node] = None;
        for from in 0..self.n {
            if self.outermost[from] != node && self.label[self.outermost[from]] == Label::Outer {
                self.consider(from, node);
            }
        }
    }

    /// Raises the duals of outer nodes and lowers those of inner ones, as far as invariants 1 and 3
    /// allow. False if nothing bounds it: there is nothing left to match.
    fn change_duals(&mut self) -> bool {
        let bound = |node: usize| match (self.label[node], self.nearest[node]) {
            (Label::Unreached, Some(from)) => Some(self.slack(self.least[from][node])),
            (Label::Outer, Some(from)) => Some(self.slack(self.least[from][node]) / 2),
            (Label::Inner, _) if node >= self.n => Some(self.dual[node] / 2),
            _ => None,
        };
        let Some(step) = self.outermost_nodes().filter_map(bound).min() else { return false };
        let sign = |label| match label {
            Label::Unreached => 0,
            Label::Outer => 1,
            Label::Inner => -1,
        };
        for vertex in 0..self.n {
            self.dual[vertex] += sign(self.label[self.outermost[vertex]]) * step;
        }
        for node in self.n..self.cycle.len() {
            if self.is_outermost(node) {
                self.dual[node] += sign(self.label[node]) * 2 * step;
            }
        }
        true
    }

    /// Follows an edge without slack from an outer vertex. True if it has completed an augmenting
    /// path: two vertices more are matched.
    fn follow(&mut self, (a, b): Edge) -> bool {
        let node = self.outermost[b];
        match (self.label[node], self.mate[node]) {
            (Label::Unreached, Some(mate)) => {
                self.label[node] = Label::Inner;
                self.reached[node] = (b, a);
                self.nearest[node] = None;
                let next = self.outermost[mate];
                self.nearest[next] = None;
                self.make_outer(next);
            }
            (Label::Outer, _) => {
                let (mut left, mut right) = (self.path_to_root(a), self.path_to_root(b));
                if left.last() != right.last() {
                    self.augment(a, b);
                    self.augment(b, a);
                    return true;
                }
                let mut cycle = vec![];
                while left.last() == right.last() {
                    cycle = left.pop().into_iter().collect();
                    right.pop();
                }
                cycle.extend(left.into_iter().rev());
                cycle.extend(right);
                self.shrink(cycle);
            }
            _ => {}
        }
        false
    }

    /// The outermost nodes from an outer vertex to the root of its tree: outer, inner, outer...
    fn path_to_root(&self, vertex: usize) -> Vec<usize> {
        let mut outer = self.outermost[vertex];
        let mut path = vec![outer];
        while let Some(mate) = self.mate[outer] {
            let inner = self.outermost[mate];
            outer = self.outermost[self.reached[inner].1];
            path.extend([inner, outer]);
        }
        path
    }

    /// Matches the outer vertex `a` with `b`, and matches anew the path from there to its root.
    fn augment(&mut self, mut a: usize, mut b: usize) {
        loop {
            let outer = self.outermost[a];
            let before = self.mate[outer];
            self.set_mate(outer, a, b);
            let Some(before) = before else { return };
            let inner = self.outermost[before];
            let (own, next) = self.reached[inner];
            self.set_mate(inner, own, next);
            (a, b) = (next, own);
        }
    }

    /// Matches a node over the edge from its own vertex to another: inside of a blossom, all the
    /// rest of the cycle is matched along it.
    fn set_mate(&mut self, node: usize, own: usize, other: usize) {
        self.mate[node] = Some(other);
        if node < self.n {
            return;
        }
        let at = self.turn_cycle(node, own);
        for i in (0..at).step_by(2) {
            let (a, b) = (self.cycle[node][i], self.cycle[node][i + 1]);
            let (of_a, of_b) = self.least[a][b];
            self.set_mate(a, of_a, of_b);
            self.set_mate(b, of_b, of_a);
        }
        self.set_mate(self.cycle[node][at], own, other);
        self.cycle[node].rotate_left(at);
    }

    /// Turns the direction of a blossom's cycle so that the node with this vertex comes at an even
    /// place, which is returned: the nodes between it and the first one are matched in pairs.
    fn turn_cycle(&mut self, blossom: usize, vertex: usize) -> usize {
        let mut child = vertex;
        while let Some(parent) = self.within[child].filter(|parent| *parent != blossom) {
            child = parent;
        }
        let cycle = &mut self.cycle[blossom];
        let at = cycle.iter().position(|node| *node == child).unwrap_or_default();
        if at % 2 == 0 {
            return at;
        }
        cycle[1..].reverse();
        cycle.len() - at
    }

    /// Makes an outer blossom of a cycle in a tree, whose first node is the nearest to the root.
    fn shrink(&mut self, cycle: Vec<usize>) {
        let Some(blossom) = (self.n..self.cycle.len()).find(|node| !self.exists(*node)) else { return };
        for &child in &cycle {
            self.within[child] = Some(blossom);
            if self.label[child] == Label::Inner {
                self.make_outer(child);
            }
        }
        for node in 0..self.cycle.len() {
            if !self.exists(node) {
                continue;
            }
            let edges = cycle.iter().map(|child| self.least[*child][node]);
            if let Some((a, b)) = edges.min_by_key(|edge| self.slack(*edge)) {
                self.least[blossom][node] = (a, b);
                self.least[node][blossom] = (b, a);
            }
        }
        self.dual[blossom] = 0;
        self.label[blossom] = Label::Outer;
        self.mate[blossom] = self.mate[cycle[0]];
        self.within[blossom] = None;
        self.cycle[blossom] = cycle;
        self.set_outermost(blossom);
        self.find_nearest(blossom);
    }

    fn set_outermost(&mut self, node: usize) {
        for vertex in self.vertices(node) {
            self.outermost[vertex] = node;
        }
    }

    /// Takes an inner blossom apart: the even way round from where it was reached to its mate stays
    /// in the tree, the other nodes are unreached.
    fn expand(&mut self, blossom: usize) {
        let at = self.turn_cycle(blossom, self.reached[blossom].0);
        let cycle = std::mem::take(&mut self.cycle[blossom]);
        for &child in &cycle {
            self.within[child] = None;
            self.set_outermost(child);
            self.label[child] = Label::Unreached;
            self.nearest[child] = None;
        }
        for i in (0..=at).step_by(2) {
            self.label[cycle[i]] = Label::Inner;
            self.reached[cycle[i]] =
                if i == at { self.reached[blossom] } else { self.least[cycle[i]][cycle[i + 1]] };
        }
        for i in (1..at).step_by(2) {
            self.make_outer(cycle[i]);
        }
        for child in cycle {
            if self.label[child] != Label::Inner {
                self.find_nearest(child);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::schedule::Draw;

    fn edges(n: usize) -> impl Iterator<Item = Edge> {
        (0..n).flat_map(|a| (0..a).map(move |b| (a, b)))
    }

    /// Costs below a bound: the smaller it is the more matchings cost the same.
    fn drawn(n: usize, below: u128, seed: u64) -> Vec<Vec<i128>> {
        let mut draw = Draw::new(seed, &[]);
        let mut costs = vec![vec![0; n]; n];
        for (a, b) in edges(n) {
            let word = u128::from(draw.next()) << 64 | u128::from(draw.next());
            costs[a][b] = (word % below) as i128;
            costs[b][a] = costs[a][b];
        }
        costs
    }

    fn sum(costs: &[Vec<i128>], pairs: &[Edge]) -> i128 {
        pairs.iter().map(|(a, b)| costs[*a][*b]).sum()
    }

    fn least_sum(costs: &[Vec<i128>], left: &[usize]) -> i128 {
        let Some((a, rest)) = left.split_first() else { return 0 };
        let with = |i: usize| {
            let mut rest = rest.to_vec();
            let b = rest.remove(i);
            costs[*a][b] + least_sum(costs, &rest)
        };
        (0..rest.len()).map(with).min().unwrap()
    }

    proptest! {
        #[test]
        fn nothing_is_cheaper(half in 0usize..=5, bits in 1u32..=120, seed: u64) {
            let n = 2 * half;
            let costs = drawn(n, 1 << bits, seed);
            let pairs = cheapest_pairs(&costs);
            let mut matched: Vec<usize> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
            matched.sort_unstable();
            prop_assert_eq!(matched, (0..n).collect::<Vec<_>>());
            prop_assert_eq!(sum(&costs, &pairs), least_sum(&costs, &(0..n).collect::<Vec<_>>()));
        }

        /// Of more than can be tried the duals prove it: invariants 1 and 3, and that both sums are equal.
        #[test]
        fn the_duals_prove_it(half in 1usize..=32, bits in 1u32..=120, seed: u64) {
            let n = 2 * half;
            let costs = drawn(n, 1 << bits, seed);
            let mut search = MatchingSearch::new(&costs);
            while search.augment_once() {}
            prop_assert_eq!(search.pairs().len(), half);
            let blossoms: Vec<usize> = (n..search.cycle.len()).filter(|node| search.exists(*node)).collect();
            let mut least: i128 = search.dual[..n].iter().sum();
            let mut inside = vec![vec![0; n]; n];
            for blossom in blossoms {
                prop_assert!(search.dual[blossom] >= 0);
                let vertices = search.vertices(blossom);
                least -= search.dual[blossom] * (vertices.len() as i128 / 2);
                for a in &vertices {
                    for b in &vertices {
                        inside[*a][*b] += search.dual[blossom];
                    }
                }
            }
            for (a, b) in edges(n) {
                prop_assert!(search.slack((a, b)) + inside[a][b] >= 0);
            }
            prop_assert_eq!(2 * sum(&costs, &search.pairs()), least);
        }
    }
}
