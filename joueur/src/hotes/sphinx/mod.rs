//! Bots of Sphinx: shared libraries of Free Pascal (`vecteurs/sphinx/ABI.md`).
//!
//! # Layout
//! * `arrays`: grids in memory as Pascal has them. `symbols`: the library and its functions.
//! * `width`: how many bytes its integers have, which the file does not say.

mod arrays;
mod symbols;
mod width;

use std::path::Path;

use anyhow::Result;
use arbitre::registry;
use jeux::game::Game;
use jeux::sphinx::{Answer, CellName, Explorer, Grid, Move, Sphinx};
use jeux::{Reason, View};
use protocol::moteur::GameStart;

use super::library::{Calls, Library, begun};
use super::{hosting, library};
use crate::cli::HoteSphinx;
use arrays::{Variable, Width};
use symbols::{Coord, Symbols, size};

/// The longest name shown: the subject's limit, which nothing enforces.
const LONGEST_NAME: usize = 20;
/// An unknown cell in the bot's private grid.
const UNKNOWN: i32 = -1;

/// A bot and its knowledge.
struct Bot<'a> {
    args: &'a HoteSphinx,
    symbols: Symbols,
    name: String,
    game: Option<Playing>,
}

/// The current game.
struct Playing {
    explorer: Explorer,
    width: Width,
    /// The bot's private grid, once the search has begun.
    private: Option<Box<Variable>>,
    /// The move not judged yet.
    given: Option<Move>,
}

/// Hosts a bot, or finds out the width of its integers.
pub fn run(args: &HoteSphinx) -> Result<()> {
    if let Some(shape) = &args.probe {
        return width::answer(args, shape);
    }
    let load = |calls: &mut Calls| Bot::load(args, calls);
    let width = args.integers.iter().flat_map(|bits| ["--entiers", bits]);
    let words: Vec<&str> = ["hote-sphinx"].into_iter().chain(width).collect();
    hosting::run(registry::named(Sphinx::NAME)?, &args.hosting, &words, load)
}

impl<'a> Bot<'a> {
    fn load(args: &'a HoteSphinx, calls: &mut Calls) -> Result<Self, Reason> {
        let path: &Path = &args.hosting.library;
        calls.now("dlopen");
        let symbols = Symbols::load(path)?;
        calls.now("get_name");
        let name = library::player_name(&symbols.name(), path, LONGEST_NAME);
        Ok(Bot { args, symbols, name, game: None })
    }

    fn playing(&mut self) -> Result<&mut Playing, Reason> {
        self.game.as_mut().ok_or_else(|| Reason::new("message-without-game").with("go"))
    }

    /// The bot makes its grid.
    fn make_grid(&mut self, calls: &mut Calls) -> Result<Move, Reason> {
        let shape = *self.playing()?.explorer.shape();
        let mut grid = Variable::new(shape.height(), shape.width());
        calls.now("init_grid");
        self.symbols.init_grid(&mut grid, size(&shape), shape.walls() as i32);
        let told = self.args.integers.as_deref().and_then(Width::of_bits);
        let width = match told {
            Some(width) => width,
            None => width::found(&grid, &shape)?.unwrap_or_else(|| width::probed(self.args, &shape)),
        };
        let rows = grid.read(width)?;
        // The bot may still point to it.
        Box::leak(grid);
        self.playing()?.width = width;
        Ok(Move::Grid(Grid::of_rows(rows.into_iter().map(|row| row.into_iter().map(i64::from)))))
    }

    /// The bot asks for a cell.
    fn ask(&mut self, calls: &mut Calls) -> Result<Move, Reason> {
        let game = self.game.as_mut().ok_or_else(|| Reason::new("message-without-game").with("go"))?;
        let (shape, width) = (*game.explorer.shape(), game.width);
        let private = game.private()?;
        calls.now("play");
        let Coord { l, c } = self.symbols.play(private, width, size(&shape));
        private.read(width)?;
        Ok(Move::Ask(CellName { row: l, column: c }))
    }
}

impl Playing {
    /// The private grid: all unknown at first except entry and treasure.
    fn private(&mut self) -> Result<&mut Variable, Reason> {
        if self.private.is_none() {
            let exploration = self.explorer.exploration().ok_or_else(|| Reason::new("grid-due"))?;
            let shape = exploration.shape();
            let value = |cell| exploration.known(cell).map_or(UNKNOWN, |known| i32::from(known.number()));
            let row = |row| (0..shape.width()).map(|column| value(row * shape.width() + column)).collect();
            let values: Vec<Vec<i32>> = (0..shape.height()).map(row).collect();
            let mut grid = Variable::new(shape.height(), shape.width());
            grid.write(self.width, &values)?;
            self.private = Some(grid);
        }
        self.private.as_deref_mut().ok_or_else(|| Reason::new("grid-due"))
    }
}

impl Library for Bot<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, start: &GameStart, _calls: &mut Calls) -> Result<(), Reason> {
        self.game = None;
        let explorer = begun(start)?;
        self.game = Some(Playing { explorer, width: Width::Two, private: None, given: None });
        Ok(())
    }

    fn choose(&mut self, calls: &mut Calls) -> Result<String, Reason> {
        let mv = match self.playing()?.explorer.own_grid() {
            None => self.make_grid(calls)?,
            Some(_) => self.ask(calls)?,
        };
        let text = mv.to_string();
        self.playing()?.given = Some(mv);
        Ok(text)
    }

    fn verdict(&mut self, answer: Option<&str>, calls: &mut Calls) -> Result<(), Reason> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let Some(mv) = game.given.take() else { return Ok(()) };
        // Before the search may end with this answer.
        if matches!(mv, Move::Ask(_)) {
            game.private()?;
        }
        game.explorer.own(&mv, answer)?;
        let (Move::Ask(place), Some(answer)) = (mv, answer) else { return Ok(()) };
        let shape = *game.explorer.shape();
        // The subject's own example would write outside its grid.
        if place.cell(&shape).is_none() {
            return Ok(());
        }
        let answer = match answer.parse().map_err(Reason::from)? {
            Answer::Is(cell) => cell.number().into(),
            Answer::NotAllowed => UNKNOWN,
        };
        let Some(private) = &mut game.private else { return Ok(()) };
        calls.now("outcome");
        let played = Coord { l: place.row, c: place.column };
        self.symbols.outcome(private, game.width, size(&shape), played, answer);
        private.read(game.width).map(drop)
    }

    fn opponent(&mut self, told: &str) -> Result<(), Reason> {
        self.playing()?.explorer.opponent(told)
    }

    fn end(&mut self, _calls: &mut Calls) {
        self.game = None;
    }
}
