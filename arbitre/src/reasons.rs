//! What `ipc` reports, as reasons.

use ipc::channel::ChannelError;
use ipc::process::End;
use jeux::Reason;

/// Why another process cannot be spoken with.
pub fn channel(error: &ChannelError) -> Reason {
    match error {
        ChannelError::Gone => Reason::new("channel-gone"),
        ChannelError::Silent => Reason::new("channel-silent"),
        ChannelError::Nonsense(_) => Reason::new("channel-nonsense"),
        ChannelError::Io(error) => Reason::os(error),
    }
}

/// How another program ended.
pub fn ended(end: End) -> Reason {
    match end {
        End::Exited(code) => Reason::new("exit-code").with(code),
        End::Killed(signal) => Reason::new("killed").with(signal),
        End::Unknown => Reason::new("ended"),
    }
}
