//! What programs in C pass to the library: parameters and scenes in JSON, and the line that announces a game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use libjeux::announced;
use libjeux::json::{SceneOptions, params, read_params};

fuzz_target!(|data: &[u8]| {
    match read_params(data) {
        Ok(read) => assert_eq!(read_params(params(&read).as_bytes()), Ok(read)),
        Err(why) => assert_eq!(why.code, "not-json"),
    }
    if let Ok(options) = SceneOptions::read(data) {
        options.scene();
    }
    let Ok(line) = std::str::from_utf8(data) else { return };
    if let Ok(game) = announced::read(line) {
        assert!(!game.setup.contains_key("moves"));
        assert!(game.moves.len() <= line.len());
    }
});
