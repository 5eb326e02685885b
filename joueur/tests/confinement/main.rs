//! Engines that wish their referee and their opponent ill, one misdeed each, under the referee who confines them.
//!
//! Each plays legally but for its misdeed, at its first `go`. What it should not have been able to do it says, and ends with 42; so
//! one that goes on has got nothing. Each loses by a verdict that says what it did, or plays on; its opponent is never charged; and
//! nothing of it is left: processes, files, sockets, shared memory, message queues. Where that harms nobody the same engine is
//! played unconfined too, which shows that it can do what it is here for.
//!
//! | engine | misdeed | confined |
//! | --- | --- | --- |
//! | `fourche`, `fils` | fork bomb, thread bomb | `processes-exceeded` |
//! | `memoire`, `Memoire.java` | 20 GB: alone, in a family, in files in memory, in a JVM | `memory-exceeded` |
//! | `disque` | fills its scratch folder | plays on, or `disk-exceeded` |
//! | `flot` | 10 GB of output, or of log | `output-exceeded` |
//! | `descripteurs` | writes to descriptors 3 and up | there are none |
//! | `lit` | reads store, records, secrets, the referee's memory, other engines' folders | sees none of them |
//! | `ecrit`, `efface` | changes and deletes what is not its own, and its own folder | refused |
//! | `liens` | symbolic and hard links out of its folder | lead nowhere |
//! | `tue` | kills all that it can | reaches its own family |
//! | `espionne`, `appel` | traces its opponent; asks for what no player needs | `call-forbidden` |
//! | `prises` | TCP, UDP, Unix, abstract sockets, the one of who watches | nobody hears it |
//! | `survit`, `prctl`, `renomme` | setsid, double fork, no signals, other names | ended with the match |
//! | `dormeurs`, `traine` | children that hold the pipe open, two seconds before dying | judged by how they end |
//! | `limites` | wants higher limits | has none |
//! | `vidage` | core dumps | `engine-killed: SIGABRT`, no file |
//! | `noyau` | 1 GiB in the kernel: shared memory given back, socket buffers, page tables, watches of epoll; descriptors under way | `memory-exceeded`, or refused |
//! | `retient` | leases, locks, inotify, AF_VSOCK | refused, or without effect |
//! | `vole` | computes while the opponent thinks, and wakes itself by a timer | stopped; `engine-out-of-turn` |
//! | `libere` | gives back 800 MB while the opponent thinks | plays on |
//! | `voisin` | without namespaces: modes of files, limits and signals of other processes | refused |
//! | `fuit` | a family that forks and ends, forks and ends | ended with the match |
//! | `profond` | fills its scratch folder below PATH_MAX, behind closed doors, without names | `disk-exceeded` |
//! | `restes` | leaves all behind that may stay without a process | nothing is left |
//!
//! # Layout
//! * `build`: compiles the engines of `hostile/`, a folder for each. `trial`: a match with one of them. `remains`: what is left.
//! * `resources`, `files`, `system_calls`, `network`, `lifetime`: the misdeeds, by what is to hold them.
//! * `neighbours`: what all engines of a user share. `own_folder`: what an engine finds where it runs.
//! * `levels`: the same where a means is missing. `killed_referee`: a referee that is killed.

mod build;
mod files;
mod killed_referee;
mod levels;
mod lifetime;
mod neighbours;
mod network;
mod own_folder;
mod remains;
mod resources;
mod system_calls;
mod trial;
