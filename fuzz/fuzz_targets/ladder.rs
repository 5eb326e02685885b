//! Ladders: settings, classes, results and names of players, and the names of scheduled games; any text is one that is written as it is
//! read, or an error.

#![no_main]

use std::fmt::{Debug, Display};
use std::path::Path;
use std::str::FromStr;

use championnat::{Decision, Key, Location, parse_moment};
use echelle::{Class, GameLine, PlayerId, Settings, Version};
use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn name<T: FromStr + Display + PartialEq + Debug>(text: &str) {
    if let Ok(read) = text.parse::<T>() {
        assert_eq!(read.to_string(), text);
    }
}

fn line<T: Serialize + DeserializeOwned>(text: &str) {
    let Ok(read) = serde_json::from_str::<T>(text) else { return };
    let written = serde_json::to_string(&read).expect("JSON");
    let again: T = serde_json::from_str(&written).expect("what we write can be read");
    assert_eq!(serde_json::to_string(&again).expect("JSON"), written);
}

fuzz_target!(|text: &str| {
    name::<PlayerId>(text);
    name::<Key>(text);
    line::<Class>(text);
    line::<GameLine>(text);
    line::<Version>(text);
    line::<Decision>(text);
    parse_moment(text);
    if let Ok(Location::Sqlite(path)) = Location::parse(text, Path::new("/mai")) {
        assert!(path.is_absolute());
    }
    match Settings::parse(text) {
        Ok(settings) => assert!(!settings.time.is_zero() && settings.meetings > 0),
        Err(why) => assert!(!why.code.is_empty()),
    }
});
