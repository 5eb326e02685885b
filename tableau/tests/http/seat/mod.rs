//! Somebody who plays on a page: follows what it is sent, and sends its forms.

use std::collections::HashMap;

use crate::common::events::Events;
use crate::common::{Answer, Tableau};

/// A seat under its secret path.
pub struct Seat<'a> {
    tableau: &'a Tableau,
    /// Its path: `/jouer/s/...`.
    pub path: String,
    events: Events,
    /// The parts of the page as they were sent last.
    pub parts: HashMap<String, String>,
}

/// What is expected of who sits there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A move, after so many, of these.
    Mine(usize, Vec<String>),
    /// To begin the next game.
    Next,
    /// Nothing more.
    Over,
}

impl Turn {
    /// What a page, or this part of one, asks for; `None` if nothing yet.
    pub fn of(coups: &str) -> Option<Turn> {
        if coups.contains("/suivante\"") {
            return Some(Turn::Next);
        }
        if coups.contains("data-over") {
            return Some(Turn::Over);
        }
        let after = values(coups, "name=\"n\" value=\"").first()?.parse().expect("a number");
        let mut moves = values(coups, "name=\"coup\" value=\"");
        moves.extend(values(coups, "<option value=\""));
        Some(Turn::Mine(after, moves))
    }
}

impl<'a> Seat<'a> {
    /// Begins a game by this form, with the player's token.
    pub fn begin(tableau: &'a Tableau, form: &str) -> Self {
        let begun = tableau.post("/jouer", &tableau.player, form);
        assert_eq!(begun.status, 303, "{form}: {}", begun.body);
        Seat::at(tableau, begun.header("location").expect("a place"))
    }

    /// Sits down at this path.
    pub fn at(tableau: &'a Tableau, path: &str) -> Self {
        let events = Events::open(tableau, &format!("{path}/suite"), &[]);
        Seat { tableau, path: path.to_owned(), events, parts: HashMap::new() }
    }

    /// The next part that has changed: its name. `None`: nothing more comes.
    pub fn part(&mut self) -> Option<String> {
        loop {
            let (event, data) = self.events.next_if_any()?;
            if event == "seat" {
                let (name, part) = data.split_once('\n').unwrap_or((&data, ""));
                self.parts.insert(name.to_owned(), part.to_owned());
                return Some(name.to_owned());
            }
        }
    }

    /// Waits until a part has this in it.
    pub fn until(&mut self, part: &str, holds: &str) {
        while !self.parts.get(part).is_some_and(|text| text.contains(holds)) {
            self.part().unwrap_or_else(|| panic!("{holds:?} never came: {:?}", self.parts));
        }
    }

    /// The next time that something is expected here.
    pub fn turn(&mut self) -> Turn {
        loop {
            let name = self.part().unwrap_or_else(|| panic!("nothing more: {:?}", self.parts));
            if name != "coups" {
                continue;
            }
            if let Some(turn) = Turn::of(&self.parts["coups"]) {
                return turn;
            }
        }
    }

    /// Sends a form of the page; its path is all the token it needs.
    pub fn send(&self, action: &str, form: &str) -> Answer {
        let origin = format!("http://{}", self.tableau.address);
        let kind = ("content-type", "application/x-www-form-urlencoded");
        let path = format!("{}/{action}", self.path);
        self.tableau.ask("POST", &path, &[("origin", &origin), kind], form)
    }

    /// Sends a move.
    pub fn play(&self, after: usize, text: &str) {
        let text = text.replace('+', "%2B").replace(' ', "+");
        let sent = self.send("coup", &format!("n={after}&coup={text}"));
        assert_eq!(sent.status, 303, "{}", sent.body);
    }

    /// Plays to the end of everything, by this choice among the moves.
    pub fn play_on(&mut self, mut choose: impl FnMut(usize, &[String]) -> String) {
        loop {
            match self.turn() {
                Turn::Mine(after, moves) => self.play(after, &choose(after, &moves)),
                Turn::Next => assert_eq!(self.send("suivante", "").status, 303),
                Turn::Over => return,
            }
        }
    }

    /// The moves of the game under way, in order.
    pub fn moves(&self) -> Vec<String> {
        let listed =
            self.parts["suite"].split("<li>").skip(1).filter_map(|line| line.split("</span> ").nth(1));
        let texts = listed.filter_map(|line| line.split(['<', ' ', '\n']).next());
        let mut moves: Vec<String> = texts.map(str::to_owned).collect();
        moves.reverse();
        moves
    }

    /// The identifier of the record, once it is over.
    pub fn record(&self) -> String {
        values(&self.parts["coups"], "href=\"/parties/parties/").remove(0)
    }
}

/// What stands between this and the next quotation mark, each time.
pub fn values(html: &str, before: &str) -> Vec<String> {
    html.split(before).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}
