//! The functions, documented in `include/jeux.h`.
//!
//! Pointers to positions and views are optional references: NULL is `None`. What C promises about the others (they point to such a value,
//! which nobody changes meanwhile) is what Rust requires of a reference. A panic ends in the function, as a fault of the library.

#![expect(unsafe_code, reason = "functions of a C library: exported names, and memory given as pointers")]

use std::borrow::Cow;
use std::ffi::{c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::Arc;

use jeux::any::{AnyGame, Played, Refused, named, score};
use jeux::game::{ParameterError, Params};
use jeux::{Player, Reason};

use crate::json::{self, SceneOptions};
use crate::{Line, View, announced, memory};

/// A position of a game, with the moves that can be taken back.
#[expect(non_camel_case_types, reason = "the name in C")]
pub struct jeux_position {
    game: &'static AnyGame,
    setup: Arc<Params>,
    line: Line,
}

/// What one player may know of a game.
#[expect(non_camel_case_types, reason = "the name in C")]
pub struct jeux_view {
    game: &'static AnyGame,
    view: View,
}

/// Success.
pub const JEUX_OK: c_int = 0;
/// The outcome of a game that goes on.
pub const JEUX_ONGOING: c_int = 2;
/// A pointer is NULL that must not be, a length or a player that cannot be.
pub const JEUX_BAD_ARGUMENT: c_int = -10;
/// No game has this name.
pub const JEUX_UNKNOWN_GAME: c_int = -11;
/// A parameter that the game does not have, or a value that it cannot have.
pub const JEUX_BAD_PARAMETER: c_int = -12;
/// A text that should be JSON of a certain form.
pub const JEUX_NOT_JSON: c_int = -13;
/// A text that is not a move of the game.
pub const JEUX_NOT_A_MOVE: c_int = -14;
/// A move that breaks a rule.
pub const JEUX_ILLEGAL: c_int = -15;
/// No move to take back.
pub const JEUX_NOTHING_TO_UNDO: c_int = -16;
/// A line that does not announce a game.
pub const JEUX_BAD_MESSAGE: c_int = -17;
/// A fault of the library.
pub const JEUX_INTERNAL: c_int = -18;

/// Why a function did not do what it was asked for.
struct Failure {
    code: c_int,
    reason: Reason,
}

impl Failure {
    fn argument() -> Self {
        Failure { code: JEUX_BAD_ARGUMENT, reason: Reason::new("bad-argument") }
    }

    fn message(reason: Reason) -> Self {
        Failure { code: JEUX_BAD_MESSAGE, reason }
    }

    fn json(reason: Reason) -> Self {
        Failure { code: JEUX_NOT_JSON, reason }
    }

    /// As far as a player can know; rules of several games come as reasons alone.
    fn rule(reason: Reason) -> Self {
        Failure { code: if reason.code == "not-a-move" { JEUX_NOT_A_MOVE } else { JEUX_ILLEGAL }, reason }
    }
}

impl From<ParameterError> for Failure {
    fn from(error: ParameterError) -> Self {
        let reason = Reason::new("game-setup").with(error.name).because(error.problem);
        Failure { code: JEUX_BAD_PARAMETER, reason }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let code = match refused {
            Refused::NotAMove(_) => JEUX_NOT_A_MOVE,
            Refused::Illegal(_) => JEUX_ILLEGAL,
        };
        Failure { code, reason: refused.into() }
    }
}

/// Where a reason is written, unless it is NULL.
type Why<'a> = Option<&'a mut MaybeUninit<*mut c_char>>;

/// Where a number of texts is written, unless it is NULL.
type Count<'a> = Option<&'a mut MaybeUninit<usize>>;

/// Does something; a panic is `None`, and what it worked on is as before or was dropped.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Does something that may fail; gives the code, and writes the reason.
fn explained<T>(why: Why<'_>, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, c_int> {
    let internal = || Failure { code: JEUX_INTERNAL, reason: Reason::new("internal") };
    let done = guarded(work).unwrap_or_else(|| Err(internal()));
    if let Some(why) = why {
        why.write(match &done {
            Ok(_) => null_mut(),
            Err(failure) => owned(|| Some(json::reason(&failure.reason))),
        });
    }
    done.map_err(|failure| failure.code)
}

fn code(done: Result<(), c_int>) -> c_int {
    done.err().unwrap_or(JEUX_OK)
}

/// A text that the caller owns; NULL for none.
fn owned(work: impl FnOnce() -> Option<String>) -> *mut c_char {
    guarded(|| work().map(|text| memory::text(&text))).flatten().unwrap_or(null_mut())
}

/// Texts that the caller owns, and how many they are; NULL for none at all.
fn listed(count: Count<'_>, work: impl FnOnce() -> Option<Vec<String>>) -> *mut c_char {
    let list = guarded(|| work().map(|texts| (memory::list(&texts), texts.len()))).flatten();
    let (list, number) = list.unwrap_or((null_mut(), 0));
    if let Some(count) = count {
        count.write(number);
    }
    list
}

/// # Safety
/// See [`memory::bytes`].
unsafe fn optional<'a>(text: *const c_char, length: usize) -> Result<&'a [u8], Failure> {
    if text.is_null() {
        return Ok(&[]);
    }
    // SAFETY: the caller's promise.
    unsafe { memory::bytes(text, length) }.ok_or_else(Failure::argument)
}

/// # Safety
/// See [`memory::bytes`].
unsafe fn text<'a>(text: *const c_char, length: usize) -> Result<Cow<'a, str>, Failure> {
    // SAFETY: the caller's promise.
    unsafe { memory::given(text, length) }.ok_or_else(Failure::argument)
}

/// # Safety
/// See [`memory::bytes`].
unsafe fn game(name: *const c_char, length: usize) -> Result<&'static AnyGame, Failure> {
    // SAFETY: the caller's promise.
    known(&unsafe { text(name, length) }?)
}

fn known(name: &str) -> Result<&'static AnyGame, Failure> {
    named(name).map_err(|reason| Failure { code: JEUX_UNKNOWN_GAME, reason })
}

/// # Safety
/// See [`memory::bytes`].
unsafe fn scene_options(scene: *const c_char, length: usize) -> Option<SceneOptions> {
    // SAFETY: the caller's promise.
    unsafe { optional(scene, length) }.ok().and_then(|scene| SceneOptions::read(scene).ok())
}

fn player(number: c_int) -> Result<Player, Failure> {
    match number {
        1 => Ok(Player::First),
        2 => Ok(Player::Second),
        _ => Err(Failure::argument()),
    }
}

fn number(player: Player) -> c_int {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}

fn begun(game: &'static AnyGame, setup: Params) -> Result<Box<jeux_position>, Failure> {
    let line = Line::new(game.start(&setup)?);
    Ok(Box::new(jeux_position { game, setup: Arc::new(setup), line }))
}

/// A block of memory.
// SAFETY: no other function of this name exists in the workspace; in a program it is the one of this library.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_alloc(size: usize) -> *mut c_void {
    memory::allocate(size).cast()
}

/// The size of a block.
///
/// # Safety
/// It is NULL or a block that was not freed.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_size(block: *const c_void) -> usize {
    // SAFETY: the caller's promise.
    unsafe { memory::size(block.cast()) }
}

/// Frees a block.
///
/// # Safety
/// It is NULL or a block that was not freed.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_free(block: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { memory::free(block.cast()) }
}

/// See [`json::games`].
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_games() -> *mut c_char {
    owned(|| Some(json::games()))
}

/// The sentence of a reason.
///
/// # Safety
/// Both texts are NULL or have their length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_sentence(
    reason: *const c_char,
    reason_length: usize,
    language: *const c_char,
    language_length: usize,
) -> *mut c_char {
    owned(|| {
        // SAFETY: the caller's promise.
        let reason = unsafe { memory::bytes(reason, reason_length) }?;
        // SAFETY: the caller's promise.
        let language = unsafe { optional(language, language_length) }.ok()?;
        sentence(&json::read_reason(reason).ok()?, language)
    })
}

#[cfg(feature = "sentences")]
fn sentence(reason: &Reason, language: &[u8]) -> Option<String> {
    let language = match language {
        b"fr" => i18n::Language::Fr,
        b"" | b"en" => i18n::Language::En,
        _ => return None,
    };
    Some(i18n::speaking(language, || i18n::reason(reason)))
}

#[cfg(not(feature = "sentences"))]
fn sentence(reason: &Reason, language: &[u8]) -> Option<String> {
    matches!(language, b"" | b"fr" | b"en").then(|| reason.to_string())
}

/// Draws what a game begins with, and begins it.
///
/// # Safety
/// The texts are NULL or have their length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_start(
    name: *const c_char,
    name_length: usize,
    parameters: *const c_char,
    parameters_length: usize,
    seed: u64,
    why: Why<'_>,
) -> Option<Box<jeux_position>> {
    explained(why, || {
        // SAFETY: the caller's promise.
        let (game, parameters) =
            unsafe { (game(name, name_length)?, optional(parameters, parameters_length)?) };
        let parameters = json::read_params(parameters).map_err(Failure::json)?;
        begun(game, game.draw(&parameters, seed)?)
    })
    .ok()
}

/// Begins a game with a setup.
///
/// # Safety
/// The texts are NULL or have their length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_start_from(
    name: *const c_char,
    name_length: usize,
    setup: *const c_char,
    setup_length: usize,
    why: Why<'_>,
) -> Option<Box<jeux_position>> {
    explained(why, || {
        // SAFETY: the caller's promise.
        let (game, setup) = unsafe { (game(name, name_length)?, optional(setup, setup_length)?) };
        begun(game, json::read_params(setup).map_err(Failure::json)?)
    })
    .ok()
}

/// Begins a game as a line of the engine protocol announces it, and plays the moves already made.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_start_line(
    line: *const c_char,
    length: usize,
    why: Why<'_>,
) -> Option<Box<jeux_position>> {
    explained(why, || {
        // SAFETY: the caller's promise.
        let announced = announced::read(&unsafe { text(line, length) }?).map_err(Failure::message)?;
        let game = known(&announced.game)?;
        if game.follow(&announced.setup, announced.me).is_some() {
            return Err(Failure::message(Reason::new("game-with-secrets").with(game.name)));
        }
        let mut position = begun(game, announced.setup)?;
        for told in announced.moves {
            position.line.play(&told.text)?;
        }
        Ok(position)
    })
    .ok()
}

/// A copy, on which nothing can be taken back.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_copy(position: Option<&jeux_position>) -> Option<Box<jeux_position>> {
    let position = position?;
    guarded(|| {
        let line = Line::new(position.line.now().copy());
        Box::new(jeux_position { game: position.game, setup: Arc::clone(&position.setup), line })
    })
}

/// Frees a position.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_free_position(position: Option<Box<jeux_position>>) {
    guarded(|| drop(position));
}

/// The name of the game.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_game(position: Option<&jeux_position>) -> *mut c_char {
    owned(|| Some(position?.game.name.to_owned()))
}

/// What the game began with.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_setup(position: Option<&jeux_position>) -> *mut c_char {
    owned(|| Some(json::params(&position?.setup)))
}

/// Whose turn it is.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_to_move(position: Option<&jeux_position>) -> c_int {
    let Some(position) = position else { return JEUX_BAD_ARGUMENT };
    guarded(|| number(position.line.now().to_move())).unwrap_or(JEUX_INTERNAL)
}

/// The outcome.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_outcome(position: Option<&jeux_position>) -> c_int {
    let Some(position) = position else { return JEUX_BAD_ARGUMENT };
    guarded(|| score(position.line.now().status()).map_or(JEUX_ONGOING, c_int::from)).unwrap_or(JEUX_INTERNAL)
}

/// Why the game has ended so.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_ended(position: Option<&jeux_position>) -> *mut c_char {
    owned(|| position?.line.now().why().map(|why| json::reason(&why)))
}

/// The legal moves.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_legal(position: Option<&jeux_position>, count: Count<'_>) -> *mut c_char {
    listed(count, || Some(position?.line.now().legal_moves()))
}

/// How many legal moves there are.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_count(position: Option<&jeux_position>) -> usize {
    let Some(position) = position else { return 0 };
    guarded(|| position.line.now().legal_count()).unwrap_or(0)
}

/// Whether a text is a legal move.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_check(
    position: Option<&jeux_position>,
    mv: *const c_char,
    length: usize,
    why: Why<'_>,
) -> c_int {
    code(explained(why, || {
        let position = position.ok_or_else(Failure::argument)?;
        // SAFETY: the caller's promise.
        let mv = unsafe { text(mv, length) }?;
        position.line.now().copy().play(&mv).map(drop).map_err(Failure::from)
    }))
}

/// Plays a move.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_play(
    position: Option<&mut jeux_position>,
    mv: *const c_char,
    length: usize,
    why: Why<'_>,
) -> c_int {
    code(explained(why, || {
        let position = position.ok_or_else(Failure::argument)?;
        // SAFETY: the caller's promise.
        let mv = unsafe { text(mv, length) }?;
        position.line.play(&mv).map(drop).map_err(Failure::from)
    }))
}

/// Takes the last move back.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_undo(position: Option<&mut jeux_position>) -> c_int {
    let Some(position) = position else { return JEUX_BAD_ARGUMENT };
    match guarded(|| position.line.undo()) {
        Some(true) => JEUX_OK,
        Some(false) => JEUX_NOTHING_TO_UNDO,
        None => JEUX_INTERNAL,
    }
}

/// The moves that can be taken back, oldest first.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_moves(position: Option<&jeux_position>, count: Count<'_>) -> *mut c_char {
    listed(count, || Some(position?.line.moves().iter().map(|mv| mv.to_string()).collect()))
}

fn of_last(
    position: Option<&jeux_position>,
    part: impl FnOnce(&Played, &str) -> Option<String>,
) -> *mut c_char {
    owned(|| {
        let line = &position?.line;
        part(line.last()?, line.moves().last()?)
    })
}

/// What only the mover is told of the last move.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_answer(position: Option<&jeux_position>) -> *mut c_char {
    of_last(position, |played, _| played.answer.clone())
}

/// What the opponent is told of the last move.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_told(position: Option<&jeux_position>) -> *mut c_char {
    of_last(position, |played, mv| Some(played.shown.of(mv).to_owned()))
}

/// The position for people.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_picture(
    position: Option<&jeux_position>,
    scene: *const c_char,
    length: usize,
) -> *mut c_char {
    owned(|| {
        let position = position?;
        // SAFETY: the caller's promise.
        let options = unsafe { scene_options(scene, length) }?;
        Some(position.line.now().picture(options.names(), options.colours(position.game)))
    })
}

/// The position as a drawing.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_drawing(
    position: Option<&jeux_position>,
    scene: *const c_char,
    length: usize,
) -> *mut c_char {
    owned(|| {
        let position = position?;
        // SAFETY: the caller's promise.
        position.line.now().drawing(&unsafe { scene_options(scene, length) }?.scene())
    })
}

/// What is touched in the drawing to make a move.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_touches(
    position: Option<&jeux_position>,
    mv: *const c_char,
    length: usize,
    count: Count<'_>,
) -> *mut c_char {
    listed(count, || {
        // SAFETY: the caller's promise.
        let mv = unsafe { text(mv, length) }.ok()?;
        Some(position?.line.now().touches(&mv))
    })
}

/// A number for tables.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_key(position: Option<&jeux_position>) -> u64 {
    let Some(position) = position else { return 0 };
    guarded(|| position.line.now().key()).unwrap_or(0)
}

/// Whether two positions are the same.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_equals(one: Option<&jeux_position>, other: Option<&jeux_position>) -> c_int {
    let (Some(one), Some(other)) = (one, other) else { return 0 };
    guarded(|| c_int::from(one.line.now().equals(other.line.now()))).unwrap_or(0)
}

/// What a player knows at the beginning of a game.
///
/// # Safety
/// The texts are NULL or have their length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_view_start(
    name: *const c_char,
    name_length: usize,
    setup: *const c_char,
    setup_length: usize,
    me: c_int,
    why: Why<'_>,
) -> Option<Box<jeux_view>> {
    explained(why, || {
        // SAFETY: the caller's promise.
        let (game, setup) = unsafe { (game(name, name_length)?, optional(setup, setup_length)?) };
        let setup = json::read_params(setup).map_err(Failure::json)?;
        Ok(Box::new(jeux_view { game, view: View::new(game, &setup, player(me)?)? }))
    })
    .ok()
}

/// What a player knows of a game as a line of the engine protocol announces it to him.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_view_start_line(
    line: *const c_char,
    length: usize,
    why: Why<'_>,
) -> Option<Box<jeux_view>> {
    explained(why, || {
        // SAFETY: the caller's promise.
        let announced = announced::read(&unsafe { text(line, length) }?).map_err(Failure::message)?;
        let game = known(&announced.game)?;
        let mut view = View::new(game, &announced.setup, announced.me)?;
        for told in announced.moves {
            match view.to_move() == Some(announced.me) {
                true => view.own(&told.text, told.answer.as_deref()),
                false => view.opponent(&told.text),
            }
            .map_err(Failure::rule)?;
        }
        Ok(Box::new(jeux_view { game, view }))
    })
    .ok()
}

/// Frees a view.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_free_view(view: Option<Box<jeux_view>>) {
    guarded(|| drop(view));
}

/// Whose turn it is, as far as the player can know.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_view_to_move(view: Option<&jeux_view>) -> c_int {
    let Some(view) = view else { return JEUX_BAD_ARGUMENT };
    guarded(|| view.view.to_move().map_or(0, number)).unwrap_or(JEUX_INTERNAL)
}

/// The moves that the player may make.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub extern "C" fn jeux_view_legal(view: Option<&jeux_view>, count: Count<'_>) -> *mut c_char {
    listed(count, || Some(view?.view.legal_moves()))
}

/// Whether the player may make a move, as far as he can know.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_view_check(
    view: Option<&jeux_view>,
    mv: *const c_char,
    length: usize,
    why: Why<'_>,
) -> c_int {
    code(explained(why, || {
        let view = view.ok_or_else(Failure::argument)?;
        // SAFETY: the caller's promise.
        let mv = unsafe { text(mv, length) }?;
        view.view.check(&mv).map_err(Failure::rule)
    }))
}

/// The player has made a move.
///
/// # Safety
/// The texts are NULL or have their length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_view_own(
    view: Option<&mut jeux_view>,
    mv: *const c_char,
    length: usize,
    answer: *const c_char,
    answer_length: usize,
    why: Why<'_>,
) -> c_int {
    code(explained(why, || {
        let view = view.ok_or_else(Failure::argument)?;
        // SAFETY: the caller's promise.
        let mv = unsafe { text(mv, length) }?;
        let answer = match answer.is_null() {
            true => None,
            // SAFETY: the caller's promise.
            false => Some(unsafe { text(answer, answer_length) }?),
        };
        view.view.own(&mv, answer.as_deref()).map_err(Failure::rule)
    }))
}

/// The opponent has made a move.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_view_opponent(
    view: Option<&mut jeux_view>,
    told: *const c_char,
    length: usize,
    why: Why<'_>,
) -> c_int {
    code(explained(why, || {
        let view = view.ok_or_else(Failure::argument)?;
        // SAFETY: the caller's promise.
        let told = unsafe { text(told, length) }?;
        view.view.opponent(&told).map_err(Failure::rule)
    }))
}

/// What the player knows, for people.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_view_picture(
    view: Option<&jeux_view>,
    scene: *const c_char,
    length: usize,
) -> *mut c_char {
    owned(|| {
        let view = view?;
        // SAFETY: the caller's promise.
        let options = unsafe { scene_options(scene, length) }?;
        Some(view.view.picture(options.names(), options.colours(view.game)))
    })
}

/// What the player knows, as a drawing.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_view_drawing(
    view: Option<&jeux_view>,
    scene: *const c_char,
    length: usize,
) -> *mut c_char {
    owned(|| {
        let view = view?;
        // SAFETY: the caller's promise.
        view.view.drawing(&unsafe { scene_options(scene, length) }?.scene())
    })
}

/// What is touched in the drawing to make a move.
///
/// # Safety
/// The text is NULL or has its length.
// SAFETY: as for `jeux_alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jeux_view_touches(
    view: Option<&jeux_view>,
    mv: *const c_char,
    length: usize,
    count: Count<'_>,
) -> *mut c_char {
    listed(count, || {
        // SAFETY: the caller's promise.
        let mv = unsafe { text(mv, length) }.ok()?;
        Some(view?.view.touches(&mv))
    })
}
