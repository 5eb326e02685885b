//! What every request passes: who asks, what is refused, and the headers of every answer.
//!
//! Anyone may read the pages. To change something takes a token, printed at the start: one for
//! players, one for the organiser (`tokens`). A browser keeps it in a cookie that no script reads and no other
//! site sends.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use championnat::Secret;
use subtle::ConstantTimeEq;

use crate::cli::{Cli, Command, PublicAddress};
use crate::page;
use crate::tokens::Tokens;
use crate::visit::{Role, Visit, cookie};

/// The time for an answer to begin, and for that to a deposit, which may come by a slow line.
const BOUND: Duration = Duration::from_secs(60);
const DEPOSIT_BOUND: Duration = Duration::from_secs(15 * 60);

/// Only our own files, and no inline scripts; WebAssembly, but no text that becomes a program.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The token of a program, which sends no cookie.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim())
}

/// Whether a page of ours sent it. A program that sends its token itself needs no page.
fn same_origin(headers: &HeaderMap, host: &str) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site")) {
        return site == "same-origin";
    }
    match text(header::ORIGIN) {
        Some(origin) => origin.split_once("://").is_some_and(|(_, from)| from == host),
        None => bearer(headers).is_some(),
    }
}

/// Whether a contestant asks there for his log, with his secret.
fn is_log(path: &str) -> bool {
    path.starts_with("/championnat/") && path.ends_with("/journal")
}

/// The pages of ladders, and their data for programs: they check their students themselves.
fn is_ladder(path: &str) -> bool {
    path.starts_with("/echelle/") || path.starts_with("/api/v1/echelles/")
}

/// Whether files are handed in there.
fn is_deposit(path: &str) -> bool {
    is_ladder(path) && (path.ends_with("/depot") || path.ends_with("/depots"))
}

/// Paths that need no token: entering one, choosing a language, pasting a record, moves of a game
/// whose path is a secret itself, the log of a contestant who has a secret, ladders.
fn for_everybody(path: &str) -> bool {
    path == "/entrer"
        || path == "/sortir"
        || path == "/langue"
        || path == "/relire"
        || path.starts_with("/jouer/s/")
        || is_log(path)
        || is_ladder(path)
}

/// Middleware of every page: finds the role, refuses (401, 403, 421, 429), limits an answer to a minute
/// (503), and adds headers.
pub async fn stand(
    State(guard): State<Arc<AccessGuard>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let guard = guard.as_ref();
    let from = guard.visitor(from.ip(), request.headers());
    let said = said(guard, request.uri().path(), request.headers(), from);
    let visit =
        Visit { published: guard.published, ..Visit::new(request.headers(), request.uri(), said.role, from) };
    let mut answer = match refusal(guard, &request, &said) {
        Some((status, why)) => page::refusal(&visit, status, why),
        None => {
            request.extensions_mut().insert(visit.clone());
            let bound = if is_deposit(request.uri().path()) { DEPOSIT_BOUND } else { BOUND };
            let bounded = tokio::time::timeout(bound, next.run(request)).await;
            bounded.unwrap_or_else(|_| page::refusal(&visit, StatusCode::SERVICE_UNAVAILABLE, "tableau-late"))
        }
    };
    // A cookie from an earlier run would count as a wrong token again and again.
    if said.stale
        && !answer.headers().contains_key(header::SET_COOKIE)
        && let Ok(forget) = HeaderValue::from_str(&guard.forget())
    {
        answer.headers_mut().insert(header::SET_COOKIE, forget);
    }
    with_headers(answer)
}

struct TokenCheck {
    role: Role,
    /// It is wrong, and too many wrong ones came.
    many: bool,
    /// A cookie with a token that is not ours.
    stale: bool,
}

fn said(guard: &AccessGuard, path: &str, headers: &HeaderMap, from: IpAddr) -> TokenCheck {
    let kept = cookie(headers, &guard.cookie);
    let known = match bearer(headers).filter(|_| is_ladder(path)) {
        // It may be a student's, which the ladder counts if it is wrong.
        Some(token) => guard.known(token).map(Ok),
        None => bearer(headers).or(kept).map(|token| guard.role_of(token, from)),
    };
    let role = known.and_then(Result::ok).unwrap_or_default();
    TokenCheck {
        role: role.max(guard.role_of_anybody()),
        many: known == Some(Err(TooMany)),
        stale: kept.is_some() && matches!(known, Some(Ok(Role::Visitor) | Err(TooMany))),
    }
}

fn refusal(guard: &AccessGuard, request: &Request, said: &TokenCheck) -> Option<(StatusCode, &'static str)> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !guard.means_us(host) {
        return Some((StatusCode::MISDIRECTED_REQUEST, "tableau-other-host"));
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    // A proxy may pass on its own name for these pages.
    let ours = same_origin(headers, host)
        || guard.public.as_ref().is_some_and(|public| same_origin(headers, &public.host));
    if !ours {
        let by_page =
            [header::ORIGIN.as_str(), "sec-fetch-site"].iter().any(|name| headers.contains_key(*name));
        return Some(match request.uri().path().starts_with(page::FOR_PROGRAMS) && !by_page {
            true => (StatusCode::UNAUTHORIZED, "tableau-bearer-needed"),
            false => (StatusCode::FORBIDDEN, "tableau-other-origin"),
        });
    }
    if said.role >= Role::Player || for_everybody(request.uri().path()) {
        return None;
    }
    Some(match said.many {
        true => (StatusCode::TOO_MANY_REQUESTS, "tableau-too-many"),
        false => (StatusCode::FORBIDDEN, "tableau-token-needed"),
    })
}

fn with_headers(mut answer: Response) -> Response {
    let needs_token = answer.status() == StatusCode::UNAUTHORIZED;
    let headers = answer.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // A secret path is not sent to other sites.
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if needs_token {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    answer.into_response()
}

/// Wrong tokens per minute, from one address and from all.
const MOST_WRONG: u32 = 10;
const MOST_WRONG_OF_ALL: u32 = 100;

pub struct AccessGuard {
    tokens: Tokens,
    open: bool,
    /// The pages become files: see `publish`.
    published: bool,
    /// The cookie with the token: two of these programs on one machine, at two ports, share a
    /// browser's cookies.
    pub cookie: String,
    /// Only this machine reaches the pages: a request that names another host comes from another
    /// site's page.
    local: bool,
    /// What browsers call these pages, if not by the address listened on.
    public: Option<PublicAddress>,
    /// Those whose word for a visitor's address is taken.
    proxies: Vec<IpAddr>,
    wrong: Mutex<RateLimit>,
}

/// A wrong token, after too many others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

impl AccessGuard {
    /// Of pages at this address.
    pub fn new(address: SocketAddr, cli: &Cli, tokens: Tokens) -> Self {
        AccessGuard {
            tokens,
            open: cli.open,
            published: matches!(cli.command, Some(Command::Publie(_))),
            cookie: format!("arbitre-{}", address.port()),
            local: address.ip().is_loopback(),
            public: cli.public.clone(),
            proxies: cli.proxies.clone(),
            wrong: Mutex::new(RateLimit::new(MOST_WRONG, MOST_WRONG_OF_ALL)),
        }
    }

    /// The text printed at the start: where to look, to play, to organise.
    pub fn greeting(&self, address: SocketAddr) -> String {
        let url = format!("http://{address}/");
        let base = self.base(&address.to_string());
        let with = |token: &str| format!("{base}/entrer#{token}");
        i18n::text!(
            "tableau-open",
            url = &url,
            player = with(&self.tokens.player),
            organiser = with(&self.tokens.organiser)
        ) + "\n"
    }

    /// The beginning of links to these pages; `host` as a request names them.
    pub fn base(&self, host: &str) -> String {
        match &self.public {
            Some(PublicAddress { secure: true, host }) => format!("https://{host}"),
            Some(PublicAddress { secure: false, host }) => format!("http://{host}"),
            None => format!("http://{host}"),
        }
    }

    /// Where a visitor is, by [`network_of`]: at the address of the connection, unless a proxy names
    /// another one.
    fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.proxies.contains(&peer) {
            return network_of(peer);
        }
        let named = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let named: Vec<&str> = named.flat_map(|all| all.split(',')).map(str::trim).collect();
        // Each proxy adds one at the end; what stands before may be invented.
        let addresses = named.iter().rev().map_while(|text| text.parse::<IpAddr>().ok());
        let mut addresses = addresses.map(|address| address.to_canonical());
        network_of(addresses.find(|address| !self.proxies.contains(address)).unwrap_or(peer))
    }

    /// What a cookie has besides, where the pages are reached by https.
    pub fn cookie_end(&self) -> &'static str {
        if self.public.as_ref().is_some_and(|public| public.secure) { "; Secure" } else { "" }
    }

    /// The role of this token; a wrong one is counted.
    ///
    /// # Errors
    /// It is wrong, as were too many within a minute: ten from this address, or a hundred in all.
    pub fn role_of(&self, token: &str, from: IpAddr) -> Result<Role, TooMany> {
        // Before anything is counted: behind a proxy everybody has one address.
        match self.known(token) {
            Some(role) => Ok(role),
            None => self.count_wrong(from).map(|()| Role::Visitor),
        }
    }

    /// The role of a token of ours.
    fn known(&self, token: &str) -> Option<Role> {
        // Compared in constant time.
        let organiser: bool = self.tokens.organiser.as_bytes().ct_eq(token.as_bytes()).into();
        let player: bool = self.tokens.player.as_bytes().ct_eq(token.as_bytes()).into();
        match (organiser, player) {
            (true, _) => Some(Role::Organiser),
            (_, true) => Some(Role::Player),
            _ => None,
        }
    }

    /// Counts a wrong token, or a wrong secret of another kind.
    ///
    /// # Errors
    /// As for [`AccessGuard::role_of`].
    pub fn count_wrong(&self, from: IpAddr) -> Result<(), TooMany> {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if !wrong.allows(from) {
            return Err(TooMany);
        }
        wrong.count(from);
        Ok(())
    }

    /// Whether this is the secret; a wrong one is counted like a wrong token.
    ///
    /// # Errors
    /// As for [`AccessGuard::role_of`].
    pub fn is_secret(&self, secret: Option<&Secret>, said: &str, from: IpAddr) -> Result<bool, TooMany> {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if !wrong.allows(from) {
            return Err(TooMany);
        }
        // Compared in constant time.
        let right = secret.is_some_and(|secret| secret.is(said));
        if !right {
            wrong.count(from);
        }
        Ok(right)
    }

    /// The `Set-Cookie` value that keeps this token.
    pub fn keep(&self, token: &str) -> String {
        format!("{}={token}; Path=/; HttpOnly; SameSite=Strict{}", self.cookie, self.cookie_end())
    }

    /// The `Set-Cookie` value that makes a browser forget its token.
    pub fn forget(&self) -> String {
        format!("{}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0{}", self.cookie, self.cookie_end())
    }

    pub fn role_of_anybody(&self) -> Role {
        if self.open { Role::Player } else { Role::Visitor }
    }

    /// Whether this `Host` means these pages: other sites must not read them under a name of
    /// theirs.
    pub fn means_us(&self, host: &str) -> bool {
        if self.public.as_ref().is_some_and(|public| public.host.eq_ignore_ascii_case(host)) {
            return true;
        }
        let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
        let name = name.map_or(host, |(name, _)| name);
        !self.local
            || name.eq_ignore_ascii_case("localhost")
            || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}

/// The address that stands for all of a visitor: of IPv6 a customer commonly has 2^64, which count as one.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into()
        }
        other => other,
    }
}

/// How far [`RateLimit`] looks back, and how many addresses it counts.
const WINDOW: Duration = Duration::from_secs(60);
const MOST_ADDRESSES: usize = 10_000;

/// Limits what one address, and all together, may do in a minute.
#[derive(Debug)]
pub struct RateLimit {
    each: u32,
    all: u32,
    since: Instant,
    total: u32,
    by_address: HashMap<IpAddr, u32>,
}

impl RateLimit {
    pub fn new(each: u32, all: u32) -> Self {
        RateLimit { each, all, since: Instant::now(), total: 0, by_address: HashMap::new() }
    }

    pub fn allows(&mut self, from: IpAddr) -> bool {
        if self.since.elapsed() > WINDOW {
            *self = RateLimit::new(self.each, self.all);
        }
        let own = self.by_address.get(&from).copied();
        let known = own.is_some() || self.by_address.len() < MOST_ADDRESSES;
        known && self.total < self.all && own.unwrap_or_default() < self.each
    }

    pub fn count(&mut self, from: IpAddr) {
        self.total = self.total.saturating_add(1);
        *self.by_address.entry(from).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use clap::Parser;

    use super::*;

    #[test]
    fn what_another_site_sends_is_told_from_what_ours_send() {
        let headers = |pairs: &[(&'static str, &'static str)]| -> HeaderMap {
            let pairs = pairs.iter();
            pairs
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
                .collect()
        };
        let ours = |pairs| same_origin(&headers(pairs), "localhost:8088");
        assert!(ours(&[("sec-fetch-site", "same-origin"), ("origin", "http://localhost:8088")]));
        assert!(ours(&[("origin", "http://localhost:8088")]));
        assert!(ours(&[("authorization", "Bearer x")]) && ours(&[("authorization", "bearer x")]));
        assert!(!ours(&[("authorization", "Basic x")]) && !ours(&[("authorization", "Bearer")]));
        assert!(!ours(&[("sec-fetch-site", "cross-site"), ("authorization", "Bearer x")]));
        assert!(!ours(&[("origin", "null")]) && !ours(&[("origin", "http://localhost:8089")]) && !ours(&[]));
    }

    fn guard() -> AccessGuard {
        guard_of(&[])
    }

    fn guard_of(words: &[&str]) -> AccessGuard {
        let cli = Cli::parse_from([&["tableau"], words].concat());
        let tokens = Tokens::new().expect("random bytes");
        AccessGuard::new(SocketAddr::from(([127, 0, 0, 1], 8088)), &cli, tokens)
    }

    #[test]
    fn only_a_named_proxy_says_where_a_visitor_is() {
        let [proxy, other] = [[127, 0, 0, 1], [192, 0, 2, 9]].map(IpAddr::from);
        let seen = |guard: &AccessGuard, peer, named: &'static str| {
            let headers = [(HeaderName::from_static("x-forwarded-for"), HeaderValue::from_static(named))];
            guard.visitor(peer, &headers.into_iter().collect()).to_string()
        };
        let guard = guard_of(&["--proxy", "127.0.0.1", "--proxy", "192.0.2.1"]);
        assert_eq!(seen(&guard, proxy, "198.51.100.7, 203.0.113.5"), "203.0.113.5");
        assert_eq!(seen(&guard, proxy, "203.0.113.5, 192.0.2.1"), "203.0.113.5", "by two proxies");
        for odd in ["", "nobody", "203.0.113.5, nobody"] {
            assert_eq!(seen(&guard, proxy, odd), "127.0.0.1", "{odd}");
        }
        assert_eq!(seen(&guard, other, "203.0.113.5"), "192.0.2.9", "no proxy of ours");
        assert_eq!(seen(&guard_of(&[]), proxy, "203.0.113.5"), "127.0.0.1", "none was named");
    }

    #[test]
    fn the_addresses_of_a_network_share_its_limits() {
        let seen = |address: &str| network_of(address.parse().expect("an address")).to_string();
        assert_eq!(seen("2001:db8:1:2:3:4:5:6"), seen("2001:db8:1:2::1"));
        assert_ne!(seen("2001:db8:1:2::1"), seen("2001:db8:1:3::1"));
        for own in ["192.0.2.1", "::1"] {
            assert_eq!(seen(own), own);
        }
        assert_eq!(seen("::ffff:192.0.2.1"), "192.0.2.1");
    }

    #[test]
    fn tokens_say_who_somebody_is_and_guessing_ends() {
        let guard = guard();
        let [one, other] = [IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2])];
        assert_eq!(guard.role_of(&guard.tokens.organiser, one), Ok(Role::Organiser));
        assert_eq!(guard.role_of(&guard.tokens.player, one), Ok(Role::Player));
        for wrong in [
            "",
            "x",
            &guard.tokens.player[1..],
            &guard.tokens.player.to_uppercase(),
            "é",
            "0",
            "1",
            "2",
            "3",
            "4",
        ] {
            assert_eq!(guard.role_of(wrong, one), Ok(Role::Visitor), "{wrong}");
        }
        assert_eq!(guard.role_of("5", one), Err(TooMany));
        assert_eq!(guard.role_of(&guard.tokens.organiser, one), Ok(Role::Organiser));
        assert_eq!(guard.role_of("5", other), Ok(Role::Visitor));
    }

    #[test]
    fn who_does_too_much_is_told_to_come_back_and_others_are_not() {
        let mut limit = RateLimit::new(2, 4);
        let address = |last| IpAddr::from([192, 0, 2, last]);
        for from in [1, 1, 2] {
            assert!(limit.allows(address(from)));
            limit.count(address(from));
        }
        assert!(!limit.allows(address(1)) && limit.allows(address(2)) && limit.allows(address(3)));
        limit.count(address(3));
        assert!(!limit.allows(address(4)), "so many of all");
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
