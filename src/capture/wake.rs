//! Ending a wait from elsewhere: a key, a signal, a window that was closed.

use std::sync::Arc;

/// Wakes whoever waits for the next change. Clones are one and the same; a poke while nobody waits is kept for the
/// next wait.
#[derive(Debug, Clone)]
pub struct Waker(Arc<Bell>);

#[cfg(target_os = "linux")]
mod bell {
    use std::io::{self, Read, Write};
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::net::UnixStream;

    /// A pair of sockets: unlike a condition it can be waited for together with a connection.
    #[derive(Debug)]
    pub(super) struct Bell {
        outside: UnixStream,
        inside: UnixStream,
    }

    impl Bell {
        pub(super) fn new() -> io::Result<Bell> {
            let (outside, inside) = UnixStream::pair()?;
            outside.set_nonblocking(true)?;
            inside.set_nonblocking(true)?;
            Ok(Bell { outside, inside })
        }

        pub(super) fn ring(&self) {
            // A full socket is as good as one more byte.
            let _ = (&self.outside).write(&[1]);
        }

        pub(super) fn silence(&self) -> bool {
            let mut rung = false;
            while matches!((&self.inside).read(&mut [0; 64]), Ok(n) if n > 0) {
                rung = true;
            }
            rung
        }

        pub(super) fn fd(&self) -> BorrowedFd<'_> {
            self.inside.as_fd()
        }

        pub(super) fn wait(&self, timeout: std::time::Duration) -> bool {
            use rustix::event::{PollFd, PollFlags, Timespec, poll};
            let timeout = Timespec::try_from(timeout).ok();
            let _ = poll(&mut [PollFd::from_borrowed_fd(self.fd(), PollFlags::IN)], timeout.as_ref());
            self.silence()
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod bell {
    use std::io;
    use std::sync::{Condvar, Mutex, PoisonError};
    use std::time::Duration;

    #[derive(Debug)]
    pub(super) struct Bell {
        rung: Mutex<bool>,
        heard: Condvar,
    }

    impl Bell {
        pub(super) fn new() -> io::Result<Bell> {
            Ok(Bell { rung: Mutex::new(false), heard: Condvar::new() })
        }

        pub(super) fn ring(&self) {
            *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
            self.heard.notify_all();
        }

        pub(super) fn wait(&self, timeout: Duration) -> bool {
            let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.heard.wait_timeout_while(rung, timeout, |rung| !*rung);
            let (mut rung, _) = waited.unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *rung)
        }
    }
}

use bell::Bell;

impl Waker {
    /// A waker that nobody has poked yet.
    ///
    /// # Errors
    /// Where the system has no sockets left.
    pub fn new() -> std::io::Result<Waker> {
        Ok(Waker(Arc::new(Bell::new()?)))
    }

    /// Ends the wait that is going on, or the next one.
    pub fn poke(&self) {
        self.0.ring();
    }

    /// Waits for a poke, at most so long; whether there was one.
    pub fn wait(&self, timeout: std::time::Duration) -> bool {
        self.0.wait(timeout)
    }

    /// Forgets pokes; whether there was one.
    #[cfg(target_os = "linux")]
    pub(super) fn take(&self) -> bool {
        self.0.silence()
    }

    /// What becomes readable with a poke.
    #[cfg(target_os = "linux")]
    pub(super) fn fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.0.fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_poke_is_kept_and_heard_once() {
        let waker = Waker::new().unwrap();
        assert!(!waker.wait(Duration::ZERO));
        (0..1000).for_each(|_| waker.poke());
        assert!(waker.wait(Duration::ZERO));
        assert!(!waker.wait(Duration::ZERO));
        let other = waker.clone();
        let poker = std::thread::spawn(move || other.poke());
        assert!(waker.wait(Duration::from_secs(60)));
        poker.join().unwrap();
    }
}
