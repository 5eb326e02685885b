//! 7 couleurs, described as a [`Game`].

use std::time::Duration;

use super::{Board, BoardSide, Colour, Fairness, Grid, Neighbours, Rules, SeptCouleurs, generate};
use crate::game::{Game, Parameter, ParameterError, Params, Values, number, required};
use crate::scene::Scene;
use crate::{ByPlayer, Reason};

/// The lengths that a side of a board may have, in cells.
pub const SIDES: std::ops::RangeInclusive<usize> = 2..=Board::LARGEST;

const YES_NO: Values = Values::Words(&["oui", "non"]);

/// A number of this range, and its default.
const fn count(name: &'static str, from: u64, to: u64, default: &'static str) -> Parameter {
    Parameter { name, values: Values::Number { from, to, step: 1 }, default: Some(default) }
}

/// Its words, and the default among them.
const fn word(name: &'static str, values: Values, default: &'static str) -> Parameter {
    Parameter { name, values, default: Some(default) }
}

impl Game for SeptCouleurs {
    const NAME: &'static str = "sept-couleurs";
    const TITLE: &'static str = "7 couleurs";
    const TIME: Duration = Duration::from_secs(5);
    /// The board (sections 1 and 2), and the variants of section 8. `murs` counts in percent of
    /// the cells, `inutiles` in moves.
    const PARAMETERS: &'static [Parameter] = &[
        count("L", *SIDES.start() as u64, *SIDES.end() as u64, "30"),
        count("H", *SIDES.start() as u64, *SIDES.end() as u64, "30"),
        count("couleurs", 2, Colour::MOST as u64, "7"),
        word("monde", Values::Words(&["equitable", "hasard"]), "equitable"),
        Parameter { name: "plateau", values: Values::Text, default: None },
        word("commence", Values::Words(&["v", "^"]), "v"),
        count("inutiles", 1, 100_000, "100"),
        word("voisins", Values::Words(&["4", "6", "8"]), "4"),
        word("tore", YES_NO, "non"),
        count("murs", 0, 50, "0"),
        word("or", YES_NO, "non"),
        word("bombe", YES_NO, "non"),
    ];

    fn draw(parameters: &Params, seed: u64) -> Result<Params, ParameterError> {
        let mut setup = Parameter::complete(Self::PARAMETERS, parameters)?;
        let colours = number(&setup, "couleurs")? as usize;
        let shape = Grid {
            width: number(&setup, "L")? as usize,
            height: number(&setup, "H")? as usize,
            ..shape(&setup)?
        };
        let board = match setup.get("plateau") {
            Some(text) => {
                let board = Board::read(text, shape, colours)
                    .map_err(|error| ParameterError::new("plateau", error.into()))?;
                check_size(parameters, &board)?;
                // Its size is its own.
                setup.insert("L".into(), board.grid().width.to_string());
                setup.insert("H".into(), board.grid().height.to_string());
                for drawn in ["monde", "murs"] {
                    setup.remove(drawn);
                }
                board
            }
            None => {
                let fair = required(&setup, "monde")? == "equitable";
                let fairness = if fair { Fairness::Fair } else { Fairness::Random };
                generate(shape, colours, fairness, number(&setup, "murs")? as usize, seed)
            }
        };
        setup.insert("plateau".into(), board.to_string());
        setup.insert("graine".into(), seed.to_string());
        Self::start(&setup)?;
        Ok(setup)
    }

    fn start(setup: &Params) -> Result<Self, ParameterError> {
        let or = |name: &str, default: u64| match setup.contains_key(name) {
            true => number(setup, name),
            false => Ok(default),
        };
        let says = |name: &str| setup.get(name).is_some_and(|value| value == "oui");
        let usual = Rules::default();
        let colours = or("couleurs", usual.colours as u64)? as usize;
        if !(2..=Colour::MOST).contains(&colours) {
            return Err(ParameterError::new("couleurs", Reason::new("impossible")));
        }
        let begins = match setup.get("commence").map_or("v", String::as_str) {
            "v" => BoardSide::Low,
            "^" => BoardSide::High,
            _ => return Err(ParameterError::new("commence", Reason::new("impossible"))),
        };
        let useless =
            u32::try_from(or("inutiles", u64::from(usual.useless))?).ok().filter(|limit| *limit > 0);
        let useless = useless.ok_or_else(|| ParameterError::new("inutiles", Reason::new("impossible")))?;
        let bombs = if says("bombe") { Some(number(setup, "graine")?) } else { None };
        let rules = Rules { colours, begins, useless, golden: says("or"), bombs };
        let board = Board::read(required(setup, "plateau")?, shape(setup)?, colours);
        let board = board.map_err(|error| ParameterError::new("plateau", error.into()))?;
        check_size(setup, &board)?;
        let game = SeptCouleurs::new(board, rules);
        match game.ending() {
            // Nobody could be asked for a move.
            Some(_) => Err(ParameterError::new("plateau", Reason::new("board-over"))),
            None => Ok(game),
        }
    }

    fn picture(&self, names: ByPlayer<&str>, _colours: Option<ByPlayer<&str>>) -> String {
        let shown = self.to_string();
        let board = shown.trim_end().rsplit_once('\n').map_or("", |(board, _)| board);
        let part = |side: BoardSide| {
            let (name, area) = (names[self.player(side)], self.area(side));
            format!("{} {name} : {area} ({:.1} %)", side.symbol(), 100.0 * self.occupation(side))
        };
        format!("{board}\n{}   {}\n", part(BoardSide::Low), part(BoardSide::High))
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        Some(super::svg::svg(self, scene))
    }

    fn touches(&self, colour: &Colour) -> Vec<String> {
        vec![colour.to_string()]
    }
}

/// Who asks for another size than that of the board that he gives has made a mistake.
fn check_size(parameters: &Params, board: &Board) -> Result<(), ParameterError> {
    for (name, length) in [("L", board.grid().width), ("H", board.grid().height)] {
        if parameters.get(name).is_some_and(|asked| asked != &length.to_string()) {
            return Err(ParameterError::new(name, Reason::new("board-other-size").with(length)));
        }
    }
    Ok(())
}

/// How the cells of a board touch each other; its size is said elsewhere.
fn shape(setup: &Params) -> Result<Grid, ParameterError> {
    let neighbours = match setup.get("voisins").map_or("4", String::as_str) {
        "4" => Neighbours::Four,
        "6" => Neighbours::Six,
        "8" => Neighbours::Eight,
        _ => return Err(ParameterError::new("voisins", Reason::new("impossible"))),
    };
    let torus = setup.get("tore").is_some_and(|value| value == "oui");
    Ok(Grid { neighbours, torus, ..Grid::new(2, 2) })
}

/// The setup of a game that begins on this board: what [`Game::start`] reads.
pub fn setup_of(board: &Board, rules: &Rules) -> Params {
    let yes = |yes: bool| if yes { "oui" } else { "non" }.to_owned();
    let grid = board.grid();
    let neighbours = match grid.neighbours {
        Neighbours::Four => "4",
        Neighbours::Six => "6",
        Neighbours::Eight => "8",
    };
    let mut setup = Params::new();
    let mut say = |name: &str, value: String| setup.insert(name.to_owned(), value);
    say("L", grid.width.to_string());
    say("H", grid.height.to_string());
    say("couleurs", rules.colours.to_string());
    say("plateau", board.to_string());
    say("commence", rules.begins.symbol().to_string());
    say("inutiles", rules.useless.to_string());
    say("voisins", neighbours.to_owned());
    say("tore", yes(grid.torus));
    say("or", yes(rules.golden));
    say("bombe", yes(rules.bombs.is_some()));
    if let Some(seed) = rules.bombs {
        say("graine", seed.to_string());
    }
    setup
}
