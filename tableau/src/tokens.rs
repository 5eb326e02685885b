//! Tokens: who somebody is who says one.
//!
//! Everybody who reaches the pages may read them. Whoever changes something says a token, which is printed when the program starts: one
//! for those who play, one for the organiser. A browser keeps it in a cookie that no script sees and no other site sends.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::header::{self, HeaderMap};
use subtle::ConstantTimeEq;

/// So many wrong tokens in [`WINDOW`] from one address, and from all together.
const MOST_WRONG: u32 = 10;
const MOST_WRONG_OF_ALL: u32 = 100;
const WINDOW: Duration = Duration::from_secs(60);
/// Of so many addresses the wrong tokens are counted.
const MOST_ADDRESSES: usize = 10_000;
/// Who somebody is, by the token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Role {
    /// Looks on.
    #[default]
    Visitor,
    /// May begin games.
    Player,
    /// May decide about championships, too.
    Organiser,
}

/// What is needed to know who may do what.
pub struct Guard {
    organiser: String,
    player: String,
    /// Everybody may play.
    open: bool,
    /// The cookie that holds a token: two of these programs on one machine, at two ports, share the cookies of a browser.
    pub cookie: String,
    /// Only this machine reaches the pages: who names another host comes from a page that means another one.
    local: bool,
    wrong: Mutex<Wrong>,
}

/// Wrong tokens, counted since a moment.
struct Wrong {
    since: Instant,
    all: u32,
    by_address: HashMap<IpAddr, u32>,
}

/// Too many wrong tokens: no more are looked at for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

impl Guard {
    /// A guard with new tokens, for pages at this address.
    ///
    /// # Errors
    /// The system has no random bytes to give.
    pub fn new(address: SocketAddr, open: bool) -> Result<Self, getrandom::Error> {
        let token = || {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).map(|()| hex::encode(bytes))
        };
        Ok(Guard {
            organiser: token()?,
            player: token()?,
            open,
            cookie: format!("arbitre-{}", address.port()),
            local: address.ip().is_loopback(),
            wrong: Mutex::new(Wrong { since: Instant::now(), all: 0, by_address: HashMap::new() }),
        })
    }

    /// What is said when the program starts: where to look, where to play, where to organise.
    pub fn greeting(&self, address: SocketAddr) -> String {
        let url = format!("http://{address}/");
        let with = |token: &str| format!("{url}entrer#{token}");
        words::text!(
            "tableau-open",
            url = &url,
            player = with(&self.player),
            organiser = with(&self.organiser)
        ) + "\n"
    }

    /// Who says this token, from this address; a wrong one is nobody's, and counted.
    ///
    /// # Errors
    /// Too many wrong ones have come within a minute: ten from this address, or a hundred in all. It was not looked
    /// at.
    pub fn role_of(&self, token: &str, from: IpAddr) -> Result<Role, TooMany> {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if wrong.since.elapsed() > WINDOW {
            *wrong = Wrong { since: Instant::now(), all: 0, by_address: HashMap::new() };
        }
        if wrong.all >= MOST_WRONG_OF_ALL
            || wrong.by_address.get(&from).is_some_and(|count| *count >= MOST_WRONG)
        {
            return Err(TooMany);
        }
        // Both are compared wholly, whatever they hold.
        let organiser: bool = self.organiser.as_bytes().ct_eq(token.as_bytes()).into();
        let player: bool = self.player.as_bytes().ct_eq(token.as_bytes()).into();
        if organiser {
            return Ok(Role::Organiser);
        }
        if player {
            return Ok(Role::Player);
        }
        wrong.all += 1;
        if wrong.by_address.len() < MOST_ADDRESSES {
            *wrong.by_address.entry(from).or_default() += 1;
        }
        Ok(Role::Visitor)
    }

    /// The cookie that keeps this token, which is one of ours, as the value of `Set-Cookie`.
    pub fn keep(&self, token: &str) -> String {
        format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", self.cookie)
    }

    /// What makes a browser forget its token, in the same way.
    pub fn forget(&self) -> String {
        format!("{}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0", self.cookie)
    }

    /// Who somebody is without a token.
    pub fn role_of_anybody(&self) -> Role {
        if self.open { Role::Player } else { Role::Visitor }
    }

    /// Whether a request with this `Host` means these pages: other sites must not read them under a name of theirs.
    pub fn means_us(&self, host: &str) -> bool {
        let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
        let name = name.map_or(host, |(name, _)| name);
        !self.local
            || name.eq_ignore_ascii_case("localhost")
            || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}

/// The value of a cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn guard() -> Guard {
        Guard::new(SocketAddr::from(([127, 0, 0, 1], 8088)), false).expect("random bytes")
    }

    #[test]
    fn tokens_say_who_somebody_is_and_guessing_ends() {
        let guard = guard();
        let [one, other] = [IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2])];
        assert_eq!(guard.role_of(&guard.organiser, one), Ok(Role::Organiser));
        assert_eq!(guard.role_of(&guard.player, one), Ok(Role::Player));
        for wrong in ["", "x", &guard.player[1..], &guard.player.to_uppercase(), "é", "0", "1", "2", "3", "4"]
        {
            assert_eq!(guard.role_of(wrong, one), Ok(Role::Visitor), "{wrong}");
        }
        assert_eq!(guard.role_of(&guard.organiser, one), Err(TooMany));
        assert_eq!(guard.role_of(&guard.organiser, other), Ok(Role::Organiser));
    }

    #[test]
    fn pages_of_this_machine_have_its_names() {
        let guard = guard();
        for own in ["127.0.0.1:8088", "localhost:1", "LOCALHOST", "[::1]:8088", "127.0.0.1"] {
            assert!(guard.means_us(own), "{own}");
        }
        for other in ["", "example.org", "127.0.0.1.example.org:8088", "localhost.example.org", "[::2]:1"] {
            assert!(!guard.means_us(other), "{other}");
        }
    }

    #[test]
    fn cookies_are_found_by_their_name() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("a=b; arbitre=c; d"));
        assert_eq!((cookie(&headers, "arbitre"), cookie(&headers, "d")), (Some("c"), None));
    }
}
