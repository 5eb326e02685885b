//! The pages that are looked at, each with what must be there before anybody looks.

use crate::stage::Stage;

/// A page.
pub struct Page {
    /// What its pictures are called.
    pub name: &'static str,
    /// Where it is.
    pub path: String,
    /// What it has when it is whole.
    pub whole: &'static str,
}

/// All of them.
pub fn all(_stage: &Stage) -> Vec<Page> {
    let page = |name, path: &str, whole| Page { name, path: path.to_owned(), whole };
    vec![
        page("accueil", "/", "h1"),
        page("entrer", "/entrer", "form[data-token] input"),
        page("absente", "/nulle/part", "h1"),
    ]
}
