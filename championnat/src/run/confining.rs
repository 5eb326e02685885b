//! The confinement of a championship's engines: what holds on this machine, and what is hidden from
//! each.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use arbitre::engine::{self, EngineSpec, InstallPaths, Travelling, rules};
use arbitre::game::GameEntry;
use arbitre::{reasons, registry};
use championnat::presentation::{self, InWords};
use championnat::{Config, ContestantId, SeatSpec};
use confine::{LaunchError, Layer, Level, Policy, Survey};
use i18n::confinement::{layer as layer_named, means};
use jeux::Reason;

use super::console;

/// The confinement of a championship's engines.
pub struct Confining {
    level: Level,
    /// By contestant index.
    policies: Vec<Option<Policy>>,
}

impl Confining {
    /// `description` is the file of the championship.
    pub fn new(config: &Config, description: Option<&Path>) -> Result<Self> {
        let confining = Confining { level: config.confinement, policies: policies(config, description)? };
        if confining.level == Level::Strict {
            if let Some(seen) = confining.visible_rules()? {
                bail!(seen);
            }
            let lacking = confining.lacking()?;
            if !lacking.is_empty() {
                for line in shortfall(survey()?, &lacking) {
                    i18n::out::complain(&line);
                }
                bail!(presentation::reason(&reasons::not_executed(&LaunchError::LayersMissing(lacking))));
            }
        }
        Ok(confining)
    }

    /// The policy of a contestant's engine.
    pub fn policy(&self, contestant: ContestantId) -> Policy {
        self.policies.get(contestant.index()).cloned().flatten().unwrap_or_default()
    }

    /// A contestant's engine as it travels to other machines.
    pub fn travelling(
        &self,
        config: &Config,
        kind: &GameEntry,
        contestant: ContestantId,
    ) -> Result<Travelling, Reason> {
        let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
        let Some(SeatSpec::Engine { spec, .. }) = config.seats.get(contestant.index()) else {
            return Err(Reason::new("connection-missing"));
        };
        let spec: EngineSpec = spec.parse().map_err(|error| Reason::from(&error))?;
        Travelling::new(&spec, kind, &places, &self.policy(contestant))
    }

    /// Fails if the files of an engine cannot be brought to other machines.
    pub fn check_travelling(&self, config: &Config, kind: &GameEntry) -> Result<()> {
        for contestant in ContestantId::all(config.seats.len()) {
            if !matches!(config.seats.get(contestant.index()), Some(SeatSpec::Engine { .. })) {
                continue;
            }
            let engine = self.travelling(config, kind, contestant);
            if let Err(why) = engine.and_then(|engine| engine.contents()) {
                let name = config.regulations.name(contestant);
                bail!(i18n::text!("machine-no-travel", name = name, why = presentation::reason(&why)));
            }
        }
        Ok(())
    }

    /// The requested layers that do not hold on this machine.
    fn lacking(&self) -> Result<BTreeSet<Layer>> {
        let asked = asked_for(self.level, &self.policies);
        // Finding out starts a process.
        if asked.is_empty() {
            return Ok(asked);
        }
        Ok(survey()?.lacking(asked).collect())
    }

    /// What to say where engines may not use the library of the rules, and see it.
    fn visible_rules(&self) -> Result<Option<String>> {
        if !self.policies.iter().flatten().any(|policy| policy.limits.without_rules) {
            return Ok(None);
        }
        let seen = rules::visible(survey()?);
        Ok(seen.map(|path| i18n::text!("rules-visible", path = path.display().to_string())))
    }

    /// Prints how strictly engines are confined, and what does not hold; silent without engines.
    pub fn announce(&self) -> Result<()> {
        if self.policies.iter().all(Option::is_none) {
            return Ok(());
        }
        let (level, lacking) = (self.level.word(), self.lacking()?);
        let line = if lacking.is_empty() {
            i18n::text!("champ-confinement", level = level)
        } else {
            let layers = i18n::confinement::layers(lacking.iter().map(|layer| layer.name()));
            i18n::text!("champ-confinement-partly", level = level, layers = layers)
        };
        console::show(&format!("{line}\n"));
        if let Some(seen) = self.visible_rules()? {
            i18n::out::complain(&seen);
        }
        Ok(())
    }
}

fn survey() -> Result<&'static Survey> {
    engine::survey().map_err(|error| Reason::from(&error)).in_words()
}

/// The layers that these policies request.
fn asked_for(level: Level, policies: &[Option<Policy>]) -> BTreeSet<Layer> {
    let mut engines = policies.iter().flatten().peekable();
    if level == Level::None || engines.peek().is_none() {
        return BTreeSet::new();
    }
    // If all may use the network, that layer is not needed.
    let network = engines.any(|policy| !policy.limits.network);
    Layer::ALL.into_iter().filter(|layer| *layer != Layer::Network || network).collect()
}

/// For each layer that does not hold, its means and what they need: lines for the organiser.
fn shortfall(survey: &Survey, lacking: &BTreeSet<Layer>) -> Vec<String> {
    let layers = lacking.iter().map(|layer| {
        let means = means(layer.means().iter().map(|means| means.name()));
        i18n::text!("confine-lacks", layer = layer_named(layer.name()), means = means)
    });
    let missing = survey.missing_means(lacking.iter().copied()).into_iter().map(|(missing, why)| {
        let means = means(missing.iter().map(|means| means.name()));
        i18n::text!("confine-missing", means = means, why = presentation::reason(&reasons::unavailable(why)))
    });
    layers.chain(missing).collect()
}

/// The policy of each contestant's engine; none for network players.
fn policies(config: &Config, description: Option<&Path>) -> Result<Vec<Option<Policy>>> {
    let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error)).in_words()?;
    let kind = registry::find(&config.regulations.game);
    let readable: Vec<PathBuf> = config.readable.iter().map(real).collect::<Result<_>>()?;
    let mut secret = vec![config.records.as_path()];
    secret.extend(description);
    let files = config.results.files();
    let secret = secret.into_iter().chain(files.iter().map(PathBuf::as_path));
    let secret: BTreeSet<PathBuf> = secret.map(real).collect::<Result<_>>()?;
    let named: Vec<Vec<PathBuf>> =
        config.seats.iter().map(|seat| named(seat, kind, &places)).collect::<Result<_>>()?;
    let mut all = named.iter().zip(&config.regulations.contestants);
    if config.confinement != Level::None
        && let Some((name, file, folder)) = all.find_map(|(files, name)| {
            confine::first_hidden(files, &secret).map(|(file, folder)| (name, file, folder))
        })
    {
        let (file, folder) = (file.display().to_string(), folder.display().to_string());
        bail!(i18n::text!("confine-within", name = name, file = file, folder = folder));
    }
    let policy = |(index, seat): (usize, &SeatSpec)| {
        let SeatSpec::Engine { limits, .. } = seat else { return None };
        let others = kind.map(|kind| engine::hidden_from(index, &named, &readable, kind, &places));
        let hidden: BTreeSet<PathBuf> = others.into_iter().flatten().chain(&secret).cloned().collect();
        Some(Policy {
            level: config.confinement,
            limits: *limits,
            readable: readable.clone(),
            hidden: hidden.into_iter().collect(),
            ..Policy::default()
        })
    };
    Ok(config.seats.iter().enumerate().map(policy).collect())
}

/// The files that an engine's specification names.
pub(super) fn named(
    seat: &SeatSpec,
    kind: Option<&GameEntry>,
    places: &InstallPaths,
) -> Result<Vec<PathBuf>> {
    let (SeatSpec::Engine { spec, .. }, Some(kind)) = (seat, kind) else { return Ok(Vec::new()) };
    let spec: EngineSpec = spec.parse().map_err(|error| Reason::from(&error)).in_words()?;
    engine::named_files(&spec, kind, places).in_words()
}

/// The path by which a file is compared.
fn real(path: impl AsRef<Path>) -> Result<PathBuf> {
    let path = path.as_ref();
    confine::comparable(path).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use confine::{Limits, Means, OsError, Unavailable};

    use super::*;
    use championnat::EngineCheck;

    /// A championship with these contestants' files, and its policies.
    fn hidden(lines: &str, files: &[&str]) -> (tempfile::TempDir, Result<Vec<Option<Policy>>>) {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, "").expect("written");
        }
        let here = folder.path().canonicalize().expect("a path").display().to_string();
        let text = format!("jeu = \"morpion\"\n{lines}").replace("HERE", &here);
        let description = folder.path().join("mai.toml");
        std::fs::write(&description, &text).expect("written");
        let config = Config::parse(&description, &text, &EngineCheck::default()).expect("a championship");
        let policies = policies(&config, Some(&description));
        (folder, policies)
    }

    fn engine(name: &str, spec: &str) -> String {
        format!("[[concurrent]]\nnom = \"{name}\"\nmoteur = \"{spec}\"\n")
    }

    /// The files hidden in a folder.
    fn in_folder(policy: Option<&Policy>, folder: &tempfile::TempDir) -> Vec<String> {
        let folder = folder.path().canonicalize().expect("a path");
        let inside = |path: &PathBuf| Some(path.strip_prefix(&folder).ok()?.display().to_string());
        policy.expect("an engine").hidden.iter().filter_map(inside).collect()
    }

    const SECRET: [&str; 7] = [
        "mai.parties",
        "mai.sqlite",
        "mai.sqlite-journal",
        "mai.sqlite-shm",
        "mai.sqlite-wal",
        "mai.sqlite.verrou",
        "mai.toml",
    ];

    fn with_secret(others: &[&str]) -> Vec<String> {
        let all: BTreeSet<String> = SECRET.iter().chain(others).map(|path| (*path).to_owned()).collect();
        all.into_iter().collect()
    }

    #[test]
    fn each_engine_is_kept_from_results_and_from_what_the_others_name() {
        let lines = [
            engine("a", "pipe:python3 HERE/bots/a.py --livre HERE/livre"),
            engine("b", "pipe:/usr/bin/env HERE/bots/b.py --livre HERE/livre"),
            engine("c", "pipe:cd HERE/bots && ./c"),
        ];
        let files = ["bots/a.py", "bots/b.py", "bots/c", "livre/un"];
        let (folder, policies) = hidden(&lines.concat(), &files);
        let policies = policies.expect("policies");
        // Where `c` runs, the others are, too.
        assert_eq!(in_folder(policies[0].as_ref(), &folder), with_secret(&["bots/b.py", "bots/c"]));
        assert_eq!(in_folder(policies[1].as_ref(), &folder), with_secret(&["bots/a.py", "bots/c"]));
        assert_eq!(
            in_folder(policies[2].as_ref(), &folder),
            with_secret(&["bots/a.py", "bots/b.py", "livre"])
        );
        let all: Vec<&PathBuf> = policies.iter().flatten().flat_map(|policy| &policy.hidden).collect();
        assert!(all.iter().all(|path| path.is_absolute() && !path.starts_with("/usr")), "{all:?}");
    }

    #[test]
    fn limits_and_folders_are_those_of_the_description() {
        let lines = format!(
            "confinement = \"strict\"\nlecture = [\"livre\"]\n[limites]\ndisque = 8\n{}memoire = 32\n{}",
            engine("a", "pipe:HERE/a"),
            engine("b", "pipe:HERE/b HERE/livre"),
        );
        let (folder, policies) = hidden(&lines, &["a", "b", "livre/un"]);
        let policies = policies.expect("policies");
        let policy = policies[0].as_ref().expect("an engine");
        assert_eq!(policy.level, Level::Strict);
        assert_eq!(policy.limits, Limits { memory_mib: 32, disk_mib: 8, ..Limits::default() });
        assert_eq!(policy.readable, [folder.path().canonicalize().expect("a path").join("livre")]);
        // Readable by all, whoever names it.
        assert_eq!(in_folder(policies[0].as_ref(), &folder), with_secret(&["b"]));
        assert_eq!(policies[1].as_ref().map(|policy| policy.limits.memory_mib), Some(1024));
    }

    #[test]
    fn an_engine_that_nobody_may_see_is_none() {
        let engines = engine("a", "pipe:HERE/bots/a") + &engine("b", "pipe:HERE/b");
        for (head, refused) in
            [("", true), ("confinement = \"strict\"\n", true), ("confinement = \"aucun\"\n", false)]
        {
            let (_folder, policies) = hidden(&format!("parties = \"bots\"\n{head}{engines}"), &["bots/a"]);
            let why = policies.err().map(|error| error.to_string());
            assert_eq!(why.is_some(), refused, "{head}: {why:?}");
            assert!(
                why.is_none_or(|why| why.starts_with("a : ") && why.contains("bots/a est dans")),
                "{head}"
            );
        }
    }

    #[test]
    fn only_what_is_asked_for_can_be_missing() {
        let policy = |network: bool| {
            let limits = Limits { network, ..Limits::default() };
            Some(Policy { limits, ..Policy::default() })
        };
        let all = BTreeSet::from(Layer::ALL);
        let offline: BTreeSet<Layer> =
            Layer::ALL.into_iter().filter(|layer| *layer != Layer::Network).collect();
        assert_eq!(asked_for(Level::None, &[policy(false)]), BTreeSet::new());
        assert_eq!(asked_for(Level::Strict, &[None, None]), BTreeSet::new());
        assert_eq!(asked_for(Level::Ordinary, &[policy(true), None, policy(false)]), all);
        assert_eq!(asked_for(Level::Strict, &[policy(true), policy(true)]), offline);
    }

    #[test]
    fn a_strict_championship_says_what_is_missing_and_what_it_would_need() {
        let mut survey = Survey::default();
        survey.missing.insert(Means::Root, LaunchError::UserNamespace(OsError::Number(1)).into());
        survey.missing.insert(Means::Landlock, Unavailable::NoLandlock);
        survey.missing.insert(Means::Cgroup, Unavailable::NoCgroup);
        let lines = shortfall(&survey, &BTreeSet::from([Layer::Files, Layer::Calls]));
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert_eq!(
            lines[0],
            "fichiers : pas en place (il faudrait un de ces moyens : racine à part, Landlock)"
        );
        assert_eq!(
            lines[1],
            "appels système : pas en place (il faudrait un de ces moyens : seccomp, Landlock pour les signaux)"
        );
        assert!(lines[2].contains("max_user_namespaces") && lines[3].contains("Linux 5.13"), "{lines:?}");
    }
}
