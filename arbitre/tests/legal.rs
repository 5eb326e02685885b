//! The list of moves before each `go`: complete, legal, and nothing that a player may not know, in every game; and for nobody who has
//! not asked for it.

use std::os::fd::BorrowedFd;
use std::process::Command;
use std::time::{Duration, Instant};

use arbitre::engine::{Adviser, EngineHost, ProcessLink, told};
use arbitre::game::{Beginning, GameEntry};
use arbitre::judge::{Coup, Judge};
use arbitre::registry::{self, GAMES};
use arbitre::seat::Ruling;
use ipc::wait::{Deadline, wait};
use jeux::game::Params;
use jeux::{ByPlayer, Player, Slot};
use nix::poll::PollFlags;
use protocol::moteur::{EngineLine, GameStart, HostLine, LEGAL, MAX_LINE, ToldMove, join_moves};

/// How many moves of a game are looked at.
const PLIES: usize = 120;

/// What an engine on each side hears, and what it is advised.
struct Heard {
    adviser: Adviser,
    told: Vec<ToldMove>,
}

fn start(kind: &GameEntry, setup: &Params, side: Player, told: &[ToldMove]) -> HostLine {
    let mut params: Vec<(String, String)> = setup.clone().into_iter().collect();
    if !told.is_empty() {
        params.push(("moves".to_owned(), join_moves(told)));
    }
    HostLine::Game(GameStart { game: kind.name.to_owned(), side, params })
}

/// An adviser of an engine that wants the list, told of this game.
fn adviser(kind: &'static GameEntry, setup: &Params, side: Player, told: &[ToldMove]) -> Adviser {
    let mut adviser = Adviser::new(kind);
    adviser.heard(&EngineLine::Want(LEGAL.to_owned()));
    adviser.sent(&start(kind, setup, side, told));
    adviser
}

/// The moves of a list, which is a line of the protocol.
fn moves(adviser: &Adviser) -> Option<Vec<String>> {
    let line = adviser.list()?;
    let written = line.to_string();
    assert!(written.len() <= MAX_LINE);
    assert_eq!(written.parse().as_ref(), Ok(line), "no commas, nothing that a line cannot hold");
    match line {
        HostLine::Legal(moves) => Some(moves.clone()),
        _ => None,
    }
}

/// Plays a game by moves of the lists; gives how many lists there were.
fn play(kind: &'static GameEntry, setup: &Params, random: &mut fastrand::Rng) -> usize {
    let mut judge = kind.start(&Beginning { setup, first: Slot::Zero, judged: true }).expect("a start");
    let secrets = judge.follow(setup, Player::First).is_some();
    let mut heard =
        ByPlayer::from_fn(|side| Heard { adviser: adviser(kind, setup, side, &[]), told: Vec::new() });
    for ply in 0..PLIES {
        let mover = judge.to_move();
        assert!(heard[!mover].adviser.list().is_none(), "{}: it is not its turn", kind.name);
        let list = moves(&heard[mover].adviser).expect("a list");
        if !secrets {
            let legal = judge.legal_moves();
            assert!(list.len() == legal.len() || list.len() > 1000, "{}, {ply}", kind.name);
            assert_eq!(list, legal[..list.len()], "{}, {ply}", kind.name);
        }
        let again = adviser(kind, setup, mover, &heard[mover].told);
        assert_eq!(
            moves(&again).as_ref(),
            Some(&list),
            "{}: the same when it is announced with its moves",
            kind.name
        );
        let text = random.choice(&list).expect("a move").clone();
        heard[mover].adviser.heard(&EngineLine::Move(text.clone()));
        let judgement = judge.judge(&Coup::said(&text)).expect("a move of the game");
        assert!(judgement.verdict.is_legal(), "{}: {text} is legal", kind.name);
        heard[mover].told.push(ToldMove { text: text.clone(), answer: judgement.answer.clone() });
        let shown = judgement.shown.of(&text).to_owned();
        heard[!mover].told.push(ToldMove { text: shown, answer: None });
        let ruling = Ruling::Judged { coup: Coup::said(&text), judgement };
        told(&ruling, true).iter().for_each(|line| heard[mover].adviser.sent(line));
        told(&ruling, false).iter().for_each(|line| heard[!mover].adviser.sent(line));
        if ruling.termination().is_some() {
            assert!(
                heard.iter().all(|(_, heard)| heard.adviser.list().is_none()),
                "{}: it is over",
                kind.name
            );
            return ply + 1;
        }
    }
    PLIES
}

#[test]
fn every_game_can_be_played_by_the_lists_alone() {
    for kind in GAMES {
        let mut random = fastrand::Rng::with_seed(7);
        let lists: usize = (1..4)
            .map(|seed| play(kind, &kind.draw(&Params::new(), seed).expect("a start"), &mut random))
            .sum();
        assert!(lists >= 15, "{}: {lists}", kind.name);
    }
}

/// The largest board there is has more walls than a line takes: the list says what fits, the steps of the pawn first.
#[test]
fn a_list_that_is_too_long_is_cut() {
    let kind = registry::find("coursidor").expect("a game");
    let parameters = [("t", "T"), ("m", "32")].map(|(key, value)| (key.to_owned(), value.to_owned()));
    let setup = kind.draw(&parameters.into_iter().collect(), 1).expect("a start");
    let adviser = adviser(kind, &setup, Player::First, &[]);
    let list = adviser.list().expect("a list").to_string();
    assert!((MAX_LINE - 40..=MAX_LINE).contains(&list.len()), "{}", list.len());
    assert!(moves(&adviser).is_some_and(|moves| !moves[0].contains('+')));
}

/// Two grids that show the same from outside: as long as the same is answered, the same may be asked.
#[test]
fn a_list_says_nothing_that_is_hidden() {
    let kind = registry::find("sphinx").expect("a game");
    let parameters =
        [("h", "3"), ("w", "4"), ("n", "3")].map(|(key, value)| (key.to_owned(), value.to_owned()));
    let setup = kind.draw(&parameters.into_iter().collect(), 1).expect("a start");
    let lists = ["0210/0100/0031", "0200/1010/0031"].map(|grid| {
        let mut judge: Box<dyn Judge> =
            kind.start(&Beginning { setup: &setup, first: Slot::Zero, judged: true }).expect("a start");
        let mut adviser = adviser(kind, &setup, Player::First, &[]);
        let mut lists = Vec::new();
        for text in ["2011/0010/0003", grid, "0:0"] {
            let own = judge.to_move() == Player::First;
            if own {
                lists.push(moves(&adviser).expect("a list"));
                adviser.heard(&EngineLine::Move(text.to_owned()));
            }
            let judgement = judge.judge(&Coup::said(text)).expect("a move");
            assert!(judgement.verdict.is_legal());
            let ruling = Ruling::Judged { coup: Coup::said(text), judgement };
            told(&ruling, own).iter().for_each(|line| adviser.sent(line));
        }
        lists.push(moves(&adviser).expect("a list"));
        lists
    });
    assert_eq!(lists[0], lists[1]);
    assert!(lists[0][1].len() == 3 && lists[0][2].contains(&"1:0".to_owned()), "{lists:?}");
}

/// What a shell script hears of a game of morpion before its first move, its answer to `hello` being these lines.
fn hears(introduction: &str) -> String {
    let script = format!(
        "read hello; printf '{introduction}\\n'; heard=; while read -r line; do heard=\"$heard;$line\"
         case $line in go*) echo \"move $heard\";; esac; done"
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script]);
    let link = ProcessLink::start(command).expect("the shell starts");
    let patience = || Deadline::after(Instant::now(), Some(Duration::from_secs(60)));
    let kind = registry::find("morpion").expect("a game");
    let mut host = EngineHost::greet(kind, Box::new(link), patience()).expect("it introduces itself");
    assert_eq!(host.take_odd(), None);
    if let HostLine::Game(start) = start(kind, &Params::new(), Player::First, &[]) {
        host.start(&start);
    }
    host.go(1000);
    loop {
        if let Some(text) = host.receive().expect("it runs") {
            return text;
        }
        let output: BorrowedFd<'_> = host.output();
        wait([(output, PollFlags::POLLIN)], patience()).expect("poll");
    }
}

#[test]
fn only_who_wants_the_list_hears_it() {
    let asked = hears("want legal\\nengine 1 curieux");
    assert_eq!(asked, ";game morpion first;legal A1,B1,C1,A2,B2,C2,A3,B3,C3;go 1000");
    for other in ["engine 1 sait", "want autre chose\\nengine 1 sait"] {
        assert_eq!(hears(other), ";game morpion first;go 1000");
    }
}
