//! What a machine lacks for a confinement: the layers that do not hold there, and by which means they could.

use std::collections::BTreeSet;

use jeux::Reason;

use super::policy::{Layer, Means, Survey};

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

/// The means of these layers that the machine of a survey does not have, with the reason why, whose sentence says what they would
/// need: those together that lack the same, in the order of the layers and the strongest first.
pub fn missing(survey: &Survey, layers: impl IntoIterator<Item = Layer>) -> Vec<(BTreeSet<Means>, Reason)> {
    let mut found: Vec<(BTreeSet<Means>, Reason)> = Vec::new();
    for one in layers.into_iter().flat_map(means) {
        let Some(why) = survey.missing.get(one).map(|why| Reason::read(why)) else { continue };
        match found.iter_mut().find(|(_, other)| *other == why) {
            Some((means, _)) => drop(means.insert(*one)),
            None => found.push((BTreeSet::from([*one]), why)),
        }
    }
    found
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
        for means in [Means::PidNamespace, Means::Root] {
            survey.missing.insert(means, "userns-refused: os: 1".into());
        }
        let lack: Vec<Layer> = lacking(&survey, [Layer::Life, Layer::Files, Layer::Calls]).collect();
        assert_eq!(lack, [Layer::Files, Layer::Calls]);
        let refused = Reason::read("userns-refused: os: 1");
        let old = (BTreeSet::from([Means::Landlock]), Reason::new("landlock-old").with(3).with(4));
        let of_both = (BTreeSet::from([Means::PidNamespace, Means::Root]), refused.clone());
        assert_eq!(missing(&survey, [Layer::Life, Layer::Files]), [of_both, old.clone()]);
        assert_eq!(missing(&survey, [Layer::Files]), [(BTreeSet::from([Means::Root]), refused), old]);
        assert_eq!(missing(&survey, [Layer::Calls]), []);
        assert_eq!(refusal(&lack.into_iter().collect()).to_string(), "confinement-missing: files; calls");
    }
}
