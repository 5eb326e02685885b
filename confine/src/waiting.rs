//! How long an engine was ready and had no processor.

use std::fs::{self, File};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::time::Duration;

use nix::libc::pid_t;

/// With more threads than these, no files stay open.
const KEPT: usize = 64;

/// How long the threads of a process were ready and had no processor, together.
///
/// It is asked at both ends of every turn, so the files of the threads stay open.
#[derive(Debug)]
pub struct WaitingTime {
    pid: pid_t,
    threads: Option<Threads>,
}

/// The threads of a process.
#[derive(Debug)]
struct Threads {
    /// `/proc/PID/task`.
    folder: File,
    /// The number of its links, which changes with that of the threads.
    links: u64,
    /// The `schedstat` of each.
    files: Vec<File>,
}

impl WaitingTime {
    pub fn of(pid: pid_t) -> Self {
        WaitingTime { pid, threads: None }
    }

    /// Until now; `None` after the end of the process, and where the system does not count it.
    pub fn total(&mut self) -> Option<Duration> {
        let same = self.threads.as_ref().filter(|threads| threads.same());
        // If one of them has ended, another has taken its place.
        let total = same.and_then(|threads| threads.files.iter().map(waited).sum::<Option<u64>>());
        if total.is_some() {
            return total.map(Duration::from_nanos);
        }
        let threads = Threads::of(self.pid)?;
        let waited: Vec<u64> = threads.files.iter().filter_map(waited).collect();
        let count = threads.files.len();
        // A folder has two links of its own. Fewer files: a thread has ended meanwhile, and another may have begun.
        let whole = threads.links == count as u64 + 2;
        self.threads = (whole && (1..=KEPT).contains(&count)).then_some(threads);
        (!waited.is_empty()).then(|| Duration::from_nanos(waited.iter().sum()))
    }
}

impl Threads {
    fn of(pid: pid_t) -> Option<Self> {
        let path = format!("/proc/{pid}/task");
        let folder = File::open(&path).ok()?;
        let links = folder.metadata().ok()?.nlink();
        let each = fs::read_dir(path).ok()?.flatten();
        let files = each.filter_map(|thread| File::open(thread.path().join("schedstat")).ok()).collect();
        Some(Threads { folder, links, files })
    }

    fn same(&self) -> bool {
        self.folder.metadata().is_ok_and(|folder| folder.nlink() == self.links)
    }
}

/// The second number of a `schedstat`, in nanoseconds; `None` after the end of the thread.
fn waited(file: &File) -> Option<u64> {
    let mut bytes = [0; 64];
    let length = file.read_at(&mut bytes, 0).ok()?;
    let text = str::from_utf8(&bytes[..length]).ok()?;
    text.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::path::Path;
    use std::process::{Command, Stdio};

    use super::*;

    /// Ends a thread for each `-` in a line, and then begins one for each `+`.
    const THREADS: &str = "
import sys, threading
begun = []
for line in sys.stdin:
    for _ in range(line.count('-')):
        thread, end = begun.pop(0)
        end.set()
        thread.join()
    for _ in range(line.count('+')):
        end = threading.Event()
        begun.append((threading.Thread(target=end.wait), end))
        begun[-1][0].start()
    print(flush=True)
";

    /// As the system tells it now, thread by thread.
    fn told(pid: pid_t) -> Vec<Option<u64>> {
        let threads = fs::read_dir(format!("/proc/{pid}/task")).expect("threads").flatten();
        let told = threads.map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok());
        told.map(|text| text?.split(' ').nth(1)?.parse().ok()).collect()
    }

    #[test]
    fn threads_that_come_and_go_are_counted() {
        if !Path::new("/proc/self/schedstat").exists() {
            return testing::left_out(
                "waiting::threads_that_come_and_go_are_counted",
                "le noyau ne compte pas l'attente",
            );
        }
        let mut python = Command::new("python3");
        let python = python.args(["-c", THREADS]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = python.spawn().expect("python3");
        let mut lines = child.stdin.take().expect("its input");
        let mut answers = BufReader::new(child.stdout.take().expect("its output"));
        let pid = child.id().cast_signed();
        let mut time = WaitingTime::of(pid);
        for (line, count) in [("\n", 1), ("+\n", 2), ("++\n", 4), ("-+\n", 4), ("--\n", 2), ("-+\n", 2)] {
            lines.write_all(line.as_bytes()).expect("heard");
            answers.read_line(&mut String::new()).expect("an answer");
            // A thread that was waited for may be there for a moment, and one that has answered may still run.
            testing::until(&format!("{count} threads after {line:?}"), || {
                let (total, told) = (time.total(), told(pid));
                let sum = told.iter().copied().sum::<Option<u64>>().map(Duration::from_nanos);
                // One that has begun may not have waited yet.
                let known = time.threads.as_ref().map(|threads| threads.files.len());
                (known, told.len()) == (Some(count), count) && total.is_some() && total == sum
            });
        }
        child.kill().expect("killed");
        child.wait().expect("its end");
        assert_eq!(time.total(), None);
    }
}
