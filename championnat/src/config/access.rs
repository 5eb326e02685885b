//! What a contestant must have to be let in by network.

use std::fmt;

use ipnet::IpNet;
use subtle::ConstantTimeEq;

/// What a contestant must have to be let in by network; by default nothing but the name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// What must follow the name.
    pub secret: Option<Secret>,
    /// Where it must come from, if not empty.
    pub addresses: Vec<IpNet>,
}

/// A secret; it is not shown in debug output, and comparing takes the same time whatever differs, but for the length.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// Whether this is the secret.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Secret) -> bool {
        self.is(&other.0)
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(...)")
    }
}
