//! Errors of the library in words.

use anyhow::{Result, anyhow};
use echelle::LadderError;
use jeux::Reason;

pub trait InReasons<T> {
    fn in_reasons(self) -> Result<T>;
}

impl<T> InReasons<T> for Result<T, LadderError> {
    fn in_reasons(self) -> Result<T> {
        self.map_err(|error| anyhow!(i18n::reason(&Reason::from(&error))))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use echelle::{Class, Settings};

    use super::*;

    #[test]
    fn an_error_says_in_which_file_and_what() {
        let home = tempfile::tempdir().unwrap();
        let (settings, class) = (home.path().join("echelle.toml"), home.path().join("eleves.json"));
        std::fs::write(&settings, "jeu = \"colonnes\"\noops = 1\n").unwrap();
        std::fs::write(&class, "[").unwrap();
        let said =
            |error: Option<LadderError>| Err::<(), _>(error.unwrap()).in_reasons().unwrap_err().to_string();
        let told = said(Settings::read(&settings).err());
        assert!(told.contains("echelle.toml") && told.contains("oops"), "{told}");
        let told = said(Class::read(&class).err());
        assert!(told.contains("eleves.json") && told.contains("line 1"), "{told}");
        let told = said(Settings::read(Path::new("absent.toml")).err());
        assert!(told.contains("absent.toml") && told.contains("pas d'échelle"), "{told}");
    }
}
