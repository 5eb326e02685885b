//! What strangers may try: to change something, to take what is not theirs, to take everything.

mod common;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

use common::Tableau;
use common::contest::describe;
use common::ladder::ladder;
use socket2::{Domain, Socket, Type};
use testing::process::resident;
use testing::until;

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");
/// Paths to which everybody may send something.
const FOR_EVERYBODY: [&str; 6] = [
    "/entrer",
    "/sortir",
    "/echelle/mai/sortir",
    "/langue",
    "/jouer/s/",
    "/championnat/mai/concurrent/mai/journal",
];

fn pages() -> (tempfile::TempDir, Tableau) {
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "temps = 20", &[("un", "hasard"), ("deux", "hasard")]);
    ladder(&folder.path().join("echelles"), "mai", "jeu = \"colonnes\"", &[("mai", "")]);
    let tableau = Tableau::start(folder.path(), &["mai.toml", "--echelles", "echelles"]);
    (folder, tableau)
}

/// The paths of the routes that have this method; what varies in them is `mai`.
fn routes(method: &str) -> Vec<String> {
    let text = include_str!("../src/routes.rs").replace("\n            ", " ");
    let lines = text.lines().filter(|line| line.contains(".route(\"") && line.contains(method));
    let path = |line: &str| {
        let path = line.split('"').nth(1).expect("a path");
        let parts = path.split('/').map(|part| if part.starts_with('{') { "mai" } else { part });
        parts.collect::<Vec<_>>().join("/")
    };
    lines.map(path).collect()
}

/// Sends these bytes, and reads what comes back until the other side has nothing more to say.
fn raw(tableau: &Tableau, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(tableau.address).expect("connected");
    stream.set_read_timeout(Some(testing::PATIENCE)).expect("a bound");
    // It may be refused before all of it is sent.
    stream.write_all(bytes).ok();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn nothing_is_changed_without_a_token_or_from_another_site() {
    let (_folder, tableau) = pages();
    let changing = routes("post(");
    assert!(changing.len() >= 8, "{changing:?}");
    let origin = format!("http://{}", tableau.address);
    let cookie = tableau.cookie(&tableau.organiser);
    for path in changing {
        let post = |headers: &[(&str, &str)]| tableau.ask("POST", &path, headers, "x=y").status;
        let elsewhere = "http://example.org";
        assert_eq!(
            post(&[("origin", elsewhere), ("cookie", &cookie), FORM]),
            403,
            "{path} from another site"
        );
        assert_eq!(
            post(&[("sec-fetch-site", "cross-site"), ("origin", &origin), ("cookie", &cookie), FORM]),
            403
        );
        let nowhere = if path.starts_with("/api/") { 401 } else { 403 };
        assert_eq!(post(&[("cookie", &cookie), FORM]), nowhere, "{path} from nowhere");
        if FOR_EVERYBODY.iter().any(|free| path.starts_with(free)) {
            continue;
        }
        assert_eq!(post(&[("origin", &origin), FORM]), 403, "{path} without a token");
    }
    // Wrong tokens, fewer than are counted.
    for path in ["/organiser/mai/course", "/labyrinthe/rencontre", "/api/v1/championnats/mai/decisions"] {
        assert_eq!(tableau.post(path, "0123456789", "x=y").status, 403, "{path}");
        let bearer = ("authorization", "Bearer 0123456789");
        assert_eq!(tableau.ask("POST", path, &[bearer, FORM], "x=y").status, 403, "{path}");
    }
}

#[test]
fn looking_changes_nothing() {
    let (folder, tableau) = pages();
    let cookie = tableau.cookie(&tableau.organiser);
    let looking = routes("get(");
    for path in routes("post(").into_iter().filter(|path| !looking.contains(path)) {
        for method in ["GET", "HEAD"] {
            let asked =
                tableau.ask(method, &format!("{path}?quoi=demarre&confirme=oui"), &[("cookie", &cookie)], "");
            assert_eq!(asked.status, 405, "{method} {path}");
        }
    }
    for path in looking {
        let asked = tableau.ask("HEAD", &path, &[("cookie", &cookie)], "");
        // A championship that was never played cannot be read.
        assert!((asked.status < 500 || asked.status == 503) && asked.body.is_empty(), "{path}: {asked:?}");
    }
    let mut left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .flatten()
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "parties")
        .collect();
    left.sort();
    assert_eq!(left, [".jetons", "echelles", "mai.toml"]);
    let ladder = std::fs::read_dir(folder.path().join("echelles/mai")).expect("the ladder").count();
    assert_eq!(ladder, 3, "its settings, its class and its records");
}

#[test]
fn odd_paths_lead_nowhere() {
    let (folder, tableau) = pages();
    std::fs::write(folder.path().join("secret.json"), "secret").expect("a file");
    for path in [
        "/assets/x/..%2f..%2fCargo.toml",
        "/assets/../../mai.toml",
        "/parties/parties/..%2fsecret",
        "/parties/..%2f..%2fetc/passwd",
        "/api/v1/parties/parties/..%2Fsecret",
        "/api/v1/parties/..%2F/secret",
        "/api/v1/parties/parties/%2e%2e%2fsecret",
        "/mur/..%2f",
        "/organiser/%00",
        "/%00",
        "/%ff%fe",
        "/%",
        "//",
        "/.",
        "/mur/%0d%0ax:%20y",
        "/championnat/<script>",
        "/?%ff=%00&a=%",
        &format!("/{}", "a/".repeat(5000)),
    ] {
        let asked = tableau.get(path);
        assert!(asked.status < 500, "{path}: {asked:?}");
        assert!(
            !asked.body.contains("secret\n")
                && !asked.body.contains("<script>")
                && !asked.body.contains("root:")
        );
        assert!(
            asked.header("content-security-policy").is_some() || asked.status == 400,
            "{path}: {asked:?}"
        );
    }
    assert_eq!(tableau.get("/").status, 200);
}

#[test]
fn odd_requests_are_refused() {
    let (_folder, tableau) = pages();
    let own = tableau.address.to_string();
    for host in [
        "example.org",
        "127.0.0.1.example.org",
        "localhost.example.org:80",
        "",
        "[::2]",
        "127.0.0.1@example.org",
        "a\u{e9}",
    ] {
        assert!([400, 421].contains(&tableau.ask("GET", "/", &[("host", host)], "").status), "{host}");
    }
    let status = |bytes: &[u8]| -> u16 {
        let answer = raw(&tableau, bytes);
        answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{answer:?}"))
    };
    assert!([400, 421].contains(&status(b"GET / HTTP/1.1\r\nconnection: close\r\n\r\n")), "no host");
    let absolute = format!("GET http://example.org/ HTTP/1.1\r\nhost: {own}\r\nconnection: close\r\n\r\n");
    assert!(status(absolute.as_bytes()) < 500);
    for method in ["OPTIONS", "TRACE", "CONNECT", "DELETE", "PUT", "PATCH", "BREW"] {
        let asked =
            format!("{method} / HTTP/1.1\r\nhost: {own}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
        let status = status(asked.as_bytes());
        assert!([400, 403, 404, 405].contains(&status), "{method}: {status}");
    }
    let long = format!("GET / HTTP/1.1\r\nhost: {own}\r\nx: {}\r\n\r\n", "a".repeat(100_000));
    assert_eq!(status(long.as_bytes()), 431);
    let many: String = (0..2000).map(|number| format!("x-{number}: y\r\n")).collect();
    assert_eq!(status(format!("GET / HTTP/1.1\r\nhost: {own}\r\n{many}\r\n").as_bytes()), 431);
    assert_eq!(status(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"), 400);
    // A form that is too long, said to be so, or only seen to be.
    let organiser = tableau.organiser.clone();
    let huge = format!("jeton={}", "a".repeat(200_000));
    assert_eq!(tableau.post("/entrer", "", &huge).status, 413);
    assert_eq!(tableau.post("/organiser/mai/decision", &organiser, &huge).status, 413);
    let cookie = tableau.cookie(&organiser);
    let head = format!(
        "POST /organiser/mai/decision HTTP/1.1\r\nhost: {own}\r\norigin: http://{own}\r\ncookie: {cookie}\r\nconnection: close\r\n\
         content-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\n\r\n"
    );
    let chunk = format!("10000\r\n{}\r\n", "a".repeat(0x10000));
    assert_eq!(status((head + &chunk.repeat(4) + "0\r\n\r\n").as_bytes()), 413);
}

#[test]
fn who_does_not_read_is_dropped_and_costs_little() {
    let (_folder, tableau) = pages();
    let before = resident(tableau.pid()).expect("its memory");
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", tableau.address);
    let mut deaf: Vec<TcpStream> = (0..60)
        .map(|_| {
            let mut stream = TcpStream::connect(tableau.address).expect("connected");
            stream.set_nonblocking(true).expect("not blocking");
            // Far more is asked for than fits into any buffer; it is not read.
            for _ in 0..1000 {
                if stream.write_all(request.as_bytes()).is_err() {
                    break;
                }
            }
            stream
        })
        .collect();
    until("those who do not read to be dropped", || {
        // Bytes for a connection that is closed are refused; for one that is full they have to wait.
        deaf.iter_mut()
            .all(|stream| stream.write(b"x").is_err_and(|error| error.kind() != ErrorKind::WouldBlock))
    });
    let after = resident(tableau.pid()).expect("its memory");
    assert!(after < before + 100_000, "{before} KiB, then {after}");
    drop(deaf);
}

/// The time that the pages give for the head of a request.
const ASKING: Duration = Duration::from_secs(10);

/// A connection from this address of this machine.
fn connected_from(from: [u8; 4], tableau: &Tableau) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.bind(&SocketAddr::from((from, 0)).into()).expect("bound");
    socket.connect(&tableau.address.into()).expect("connected");
    socket.into()
}

/// Whether the other side has not closed it.
fn is_open(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).expect("not blocking");
    stream.read(&mut [0; 1024]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}

#[test]
fn where_descriptors_are_few_the_oldest_half_sent_requests_give_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -n 600; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tableau")]);
    let tableau = Tableau::start_by(limited, folder.path(), &[]);
    let half = format!("GET / HTTP/1.1\r\nhost: {}\r\nx: ", tableau.address);
    // The first one has another address: it does not give way, and ends when it is late.
    let began = Instant::now();
    let mut first = connected_from([127, 0, 0, 2], &tableau);
    first.write_all(half.as_bytes()).expect("sent");
    let mut slow: Vec<TcpStream> = (0..700)
        .map(|_| {
            let mut stream = TcpStream::connect(tableau.address).expect("connected");
            stream.write_all(half.as_bytes()).ok();
            stream
        })
        .collect();
    assert_eq!(tableau.get("/").status, 200);
    // A machine may take longer for all this than each of them has.
    assert!(is_open(&mut first) || began.elapsed() >= ASKING, "answered before anyone was late");
    assert!(!is_open(&mut slow[0]), "the oldest one of the address gave way");
}

#[test]
fn five_thousand_who_say_nothing_keep_nobody_out() {
    ipc::process::raise_descriptor_limit();
    let (_folder, tableau) = pages();
    let half = format!("GET / HTTP/1.1\r\nhost: {}\r\nx: ", tableau.address);
    let mut slow = Vec::new();
    for number in 0..5000 {
        let Ok(mut stream) = TcpStream::connect(tableau.address) else { break };
        if number % 2 == 0 {
            stream.write_all(half.as_bytes()).ok();
        }
        slow.push(stream);
    }
    assert!(slow.len() > 900, "the system gives {} connections only", slow.len());
    assert_eq!(tableau.get("/").status, 200);
    // The oldest one has given way.
    let mut first = slow.swap_remove(0);
    first.set_read_timeout(Some(Duration::from_secs(100))).expect("a bound");
    let mut rest = Vec::new();
    assert!(first.read_to_end(&mut rest).is_ok() || !rest.is_empty(), "it is closed");
}
