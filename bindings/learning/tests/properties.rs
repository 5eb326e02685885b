//! What numbers, masks, observations and batches must be, on games played by chance.

use std::collections::{BTreeSet, HashMap};

use jeux::any::{AnyPosition, named};
use jeux::colonnes::Board;
use jeux::coursidor::Coursidor;
use jeux::game::{MOST_MOVES, Params};
use jeux::labyrinthe::Labyrinth;
use jeux::morpion::Morpion;
use jeux::sept_couleurs::SeptCouleurs;
use jeux::sphinx::{Explorer, Sphinx};
use jeux::{Game, Outcome, Player, Position, Status, View};
use learning::{Batch, BatchError, Env, Environment, Numbered, Output, SphinxEnv, begin, playouts, score_of};
use proptest::prelude::*;

/// The most plies of a game: Labyrinthe takes thousands.
const MOST: usize = 200;

fn params(pairs: &[(&str, &str)]) -> Params {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn env<E: Environment>(pairs: &[(&str, &str)], seed: u64) -> E {
    begin(&params(pairs), seed).expect("it begins")
}

fn mask<E: Environment>(env: &E) -> Vec<u8> {
    let mut mask = vec![7; env.actions()];
    env.mask(&mut mask);
    mask
}

fn seen<E: Environment>(env: &E, me: Player) -> Vec<f32> {
    let mut seen = vec![f32::NAN; env.size()];
    env.observe(me, &mut seen);
    seen
}

fn legal<E: Environment>(env: &E) -> Vec<usize> {
    let mut legal = Vec::new();
    env.legal(|action| legal.push(action));
    legal
}

/// What holds at every position, whatever the game.
fn holds<E: Environment>(env: &E) {
    let (mask, legal) = (mask(env), legal(env));
    let set: BTreeSet<usize> = legal.iter().copied().collect();
    assert_eq!(set.len(), legal.len(), "an action twice");
    assert_eq!(legal.is_empty(), env.status() != Status::Ongoing, "somebody can play, or the game is over");
    for (action, masked) in mask.iter().enumerate() {
        assert_eq!(*masked, u8::from(set.contains(&action)));
        assert_eq!(env.is_legal(action), *masked == 1, "{action}");
        assert_eq!(env.clone().play(action).is_ok(), *masked == 1, "{action}");
        match env.numbered(action) {
            Some(mv) => {
                assert_eq!(env.number(&mv), Some(action));
                assert_eq!(env.read(&mv.to_string()), Some(vec![action]));
            }
            None => assert_eq!(*masked, 0),
        }
    }
    for beyond in [env.actions(), env.actions() + 1, usize::MAX] {
        assert!(env.numbered(beyond).is_none() && !env.is_legal(beyond) && env.clone().play(beyond).is_err());
    }
    for me in Player::ALL {
        assert!(seen(env, me).iter().all(|value| value.is_finite() && *value >= 0.0));
    }
}

/// Plays by chance, and checks each position.
fn walk<E: Environment>(mut env: E, choices: &[usize], mut check: impl FnMut(&E)) {
    let (start, actions, shape) = (env.clone(), env.actions(), env.shape());
    for choice in choices.iter().take(MOST) {
        holds(&env);
        check(&env);
        assert_eq!((env.actions(), env.shape()), (actions, shape));
        let legal = legal(&env);
        let Some(action) = legal.get(choice % legal.len().max(1)) else { break };
        env.play(*action).expect("legal");
    }
    holds(&env);
    check(&env);
    if let (Some(longest), true) = (env.longest(), env.longest() <= Some(MOST as u64 * 10)) {
        let mut played = 0;
        let mut env = start;
        while let Some(action) = legal(&env).first() {
            env.play(*action).expect("legal");
            played += 1;
        }
        assert!(played <= longest, "{played} actions of {longest}");
    }
}

/// The mask is the legal moves of the rules.
fn as_the_rules<G: Numbered + Sync>(env: &Env<G>)
where
    G::Move: Send,
{
    let position = env.position();
    assert_eq!(env.to_move(), position.to_move());
    if env.status() == position.status() {
        let ruled: BTreeSet<Option<usize>> =
            position.legal_moves().iter().map(|mv| Numbered::number(position, *mv)).collect();
        assert_eq!(ruled, legal(env).into_iter().map(Some).collect());
    }
}

/// A batch plays as single boards do, in one thread or two.
fn batch_is_boards<E: Environment + PartialEq + std::fmt::Debug>(starts: Vec<E>, seed: u64, steps: usize) {
    let count = 7;
    let mut batches =
        [1, 2].map(|threads| Batch::new(starts.clone(), count, seed, threads).expect("a batch"));
    let (size, actions) = (starts[0].size(), starts[0].actions());
    let mut boards: Vec<E> = batches[0].boards().cloned().collect();
    assert!(boards.iter().all(|board| starts.contains(board)));
    for _ in 0..steps {
        let [mut chosen, mut others] = [vec![0; count], vec![0; count]];
        batches[0].sample(&mut chosen).expect("room for all");
        batches[1].sample(&mut others).expect("room for all");
        assert_eq!(chosen, others);
        let mut outputs = Vec::new();
        for batch in &mut batches {
            let mut observations = vec![f32::NAN; count * size];
            let (mut masks, mut players, mut rewards, mut dones) =
                (vec![9; count * actions], vec![9; count], vec![9.0; 2 * count], vec![9; count]);
            let mut out = Output {
                observations: &mut observations,
                masks: &mut masks,
                players: &mut players,
                rewards: &mut rewards,
                dones: &mut dones,
            };
            batch.step(&chosen, &mut out).expect("legal");
            outputs.push((observations, masks, players, rewards, dones));
        }
        assert_eq!(outputs[0], outputs[1], "threads");
        let (observations, masks, players, rewards, dones) = &outputs[0];
        for (row, board) in boards.iter_mut().enumerate() {
            let status = board.play(chosen[row] as usize).expect("legal");
            let over = status != Status::Ongoing;
            assert_eq!(dones[row], u8::from(over));
            assert_eq!(rewards[2 * row..][..2], Player::ALL.map(|player| score_of(status, player)));
            if over {
                let next = batches[0].boards().nth(row).expect("a board");
                assert!(starts.contains(next));
                *board = next.clone();
            }
            assert_eq!(usize::from(players[row]), board.to_move().index());
            assert_eq!(observations[row * size..][..size], seen(board, board.to_move()));
            assert_eq!(masks[row * actions..][..actions], mask(board));
        }
        assert!(batches.iter().all(|batch| batch.boards().eq(boards.iter())));
    }
    let before: Vec<E> = batches[0].boards().cloned().collect();
    let mut chosen = vec![0; count];
    batches[0].sample(&mut chosen).expect("room for all");
    chosen[count - 1] = -1;
    let refused = batches[0].step(&chosen, &mut Output::default());
    assert_eq!(refused, Err(BatchError::Illegal { board: count - 1, action: -1 }));
    assert!(batches[0].boards().eq(before.iter()), "nothing was played");
    let played = [1, 2].map(|threads| playouts(&starts[0], 130, seed, threads));
    assert_eq!(played[0], played[1]);
    assert_eq!(played[0].first + played[0].draws + played[0].second, 130);
}

fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..usize::MAX, 1..MOST)
}

const COURSIDOR: [&[(&str, &str)]; 3] =
    [&[("m", "3")], &[("t", "C"), ("m", "4")], &[("t", "H"), ("m", "6"), ("M", "60")]];
const SEPT: [&[(&str, &str)]; 3] = [
    &[("L", "7"), ("H", "6")],
    &[("L", "9"), ("H", "9"), ("or", "oui"), ("bombe", "oui"), ("voisins", "8")],
    &[("L", "12"), ("H", "9"), ("voisins", "6"), ("tore", "oui"), ("murs", "10"), ("couleurs", "4")],
];
const LABYRINTHE: [&[(&str, &str)]; 2] =
    [&[("L", "13"), ("H", "9"), ("energy", "6")], &[("coups_max", "50")]];
const SPHINX: [&[(&str, &str)]; 3] =
    [&[("h", "3"), ("w", "4"), ("n", "4")], &[("h", "1"), ("w", "2"), ("n", "0")], &[("h", "5"), ("w", "5")]];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_games_hold(choices in choices()) {
        walk::<Env<Board>>(env(&[], 0), &choices, as_the_rules);
        walk::<Env<Morpion>>(env(&[], 0), &choices, as_the_rules);
    }

    #[test]
    fn games_with_boards_hold(choices in choices(), seed: u64, which in 0_usize..6) {
        walk::<Env<SeptCouleurs>>(env(SEPT[which % 3], seed), &choices, as_the_rules);
        walk::<Env<Labyrinth>>(env(LABYRINTHE[which % 2], seed >> 1), &choices, as_the_rules);
        walk::<Env<Coursidor>>(env(COURSIDOR[which % 3], seed), &choices[..choices.len().min(30)], as_the_rules);
    }

    #[test]
    fn sphinx_holds(choices in choices(), which in 0_usize..3) {
        walk::<SphinxEnv>(env(SPHINX[which], 0), &choices, |env| {
            // As soon as there are questions, the legal ones are those of the rules.
            if env.position().exploration(Player::First).is_some() {
                let ruled: BTreeSet<_> = AnyPosition::legal_moves(env.position()).into_iter().collect();
                let ours = legal(env).into_iter().filter_map(|action| env.numbered(action));
                assert_eq!(ours.map(|cell| cell.to_string()).collect::<BTreeSet<_>>(), ruled);
            }
        });
    }

    #[test]
    fn batches_are_boards(seed: u64) {
        batch_is_boards::<Env<Board>>(vec![env(&[], 0)], seed, 60);
        batch_is_boards::<Env<Morpion>>(vec![env(&[], 0)], seed, 30);
        batch_is_boards::<Env<SeptCouleurs>>(vec![env(SEPT[0], seed), env(SEPT[0], 1)], seed, 30);
        batch_is_boards::<Env<Labyrinth>>(vec![env(&[("L", "13"), ("H", "9"), ("coups_max", "20")], 1)], seed, 30);
        batch_is_boards::<Env<Coursidor>>(vec![env(&[("m", "3"), ("M", "20")], seed), env(&[("m", "3"), ("M", "20")], 2)], seed, 25);
        batch_is_boards::<SphinxEnv>(vec![env(SPHINX[0], 0)], seed, 40);
    }

    /// Any grid can be made, its walls in any order.
    #[test]
    fn grids_are_made_cell_by_cell(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut env: SphinxEnv = env(SPHINX[2], 0);
        let mut grids = Vec::new();
        for player in Player::ALL {
            let grid = jeux::sphinx::random(*env.position().shape(), |bound| random.usize(..bound));
            let mut actions = env.read(&grid.to_string()).expect("a grid");
            random.shuffle(&mut actions[2..]);
            for action in actions {
                assert_eq!(env.to_move(), player);
                env.play(action).expect("legal");
            }
            grids.push(grid);
        }
        let shape = *env.position().shape();
        for (player, grid) in Player::ALL.into_iter().zip(grids) {
            assert_eq!(env.position().plan(player), grid.check(shape).ok().as_ref());
        }
    }
}

/// An observation, its mask, and the positions that have them.
type Sight = (Vec<f32>, Vec<u8>, BTreeSet<u64>);

/// What a player has been told follows [`Explorer`]. Whatever he cannot tell apart looks the same and has the same mask.
#[test]
fn sphinx_shows_what_a_player_knows() {
    let mut random = fastrand::Rng::with_seed(3);
    let setup = Sphinx::draw(&params(&[("h", "2"), ("w", "3"), ("n", "1")]), 0).expect("a setup");
    // By what a player knows: what he sees, in how many different positions.
    let mut known: HashMap<String, Sight> = HashMap::new();
    for _ in 0..3_000 {
        let mut env = SphinxEnv::begin(&setup).expect("it begins");
        let mut knows = Player::ALL.map(|me| Explorer::begin(&setup, me).expect("it begins"));
        // The unfinished grid is its maker's own.
        let mut made = Vec::new();
        while env.status() == Status::Ongoing {
            let mover = env.to_move();
            for me in Player::ALL {
                let own = if me == mover { made.clone() } else { Vec::new() };
                let told = format!("{:?} {own:?}", knows[me.index()]);
                let masked = if me == mover { mask(&env) } else { Vec::new() };
                let sees = seen(&env, me);
                let first =
                    known.entry(told).or_insert_with(|| (sees.clone(), masked.clone(), BTreeSet::new()));
                assert_eq!((&first.0, &first.1), (&sees, &masked), "{me}");
                first.2.insert(env.position().key());
            }
            let before = env.position().clone();
            let action = random.choice(legal(&env)).expect("an action");
            made.push(action);
            env.play(action).expect("legal");
            let mv = if before.exploration(mover).is_some() {
                format!("{}", env.numbered(action).expect("a cell"))
            } else if env.position() == &before {
                continue;
            } else {
                grid_text(&env, mover)
            };
            made.clear();
            let mv = before.parse_move(&mv).expect("a move");
            let (answer, shown) = (before.answer(&mv), before.shown(&mv));
            View::own(&mut knows[mover.index()], &mv, answer.as_deref()).expect("believed");
            let told = shown.of("").to_owned();
            View::opponent(&mut knows[(!mover).index()], &told).expect("believed");
        }
    }
    let indistinct = known.values().filter(|(.., positions)| positions.len() > 1).count();
    assert!(indistinct > 500, "{indistinct} of {}", known.len());
}

fn grid_text(env: &SphinxEnv, player: Player) -> String {
    let plan = env.position().plan(player).expect("it follows the rules");
    let shape = plan.shape();
    let row = |row: usize| -> String {
        (0..shape.width())
            .map(|column| char::from(b'0' + plan.cell(row * shape.width() + column).number()))
            .collect()
    };
    (0..shape.height()).map(row).collect::<Vec<_>>().join("/")
}

/// The observation of the opponent is the own one with the sides exchanged.
#[test]
fn observations_are_a_players_own() {
    let mut env: Env<Board> = env(&[], 0);
    env.play(0).expect("legal");
    env.play(0).expect("legal");
    env.play(4).expect("legal");
    let (first, second) = (seen(&env, Player::First), seen(&env, Player::Second));
    assert_eq!((first[0], first[9], first[4]), (1.0, 0.0, 1.0), "own pawns at the bottom of A1 and B2");
    assert_eq!((first[3 * 9], first[4 * 9], second[9]), (0.0, 1.0, 1.0), "the opponent's on it");
    assert_eq!(first[..27], second[27..54]);
    assert_eq!((first[6 * 9], first[7 * 9]), (6.0 / 8.0, 7.0 / 8.0));
    assert_eq!((first[9 * 9], second[9 * 9]), (0.0, 1.0), "the second player is to move");
}

#[test]
fn batches_refuse_what_cannot_be() {
    let labyrinth = |length| env::<Env<Labyrinth>>(&[("L", length), ("H", "9")], 1);
    let new = |starts, boards| Batch::new(starts, boards, 0, 1).map(drop);
    assert_eq!(new(vec![], 1), Err(BatchError::Empty));
    assert_eq!(new(vec![labyrinth("13")], 0), Err(BatchError::Empty));
    assert_eq!(new(vec![labyrinth("13"), labyrinth("15")], 1), Err(BatchError::OtherShape(1)));
    assert_eq!(new(vec![labyrinth("13")], usize::MAX), Err(BatchError::TooMany(usize::MAX)));
    let mut batch = Batch::new(vec![env::<SphinxEnv>(&[], 0)], 3, 0, usize::MAX).expect("a batch");
    assert_eq!(batch.afterstates(), Err(BatchError::Hidden));
    let wrong = |name, found, expected| Err(BatchError::Length { name, found, expected });
    assert_eq!(batch.step(&[0; 2], &mut Output::default()), wrong("actions", 2, 3));
    assert_eq!(batch.sample(&mut [0; 4]), wrong("actions", 4, 3));
    let mut masks = [0; 5];
    let mut out = Output { masks: &mut masks, ..Output::default() };
    assert_eq!(batch.step(&[0; 3], &mut out), wrong("masks", 5, 300));
}

#[test]
fn afterstates_are_what_follows() {
    let mut batch = Batch::new(vec![env::<Env<Morpion>>(&[], 0)], 5, 1, 2).expect("a batch");
    for _ in 0..20 {
        let states = batch.afterstates().expect("nothing is hidden");
        let mut row = 0;
        for (number, board) in batch.boards().enumerate() {
            for action in legal(board) {
                let mut next = board.clone();
                let status = next.play(action).expect("legal");
                assert_eq!((states.boards[row], states.actions[row]), (number as i64, action as i64));
                assert_eq!(states.observations[row * 27..][..27], seen(&next, board.to_move()));
                assert_eq!(states.dones[row] == 1, status != Status::Ongoing);
                assert_eq!(states.rewards[row], score_of(status, board.to_move()));
                row += 1;
            }
        }
        assert_eq!(row, states.boards.len());
        let mut chosen = [0; 5];
        batch.sample(&mut chosen).expect("room for all");
        batch.step(&chosen, &mut Output::default()).expect("legal");
    }
}

/// Steps a batch so many times beside positions that know nothing of numbers. `text` gives what an action has played, from the board
/// before it and after it; `None` where a move takes more actions.
fn batch_is_the_rules<E: Environment>(
    pairs: &[(&str, &str)],
    steps: u64,
    text: impl Fn(&E, usize, &E) -> Option<String>,
) {
    const BOARDS: usize = 16;
    let game = named(E::NAME).expect("a game");
    let setup = game.draw(&params(pairs), steps).expect("a setup");
    let most = setup.get(MOST_MOVES).map_or(0, |most| most.parse::<u32>().expect("a number"));
    let start = || (game.start(&setup).expect("it begins"), 0);
    let mut batch =
        Batch::new(vec![E::begin(&setup).expect("it begins")], BOARDS, steps, 2).expect("a batch");
    let mut ruled: Vec<(Box<dyn AnyPosition>, u32)> = (0..BOARDS).map(|_| start()).collect();
    let mut chosen = [0; BOARDS];
    for _ in 0..steps {
        batch.sample(&mut chosen).expect("room for all");
        let before: Vec<E> = batch.boards().cloned().collect();
        let (mut rewards, mut dones) = ([9.0; 2 * BOARDS], [9; BOARDS]);
        let mut out = Output { rewards: &mut rewards, dones: &mut dones, ..Output::default() };
        batch.step(&chosen, &mut out).expect("legal");
        for (row, (position, plies)) in ruled.iter_mut().enumerate() {
            let action = chosen[row] as usize;
            assert_eq!(before[row].to_move(), position.to_move());
            assert!(position.equals(before[row].any()), "board {row} before {action}");
            let Some(mv) = text(&before[row], action, batch.boards().nth(row).expect("a board")) else {
                assert_eq!(dones[row], 0);
                continue;
            };
            let legal: BTreeSet<String> = position.legal_moves().into_iter().collect();
            assert!(mv.contains('/') || legal == numbers_as_text(&before[row]));
            position.play(&mv).expect("legal in the rules");
            *plies += 1;
            let status = match position.status() {
                Status::Ongoing if *plies == most => Status::Over(Outcome::Draw),
                status => status,
            };
            assert_eq!(dones[row] == 1, status != Status::Ongoing, "{mv}");
            assert_eq!(rewards[2 * row..][..2], Player::ALL.map(|player| score_of(status, player)));
            if dones[row] == 1 {
                (*position, *plies) = start();
            }
        }
    }
}

fn numbers_as_text<E: Environment>(env: &E) -> BTreeSet<String> {
    legal(env).into_iter().filter_map(|action| env.numbered(action)).map(|mv| mv.to_string()).collect()
}

fn as_text<E: Environment>(env: &E, action: usize, _after: &E) -> Option<String> {
    env.numbered(action).map(|mv| mv.to_string())
}

/// `PLIES=1000000 cargo test --release -p learning batches_follow` plays more than the usual.
#[test]
fn batches_follow_the_rules() {
    let plies = std::env::var("PLIES").map_or(20_000, |plies| plies.parse::<u64>().expect("a number"));
    // Of 16 boards and 12 kinds of games.
    let steps = plies.div_ceil(16 * 12);
    batch_is_the_rules::<Env<Board>>(&[], steps, as_text);
    batch_is_the_rules::<Env<Morpion>>(&[], steps, as_text);
    for pairs in SEPT {
        batch_is_the_rules::<Env<SeptCouleurs>>(pairs, steps, as_text);
    }
    for pairs in LABYRINTHE {
        batch_is_the_rules::<Env<Labyrinth>>(pairs, steps, as_text);
    }
    for pairs in COURSIDOR {
        batch_is_the_rules::<Env<Coursidor>>(pairs, steps, as_text);
    }
    for pairs in [SPHINX[0], SPHINX[2]] {
        batch_is_the_rules::<SphinxEnv>(pairs, steps, |env, action, after| {
            if env.position().exploration(Player::First).is_some() {
                return as_text(env, action, after);
            }
            after.position().plan(env.to_move())?;
            Some(grid_text(after, env.to_move()))
        });
    }
}

/// Every game has an environment here.
#[test]
fn every_game_is_one() {
    let names = [
        Env::<Board>::NAME,
        Env::<Labyrinth>::NAME,
        Env::<Morpion>::NAME,
        Env::<SeptCouleurs>::NAME,
        Env::<Coursidor>::NAME,
        SphinxEnv::NAME,
    ];
    assert_eq!(names, jeux::any::GAMES.each_ref().map(|game| game.name));
    assert!(named("sphinx").is_ok());
}
