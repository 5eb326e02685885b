//! The control socket of a server of Labyrinthe, where nobody has named one: in a folder of its user alone.

use std::io::Read;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{fs, thread};

use nix::unistd::geteuid;
use testing::process::{Killed, listening, program};

/// `serveur labyrinthe`, with this temporary folder.
fn command(temporary: &Path, runtime: Option<&Path>) -> Command {
    let mut command = Command::new(program("serveur"));
    command.arg("labyrinthe").current_dir(temporary).env("TMPDIR", temporary).env_remove("XDG_RUNTIME_DIR");
    if let Some(runtime) = runtime {
        command.env("XDG_RUNTIME_DIR", runtime);
    }
    command
}

fn server(temporary: &Path, runtime: Option<&Path>) -> (Killed, u16) {
    let mut command = command(temporary, runtime);
    command.args(["--port", "0", "--adresse", "127.0.0.1", "--sans-parties"]).stderr(Stdio::null());
    let (server, port, _) = listening(&mut command);
    (server, port)
}

fn status(temporary: &Path, runtime: Option<&Path>, port: u16) -> Output {
    command(temporary, runtime).args(["etat", "--port", &port.to_string()]).output().expect("an answer")
}

fn private(path: PathBuf, mode: u32) -> PathBuf {
    fs::DirBuilder::new().mode(mode).create(&path).expect("a folder");
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("its mode");
    path
}

fn socket(folder: &Path, port: u16) -> PathBuf {
    folder.join(format!("arbitre-labyrinthe-{port}.sock"))
}

#[test]
fn it_is_where_nobody_else_can_listen() {
    let temporary = tempfile::tempdir().expect("a folder");
    let own = temporary.path().join(format!("arbitre-{}", geteuid()));
    let runtime = private(temporary.path().join("runtime"), 0o700);
    let open = private(temporary.path().join("open"), 0o777);
    for (runtime, folder) in [(Some(&runtime), &runtime), (None, &own), (Some(&open), &own)] {
        let runtime = runtime.map(PathBuf::as_path);
        let (_server, port) = server(temporary.path(), runtime);
        assert!(socket(folder, port).exists(), "{}", folder.display());
        assert_eq!(fs::metadata(folder).expect("a folder").permissions().mode() & 0o777, 0o700);
        assert!(status(temporary.path(), runtime, port).status.success());
    }
    // A folder that is open to others is used by neither.
    fs::set_permissions(&own, fs::Permissions::from_mode(0o755)).expect("its mode");
    let refused = command(temporary.path(), None).args(["--port", "0"]).output().expect("an answer");
    for refused in [refused, status(temporary.path(), None, 1234)] {
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && said.contains("chmod 700"), "{said}");
    }
}

#[test]
fn what_answers_there_does_not_command_the_terminal() {
    let temporary = tempfile::tempdir().expect("a folder");
    let runtime = private(temporary.path().join("runtime"), 0o700);
    for answer in ["OK\n\u{1b}[2Jnobody\n", "\u{1b}]0;nobody\u{7}\n"] {
        fs::remove_file(socket(&runtime, 1)).ok();
        let listener = UnixListener::bind(socket(&runtime, 1)).expect("a socket");
        let answering = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a request");
            let mut line = [0; 5];
            stream.read_exact(&mut line).expect("a line");
            std::io::Write::write_all(&mut stream, answer.as_bytes()).expect("answered");
        });
        let shown = status(temporary.path(), Some(&runtime), 1);
        let all = [shown.stdout, shown.stderr].concat();
        let text = String::from_utf8_lossy(&all);
        assert!(text.contains("nobody") && !text.contains(['\u{1b}', '\u{7}']), "{text:?}");
        answering.join().expect("answered");
    }
}
