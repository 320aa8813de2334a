//! The board in the window: found, looked at, and what a look means.

use super::place::Eye;
use super::{Plan, Session, Standing};
use crate::watch::teller::Kind;
use anyhow::{Result, bail};
use hexlex::capture::CaptureError;
use hexlex::overlay::FreeSpace;
use hexlex::pipeline::{ReadError, Timing};
use hexlex::pixels::Frame;
use hexlex::track::{STILL, Update};
use std::time::{Duration, Instant};

/// A window that was opened just now may not be drawn yet: so often, and so long apart, it is looked at in silence.
const BLANK: (u32, Duration) = (3, Duration::from_millis(120));

impl Session<'_> {
    /// Finds the board in the whole window.
    pub(super) fn find(&mut self) -> Result<()> {
        self.plan = None;
        let Some(mut eye) = self.eye.take() else { return Ok(()) };
        if eye.area.is_none() {
            self.eye = Some(eye);
            return self.lost("the window is minimized or hidden");
        }
        let start = Instant::now();
        let found = self.search(&mut eye);
        self.eye = Some(eye);
        match found {
            Ok(()) => self.located(),
            Err(NotFound::Board(error)) => {
                self.times = Timing { locate: start.elapsed(), recognize: Duration::ZERO };
                if self.is_blank() {
                    self.plan(Plan::Find, BLANK.1);
                    return Ok(());
                }
                self.once_only(&error)?;
                self.lost(&error.to_string())
            }
            Err(NotFound::Window(error)) => self.blind(error),
        }
    }

    /// Whether the window may only not be drawn yet.
    fn is_blank(&mut self) -> bool {
        self.eye.as_mut().is_some_and(|eye| {
            eye.misses += 1;
            eye.misses < BLANK.0
        })
    }

    /// With `--once` nobody waits for what is not there.
    fn once_only(&self, error: &ReadError) -> Result<()> {
        if self.job.args.once { bail!(error.clone()) } else { Ok(()) }
    }

    pub(super) fn search(&mut self, eye: &mut Eye) -> Result<(), NotFound> {
        let pixels = eye.capture.grab(None).map_err(NotFound::Window)?;
        self.frame += 1;
        let frame = Frame::new(pixels, eye.candidate.name.as_str());
        let (reading, timing) = self.tracker.find(&frame, Instant::now()).map_err(NotFound::Board)?;
        eye.quiet = Some(FreeSpace::new(&frame, &reading.layout));
        eye.misses = BLANK.0;
        self.times = timing;
        Ok(())
    }

    /// The board is found; what it says counts once it stands.
    pub(super) fn located(&mut self) -> Result<()> {
        let Some(eye) = &mut self.eye else { return Ok(()) };
        if let Some(area) = eye.area {
            self.teller.found(self.frame, &eye.candidate.name, area, "there is a board")?;
        }
        (eye.covered, eye.told) = (false, eye.area);
        self.standing = Standing::Unsettled;
        self.plan(Plan::Look, STILL);
        self.check_cover()
    }

    /// Looks at the board's pixels.
    pub(super) fn look(&mut self) -> Result<()> {
        let (Some(eye), Some(area)) = (&mut self.eye, self.tracker.area()) else { return Ok(()) };
        let start = Instant::now();
        let pixels = match eye.capture.grab(Some(area)) {
            Ok(pixels) => pixels,
            Err(error) => return self.blind(error),
        };
        self.frame += 1;
        let mut look = self.tracker.update(pixels, start);
        if look == Update::Changed {
            // A picture that came in parts must not be told half.
            look = self.look_again(look)?;
        }
        if self.tracker.area().is_none() {
            return Ok(());
        }
        self.times = Timing { locate: Duration::ZERO, recognize: start.elapsed() };
        self.act(look, start)
    }

    /// Whether the picture is still the one that was read.
    fn look_again(&mut self, first: Update) -> Result<Update> {
        let (Some(eye), Some(area)) = (&mut self.eye, self.tracker.area()) else { return Ok(first) };
        let now = Instant::now();
        let again = match eye.capture.wait(Some(now), &self.waker) {
            Ok(news) if news.windows_moved => {
                self.placed()?;
                news.pixels
            }
            Ok(news) => news.pixels,
            Err(_) => None,
        };
        let Some(eye) = &mut self.eye else { return Ok(first) };
        if again.and_then(|changed| changed.shared(&area)).is_none() || self.tracker.area().is_none() {
            return Ok(first);
        }
        let Ok(pixels) = eye.capture.grab(Some(area)) else { return Ok(first) };
        self.frame += 1;
        Ok(match self.tracker.update(pixels, now) {
            Update::Same => first,
            other => other,
        })
    }

    fn act(&mut self, look: Update, start: Instant) -> Result<()> {
        match look {
            Update::Same => {
                if self.standing == Standing::Unsettled && self.tracker.reading().is_some() {
                    return self.tell(start);
                }
                self.changed_at = None;
                if !matches!(self.plan, Some((_, Plan::Learn))) {
                    self.plan = None;
                }
                Ok(())
            }
            Update::Moving(until) => {
                self.views.hide();
                self.plan = Some((until, Plan::Look));
                self.unsettled("tiles are moving")
            }
            Update::Changed => self.tell(start),
            Update::Covered => {
                self.plan = None;
                self.views.hide();
                self.changed_at = None;
                if std::mem::replace(&mut self.standing, Standing::Covered) == Standing::Covered {
                    return Ok(());
                }
                self.teller.warn(Kind::Covered, self.frame, "something lies over the board")
            }
            Update::Gone => {
                self.views.hide();
                self.find()
            }
        }
    }
}

/// Why a board was not found.
pub(super) enum NotFound {
    Window(CaptureError),
    Board(ReadError),
}
