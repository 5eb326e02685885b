//! Engines as descriptions and command lines name them, and moves of records: any text is one that is written as it is read,
//! or an error.

#![no_main]

use arbitre::engine::EngineSpec;
use arbitre::place::MovePlace;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(spec) = text.parse::<EngineSpec>() {
        assert_eq!(spec.to_string().parse::<EngineSpec>().expect("what we write can be read"), spec);
        assert!(spec.label().chars().count() <= 30);
    }
    if let Ok(place) = text.parse::<MovePlace>() {
        assert!(place.number > 0);
    }
});
