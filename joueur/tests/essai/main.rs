//! `joueur essai`, as a student calls it: engines that have one fault each, and those that have none.

mod bons;
mod fautes;
mod scene;
mod squelettes;
