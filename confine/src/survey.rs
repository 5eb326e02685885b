//! What a machine can do to confine an engine, and what held around one.

use std::collections::{BTreeMap, BTreeSet};

use nix::unistd::geteuid;
use serde::{Deserialize, Serialize};

use crate::error::Unavailable;
use crate::policy::{Layer, Level, Limits, Means};
use crate::processes::{counts_apart, kernel_is};

/// The layers that hold, and the means by which each does.
pub type Held = BTreeMap<Layer, BTreeSet<Means>>;

/// Since this kernel, seccomp can ask the keeper.
const NOTIFIES: (u32, u32) = (5, 0);

/// How an engine was confined, for the record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Confinement {
    /// The level that was asked for.
    pub level: Level,
    pub layers: Held,
    /// What it was allowed to take.
    #[serde(flatten)]
    pub limits: Limits,
}

impl Confinement {
    /// Whether it keeps the engine from the network.
    pub fn is_offline(&self) -> bool {
        let means = self.layers.get(&Layer::Network);
        means.is_some_and(|means| !means.is_empty() && !means.contains(&Means::AskedFor))
    }

    /// Whether the engine can send its keeper no signal.
    pub fn protects_keeper(&self) -> bool {
        let holds = |(layer, means)| self.layers.get(&layer).is_some_and(|held| held.contains(&means));
        [(Layer::Life, Means::PidNamespace), (Layer::Calls, Means::LandlockScope)].into_iter().any(holds)
    }
}

/// What this machine can do.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Survey {
    /// The layers that hold here, and the means by which each does.
    pub held: Held,
    /// The means that this machine does not have, and why not.
    pub missing: BTreeMap<Means, Unavailable>,
}

/// Who bounds the number of an engine's processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessBound {
    /// The kernel, by a control group or by a limit of the engine's own user namespace.
    Kernel,
    /// The keeper, which allows each start.
    Keeper,
    /// The keeper, which counts them now and then.
    Counted,
}

impl Survey {
    /// Who bounds the number of processes here, of engines of this process's user.
    pub fn process_bound(&self) -> ProcessBound {
        let groups = [Means::Cgroup, Means::PidsCgroup];
        let apart = self.holds(Layer::User, Means::UserNamespace) && counts_apart(geteuid().is_root());
        if apart || groups.into_iter().any(|means| self.holds(Layer::Resources, means)) {
            ProcessBound::Kernel
        } else if self.holds(Layer::Calls, Means::Seccomp) && kernel_is(NOTIFIES) {
            ProcessBound::Keeper
        } else {
            ProcessBound::Counted
        }
    }

    pub fn holds(&self, layer: Layer, means: Means) -> bool {
        self.held.get(&layer).is_some_and(|held| held.contains(&means))
    }

    /// Notes that this layer holds by this means.
    pub fn hold(&mut self, layer: Layer, means: Means) {
        self.held.entry(layer).or_default().insert(means);
    }

    /// The layers among these that do not hold.
    pub fn lacking<'a>(
        &'a self,
        layers: impl IntoIterator<Item = Layer> + 'a,
    ) -> impl Iterator<Item = Layer> + 'a {
        let held = |layer: &Layer| self.held.get(layer).is_some_and(|means| !means.is_empty());
        layers.into_iter().filter(move |layer| !held(layer))
    }

    /// The means of these layers that this machine does not have, and why: in one entry those that
    /// are missing for the same reason, in the order of the layers and the strongest first.
    pub fn missing_means(
        &self,
        layers: impl IntoIterator<Item = Layer>,
    ) -> Vec<(BTreeSet<Means>, &Unavailable)> {
        let mut found: Vec<(BTreeSet<Means>, &Unavailable)> = Vec::new();
        for one in layers.into_iter().flat_map(Layer::means) {
            let Some(why) = self.missing.get(one) else { continue };
            match found.iter_mut().find(|(_, other)| *other == why) {
                Some((means, _)) => drop(means.insert(*one)),
                None => found.push((BTreeSet::from([*one]), why)),
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{LaunchError, OsError};

    #[test]
    fn what_a_machine_lacks_is_found_with_the_reason() {
        let refused = Unavailable::Refused(LaunchError::UserNamespace(OsError::Number(1)));
        let old = Unavailable::OldLandlock { found: 3, needed: 4 };
        let mut survey = Survey::default();
        survey.held.insert(Layer::Life, BTreeSet::from([Means::Keeper]));
        survey.held.insert(Layer::Files, BTreeSet::new());
        survey.missing.insert(Means::Landlock, old.clone());
        for means in [Means::PidNamespace, Means::Root] {
            survey.missing.insert(means, refused.clone());
        }
        let lack: Vec<Layer> = survey.lacking([Layer::Life, Layer::Files, Layer::Calls]).collect();
        assert_eq!(lack, [Layer::Files, Layer::Calls]);
        let old = (BTreeSet::from([Means::Landlock]), &old);
        let of_both = (BTreeSet::from([Means::PidNamespace, Means::Root]), &refused);
        assert_eq!(survey.missing_means([Layer::Life, Layer::Files]), [of_both, old.clone()]);
        assert_eq!(survey.missing_means([Layer::Files]), [(BTreeSet::from([Means::Root]), &refused), old]);
        assert_eq!(survey.missing_means([Layer::Calls]), []);
    }

    #[test]
    fn the_record_of_a_confinement_keeps_its_form() {
        let mut layers = Held::new();
        layers.insert(Layer::Network, BTreeSet::from([Means::NetworkNamespace, Means::LandlockTcp]));
        let confinement = Confinement { level: Level::Ordinary, layers, limits: Limits::default() };
        let json = r#"{"level":"ordinaire","layers":{"network":["landlock-tcp","network-namespace"]},"memory_mib":1024,"processes":128,"disk_mib":64,"network":false}"#;
        assert_eq!(serde_json::to_string(&confinement).expect("it is written"), json);
        assert_eq!(serde_json::from_str::<Confinement>(json).expect("it is read"), confinement);
    }
}
