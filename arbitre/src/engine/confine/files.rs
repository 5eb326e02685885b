//! Landlock: which files the engine may use, and whom it may signal; also where there is no mount namespace. See landlock(7).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jeux::Reason;
use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    Scope, path_beneath_rules,
};

use super::policy::{Layer, Means, Survey};
use super::root::DEVICES;

/// The newest form that is asked for; older kernels give what they have.
const NEWEST: ABI = ABI::V6;
/// The forms from which on there are rules on TCP, and on signals and abstract sockets.
const TCP: i32 = 4;
const SCOPES: i32 = 6;

/// What the engine may do with which files.
pub struct Rules<'a> {
    /// To be read and executed.
    pub readable: &'a [PathBuf],
    /// To be read and written, with all that is in them.
    pub writable: &'a [&'a Path],
    /// Whether it has a root of its own.
    pub own_root: bool,
    /// Whether it may use the network.
    pub network: bool,
    /// What is asked of Landlock: files, TCP, signals.
    pub means: &'a BTreeSet<Means>,
}

/// Puts these rules on this process and all that it will start. Adds what holds, and what does not, to what is known.
///
/// # Errors
/// A rule that makes no sense to the kernel.
pub fn restrict(rules: &Rules<'_>, around: &mut Survey) -> Result<(), RulesetError> {
    let asked = |means| rules.means.contains(&means);
    let tcp = asked(Means::LandlockTcp) && !rules.network;
    if !asked(Means::Landlock) && !tcp && !asked(Means::LandlockScope) {
        return Ok(());
    }
    let all = AccessFs::from_all(NEWEST);
    let mut ruleset = Ruleset::default();
    if asked(Means::Landlock) {
        ruleset = ruleset.handle_access(all)?;
    }
    if tcp {
        ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
    }
    if asked(Means::LandlockScope) {
        ruleset = ruleset.scope(Scope::from_all(NEWEST))?;
    }
    let mut ruleset = ruleset.create()?;
    if asked(Means::Landlock) {
        let devices = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev | AccessFs::Truncate;
        let looking = AccessFs::ReadFile | AccessFs::ReadDir;
        // All that there is in a root of its own is there for the engine.
        let root = [PathBuf::from("/")];
        let readable = if rules.own_root { &root } else { rules.readable };
        ruleset = ruleset
            .add_rules(path_beneath_rules(readable, AccessFs::from_read(NEWEST)))?
            .add_rules(path_beneath_rules(["/proc", "/sys/devices/system/cpu"], looking))?
            .add_rules(path_beneath_rules(DEVICES.map(|name| Path::new("/dev").join(name)), devices))?
            .add_rules(path_beneath_rules(rules.writable, all))?;
    }
    let abi = match ruleset.restrict_self()?.landlock {
        LandlockStatus::Available { effective_abi, .. } => effective_abi as i32,
        _ => 0,
    };
    for (wanted, layer, means, needed) in [
        (asked(Means::Landlock), Layer::Files, Means::Landlock, 1),
        (tcp, Layer::Network, Means::LandlockTcp, TCP),
        (asked(Means::LandlockScope), Layer::Calls, Means::LandlockScope, SCOPES),
    ] {
        if wanted && abi >= needed {
            around.hold(layer, means);
        } else if wanted {
            let why = match abi {
                0 => Reason::new("landlock-missing"),
                abi => Reason::new("landlock-old").with(abi).with(needed),
            };
            around.missing.insert(means, why.to_string());
        }
    }
    Ok(())
}
