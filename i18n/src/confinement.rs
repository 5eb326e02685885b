//! What the layers of a confinement are called, and the means by which they hold.

use crate::catalogue::{has, say};
use crate::language;

/// What a layer is called; a name that the catalogue does not have stays as it is.
pub fn layer(name: &str) -> String {
    named("layer", name)
}

/// What layers are called, in their order, with commas between them.
pub fn layers<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list("layer", names)
}

/// What means are called, in their order, with commas between them.
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
