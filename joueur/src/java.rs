//! An engine in Java in a JVM inside this process (JNI), as a link of the engine host.
//!
//! Lines go to the method `recevoir` of the engine's class, on a thread of its own: a class may think there, or never
//! come back, and the player goes on. Another thread waits in `emettre` and passes each line on through a pipe, so that
//! one poll loop serves socket and engine. Nothing of the engine can be killed: its threads end with this process.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use arbitre::engine::{JavaClass, Link, LogTo};
use i18n::text;
use jeux::Reason;
use jni::errors::Error as JniError;
use jni::objects::{JObject, JString};
use jni::refs::Global;
use jni::strings::JNIString;
use jni::{Env, InitArgsBuilder, JNIVersion, JValue, JavaVM, jni_sig, jni_str};
use nix::fcntl::{FcntlArg, OFlag, fcntl};

/// Lines that an engine may leave waiting before it counts as lost.
const WAITING: usize = 256;
/// The time for `recevoir` to take `quit`.
const QUIT_BOUND: Duration = Duration::from_secs(1);

/// Why the Java engine cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JavaError {
    /// No JVM can be started; the JNI library's message.
    #[error("{}", text!("player-java-none", why = .0))]
    NoJvm(String),
    /// The engine's class is missing or has not what it needs, or its constructor fails.
    #[error("{}", text!("player-java-start", why = i18n::reason(.0)))]
    Start(Reason),
    /// The pipe or the threads beside the JVM.
    #[error("{}", text!("player-java-start", why = i18n::system(.0)))]
    Io(#[source] io::Error),
}

/// The engine; dropping it sends `quit`.
pub struct JvmLink {
    lines: SyncSender<String>,
    output: PipeReader,
    state: Arc<Running>,
    /// Disconnected when it has taken its last line.
    taken: Receiver<()>,
}

/// What is known of an engine that runs.
struct Running {
    /// The line that `recevoir` was given last, if it has not returned.
    inside: Mutex<Option<(String, Instant)>>,
    /// Why it has ended.
    failure: Mutex<Option<Reason>>,
    /// Until it has ended.
    input: Mutex<Option<PipeWriter>>,
}

/// The engine that runs, for what ends the whole JVM.
static CURRENT: Mutex<Weak<Running>> = Mutex::new(Weak::new());
/// The engine has ended the JVM: there will be no other in this process.
static OVER: AtomicBool = AtomicBool::new(false);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    /// It has ended, perhaps for this reason; the first one counts.
    fn ended(&self, why: Option<Reason>) {
        if let Some(why) = why {
            locked(&self.failure).get_or_insert(why);
        }
        // The end of the pipe tells the host.
        locked(&self.input).take();
    }
}

/// Creates an engine of this class in the JVM of this process, which the first call starts: there is
/// only one, with one class path.
///
/// What it writes to `System.err` goes to `log_to` of that first call.
pub fn start(class: &JavaClass, log_to: LogTo) -> Result<JvmLink, JavaError> {
    if OVER.load(Ordering::Relaxed) {
        return Err(JavaError::Start(Reason::new("java-over")));
    }
    let vm = match JavaVM::singleton() {
        Ok(vm) => vm,
        Err(_) => create_vm(&class.path, log_to)?,
    };
    let engine = vm
        .attach_current_thread(|env| create(env, class))
        .map_err(|error| JavaError::Start(unusable(class, &error)))?;
    link(&vm, &Arc::new(engine)).map_err(JavaError::Io)
}

fn create_vm(class_path: &Path, log_to: LogTo) -> Result<JavaVM, JavaError> {
    let args = InitArgsBuilder::new()
        .version(JNIVersion::V1_8)
        .option(format!("-Djava.class.path={}", class_path.display()))
        // SIGINT and SIGTERM are the player's own.
        .option("-Xrs")
        .option("-XX:+UseSerialGC")
        .build()
        .map_err(|error| JavaError::NoJvm(error.to_string()))?;
    let vm = JavaVM::new(args).map_err(|error| JavaError::NoJvm(error.to_string()))?;
    watch_over(&vm).map_err(JavaError::Io)?;
    overhear_errors(&vm, log_to).map_err(JavaError::Io)?;
    Ok(vm)
}

/// Keeps `System.exit` of an engine from ending the player: the JVM waits for a hook that never
/// ends, and another tells us.
fn watch_over(vm: &JavaVM) -> io::Result<()> {
    let watched = vm.attach_current_thread(|env| -> Result<Global<JObject<'static>>, JniError> {
        let told = hooks(env);
        let told = caught(env, told)?;
        env.new_global_ref(told)
    });
    let told = match watched {
        Ok(told) => told,
        Err(error) => {
            log::debug!("JNI: {error:?}");
            return Ok(());
        }
    };
    let vm = vm.clone();
    thread::Builder::new().name("java exit".into()).spawn(move || {
        let over = vm.attach_current_thread(|env| {
            let got = env.call_method(&told, jni_str!("get"), jni_sig!("()Ljava/lang/Object;"), &[]);
            caught(env, got).map(drop)
        });
        if over.is_ok() {
            OVER.store(true, Ordering::Relaxed);
            if let Some(running) = locked(&CURRENT).upgrade() {
                running.ended(Some(Reason::new("java-exit")));
            }
        }
    })?;
    Ok(())
}

/// Has what is written to `System.err` go to this log. Where Java refuses, it goes to standard error as before.
fn overhear_errors(vm: &JavaVM, log_to: LogTo) -> io::Result<()> {
    let (mut output, input) = io::pipe()?;
    // Java opens a descriptor of its own.
    let path = format!("/proc/self/fd/{}", input.as_raw_fd());
    let set = vm.attach_current_thread(|env| {
        let set = set_errors(env, &path);
        caught(env, set)
    });
    if let Err(error) = set {
        log::debug!("JNI: {error:?}");
        return Ok(());
    }
    thread::Builder::new().name("java errors".into()).spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = output.read(&mut bytes) {
            log_to(&bytes[..read]);
        }
    })?;
    Ok(())
}

/// `System.setErr(new PrintStream(new FileOutputStream(path), true))`.
fn set_errors(env: &mut Env<'_>, path: &str) -> Result<(), JniError> {
    let path = env.new_string(path)?;
    let file = env.new_object(
        jni_str!("java/io/FileOutputStream"),
        jni_sig!("(Ljava/lang/String;)V"),
        &[JValue::Object(&path)],
    )?;
    let stream = env.new_object(
        jni_str!("java/io/PrintStream"),
        jni_sig!("(Ljava/io/OutputStream;Z)V"),
        &[JValue::Object(&file), JValue::Bool(true)],
    )?;
    let system = jni_str!("java/lang/System");
    let set = [JValue::Object(&stream)];
    env.call_static_method(system, jni_str!("setErr"), jni_sig!("(Ljava/io/PrintStream;)V"), &set).map(drop)
}

/// Adds the two hooks; the task that is done when the first has run.
fn hooks<'local>(env: &mut Env<'local>) -> Result<JObject<'local>, JniError> {
    let thread = jni_str!("java/lang/Thread");
    let runnable = || jni_sig!("(Ljava/lang/Runnable;)V");
    let nothing = env.new_object(thread, jni_sig!("()V"), &[])?;
    let told = env.new_object(
        jni_str!("java/util/concurrent/FutureTask"),
        jni_sig!("(Ljava/lang/Runnable;Ljava/lang/Object;)V"),
        &[JValue::Object(&nothing), JValue::Object(&JObject::null())],
    )?;
    let teller = env.new_object(thread, runnable(), &[JValue::Object(&told)])?;
    // A Runnable that waits for ever, without a class of ours: CountDownLatch.await as one.
    let latch_class = env.find_class(jni_str!("java/util/concurrent/CountDownLatch"))?;
    let latch = env.new_object(&latch_class, jni_sig!("(I)V"), &[JValue::Int(1)])?;
    let void = env
        .get_static_field(jni_str!("java/lang/Void"), jni_str!("TYPE"), jni_sig!("Ljava/lang/Class;"))?
        .l()?;
    let shape = env
        .call_static_method(
            jni_str!("java/lang/invoke/MethodType"),
            jni_str!("methodType"),
            jni_sig!("(Ljava/lang/Class;)Ljava/lang/invoke/MethodType;"),
            &[JValue::Object(&void)],
        )?
        .l()?;
    let lookup = env
        .call_static_method(
            jni_str!("java/lang/invoke/MethodHandles"),
            jni_str!("publicLookup"),
            jni_sig!("()Ljava/lang/invoke/MethodHandles$Lookup;"),
            &[],
        )?
        .l()?;
    let name = env.new_string("await")?;
    let wait = env
        .call_method(
            &lookup,
            jni_str!("findVirtual"),
            jni_sig!(
                "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;"
            ),
            &[JValue::Object(&latch_class), JValue::Object(&name), JValue::Object(&shape)],
        )?
        .l()?;
    let wait = env
        .call_method(
            &wait,
            jni_str!("bindTo"),
            jni_sig!("(Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;"),
            &[JValue::Object(&latch)],
        )?
        .l()?;
    let interface = env.find_class(jni_str!("java/lang/Runnable"))?;
    let wait = env
        .call_static_method(
            jni_str!("java/lang/invoke/MethodHandleProxies"),
            jni_str!("asInterfaceInstance"),
            jni_sig!("(Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;"),
            &[JValue::Object(&interface), JValue::Object(&wait)],
        )?
        .l()?;
    let waiter = env.new_object(thread, runnable(), &[JValue::Object(&wait)])?;
    let runtime = env
        .call_static_method(
            jni_str!("java/lang/Runtime"),
            jni_str!("getRuntime"),
            jni_sig!("()Ljava/lang/Runtime;"),
            &[],
        )?
        .l()?;
    for hook in [&teller, &waiter] {
        let hook = [JValue::Object(hook)];
        env.call_method(&runtime, jni_str!("addShutdownHook"), jni_sig!("(Ljava/lang/Thread;)V"), &hook)?;
    }
    Ok(told)
}

/// The threads and the pipe of an engine.
fn link(vm: &JavaVM, engine: &Arc<Global<JObject<'static>>>) -> io::Result<JvmLink> {
    let (output, input) = io::pipe()?;
    fcntl(&output, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(io::Error::from)?;
    let state = Arc::new(Running {
        inside: Mutex::default(),
        failure: Mutex::default(),
        input: Mutex::new(Some(input)),
    });
    *locked(&CURRENT) = Arc::downgrade(&state);
    let (lines, waiting) = mpsc::sync_channel(WAITING);
    let (taking, taken) = mpsc::channel();
    let (its_vm, its_engine, its_state) = (vm.clone(), Arc::clone(engine), Arc::clone(&state));
    thread::Builder::new().name("java input".into()).spawn(move || {
        let given = its_vm.attach_current_thread(|env| give(env, &its_engine, &waiting, &its_state));
        if let Err(error) = given {
            its_state.ended(Some(thrown("recevoir", &error)));
        }
        drop(taking);
    })?;
    let (its_vm, its_engine, its_state) = (vm.clone(), Arc::clone(engine), Arc::clone(&state));
    thread::Builder::new().name("java output".into()).spawn(move || {
        let passed = its_vm.attach_current_thread(|env| pass_on(env, &its_engine, &its_state));
        its_state.ended(passed.err().map(|error| thrown("emettre", &error)));
    })?;
    Ok(JvmLink { lines, output, state, taken })
}

/// Creates the engine.
fn create(env: &mut Env<'_>, class: &JavaClass) -> Result<Global<JObject<'static>>, JniError> {
    let name = match &class.name {
        Some(name) => name.clone(),
        None => {
            let main = main_class(env, &class.path);
            caught(env, main)?.unwrap_or_default()
        }
    };
    let name = JNIString::from(name.replace('.', "/"));
    let found = env.find_class(&name);
    let found = caught(env, found)?;
    let taking = env.get_method_id(&found, jni_str!("recevoir"), jni_sig!("(Ljava/lang/String;)V")).map(drop);
    caught(env, taking)?;
    let giving = env.get_method_id(&found, jni_str!("emettre"), jni_sig!("()Ljava/lang/String;")).map(drop);
    caught(env, giving)?;
    let created = env.new_object(&found, jni_sig!("()V"), &[]);
    let object = caught(env, created)?;
    env.new_global_ref(object)
}

/// The `Main-Class` of an archive.
fn main_class(env: &mut Env<'_>, archive: &Path) -> Result<Option<String>, JniError> {
    let path = env.new_string(archive.to_string_lossy())?;
    let archive = env.new_object(
        jni_str!("java/util/jar/JarFile"),
        jni_sig!("(Ljava/lang/String;)V"),
        &[JValue::Object(&path)],
    )?;
    let manifest = env
        .call_method(&archive, jni_str!("getManifest"), jni_sig!("()Ljava/util/jar/Manifest;"), &[])?
        .l()?;
    if manifest.is_null() {
        return Ok(None);
    }
    let attributes = env
        .call_method(&manifest, jni_str!("getMainAttributes"), jni_sig!("()Ljava/util/jar/Attributes;"), &[])?
        .l()?;
    let key = env.new_string("Main-Class")?;
    let value = env
        .call_method(
            &attributes,
            jni_str!("getValue"),
            jni_sig!("(Ljava/lang/String;)Ljava/lang/String;"),
            &[JValue::Object(&key)],
        )?
        .l()?;
    if value.is_null() {
        return Ok(None);
    }
    env.cast_local::<JString>(value)?.try_to_string(env).map(Some)
}

/// Gives each line to the engine, until there are no more.
fn give(
    env: &mut Env<'_>,
    engine: &Global<JObject<'static>>,
    lines: &Receiver<String>,
    state: &Running,
) -> Result<(), JniError> {
    for line in lines {
        env.with_local_frame(8, |env| -> Result<(), JniError> {
            let text = env.new_string(&line)?;
            *locked(&state.inside) = Some((line.clone(), Instant::now()));
            let taken = env.call_method(
                engine,
                jni_str!("recevoir"),
                jni_sig!("(Ljava/lang/String;)V"),
                &[JValue::Object(&text)],
            );
            locked(&state.inside).take();
            caught(env, taken).map(drop)
        })?;
    }
    Ok(())
}

/// Writes each line of the engine, until its last.
fn pass_on(env: &mut Env<'_>, engine: &Global<JObject<'static>>, state: &Running) -> Result<(), JniError> {
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
        let written = locked(&state.input).as_mut().map(|input| writeln!(input, "{line}"));
        if !matches!(written, Some(Ok(()))) {
            // The reader has gone.
            return Ok(());
        }
    }
}

/// Turns a Java exception into an error with its message, and clears it.
fn caught<T>(env: &Env<'_>, result: Result<T, JniError>) -> Result<T, JniError> {
    match result {
        // A class or method that is not found leaves its exception, too.
        Err(error) if env.exception_check() => Err(env.exception_catch().err().unwrap_or(error)),
        other => other,
    }
}

/// Why an engine of this class cannot be made.
fn unusable(class: &JavaClass, error: &JniError) -> Reason {
    log::debug!("JNI: {error:?}");
    let path = class.path.display();
    let named = class.name.as_deref().unwrap_or("Main-Class");
    match error {
        JniError::MethodNotFound { name, .. } => match name.as_str() {
            "recevoir" => Reason::new("java-method").with(named).with("void recevoir(String)"),
            "emettre" => Reason::new("java-method").with(named).with("String emettre()"),
            _ => Reason::new("java-constructor").with(named),
        },
        JniError::NoClassDefFound { .. } | JniError::ClassNotFound { .. } if class.name.is_none() => {
            Reason::new("java-class").with(path)
        }
        JniError::NoClassDefFound { .. } | JniError::ClassNotFound { .. } => {
            Reason::new("java-no-class").with(named).with(path)
        }
        error => thrown(named, error),
    }
}

/// An exception of this method of the engine, with its trace as Java prints it.
fn thrown(method: &str, error: &JniError) -> Reason {
    log::debug!("JNI: {error:?}");
    match error {
        JniError::CaughtJavaException { name, msg, stack, .. } => {
            let said = if ["", "null", "<NULL>"].contains(&msg.as_str()) {
                name.clone()
            } else {
                format!("{name}: {msg}")
            };
            let frames = stack.lines().filter_map(|line| line.split_once(": ")).map(|(_, frame)| frame);
            let trace = frames.fold(said, |trace, frame| format!("{trace}\n\tat {frame}"));
            Reason::new("java-threw").with(method).with(trace)
        }
        error => Reason::new("java").with(error),
    }
}

impl Link for JvmLink {
    fn send(&mut self, line: &str) -> io::Result<()> {
        self.lines.try_send(line.to_owned()).map_err(|error| match error {
            TrySendError::Full(_) => {
                io::Error::other(self.stuck().unwrap_or_else(|| Reason::new("java-mute")))
            }
            TrySendError::Disconnected(_) => io::Error::other(self.failure()),
        })
    }

    fn output(&self) -> BorrowedFd<'_> {
        self.output.as_fd()
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.output.read(bytes) {
            Ok(0) if locked(&self.state.failure).is_some() => Err(io::Error::other(self.failure())),
            read => read,
        }
    }

    fn stuck(&mut self) -> Option<Reason> {
        let inside = locked(&self.state.inside).clone();
        Some(match inside {
            Some((line, since)) => {
                let time = i18n::decimal(since.elapsed().as_secs_f64(), 1);
                Reason::new("java-stuck").with("recevoir").with(time).with(line)
            }
            None => Reason::new("java-mute"),
        })
    }
}

impl JvmLink {
    fn failure(&self) -> Reason {
        locked(&self.state.failure).clone().unwrap_or_else(|| Reason::new("engine-output-closed"))
    }
}

impl Drop for JvmLink {
    fn drop(&mut self) {
        let waits = locked(&self.state.inside).is_none() && !OVER.load(Ordering::Relaxed);
        if self.lines.try_send("quit".to_owned()).is_err() || !waits {
            return;
        }
        // No other line comes.
        self.lines = mpsc::sync_channel(0).0;
        self.taken.recv_timeout(QUIT_BOUND).ok();
    }
}
