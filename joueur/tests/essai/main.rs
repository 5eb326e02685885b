//! `joueur essai`, as a student calls it: engines that have one fault each, and those that have none.

#[path = "../beside/mod.rs"]
mod beside;
mod bons;
mod fautes;
mod scene;
mod squelettes;
