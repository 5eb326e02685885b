//! Any game without its types, for the referee and everything above.

use std::time::Duration;

use jeux::any::{AnyGame, AnyPosition, Refused};
use jeux::game::{Follow, Game, Ink, MOST_MOVES, Parameter, ParameterError, Params, Partie, SINGLE, Watch};
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, Reason, Slot};

use crate::bounded::bounded;
use crate::judge::{Coup, Judge, Judgement, Verdict};
use crate::reception::Wire;

/// An engine in Java that belongs to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JavaEngine {
    pub archive: &'static str,
    /// The class of the program that speaks the engine protocol.
    pub program: &'static str,
    /// The class with the methods `recevoir` and `emettre`, in the JVM's notation.
    pub class: &'static str,
}

/// A game of the registry.
pub struct GameEntry {
    /// Its name in commands, records and the engine protocol.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The players' names for a whole rencontre, by slot.
    pub colours: Option<[&'static str; 2]>,
    /// The games of a rencontre, in order.
    pub parties: &'static [Partie],
    /// Whether a rencontre may also be [`SINGLE`].
    pub single: bool,
    /// The default time for a move.
    pub time: Duration,
    /// The organiser's parameters.
    pub parameters: &'static [Parameter],
    /// The coloured signs of its pictures.
    pub inks: &'static [(char, Ink)],
    /// The default engine.
    pub engine: &'static str,
    /// Whether the exact value of every move is known: `moteur JEU notes` prints it.
    pub solved: bool,
    /// The engine of `moteur` that evaluates any position, if exact values are not known.
    pub weighed_by: Option<&'static str>,
    pub java: Option<&'static JavaEngine>,
    /// Whether players may be shared libraries: `joueur hote-JEU` is their host.
    pub hosted: bool,
    /// How network players come in.
    pub wire: Option<&'static dyn Wire>,
    draw: fn(&Params, u64) -> Result<Params, ParameterError>,
    start: fn(&Beginning<'_>) -> Result<Box<dyn Judge>, ParameterError>,
}

impl std::fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// What a game begins with.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    /// From [`GameEntry::draw`].
    pub setup: &'a Params,
    /// The slot of the player who begins.
    pub first: Slot,
    /// Whether the rules judge the moves; most games know no other way.
    pub judged: bool,
}

impl GameEntry {
    /// A game with only rules and description: for engines, and people at a terminal.
    pub const fn of<G: Game>() -> Self {
        GameEntry {
            name: G::NAME,
            title: G::TITLE,
            colours: G::COLOURS,
            parties: G::PARTIES,
            single: G::SINGLE,
            time: G::TIME,
            parameters: G::PARAMETERS,
            inks: G::INKS,
            engine: "hasard",
            solved: false,
            weighed_by: None,
            java: None,
            hosted: false,
            wire: None,
            draw: G::draw,
            start: begin::<G>,
        }
    }

    /// Adds a judge other than the rules alone; `start` reports the parameter of a setup it cannot
    /// begin with.
    pub const fn judged_by(
        self,
        start: fn(&Beginning<'_>) -> Result<Box<dyn Judge>, ParameterError>,
    ) -> Self {
        GameEntry { start, ..self }
    }

    /// Adds network players.
    pub const fn by_network(self, wire: &'static dyn Wire) -> Self {
        GameEntry { wire: Some(wire), ..self }
    }

    /// Sets the default engine.
    pub const fn played_by(self, engine: &'static str) -> Self {
        GameEntry { engine, ..self }
    }

    /// Adds an engine in Java.
    pub const fn in_java(self, engine: &'static JavaEngine) -> Self {
        GameEntry { java: Some(engine), ..self }
    }

    /// Allows players in shared libraries.
    pub const fn hosted(self) -> Self {
        GameEntry { hosted: true, ..self }
    }

    /// Exact values of moves are known.
    pub const fn solved(self) -> Self {
        GameEntry { solved: true, ..self }
    }

    /// Names the engine that evaluates positions.
    pub const fn weighed_by(self, engine: &'static str) -> Self {
        GameEntry { weighed_by: Some(engine), ..self }
    }

    /// Whether positions can be evaluated, by `moteur JEU analyse-lignes`.
    pub const fn is_analysed(&self) -> bool {
        self.solved || self.weighed_by.is_some()
    }

    /// The setup of a rencontre: these parameters, checked, and what the seed decides.
    pub fn draw(&self, parameters: &Params, seed: u64) -> Result<Params, ParameterError> {
        (self.draw)(parameters, seed)
    }

    pub fn start(&self, beginning: &Beginning<'_>) -> Result<Box<dyn Judge>, ParameterError> {
        let judge = (self.start)(beginning)?;
        let endless = self.parameters.iter().any(|parameter| parameter.name == MOST_MOVES);
        if endless { bounded(judge, beginning.setup) } else { Ok(judge) }
    }

    /// The games of a rencontre whose first ones have these names; the usual ones for no names.
    /// `None` if no rencontre of this game begins so.
    pub fn parties_named<'a>(
        &self,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> Option<&'static [Partie]> {
        let single: Option<&'static [Partie]> = self.single.then_some(&SINGLE);
        [Some(self.parties), single].into_iter().flatten().find(|parties| {
            let known = names.clone().zip(parties.iter()).all(|(name, partie)| name == partie.name);
            known && names.clone().count() <= parties.len()
        })
    }

    /// The games of a rencontre with so many: [`SINGLE`] for one, where allowed, otherwise all.
    pub fn parties_numbering(&self, count: usize) -> &'static [Partie] {
        if count == 1 && self.single { &SINGLE } else { self.parties }
    }

    /// The colours in a game that this slot begins, in order of play.
    pub fn colours_from(&self, first: Slot) -> Option<ByPlayer<&'static str>> {
        let colours = self.colours?;
        Some(first.in_order().map(|slot| colours[slot]))
    }
}

/// A game judged by its rules alone.
struct ByRules {
    game: AnyGame,
    position: Box<dyn AnyPosition>,
    colours: Option<ByPlayer<&'static str>>,
}

fn begin<G: Game>(beginning: &Beginning<'_>) -> Result<Box<dyn Judge>, ParameterError> {
    if !beginning.judged {
        return Err(ParameterError::new("judged", Reason::new("always-judged")));
    }
    let game = AnyGame::of::<G>();
    let position = game.start(beginning.setup)?;
    let colours = GameEntry::of::<G>().colours_from(beginning.first);
    Ok(Box::new(ByRules { game, position, colours }))
}

impl Judge for ByRules {
    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn notation(&self, text: &str) -> Option<String> {
        self.position.notation(text)
    }

    fn judge(&mut self, coup: &Coup) -> Result<Judgement, Reason> {
        let mover = self.position.to_move();
        match self.position.play(&coup.text) {
            Ok(played) => {
                let verdict = Verdict::of(played.status, mover);
                Ok(Judgement { verdict, answer: played.answer, shown: played.shown, why: played.why })
            }
            Err(Refused::Illegal(rule)) => Ok(Verdict::Illegal(rule).into()),
            Err(Refused::NotAMove(reason)) => Err(reason),
        }
    }

    fn picture(&self, names: ByPlayer<&str>) -> String {
        self.position.picture(names, self.colours)
    }

    fn drawing(&self, scene: &Scene<'_>) -> Option<String> {
        self.position.drawing(scene)
    }

    fn touches(&self, text: &str) -> Vec<String> {
        self.position.touches(text)
    }

    fn copy(&self) -> Box<dyn Judge> {
        Box::new(ByRules { position: self.position.copy(), ..*self })
    }

    fn legal_moves(&self) -> Vec<String> {
        self.position.legal_moves()
    }

    fn follow(&self, setup: &Params, me: Player) -> Option<Box<dyn Follow>> {
        self.game.follow(setup, me)
    }

    fn watch(&self, setup: &Params) -> Option<Box<dyn Watch>> {
        self.game.watch(setup)
    }
}
