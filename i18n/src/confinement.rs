//! The names of a confinement's layers and means.

use crate::catalogue::{has, say};
use crate::language;

/// An unknown name stays as it is.
pub fn layer(name: &str) -> String {
    named("layer", name)
}

/// In order, separated by commas.
pub fn layers<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list("layer", names)
}

/// In order, separated by commas.
pub fn means<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list("means", names)
}

fn list<'a>(what: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| named(what, name)).collect::<Vec<_>>().join(", ")
}

fn named(what: &str, name: &str) -> String {
    let id = format!("{what}-{name}");
    if has(language(), &id) { say(&id, &[]) } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_and_means_have_names() {
        assert_eq!(layer("calls"), "appels système");
        assert_eq!(layers(["files", "network"]), "fichiers, réseau");
        assert_eq!(means(["seccomp", "no-such-means"]), "seccomp, no-such-means");
        assert_eq!(means([]), "");
    }
}
