//! `joueur essai`, as a student calls it: engines that have one fault each, and those that have none.

mod faults;
mod rules;
mod scene;
mod skeletons;
mod sound;
