//! Runs a job in a thread of its own and watches over it: the clock, the user's interruption and
//! our own bugs, whatever the job is doing just then.
//!
//! The engine looks at the clock itself; compilers do not, so they are ended from here.

use crate::{crash, system};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use threadproof_engine::{Counts, Progress, Reason, ReasonKind};

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(50);
/// Time for a job that was told to stop: it has something to say, or files to remove.
const GRACE: Duration = Duration::from_secs(2);
/// The interpreted program's depth is data, but readers of source code recurse.
const STACK: usize = 256 << 20;

/// The state that a job and its watcher share.
#[derive(Clone)]
pub struct Watched {
    interrupted: Arc<AtomicBool>,
    /// When the search began, and how far it was; `None` while the program is prepared.
    searching: Arc<Mutex<Option<Progress>>>,
    deadline: Option<Instant>,
}

impl Watched {
    /// To be called by the search now and then.
    pub fn tell(&self, progress: &Progress) -> ControlFlow<()> {
        *self.searching.lock().expect("no panic while it is held") = Some(*progress);
        if self.interrupted.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Why the job should stop now, if it should.
    pub fn stop(&self) -> Option<ReasonKind> {
        if self.interrupted.load(Ordering::Relaxed) {
            Some(ReasonKind::Interrupted)
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            Some(ReasonKind::Timeout)
        } else {
            None
        }
    }
}

/// A job that did not end by itself.
pub struct Stopped {
    pub reason: Reason,
    pub counts: Counts,
}

/// Runs `job` until it ends, or until the deadline or an interruption and a little longer.
/// `show` is told the progress.
pub fn run<T: Send + 'static>(
    deadline: Option<Instant>,
    mut show: impl FnMut(&Progress),
    job: impl FnOnce(Watched) -> T + Send + 'static,
) -> Result<T, Box<Stopped>> {
    let watched = Watched {
        interrupted: system::interruption(),
        searching: Arc::new(Mutex::new(None)),
        deadline,
    };
    let (sender, receiver) = mpsc::channel();
    let inside = watched.clone();
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || {
            let _ = sender.send(job(inside));
        })
        .expect("the system has room for a second thread");
    let mut stopping: Option<(Instant, ReasonKind)> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => return Err(Box::new(watched.stopped(None))),
            Err(RecvTimeoutError::Timeout) => (),
        }
        let progress = *watched.searching.lock().expect("no panic while it is held");
        if let Some(progress) = progress {
            show(&progress);
        }
        let Some(kind) = watched.stop() else { continue };
        if progress.is_none() {
            system::kill_children();
        }
        let (since, kind) = *stopping.get_or_insert((Instant::now(), kind));
        if since.elapsed() > GRACE {
            return Err(Box::new(watched.stopped(Some(kind))));
        }
    }
}

impl Watched {
    /// The job was stopped for this reason; without one it broke by itself.
    fn stopped(&self, kind: Option<ReasonKind>) -> Stopped {
        let progress = self.searching.lock().ok().and_then(|progress| *progress);
        let broken = || crash::message().unwrap_or_else(|| "internal error".into());
        Stopped {
            reason: kind.map_or_else(
                || Reason::in_words(ReasonKind::Unsupported, broken()),
                reason,
            ),
            counts: progress.map(|progress| progress.counts).unwrap_or_default(),
        }
    }
}

/// The words for a job that ran out of time or was interrupted before the search.
pub fn reason(kind: ReasonKind) -> Reason {
    let message = match kind {
        ReasonKind::Interrupted => "interrupted",
        _ => "the time is up",
    };
    Reason::in_words(kind, message.into())
}
