//! A board as islands: groups of free cells of one colour.
//!
//! Colours of free cells never change (until a bomb falls), so a move always wins whole islands. Two islands of one colour never
//! touch: a move wins those that touch the zone, and none behind them.

use super::{Board, BoardSide, Cell, Colour, Grid};

/// The islands of a board, for [`Zones`](super::Zones) to be played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct World {
    grid: Grid,
    colours: usize,
    open_cells: usize,
    /// The island of each cell; [`NONE`] for walls and for what somebody has.
    island_of: Vec<u16>,
    /// The cells of all islands, those of one together; `starts` has where each begins.
    cells: Vec<u16>,
    starts: Vec<u32>,
    colour: Vec<Colour>,
    /// The free cells next to each island, each once, with their islands; `shore_starts` has where each begins.
    shores: Vec<Shore>,
    shore_starts: Vec<u32>,
    /// Where the islands of each colour begin: they follow each other.
    colour_starts: Vec<u32>,
    /// The cells of each side, and the free cells next to them.
    zones: [Vec<u16>; 2],
    zone_shores: [Vec<Shore>; 2],
}

/// No island.
const NONE: u16 = u16::MAX;

/// A free cell, and its island.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shore {
    pub(super) cell: u16,
    pub(super) island: u16,
}

impl World {
    /// The islands of a board that is played with so many colours.
    ///
    /// # Panics
    /// A free cell of the board has another colour.
    pub fn new(board: &Board, colours: usize) -> Self {
        let grid = *board.grid();
        let mut island_of = vec![NONE; grid.len()];
        let (mut cells, mut starts, mut colour) = (Vec::with_capacity(grid.len()), vec![0], Vec::new());
        // By colour, so that the islands of one follow each other.
        let mut colour_starts = Vec::with_capacity(colours + 1);
        let mut by_colour: Vec<Vec<u16>> = vec![Vec::new(); colours];
        for (cell, content) in board.cells().iter().enumerate() {
            if let Cell::Free(colour) = content {
                by_colour[colour.index()].push(cell as u16);
            }
        }
        for (own, members) in Colour::all(colours).zip(&by_colour) {
            colour_starts.push(colour.len() as u32);
            for &first in members {
                if island_of[usize::from(first)] != NONE {
                    continue;
                }
                let island = colour.len() as u16;
                let begin = cells.len();
                island_of[usize::from(first)] = island;
                cells.push(first);
                let mut next = begin;
                while let Some(&cell) = cells.get(next) {
                    next += 1;
                    for other in grid.around(usize::from(cell)) {
                        if board[other] == Cell::Free(own) && island_of[other] == NONE {
                            island_of[other] = island;
                            cells.push(other as u16);
                        }
                    }
                }
                starts.push(cells.len() as u32);
                colour.push(own);
            }
        }
        colour_starts.push(colour.len() as u32);
        let zone = |side| {
            let own =
                board.cells().iter().enumerate().filter(move |(_, content)| **content == Cell::Zone(side));
            own.map(|(cell, _)| cell as u16).collect::<Vec<u16>>()
        };
        let zones = BoardSide::ALL.map(zone);
        let mut world = World {
            grid,
            colours,
            open_cells: board.open_cells(),
            island_of,
            cells,
            starts,
            colour,
            shores: Vec::new(),
            shore_starts: vec![0],
            colour_starts,
            zones,
            zone_shores: [Vec::new(), Vec::new()],
        };
        // Which group of cells has last met a cell.
        let mut met = vec![u32::MAX; grid.len()];
        for island in 0..world.islands() {
            let shore = world.shore_of(world.cells_of(island), &mut met, island as u32);
            world.shores.extend(shore);
            world.shore_starts.push(world.shores.len() as u32);
        }
        for side in BoardSide::ALL {
            let mark = world.islands() as u32 + side.index() as u32;
            world.zone_shores[side.index()] = world.shore_of(&world.zones[side.index()], &mut met, mark);
        }
        world
    }

    /// The free cells next to a group, outside of it; `met` has a number for each group.
    fn shore_of(&self, group: &[u16], met: &mut [u32], number: u32) -> Vec<Shore> {
        let own = group.first().map_or(NONE, |&cell| self.island_of[usize::from(cell)]);
        let mut shore = Vec::new();
        for cell in group.iter().flat_map(|&cell| self.grid.around(usize::from(cell))) {
            let island = self.island_of[cell];
            if island != NONE && island != own && met[cell] != number {
                met[cell] = number;
                shore.push(Shore { cell: cell as u16, island });
            }
        }
        shore
    }

    /// The shape of the board.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many colours it is played with.
    pub const fn colours(&self) -> usize {
        self.colours
    }

    /// How many cells somebody can have.
    pub const fn open_cells(&self) -> usize {
        self.open_cells
    }

    /// The number of islands. They are numbered from 0, those of one colour together.
    pub fn islands(&self) -> usize {
        self.colour.len()
    }

    /// The islands of a colour.
    pub fn islands_of(&self, colour: Colour) -> std::ops::Range<usize> {
        self.colour_starts[colour.index()] as usize..self.colour_starts[colour.index() + 1] as usize
    }

    /// The island of a cell; `None` where there is a wall, and where somebody was from the beginning.
    pub fn island_of(&self, cell: usize) -> Option<usize> {
        Some(usize::from(self.island_of[cell])).filter(|island| *island < self.islands())
    }

    /// The colour of an island.
    pub fn colour_of(&self, island: usize) -> Colour {
        self.colour[island]
    }

    /// The cells of an island.
    pub fn cells_of(&self, island: usize) -> &[u16] {
        &self.cells[self.starts[island] as usize..self.starts[island + 1] as usize]
    }

    /// How many cells an island has.
    pub fn size_of(&self, island: usize) -> u32 {
        self.starts[island + 1] - self.starts[island]
    }

    /// The islands next to an island, each as often as it has cells there.
    pub fn next_to(&self, island: usize) -> impl Iterator<Item = usize> + '_ {
        self.shore(island).iter().map(|shore| usize::from(shore.island))
    }

    /// The islands next to the cells that a side has from the beginning, each as often as it has cells there.
    pub fn next_to_zone(&self, side: BoardSide) -> impl Iterator<Item = usize> + '_ {
        self.zone_shores[side.index()].iter().map(|shore| usize::from(shore.island))
    }

    /// The cells that a side has from the beginning.
    pub fn zone(&self, side: BoardSide) -> &[u16] {
        &self.zones[side.index()]
    }

    pub(super) fn shore(&self, island: usize) -> &[Shore] {
        &self.shores[self.shore_starts[island] as usize..self.shore_starts[island + 1] as usize]
    }

    pub(super) fn zone_shore(&self, side: BoardSide) -> &[Shore] {
        &self.zone_shores[side.index()]
    }
}
