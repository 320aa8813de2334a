//! A [`Waker`] ends the wait for the next change from another thread: on a key, a signal, or a closed window.

use std::sync::Arc;

/// Wakes a thread that waits for the next change. All clones wake the same wait. A call while no thread waits ends the
/// next wait.
#[derive(Debug, Clone)]
pub struct Waker(Arc<Signal>);

#[cfg(target_os = "linux")]
mod signal {
    use std::io::{self, Read, Write};
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::net::UnixStream;

    /// A pair of sockets: unlike a condition variable, `poll` can wait for it together with a connection.
    #[derive(Debug)]
    pub(super) struct Signal {
        write_end: UnixStream,
        read_end: UnixStream,
    }

    impl Signal {
        pub(super) fn new() -> io::Result<Signal> {
            let (write_end, read_end) = UnixStream::pair()?;
            write_end.set_nonblocking(true)?;
            read_end.set_nonblocking(true)?;
            Ok(Signal { write_end, read_end })
        }

        pub(super) fn set(&self) {
            // If the socket is full, a wake is already pending.
            let _ = (&self.write_end).write(&[1]);
        }

        pub(super) fn take(&self) -> bool {
            let mut was_set = false;
            while matches!((&self.read_end).read(&mut [0; 64]), Ok(n) if n > 0) {
                was_set = true;
            }
            was_set
        }

        pub(super) fn fd(&self) -> BorrowedFd<'_> {
            self.read_end.as_fd()
        }

        pub(super) fn wait(&self, timeout: std::time::Duration) -> bool {
            use rustix::event::{PollFd, PollFlags, Timespec, poll};
            let timeout = Timespec::try_from(timeout).ok();
            let _ = poll(&mut [PollFd::from_borrowed_fd(self.fd(), PollFlags::IN)], timeout.as_ref());
            self.take()
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod signal {
    use std::io;
    use std::sync::{Condvar, Mutex, PoisonError};
    use std::time::Duration;

    #[derive(Debug)]
    pub(super) struct Signal {
        is_set: Mutex<bool>,
        changed: Condvar,
    }

    impl Signal {
        pub(super) fn new() -> io::Result<Signal> {
            Ok(Signal { is_set: Mutex::new(false), changed: Condvar::new() })
        }

        pub(super) fn set(&self) {
            *self.is_set.lock().unwrap_or_else(PoisonError::into_inner) = true;
            self.changed.notify_all();
        }

        pub(super) fn wait(&self, timeout: Duration) -> bool {
            let is_set = self.is_set.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.changed.wait_timeout_while(is_set, timeout, |is_set| !*is_set);
            let (mut is_set, _) = waited.unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *is_set)
        }
    }
}

use signal::Signal;

impl Waker {
    /// A waker that has woken nothing yet.
    ///
    /// # Errors
    /// An I/O error where the system has no sockets left.
    pub fn new() -> std::io::Result<Waker> {
        Ok(Waker(Arc::new(Signal::new()?)))
    }

    /// Ends the current wait, or else the next one.
    pub fn wake(&self) {
        self.0.set();
    }

    /// Waits at most this long. Returns whether the waker was woken.
    pub fn wait(&self, timeout: std::time::Duration) -> bool {
        self.0.wait(timeout)
    }

    /// Whether the waker was woken since the last wait; forgets it.
    #[cfg(target_os = "linux")]
    pub(super) fn take(&self) -> bool {
        self.0.take()
    }

    /// A file descriptor that becomes readable when the waker is woken.
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
    fn a_wake_is_kept_and_taken_once() {
        let waker = Waker::new().unwrap();
        assert!(!waker.wait(Duration::ZERO));
        (0..1000).for_each(|_| waker.wake());
        assert!(waker.wait(Duration::ZERO));
        assert!(!waker.wait(Duration::ZERO));
        let other = waker.clone();
        let thread = std::thread::spawn(move || other.wake());
        assert!(waker.wait(Duration::from_secs(60)));
        thread.join().unwrap();
    }
}
