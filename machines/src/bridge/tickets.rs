//! Tickets: who was given something by the bridge can show it.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

#[derive(Clone)]
pub struct Tickets {
    /// 32 hexadecimal digits, so that no two pairs of secret and thing have the same text.
    secret: String,
}

impl Tickets {
    pub fn new(secret: &str) -> Self {
        Tickets { secret: secret.to_owned() }
    }

    /// The ticket of a bundle by its sum, or of a job by its task.
    pub fn of(&self, thing: &str) -> String {
        hex::encode(Sha256::digest(format!("{}{thing}", self.secret)))
    }

    pub fn is(&self, ticket: &str, thing: &str) -> bool {
        self.of(thing).as_bytes().ct_eq(ticket.as_bytes()).into()
    }
}
