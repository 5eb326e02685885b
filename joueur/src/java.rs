//! The Java engine in a JVM inside this process (JNI), as a link of the engine host.
//!
//! Lines go to the method `recevoir` of the engine's class, which must not block. A thread waits in
//! `emettre` and passes each line on through a pipe, so that one poll loop serves socket and
//! engine.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use std::sync::Arc;
use std::thread;

use arbitre::engine::Link;
use i18n::text;
use jeux::Reason;
use jni::errors::Error as JniError;
use jni::objects::{JObject, JString};
use jni::refs::Global;
use jni::strings::JNIString;
use jni::{Env, InitArgsBuilder, JNIVersion, JValue, JavaVM, jni_sig, jni_str};
use nix::fcntl::{FcntlArg, OFlag, fcntl};

/// Why the Java engine cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JavaError {
    /// No JVM can be started; the JNI library's message.
    #[error("{}", text!("player-java-none", why = .0))]
    NoJvm(String),
    /// The engine's class is missing, or its constructor fails.
    #[error("{}", text!("player-java-start", why = i18n::reason(.0)))]
    Start(Reason),
    /// The pipe or the thread beside the JVM.
    #[error("{}", text!("player-java-start", why = i18n::system(.0)))]
    Io(#[source] io::Error),
}

/// The engine; dropping it sends `quit`.
pub struct JvmLink {
    vm: JavaVM,
    engine: Arc<Global<JObject<'static>>>,
    output: PipeReader,
}

/// Creates an engine of this class (`package/Class`) in the JVM of this process, which the first
/// call starts: there is only one, with one class path.
pub fn start(class_path: &Path, class: &str) -> Result<JvmLink, JavaError> {
    let vm = match JavaVM::singleton() {
        Ok(vm) => vm,
        Err(_) => create_vm(class_path)?,
    };
    let class = JNIString::from(class);
    let engine = vm
        .attach_current_thread(|env| create(env, &class))
        .map_err(|error| JavaError::Start(reported(&error)))?;
    link(vm, Arc::new(engine)).map_err(JavaError::Io)
}

fn create_vm(class_path: &Path) -> Result<JavaVM, JavaError> {
    let args = InitArgsBuilder::new()
        .version(JNIVersion::V1_8)
        .option(format!("-Djava.class.path={}", class_path.display()))
        // SIGINT and SIGTERM are the player's own.
        .option("-Xrs")
        .option("-XX:+UseSerialGC")
        .build()
        .map_err(|error| JavaError::NoJvm(error.to_string()))?;
    JavaVM::new(args).map_err(|error| JavaError::NoJvm(error.to_string()))
}

/// The thread and the pipe of an engine.
fn link(vm: JavaVM, engine: Arc<Global<JObject<'static>>>) -> io::Result<JvmLink> {
    let (output, input) = io::pipe()?;
    fcntl(&output, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(io::Error::from)?;
    let (thread_vm, thread_engine) = (vm.clone(), Arc::clone(&engine));
    thread::Builder::new().name("java output".into()).spawn(move || {
        // The end of the pipe tells the host that the engine ended.
        if let Err(error) = thread_vm.attach_current_thread(|env| pass_on(env, &thread_engine, input)) {
            log::error!("{}", text!("player-java", why = i18n::reason(&reported(&error))));
        }
    })?;
    Ok(JvmLink { vm, engine, output })
}

/// Creates the engine.
fn create(env: &mut Env<'_>, class: &JNIString) -> Result<Global<JObject<'static>>, JniError> {
    let created = env.new_object(class, jni_sig!("()V"), &[]);
    let object = caught(env, created)?;
    env.new_global_ref(object)
}

/// Writes each line of the engine, until its last.
fn pass_on(
    env: &mut Env<'_>,
    engine: &Global<JObject<'static>>,
    mut input: PipeWriter,
) -> Result<(), JniError> {
    loop {
        let line = env.with_local_frame(8, |env| -> Result<Option<String>, JniError> {
            let given = env.call_method(engine, jni_str!("emettre"), jni_sig!("()Ljava/lang/String;"), &[]);
            let line = caught(env, given)?.l()?;
            if line.is_null() {
                return Ok(None);
            }
            env.cast_local::<JString>(line)?.try_to_string(env).map(Some)
        })?;
        let Some(line) = line else { return Ok(()) };
        if writeln!(input, "{line}").is_err() {
            // The reader has gone.
            return Ok(());
        }
    }
}

/// Turns a Java exception into an error with its message, and clears it.
fn caught<T>(env: &Env<'_>, result: Result<T, JniError>) -> Result<T, JniError> {
    match result {
        Err(JniError::JavaException) => Err(env.exception_catch().err().unwrap_or(JniError::JavaException)),
        other => other,
    }
}

/// An error's message in its own language.
fn reported(error: &JniError) -> Reason {
    log::debug!("JNI: {error:?}");
    Reason::new("java").with(error)
}

impl Link for JvmLink {
    fn send(&mut self, line: &str) -> io::Result<()> {
        let sent = self.vm.attach_current_thread(|env| -> Result<(), JniError> {
            let text = env.new_string(line)?;
            let taken = env.call_method(
                self.engine.as_ref(),
                jni_str!("recevoir"),
                jni_sig!("(Ljava/lang/String;)V"),
                &[JValue::Object(&text)],
            );
            caught(env, taken).map(drop)
        });
        sent.map_err(|error| io::Error::other(reported(&error)))
    }

    fn output(&self) -> BorrowedFd<'_> {
        self.output.as_fd()
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.output.read(bytes)
    }
}

impl Drop for JvmLink {
    fn drop(&mut self) {
        // The engine's threads are daemons: they end with this process.
        if let Err(error) = self.send("quit") {
            log::debug!("{}", text!("player-java", why = i18n::system(&error)));
        }
    }
}
