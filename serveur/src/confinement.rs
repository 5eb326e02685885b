//! `serveur confinement`: how far this machine can confine engines, layer by layer, and what is
//! missing.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use arbitre::{engine, reasons};
use clap::Args;
use confine::{Layer, Level, Means, ProcessBound, Survey};
use i18n::confinement::{layer as layer_named, layers as layers_named, means as means_named};
use i18n::text;
use jeux::Reason;

use crate::local_rencontre::sentence;

/// Dire ce que cette machine permet pour confiner les moteurs, couche par couche, et ce qu'il faudrait à ce qui manque.
#[derive(Args, Debug)]
pub struct Confinement {
    /// Code de sortie 1 s'il manque une couche
    #[arg(long)]
    pub strict: bool,
}

/// Exit code 1: a layer is missing and `strict`.
pub fn run(args: &Confinement) -> Result<ExitCode> {
    let survey = engine::survey().map_err(|error| sentence(&Reason::from(&error)))?;
    i18n::out().write_all(described(survey).as_bytes())?;
    let complete = survey.lacking(Layer::ALL).next().is_none();
    Ok(if args.strict && !complete { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The layers, the missing means, the levels.
fn described(survey: &Survey) -> String {
    let list = |means: &mut dyn Iterator<Item = &Means>| means_named(means.map(|means| means.name()));
    let lack: BTreeSet<Layer> = survey.lacking(Layer::ALL).collect();
    let mut lines = Vec::new();
    for layer in Layer::ALL {
        let name = layer_named(layer.name());
        lines.push(match survey.held.get(&layer).filter(|_| !lack.contains(&layer)) {
            Some(means) => text!("confine-holds", layer = name, means = list(&mut means.iter())),
            None => text!("confine-lacks", layer = name, means = list(&mut layer.means().iter())),
        });
    }
    if !lack.contains(&Layer::Resources) {
        lines.push(match survey.process_bound() {
            ProcessBound::Kernel => text!("confine-processes-kernel"),
            ProcessBound::Keeper => text!("confine-processes-keeper"),
            ProcessBound::Counted => text!("confine-processes-counted"),
        });
    }
    lines.push(String::new());
    let missing = survey.missing_means(Layer::ALL);
    if !missing.is_empty() {
        lines.push(text!("confine-needs"));
        for (means, why) in missing {
            let why = i18n::reason(&reasons::unavailable(why));
            let line = text!("confine-missing", means = list(&mut means.iter()), why = why);
            lines.push(format!("  {line}"));
        }
        lines.push(String::new());
    }
    lines.extend(Level::ALL.map(|level| usable(level, &lack)));
    lines.join("\n") + "\n"
}

/// Whether a level can be used without these layers.
fn usable(level: Level, lack: &BTreeSet<Layer>) -> String {
    let layers = layers_named(lack.iter().map(|layer| layer.name()));
    match level {
        Level::Strict if !lack.is_empty() => text!("confine-refused", level = level.word(), layers = layers),
        Level::Ordinary if !lack.is_empty() => text!("confine-partly", level = level.word(), layers = layers),
        Level::None | Level::Ordinary | Level::Strict => text!("confine-usable", level = level.word()),
    }
}

#[cfg(test)]
mod tests {
    use confine::{LaunchError, OsError, Unavailable};

    use super::*;

    fn survey(missing: &[(Means, Unavailable)], lack: &[Layer]) -> Survey {
        let held = Layer::ALL.into_iter().filter(|layer| !lack.contains(layer));
        let by = |layer: Layer| (layer, BTreeSet::from([layer.means()[0]]));
        Survey { held: held.map(by).collect(), missing: missing.iter().cloned().collect() }
    }

    #[test]
    fn a_machine_that_has_everything() {
        let text = described(&survey(&[], &[]));
        assert!(
            text.starts_with("vie : en place (espace de processus)\nfichiers : en place (racine à part)\n"),
            "{text}"
        );
        assert!(
            text.ends_with("\n\naucun : utilisable\nordinaire : utilisable\nstrict : utilisable\n"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 11, "{text}");
        assert!(text.contains("\nnombre de processus : limité par le noyau\n"), "{text}");
    }

    #[test]
    fn a_machine_that_lacks_something_says_what_it_would_need_once() {
        let refused = Unavailable::Refused(LaunchError::UserNamespace(OsError::Number(1)));
        let missing = [
            (Means::Root, refused.clone()),
            (Means::NetworkNamespace, refused),
            (Means::LandlockTcp, Unavailable::OldLandlock { found: 3, needed: 4 }),
            (Means::Cgroup, Unavailable::NotDelegated { group: "/user.slice".into(), error: None }),
        ];
        let text = described(&survey(&missing, &[Layer::Files, Layer::User]));
        for part in [
            "\nfichiers : pas en place (il faudrait un de ces moyens : racine à part, Landlock)\n",
            "\nréseau : en place (espace de réseau)\n",
            "\n  racine à part, espace de réseau : les espaces de noms d'utilisateurs sont refusés ici (accès refusé) ;",
            "\n  Landlock pour TCP : Landlock est en version 3, il faudrait la version 4",
            "Delegate=yes",
            "\naucun : utilisable\nordinaire : utilisable, mais il manque : fichiers, utilisateur\n",
            "\nstrict : inutilisable, il manque : fichiers, utilisateur\n",
        ] {
            assert!(text.contains(part), "{part:?} in {text}");
        }
        assert_eq!(text.matches("max_user_namespaces").count(), 1, "{text}");
    }
}
