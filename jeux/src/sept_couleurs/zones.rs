//! The owners of islands: moves made and taken back, with areas, frontiers and gains always up to
//! date.

use super::islands::Shore;
use super::{BoardSide, Colour, World};

/// Nobody has it.
const FREE: u8 = 2;

/// The zones of both sides on the islands of a [`World`], which is handed to each method: always the same one.
///
/// A move costs what it wins: the cells of the islands and their shores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zones {
    islands: Vec<Island>,
    /// Which cells each side has touched, a bit for each side.
    touched: Vec<u8>,
    /// The islands that each side has come next to, those of one colour in the order in which it did, in the range of places
    /// that [`World::islands_of`] gives; `ends` says how far they go, `begins` from where on they may still be free.
    near: [Vec<u16>; 2],
    ends: [[u16; Colour::MOST]; 2],
    begins: [[u16; Colour::MOST]; 2],
    gains: [[u32; Colour::MOST]; 2],
    area: [u32; 2],
    frontier: [u32; 2],
    /// What taking back needs: the islands taken and the cells touched, by all moves.
    taken_islands: Vec<u16>,
    touched_cells: Vec<Shore>,
}

/// An island, with what a move has to know of it in one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Island {
    /// Who has it: the index of a side, or [`FREE`].
    owner: u8,
    colour: u8,
    size: u16,
    /// How many of its cells each side touches.
    touching: [u16; 2],
}

/// A move that was made, for taking it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    side: BoardSide,
    colour: Colour,
    /// How many cells it won.
    pub cells: u32,
    begin: u16,
    frontier: [u32; 2],
    islands: u32,
    touched: u32,
}

impl Zones {
    /// The zones with which a world begins.
    pub fn new(world: &World) -> Self {
        let begins = Self::begins(world);
        let mut zones = Zones {
            islands: (0..world.islands())
                .map(|island| Island {
                    owner: FREE,
                    colour: world.colour_of(island).0,
                    size: world.size_of(island) as u16,
                    touching: [0; 2],
                })
                .collect(),
            touched: vec![0; world.grid().len()],
            near: [vec![0; world.islands()], vec![0; world.islands()]],
            ends: [begins; 2],
            begins: [begins; 2],
            gains: [[0; Colour::MOST]; 2],
            area: BoardSide::ALL.map(|side| world.zone(side).len() as u32),
            frontier: [0; 2],
            taken_islands: Vec::with_capacity(world.islands()),
            touched_cells: Vec::new(),
        };
        for side in BoardSide::ALL {
            for &shore in world.zone_shore(side) {
                zones.touch(side.index(), shore);
            }
        }
        zones.settle();
        zones
    }

    /// Where the places of each colour begin.
    fn begins(world: &World) -> [u16; Colour::MOST] {
        let mut begins = [0; Colour::MOST];
        for colour in Colour::all(world.colours()) {
            begins[colour.index()] = world.islands_of(colour).start as u16;
        }
        begins
    }

    /// How many cells a side has.
    pub fn area(&self, side: BoardSide) -> u32 {
        self.area[side.index()]
    }

    /// How many free cells touch the zone of a side: its perimeter, as the subject (section 6) counts it.
    pub fn frontier(&self, side: BoardSide) -> u32 {
        self.frontier[side.index()]
    }

    /// How many cells a colour would win for a side.
    pub fn gain(&self, side: BoardSide, colour: Colour) -> u32 {
        self.gains[side.index()][colour.index()]
    }

    /// The colours that win something for a side, ascending.
    pub fn gaining(&self, world: &World, side: BoardSide) -> impl Iterator<Item = Colour> + use<> {
        let gains = self.gains[side.index()];
        Colour::all(world.colours()).filter(move |colour| gains[colour.index()] > 0)
    }

    /// Whether no colour wins anything for a side, now or later.
    pub fn is_stuck(&self, side: BoardSide) -> bool {
        self.frontier[side.index()] == 0
    }

    /// Who has an island; `None`: nobody.
    pub fn owner(&self, island: usize) -> Option<BoardSide> {
        BoardSide::ALL.get(usize::from(self.islands[island].owner)).copied()
    }

    /// How many cells of an island touch the zone of a side.
    pub fn touching(&self, side: BoardSide, island: usize) -> u32 {
        u32::from(self.islands[island].touching[side.index()])
    }

    /// The free islands of this colour next to a side.
    pub fn near(&self, side: BoardSide, colour: Colour) -> impl Iterator<Item = usize> + '_ {
        let (side, colour) = (side.index(), colour.index());
        let places = usize::from(self.begins[side][colour])..usize::from(self.ends[side][colour]);
        let free = self.near[side][places].iter().map(|&island| usize::from(island));
        free.filter(|&island| self.islands[island].owner == FREE)
    }

    /// Plays a colour: every island of it next to the side's zone is won.
    pub fn play(&mut self, world: &World, side: BoardSide, colour: Colour) -> Taken {
        let (own, hue) = (side.index(), colour.index());
        let taken = Taken {
            side,
            colour,
            cells: self.gains[own][hue],
            begin: self.begins[own][hue],
            frontier: self.frontier,
            islands: self.taken_islands.len() as u32,
            touched: self.touched_cells.len() as u32,
        };
        let places = usize::from(self.begins[own][hue])..usize::from(self.ends[own][hue]);
        self.begins[own][hue] = self.ends[own][hue];
        for place in places {
            let number = self.near[own][place];
            let island = &mut self.islands[usize::from(number)];
            if island.owner != FREE {
                continue;
            }
            island.owner = own as u8;
            self.taken_islands.push(number);
            self.frontier[own] -= u32::from(island.touching[own]);
            if island.touching[1 - own] > 0 {
                self.frontier[1 - own] -= u32::from(island.touching[1 - own]);
                self.gains[1 - own][hue] -= u32::from(island.size);
            }
            for &shore in world.shore(usize::from(number)) {
                self.touch(own, shore);
            }
        }
        self.area[own] += taken.cells;
        self.gains[own][hue] = 0;
        taken
    }

    /// The zone of a side has come next to this cell.
    fn touch(&mut self, own: usize, shore: Shore) {
        let touched = &mut self.touched[usize::from(shore.cell)];
        if *touched & (1 << own) != 0 {
            return;
        }
        let island = &mut self.islands[usize::from(shore.island)];
        if island.owner != FREE {
            return;
        }
        *touched |= 1 << own;
        self.touched_cells.push(shore);
        self.frontier[own] += 1;
        island.touching[own] += 1;
        if island.touching[own] == 1 {
            let hue = usize::from(island.colour);
            self.near[own][usize::from(self.ends[own][hue])] = shore.island;
            self.ends[own][hue] += 1;
            self.gains[own][hue] += u32::from(island.size);
        }
    }

    /// The islands that the last move won, as long as it can be taken back: before [`Zones::settle`].
    pub fn taken(&self, taken: &Taken) -> &[u16] {
        &self.taken_islands[taken.islands as usize..]
    }

    /// Ends taking back: earlier moves are final.
    pub fn settle(&mut self) {
        self.taken_islands.clear();
        self.touched_cells.clear();
    }

    /// Takes back the last move that was made and not taken back yet, before [`Zones::settle`]; any other
    /// one panics or spoils the zones.
    pub fn undo(&mut self, taken: Taken) {
        let (own, hue) = (taken.side.index(), taken.colour.index());
        for &Shore { cell, island } in &self.touched_cells[taken.touched as usize..] {
            self.touched[usize::from(cell)] &= !(1 << own);
            let island = &mut self.islands[usize::from(island)];
            island.touching[own] -= 1;
            if island.touching[own] == 0 {
                let hue = usize::from(island.colour);
                self.ends[own][hue] -= 1;
                self.gains[own][hue] -= u32::from(island.size);
            }
        }
        self.touched_cells.truncate(taken.touched as usize);
        for &island in &self.taken_islands[taken.islands as usize..] {
            let island = &mut self.islands[usize::from(island)];
            island.owner = FREE;
            if island.touching[1 - own] > 0 {
                self.gains[1 - own][hue] += u32::from(island.size);
            }
        }
        self.taken_islands.truncate(taken.islands as usize);
        self.begins[own][hue] = taken.begin;
        self.gains[own][hue] = taken.cells;
        self.area[own] -= taken.cells;
        self.frontier = taken.frontier;
    }
}
