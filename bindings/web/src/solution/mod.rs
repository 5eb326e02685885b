//! The solution of Colonnes: of `moteur-ia` only this part, which needs neither files nor sentences.

#![expect(dead_code, reason = "the rest of moteur-ia uses more of it")]
#![allow(rustdoc::broken_intra_doc_links, reason = "of links to the rest")]
#[path = "../../../../moteur-ia/src/colonnes/solution/index.rs"]
pub mod index;
#[path = "../../../../moteur-ia/src/colonnes/solution/links.rs"]
mod links;
#[path = "../../../../moteur-ia/src/colonnes/solution/lookup.rs"]
pub mod lookup;
#[path = "../../../../moteur-ia/src/colonnes/solution/patterns.rs"]
mod patterns;
#[path = "../../../../moteur-ia/src/colonnes/solution/solve.rs"]
pub mod solve;
#[path = "../../../../moteur-ia/src/colonnes/solution/symmetry.rs"]
mod symmetry;
#[path = "../../../../moteur-ia/src/colonnes/solution/workers.rs"]
mod workers;

pub use lookup::Table;
