//! Every scenario that was recorded with the course's server, replayed against ours in both editions.
//!
//! `vecteurs/labyrinthe/transcripts.jsonl` holds what each client sent and got. Our server must give each client the same
//! sequence of messages: the same words where they do not depend on chance, the same form where they do (names of games,
//! labyrinths, moves drawn). Where the subject or plain sense asks for something else, [`departure`] says what and why;
//! `serveur/PROTOCOLE-LABYRINTHE.md` has the list.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;

use jeux::labyrinthe::{Direction, Labyrinth, Maze, Move};
use jeux::{ByPlayer, Position, Status};
use moteur_ia::labyrinthe::astar;
use protocol::cgs::{Edition, MoveCode, MoveText, NOT_READY, from_numbers, to_numbers};
use serde_json::Value;
use testing::labyrinthe::{Client, Server};

/// Scenarios replayed at the same time: most of them wait for a clock.
const AT_ONCE: usize = 8;

/// Lets the time of a move pass: another game of the server, in which nobody moves, comes to its end.
fn oversleep(server: &Server) {
    let [_mover, mut waiting] = server.game("tic", "tac");
    waiting.ask("GET_MOVE", &["OK", "", "-1"]);
}

#[test]
fn every_scenario_of_the_course_server() {
    let text = include_str!("../../vecteurs/labyrinthe/transcripts.jsonl");
    let scenarios: VecDeque<Scenario> = text.lines().map(Scenario::read).collect();
    assert_eq!(scenarios.len(), 170);
    let (queue, failures) = (Mutex::new(scenarios), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let Some(scenario) = queue.lock().expect("the queue").pop_front() else { return };
                    let name = format!("{} {}", scenario.edition, scenario.name);
                    if std::panic::catch_unwind(|| scenario.replay()).is_err() {
                        failures.lock().expect("the failures").push(name);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("the failures");
    assert!(failures.is_empty(), "{} scenarios differ: {failures:#?}", failures.len());
}

/// Something that happens; the letter names the client.
#[derive(Clone, PartialEq, Debug)]
enum Event {
    Connect(char),
    Close(char),
    Send(char, String),
    Hear(char, String),
    /// The server closes the connection.
    End(char),
    /// The organiser starts a game between two clients who wait; the first begins.
    Organise(char, char),
    /// The organiser asks for what cannot be.
    OrganiseInVain([&'static str; 2]),
    /// The organiser creates a tournament, or starts its next phase.
    Tournament(&'static [&'static str]),
    /// The players walk to the treasure until the next move gets there.
    Walk(Walk),
    /// The time of a move passes.
    Oversleep,
}

/// Who walks to the treasure.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Walk {
    /// The client A; the training player stays where it is.
    Client,
    /// The training player; the client A stays where it is.
    Trainer,
    /// Both clients, in turn.
    Both,
}

use Event::{Close, Connect, End, Hear, Organise, OrganiseInVain, Oversleep, Send, Tournament};

struct Scenario {
    edition: Edition,
    /// Without its number.
    name: String,
    events: Vec<Event>,
}

impl Scenario {
    fn read(line: &str) -> Scenario {
        let scenario: Value = serde_json::from_str(line).expect("JSON");
        let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
        let edition: Edition = text(&scenario, "edition").parse().expect("an edition");
        let name = text(&scenario, "scenario").split_once('_').expect("a number").1.to_owned();
        let mut events = Vec::new();
        for event in scenario["events"].as_array().expect("events") {
            let letter = |key| text(event, key).chars().next().expect("a letter");
            let (from, to) = (letter("from"), letter("to"));
            events.push(match (from, text(event, "event").as_str()) {
                ('o', _) => Event::Tournament(&[]),
                ('s', "close") => Close(to),
                (_, "connect") => Connect(from),
                (_, "close") => Close(from),
                ('s', _) => Hear(to, text(event, "text")),
                // The text of a command was recorded without the white space around it.
                _ => Send(from, command_text(&text(event, "hex"))),
            });
        }
        let mut scenario = Scenario { edition, name, events };
        scenario.put_the_organiser_first();
        scenario.follow_our_draw();
        scenario.expect_ends();
        scenario.shorten_walks();
        scenario.depart();
        scenario
    }

    /// The organiser's events were stamped after the messages that they cause.
    fn put_the_organiser_first(&mut self) {
        let is_organiser = |event: &Event| *event == Tournament(&[]);
        let mut requests = match self.name.as_str() {
            "regular_with_oneself" => {
                vec![OrganiseInVain(["alice", "alice"]), OrganiseInVain(["alice", "nobody"])]
            }
            "tournament_league" => vec![
                Tournament(&["tournoi", "cup", "--format", "aller-simple", "--ordre", "liste"]),
                Tournament(&["lance", "cup"]),
                Tournament(&["lance", "cup"]),
                Tournament(&["lance", "cup"]),
            ],
            _ => Vec::new(),
        };
        let begins = |events: &[Event]| {
            // The message after the labyrinth tells who begins.
            let walls = |event: &Event| matches!(event, Hear(_, text) if text.len() > 90 && is_binary(text));
            events.iter().enumerate().find_map(|(at, event)| match event {
                Hear(client, _) if walls(event) => {
                    let own =
                        events[at + 1..].iter().find(|event| matches!(event, Hear(c, _) if c == client));
                    Some(if *own? == Hear(*client, "0".into()) { *client } else { other(*client) })
                }
                _ => None,
            })
        };
        let mut at = 0;
        while let Some(found) = self.events[at..].iter().position(is_organiser) {
            let index = at + found;
            self.events.remove(index);
            let request = if requests.is_empty() {
                let first = begins(&self.events[index..]).unwrap_or('A');
                Organise(first, other(first))
            } else {
                requests.remove(0)
            };
            let caused =
                |event: &&Event| matches!(event, Hear(_, text) if text != "OK") || matches!(event, Close(_));
            let back = match request {
                Organise(..) => self.events[..index].iter().rev().take_while(caused).count(),
                _ => 0,
            };
            self.events.insert(index - back, request);
            at = index + 1;
        }
    }

    /// Who meets whom in which phase is drawn: in each phase of ours, those who play do what was recorded for those who
    /// played.
    fn follow_our_draw(&mut self) {
        if self.name != "tournament_league" {
            return;
        }
        // By the numbers of a league of three, in the order of joining.
        let mut ours = [['B', 'C'], ['C', 'A'], ['A', 'B']].into_iter();
        let launch = Tournament(&["lance", "cup"]);
        let starts: Vec<usize> = (0..self.events.len())
            .filter(|&at| self.events[at] == launch)
            .chain([self.events.len()])
            .collect();
        for phase in starts.windows(2) {
            let events = &mut self.events[phase[0]..phase[1]];
            let begins = events.iter().find_map(|event| match event {
                Send(client, text) if text.starts_with("PLAY_MOVE") => Some(*client),
                _ => None,
            });
            let asks = events.iter().find_map(|event| match event {
                Send(client, text) if text == "GET_MOVE" => Some(*client),
                _ => None,
            });
            let (begins, asks) = (begins.expect("a move"), asks.expect("a question"));
            let [first, second] = ours.next().expect("three phases");
            let rests =
                |one, other| ['A', 'B', 'C'].into_iter().find(|&c| c != one && c != other).expect("a third");
            let named = [(begins, first), (asks, second), (rests(begins, asks), rests(first, second))];
            for event in events {
                if let Connect(client) | Close(client) | Send(client, _) | Hear(client, _) = event {
                    *client = named.iter().find(|(theirs, _)| theirs == client).expect("a client").1;
                }
            }
        }
    }

    /// A client closes because the server has: that must be seen.
    fn expect_ends(&mut self) {
        let mut last: BTreeMap<char, String> = BTreeMap::new();
        let closing = ["Bad protocol", "'WAIT_GAME", "cannot be joined", "is invalid", "already connected:"];
        for event in &mut self.events {
            match event {
                Hear(client, text) => drop(last.insert(*client, text.clone())),
                Close(client) => {
                    let text = last.get(client).map(String::as_str).unwrap_or_default();
                    if closing.iter().any(|refusal| text.contains(refusal)) {
                        *event = End(*client);
                    }
                }
                _ => {}
            }
        }
    }

    /// A way to the treasure has another length in our labyrinths: all of it but its last move is one event.
    fn shorten_walks(&mut self) {
        let is = |event: &Event, word: &str| matches!(event, Send(_, text) if text.starts_with(word));
        let moves = |event: &Event| is(event, "PLAY_MOVE") || is(event, "GET_MOVE");
        let before = |events: &[Event], end: usize, word: &str| {
            events[..end].iter().rposition(|event| is(event, word)).expect("a command")
        };
        let won =
            self.events.iter().position(|event| matches!(event, Hear(_, text) if text == "Treasor found !!"));
        let (walk, last) = match self.name.as_str() {
            "training_do_nothing_win" => {
                (Walk::Client, before(&self.events, won.expect("a win"), "PLAY_MOVE"))
            }
            "astar" => {
                // The very last one comes after the end, and is refused.
                let refused = before(&self.events, self.events.len(), "GET_MOVE");
                (Walk::Trainer, before(&self.events, refused, "GET_MOVE"))
            }
            "regular_game" => {
                let play = before(&self.events, won.expect("a win"), "PLAY_MOVE");
                (Walk::Both, before(&self.events, play, "GET_MOVE"))
            }
            _ => return,
        };
        let first = self.events.iter().position(moves).expect("a move");
        self.events.splice(first..last, [Event::Walk(walk)]);
    }

    /// Puts what our server does in the place of what the course's server did.
    fn depart(&mut self) {
        if let Some((at, ours)) = departure(self) {
            self.events.truncate(at);
            self.events.extend(ours);
        }
    }

    /// Where the client sends this.
    fn sends(&self, client: char, text: &str) -> usize {
        let sent = Send(client, text.into());
        self.events
            .iter()
            .position(|event| *event == sent)
            .unwrap_or_else(|| panic!("{text} in {}", self.name))
    }

    fn replay(&self) {
        let clock = ["regular_mover_times_out", "regular_nobody_plays", "regular_opponent_never_asks"];
        let late = clock.contains(&self.name.as_str()) || self.name.starts_with("training_timeout");
        let timeout = if late { "2" } else { "30" };
        let server = Server::start(&["--timeout", timeout, "--sans-parties", "--seed", "5"]);
        let mut replay = Replay { scenario: self, server, clients: BTreeMap::new() };
        for event in &self.events {
            replay.happen(event);
        }
    }
}

/// The bytes of a command, as text.
fn command_text(hex: &str) -> String {
    let bytes =
        (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).expect("hexadecimal"));
    String::from_utf8(bytes.collect()).expect("UTF-8")
}

fn is_binary(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'1'))
}

fn other(client: char) -> char {
    if client == 'A' { 'B' } else { 'A' }
}

/// Where our server departs from the recording on purpose, and what it does from there on.
fn departure(scenario: &Scenario) -> Option<(usize, Vec<Event>)> {
    let edition = scenario.edition;
    let hear = |text: &str| Hear('A', text.into());
    let send = |text: &str| Send('A', text.into());
    let played = |code, message| {
        let answer = edition.play_answer(code, message).map(hear);
        [vec![hear("OK")], answer.to_vec()].concat()
    };
    let got = |mv, message, code| {
        let answer = edition.move_answer(mv, message, code).into_iter().map(hear);
        [vec![hear("OK")], answer.collect()].concat()
    };
    let stays = || played(MoveCode::Ok, "");
    let to_wait = "Bad protocol, should send 'WAIT_GAME %s' command";
    let refused_in_lobby = || vec![hear(to_wait), hear(to_wait), End('A')];
    let game = || vec![hear("OK"), hear("<name>"), hear("<size>"), Close('A')];
    Some(match scenario.name.as_str() {
        // By the subject the value of a displacement is not used (section 4.1).
        "minus_one_value" => (
            scenario.sends('A', "PLAY_MOVE 4 -1"),
            // The labyrinth decides whether there is a wall: staying has none.
            [vec![send("PLAY_MOVE 8 -1")], stays(), vec![Close('A')]].concat(),
        ),
        // Both forms of a training string work in both editions.
        "other_edition_string" => {
            let at = scenario
                .events
                .iter()
                .position(|event| matches!(event, Send(_, text) if text.starts_with("WAIT")));
            (at? + 1, game())
        }
        // The course's server of 2017 closes the connection without a word.
        "wait_tournament_word_only" if edition == Edition::E2017 => {
            let refusal = "The string sent with 'WAIT_GAME' is not valid (should be '{options}', 'NAME {options}' or \
                           'TOURNAMENT NAME {options}', but is 'TOURNAMENT' instead)";
            let at = scenario.sends('A', "WAIT_GAME TOURNAMENT");
            (at + 1, vec![hear(refusal), hear(refusal), End('A')])
        }
        // A name that is taken is taken, also within a millisecond.
        "name_twice" if edition == Edition::E2017 => {
            let refusal = [
                "A client with the same name ('alice') is already connected!",
                "A client with the same name is already connected: alice (127.0.0.1)",
            ];
            let mut ours: Vec<Event> = refusal.map(|text| Hear('B', text.into())).to_vec();
            ours.extend([End('B'), Close('A'), Connect('C'), Send('C', "CLIENT_NAME alice".into())]);
            ours.extend([Hear('C', "OK".into()), Close('C')]);
            (scenario.sends('B', "CLIENT_NAME alice") + 1, ours)
        }
        // Out of sequence loses (section 2.5): the refusal is the same, then the game is over.
        "get_move_on_own_turn" => {
            let at = scenario.sends('A', "PLAY_MOVE 8 0");
            (at, [vec![send("PLAY_MOVE 8 0")], refused_in_lobby()].concat())
        }
        "play_move_out_of_turn" => {
            let at = scenario.sends('A', "GET_MOVE");
            (at, [vec![send("GET_MOVE")], refused_in_lobby()].concat())
        }
        // No command is lost that is sent together with another one.
        "two_commands_in_one_segment" => {
            let at = scenario.events.iter().position(|event| matches!(event, Close('A')))?;
            (at, [stays(), vec![Close('A')]].concat())
        }
        "newline_terminated" => {
            let at = scenario.events.iter().position(|event| matches!(event, Close('A')))?;
            (at, [got("8 0", "", MoveCode::Ok), vec![Close('A')]].concat())
        }
        // A command that comes in pieces is a command.
        "command_in_two_segments" => {
            let at = scenario.sends('A', "PLAY_");
            (at, [vec![send("PLAY_"), send("MOVE 8 0")], stays(), vec![Close('A')]].concat())
        }
        // The organiser need not give a time.
        "regular_no_timeout_field" if edition == Edition::E2025 => {
            let at = scenario.events.iter().position(|event| matches!(event, Organise(..)))? + 1;
            let announced = ['A', 'B'].map(|client| {
                ["<name>", "<size>"].map(|text| Hear(client, text.into())).into_iter().chain([Close(client)])
            });
            (at, announced.into_iter().flatten().collect())
        }
        // The clock of a move runs whoever asks for what.
        "regular_nobody_plays" => {
            let mover = match scenario.events.iter().find(|event| matches!(event, Organise(..)))? {
                Organise(first, _) => *first,
                _ => return None,
            };
            let waiting = other(mover);
            let at = scenario.sends(waiting, "GET_MOVE");
            let named = |client, event| match event {
                Hear(_, text) => Hear(client, text),
                event => event,
            };
            let mut ours = vec![Oversleep, Send(waiting, "GET_MOVE".into())];
            ours.extend(got("", "Timeout", MoveCode::Lose).into_iter().map(|event| named(waiting, event)));
            ours.push(Send(mover, "PLAY_MOVE 8 0".into()));
            ours.extend(played(MoveCode::Lose, "Timeout !").into_iter().map(|event| named(mover, event)));
            (at, ours)
        }
        // Who has lost without knowing may still ask; the course's server fails on that.
        "regular_opponent_never_asks" => {
            let (at, slow) = scenario.events.iter().enumerate().find_map(|(at, event)| match event {
                Send(client, text) if text == "GET_MOVE" => Some((at, *client)),
                _ => None,
            })?;
            let named = |event| match event {
                Hear(_, text) => Hear(slow, text),
                event => event,
            };
            let mut ours = vec![Send(slow, "GET_MOVE".into())];
            ours.extend(got("8 0", "", MoveCode::Ok).into_iter().map(named));
            ours.push(Send(slow, "PLAY_MOVE 8 0".into()));
            ours.extend(played(MoveCode::Lose, "Timeout !").into_iter().map(named));
            (at, ours)
        }
        // An opponent who leaves is told of at once, as one who has left.
        "regular_mover_disconnects" if edition == Edition::E2025 => {
            let at = scenario
                .events
                .iter()
                .position(|event| matches!(event, Hear(_, text) if text == "Timeout"))?;
            let mut ours = scenario.events[at..].to_vec();
            if let Hear(_, text) = &mut ours[0] {
                "Opponent has disconnected".clone_into(text);
            }
            (at, ours)
        }
        "regular_waiter_disconnects_in_get" => {
            let (at, mover) = scenario.events.iter().enumerate().find_map(|(at, event)| match event {
                Send(client, text) if text.starts_with("PLAY_MOVE") => Some((at, *client)),
                _ => None,
            })?;
            let answer = edition.play_answer(MoveCode::Win, "Timeout of the opponent!");
            let mut ours = vec![Send(mover, "PLAY_MOVE 8 0".into()), Hear(mover, "OK".into())];
            ours.extend(answer.map(|text| Hear(mover, text.into())));
            ours.push(Close(mover));
            (at, ours)
        }
        // A tournament that is over is one that cannot be joined; who waits for it is sent away.
        "tournament_league" => {
            let last = scenario
                .events
                .iter()
                .rposition(|event| matches!(event, Send(_, text) if text == "PLAY_MOVE 0 0"))?;
            let joins = |event: &Event| matches!(event, Send(_, text) if text.starts_with("WAIT_GAME"));
            let at = last + scenario.events[last..].iter().position(joins)?;
            let reason = "The tournament 'cup' cannot be joined: The tournament 'cup' is over";
            // What was recorded between the two demands is heard before them.
            let (mut ours, mut joining) = (Vec::new(), Vec::new());
            for event in &scenario.events[at..] {
                match event {
                    Send(client, _) if joins(event) => joining.push(*client),
                    Hear(client, text) if text != NOT_READY && !joining.contains(client) => {
                        ours.push(event.clone())
                    }
                    _ => {}
                }
            }
            for &client in &joining {
                ours.push(Send(client, "WAIT_GAME TOURNAMENT cup".into()));
                ours.extend([Hear(client, reason.into()), Hear(client, reason.into()), End(client)]);
            }
            ours.extend(['A', 'B', 'C'].into_iter().filter(|client| !joining.contains(client)).map(End));
            (at, ours)
        }
        // The seed fixes the labyrinth of its own game: see `Replay::same_labyrinths`.
        _ => return None,
    })
}

/// A scenario that goes on.
struct Replay<'a> {
    scenario: &'a Scenario,
    server: Server,
    clients: BTreeMap<char, Player>,
}

/// A client, and what it knows of its game.
struct Player {
    client: Client,
    last_command: String,
    start_is_drawn: bool,
    /// The last messages, in their form.
    heard: Vec<String>,
    size: [usize; 2],
    walls: Vec<String>,
    position: Option<Labyrinth>,
}

impl Replay<'_> {
    fn happen(&mut self, event: &Event) {
        let edition = self.scenario.edition;
        match event {
            Connect(letter) => {
                let client = self.server.connect(edition);
                let player = Player {
                    client,
                    last_command: String::new(),
                    start_is_drawn: false,
                    heard: Vec::new(),
                    size: [0; 2],
                    walls: Vec::new(),
                    position: None,
                };
                self.clients.insert(*letter, player);
            }
            Close(letter) => {
                self.same_labyrinths(*letter);
                self.clients.remove(letter);
            }
            End(letter) => {
                if let Some(mut player) = self.clients.remove(letter) {
                    // What is said twice, a client may have read once.
                    while let Some(text) = player.client.message().filter(|text| text != NOT_READY) {
                        assert_eq!(player.heard.last(), Some(&text), "{}", self.scenario.name);
                    }
                }
            }
            Send(letter, text) => {
                let text = self.adapt(*letter, text);
                self.player(*letter).send(&text);
            }
            Hear(letter, text) => {
                let drawn =
                    ["play_random", "play_random_rotate", "astar", "training_do_nothing_win", "regular_game"]
                        .contains(&self.scenario.name.as_str())
                        || self.scenario.name.ends_with("illegal_move")
                        || self.scenario.name == "rotations";
                let name = &self.scenario.name;
                self.clients
                    .get_mut(letter)
                    .unwrap_or_else(|| panic!("{name}: {letter}"))
                    .hear(text, drawn, name);
            }
            Organise(first, second) => {
                let name = |letter: &char| if *letter == 'A' { "alice" } else { "bob" };
                self.server.organise(name(first), name(second));
            }
            OrganiseInVain([first, second]) => {
                assert!(!self.server.request(&["rencontre", first, second]).status.success());
            }
            Tournament(words) => {
                let answer = self.server.request(words);
                assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
            }
            Event::Walk(walk) => self.walk(*walk),
            Oversleep => oversleep(&self.server),
        }
    }

    fn player(&mut self, letter: char) -> &mut Player {
        let name = &self.scenario.name;
        self.clients.get_mut(&letter).unwrap_or_else(|| panic!("{name}: no client {letter}"))
    }

    /// What the client of the recording would send in our labyrinth.
    fn adapt(&mut self, letter: char, text: &str) -> String {
        let name = self.scenario.name.as_str();
        if text.starts_with("PLAY_MOVE") && name.starts_with("training_timeout") {
            let player = self.player(letter);
            let first = !player.walls.is_empty() && !player.heard.iter().any(|form| form == "8 0");
            if first == name.ends_with("first_move") {
                // Twice: the referee of this game may be woken later than that of the other.
                oversleep(&self.server);
                oversleep(&self.server);
            }
            return text.to_owned();
        }
        if text.starts_with("WAIT_GAME") {
            return match name {
                "training_timeout_first_move" => text.replace("timeout=1", "timeout=2"),
                _ => text.to_owned(),
            };
        }
        let Some(position) = self.player(letter).position.filter(|_| text.starts_with("PLAY_MOVE")) else {
            return text.to_owned();
        };
        let [width, height] = self.player(letter).size;
        let here = position.player(position.to_move());
        let numbers: Vec<i64> =
            text.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect();
        let mv = match (name, &numbers[..]) {
            ("move_string_0_H", _) => return format!("PLAY_MOVE 0 {height}"),
            ("move_string_2_L", _) => return format!("PLAY_MOVE 2 {width}"),
            ("illegal_wall" | "regular_illegal_move", _) => {
                let into_wall =
                    |way: &Direction| position.maze().is_wall(position.maze().neighbour(here, *way));
                Move::Step(Direction::ALL.into_iter().find(into_wall).expect("a labyrinth with a wall here"))
            }
            ("rotations", &[kind @ 0..=1, _]) => from_numbers(kind, here.y.into()).expect("a line"),
            ("rotations", &[kind @ 2..=3, _]) => from_numbers(kind, here.x.into()).expect("a column"),
            ("regular_game", _) => astar(&position),
            ("training_do_nothing_win", &[4..=7, _]) => astar(&position),
            _ => return text.to_owned(),
        };
        let (kind, value) = to_numbers(mv);
        format!("PLAY_MOVE {kind} {value}")
    }

    /// Plays until the next move reaches the treasure.
    fn walk(&mut self, walk: Walk) {
        let edition = self.scenario.edition;
        let ends = |position: &Labyrinth| {
            let mut next = *position;
            matches!(next.play(astar(position)), Ok(Status::Over(_)))
        };
        let played = |player: &mut Player, mv: Move| {
            let (kind, value) = to_numbers(mv);
            player.send(&format!("PLAY_MOVE {kind} {value}"));
            player.client.expect(&["OK"]);
        };
        let went_on = |player: &mut Player| player.client.expect(&edition.play_answer(MoveCode::Ok, ""));
        let got = |player: &mut Player| {
            let text = player.client.message().expect("a move");
            player.client.expect(&edition.move_answer("", "", MoveCode::Ok)[1..]);
            player.note_move(&text);
        };
        let begins = self.clients.iter().find(|(_, player)| player.begins()).map(|(letter, _)| *letter);
        let mut mover = begins.expect("one begins");
        loop {
            let position = self.player(mover).position.expect("a game");
            if walk == Walk::Trainer {
                let a = self.player('A');
                played(a, Move::Stay);
                went_on(a);
                if ends(&a.position.expect("a game")) {
                    return;
                }
                a.send("GET_MOVE");
                a.client.expect(&["OK"]);
                got(a);
                continue;
            }
            if ends(&position) {
                return;
            }
            if walk == Walk::Both {
                let waiting = self.player(other(mover));
                waiting.send("GET_MOVE");
                waiting.client.expect(&["OK"]);
            }
            played(self.player(mover), astar(&position));
            went_on(self.player(mover));
            if walk == Walk::Both {
                mover = other(mover);
            } else {
                self.player(mover).send("GET_MOVE");
                self.player(mover).client.expect(&["OK"]);
            }
            got(self.player(mover));
        }
    }

    /// The course's server draws the labyrinth before it sets the seed; by ours it is the seed's.
    fn same_labyrinths(&mut self, letter: char) {
        if self.scenario.name == "same_seed_twice" {
            let walls = &self.player(letter).walls;
            assert_eq!(walls.len(), 3);
            assert!(walls.iter().all(|walls| *walls == walls[..]), "one seed, one labyrinth");
            assert!(walls.windows(2).all(|two| two[0] == two[1]), "one seed, one labyrinth");
        }
    }
}

impl Player {
    fn send(&mut self, text: &str) {
        self.client.send(text);
        text.trim().clone_into(&mut self.last_command);
        self.start_is_drawn |= text.contains("start=-1");
        if let Some(mv) = text.trim().strip_prefix("PLAY_MOVE ") {
            self.note_move(mv);
        }
    }

    /// Follows the game; a move that is none changes nothing.
    fn note_move(&mut self, text: &str) {
        if let (Some(position), Ok(mv)) = (&mut self.position, MoveText::new(text).mv()) {
            position.play(mv).ok();
        }
    }

    fn begins(&self) -> bool {
        self.heard
            .iter()
            .rev()
            .find(|form| matches!(form.as_str(), "0" | "1"))
            .is_some_and(|form| form == "0")
    }

    /// The next message must be what was recorded, or have its form.
    fn hear(&mut self, recorded: &str, drawn: bool, name: &str) {
        let mut text = self.client.message();
        // How many signs of life there are depends on the clock.
        while recorded != NOT_READY && text.as_deref() == Some(NOT_READY) {
            text = self.client.message();
        }
        let text = text.unwrap_or_else(|| panic!("{name}: the end instead of {recorded:?}"));
        // Two slips of the pen of 2017.
        let string = self.last_command.strip_prefix("WAIT_GAME ").unwrap_or_default();
        let recorded = recorded.replace("'%s' instead", &format!("'{string}' instead"));
        let recorded = recorded.replace("doesn't not exist", "doesn't exist");
        let wanted = self.form(&recorded, drawn);
        let form = self.form(&text, drawn);
        assert_eq!(form, wanted, "{name}: after {:?} and {:?}", self.last_command, self.heard);
        match form.as_str() {
            "<size>" => {
                let mut sides = text.split(' ').map(|side| side.parse().expect("a side"));
                self.size = [sides.next().expect("a width"), sides.next().expect("a height")];
            }
            "<walls>" => {
                let [width, height] = self.size;
                let maze = Maze::from_text(width, height, &text).expect("a labyrinth");
                let energy = ByPlayer { first: 0, second: self.client.edition.second_energy() };
                self.position = Some(Labyrinth::with_energy(maze, energy).expect("a position"));
                self.walls.push(text);
            }
            _ if self.last_command == "GET_MOVE" && self.heard.last().is_some_and(|last| last == "OK") => {
                self.note_move(&text);
            }
            _ => {}
        }
        self.heard.push(form);
    }

    /// A message without what chance has decided.
    fn form(&self, text: &str, drawn: bool) -> String {
        let last = self.heard.last().map(String::as_str).unwrap_or_default();
        let digits = if self.client.edition == Edition::E2017 { 8 } else { 12 };
        if text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return "<name>".into();
        }
        if text == "<size>" || last == "<name>" && text.split(' ').all(|word| word.parse::<u8>().is_ok()) {
            return "<size>".into();
        }
        if text.len() > 90 && is_binary(text) {
            return "<walls>".into();
        }
        if last == "<walls>" && self.start_is_drawn {
            assert!(is_binary(text) && text.len() == 1, "{text}");
            return "<who begins>".into();
        }
        if text.starts_with("+-") {
            return picture(text);
        }
        let two_numbers = text.split(' ').filter(|word| word.parse::<u8>().is_ok()).count() == 2;
        if drawn && two_numbers && self.last_command == "GET_MOVE" {
            return "<move>".into();
        }
        text.to_owned()
    }
}

/// What a picture says besides the labyrinth: beside it and under it. Checks the frame.
fn picture(text: &str) -> String {
    let plain = without_colours(text);
    let lines: Vec<&str> = plain.lines().collect();
    let frame = lines[0];
    let width = frame.chars().count();
    let height = lines[1..].iter().position(|line| *line == frame).expect("the last line of the frame");
    let mut said = Vec::new();
    for line in &lines[1..=height] {
        let row: String = line.chars().take(width).collect();
        assert!(row.starts_with('|') && row.ends_with('|') && row.chars().count() == width, "{plain}");
        said.push(line.chars().skip(width).collect::<String>());
    }
    assert_eq!(plain.matches('⚑').count(), 1, "{plain}");
    said.retain(|line| !line.is_empty());
    said.extend(lines[height + 2..].iter().map(|line| (*line).to_owned()));
    // The course's server writes the names of its own players in two ways.
    said.join("\n").replace("Do_nothing", "DO_NOTHING")
}

fn without_colours(text: &str) -> String {
    let mut plain = String::new();
    let mut parts = text.split('\u{1b}');
    plain += parts.next().unwrap_or_default();
    for part in parts {
        plain += part.split_once('m').expect("a colour").1;
    }
    plain
}
