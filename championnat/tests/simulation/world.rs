//! What a championship is drawn from: format, contestants, and how much goes wrong.

use std::collections::BTreeMap;
use std::time::Duration;

use championnat::{
    ContestantId, EntryOrder, Finals, Format, Knockout, PlanSettings, Points, Regulations, Roster, Scope,
    SeatSpec,
};
use confine::Limits;

use crate::dice::Dice;

/// A day of the simulated clock, in milliseconds since 1970.
pub const MORNING: i64 = 1_800_000_000_000;

/// A championship, and what happens around it.
#[derive(Clone, Debug)]
pub struct World {
    pub regulations: Regulations,
    pub settings: PlanSettings,
    /// The end of the description, on the clock of the wall.
    pub ends: Option<i64>,
    /// Room on other machines.
    pub elsewhere: Option<usize>,
    /// It begins when everybody is there, or when the organiser says so.
    pub gathers: bool,
    /// So many steps have faults.
    pub troubled: u32,
    /// How often, in percent of the steps, something of each kind goes wrong.
    pub trouble: u64,
    /// How often the organiser decides something, in percent.
    pub decisions: u64,
}

impl World {
    pub fn draw(dice: &mut Dice) -> World {
        let contestants = dice.between(2, 8) as usize;
        let format = format(dice, contestants);
        let parties = dice.between(1, 2) as u32;
        let per = if dice.percent(70) { Scope::Partie } else { Scope::Rencontre };
        let order = if dice.percent(70) { EntryOrder::Drawn } else { EntryOrder::Listed };
        let bye = dice.percent(20).then_some(4);
        let regulations = Regulations {
            game: "colonnes".into(),
            parameters: BTreeMap::new(),
            parties,
            time_ms: 6000,
            contestants: (0..contestants).map(name).collect(),
            format,
            order,
            seed: dice.between(0, 1 << 40),
            points: Points { per, bye, ..Points::default() },
            playoffs: Some(if dice.percent(40) { dice.between(1, 2) as u32 } else { 0 }),
            roster: Roster::default(),
        };
        let share = [0, 30, 100][dice.below(3)];
        let by_network: Vec<bool> = (0..contestants).map(|_| dice.percent(share)).collect();
        let ponder = dice.percent(20);
        let grace = Duration::from_secs(dice.between(5, 120));
        let settings = PlanSettings {
            by_network,
            parties,
            cores: (0..dice.between(2, 4) as usize).collect(),
            simultaneous: dice.percent(50).then(|| dice.between(1, 6) as u32),
            ponder,
            grace,
            next_grace: grace / 4,
            replays: dice.between(0, 3) as u32,
        };
        let planned = regulations.schedule().expect("a format that fits").planned();
        let ends = planned.filter(|_| dice.percent(30));
        let ends = ends.map(|_| MORNING + dice.between(60_000, 3_600_000) as i64);
        World {
            regulations,
            settings,
            ends,
            elsewhere: dice.percent(25).then(|| dice.between(1, 4) as usize),
            gathers: dice.percent(20),
            troubled: dice.between(0, 90) as u32,
            trouble: [0, 2, 5, 12][dice.below(4)],
            decisions: [0, 0, 3, 8][dice.below(4)],
        }
    }
}

/// The name of a contestant, late ones too.
pub fn name(index: usize) -> String {
    format!("joueur{index}")
}

/// The seats of so many contestants.
pub fn seats(by_network: &[bool]) -> Vec<SeatSpec> {
    let engine = || SeatSpec::Engine { spec: "hasard".into(), limits: Limits::default() };
    let seat = |by_network: &bool| if *by_network { SeatSpec::Network(Default::default()) } else { engine() };
    by_network.iter().map(seat).collect()
}

fn format(dice: &mut Dice, contestants: usize) -> Format {
    let knockout = Knockout {
        legs: dice.between(1, 2) as u32,
        extra: dice.between(0, 2) as u32,
        third_place: dice.percent(50),
    };
    let qualified = |dice: &mut Dice, most: usize| dice.between(2, most.min(4) as u64) as u32;
    match dice.below(6) {
        0 | 1 => Format::RoundRobin { meetings: dice.between(1, 2) as u32 },
        2 => {
            let finals =
                dice.percent(40).then(|| Finals { qualified: qualified(dice, contestants), knockout });
            Format::Swiss { rounds: dice.between(1, 5) as u32, finals }
        }
        3 => {
            let pools = dice.between(1, contestants as u64 / 2) as u32;
            let smallest = contestants as u64 / u64::from(pools);
            let least = if pools == 1 { 2 } else { 1 };
            let qualified = dice.between(least, smallest.min(3).max(least)) as u32;
            Format::Pools { pools, qualified, meetings: dice.between(1, 2) as u32, knockout }
        }
        4 => Format::Knockout(knockout),
        _ => {
            let champion = ContestantId(dice.below(contestants) as u32);
            Format::Gauntlet { champion, meetings: dice.between(1, 2) as u32 }
        }
    }
}
