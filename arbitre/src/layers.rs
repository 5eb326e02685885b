//! What a machine lacks for a confinement: the layers that do not hold there, and by which means they could.

use std::collections::BTreeSet;

use jeux::Reason;

use crate::engine::confine::{Layer, Means, Survey};

/// The means by which a layer can hold, the strongest first.
pub const fn means(layer: Layer) -> &'static [Means] {
    match layer {
        Layer::Life => &[Means::PidNamespace, Means::Keeper],
        Layer::Files => &[Means::Root, Means::Landlock],
        Layer::Network => &[Means::NetworkNamespace, Means::LandlockTcp, Means::Seccomp],
        Layer::Calls => &[Means::Seccomp, Means::LandlockScope],
        Layer::Resources => &[Means::Cgroup, Means::Watcher, Means::Rlimits],
        Layer::User => &[Means::UserNamespace],
    }
}

/// The layers among these that do not hold on the machine of a survey.
pub fn lacking<'a>(
    survey: &'a Survey,
    layers: impl IntoIterator<Item = Layer> + 'a,
) -> impl Iterator<Item = Layer> + 'a {
    let held = |layer: &Layer| survey.held.get(layer).is_some_and(|means| !means.is_empty());
    layers.into_iter().filter(move |layer| !held(layer))
}

/// The means of a layer that the machine of a survey does not have, each with the reason why, whose sentence says what it would need.
pub fn missing(survey: &Survey, layer: Layer) -> Vec<(Means, Reason)> {
    let why = |one: &Means| Some((*one, Reason::read(survey.missing.get(one)?)));
    means(layer).iter().filter_map(why).collect()
}

/// The reason why nothing is confined strictly where these layers do not hold.
pub fn refusal(layers: &BTreeSet<Layer>) -> Reason {
    layers.iter().fold(Reason::new("confinement-missing"), |why, layer| why.with(layer.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_can_hold_and_every_means_makes_one_hold() {
        let mut of_some_layer: BTreeSet<Means> = Layer::ALL.into_iter().flat_map(means).copied().collect();
        // The organiser's word is no means of the machine.
        assert!(of_some_layer.insert(Means::AskedFor));
        assert_eq!(of_some_layer, BTreeSet::from(Means::ALL));
        assert!(Layer::ALL.into_iter().all(|layer| !means(layer).is_empty()));
    }

    #[test]
    fn what_a_machine_lacks_is_found_with_the_reason() {
        let mut survey = Survey::default();
        survey.held.insert(Layer::Life, BTreeSet::from([Means::Keeper]));
        survey.held.insert(Layer::Files, BTreeSet::new());
        survey.missing.insert(Means::Landlock, "landlock-old: 3; 4".into());
        survey.missing.insert(Means::PidNamespace, "userns-refused: os: 1".into());
        let lack: Vec<Layer> = lacking(&survey, [Layer::Life, Layer::Files, Layer::Calls]).collect();
        assert_eq!(lack, [Layer::Files, Layer::Calls]);
        let why = missing(&survey, Layer::Files);
        assert_eq!(why, [(Means::Landlock, Reason::new("landlock-old").with(3).with(4))]);
        assert_eq!(missing(&survey, Layer::Life)[0].0, Means::PidNamespace);
        assert_eq!(missing(&survey, Layer::Calls), []);
        assert_eq!(refusal(&lack.into_iter().collect()).to_string(), "confinement-missing: files; calls");
    }
}
