//! Where the window is: looked for, opened, moved, covered, gone.

use super::{Plan, Session, Standing};
use crate::console::told;
use crate::watch::teller::Kind;
use crate::watch::wish::{Candidate, Wish};
use anyhow::{Result, bail};
use hexlex::capture::{Area, Capture, CaptureError};
use hexlex::overlay::FreeSpace;
use std::time::{Duration, Instant};

/// A window that is being resized is looked at again once it rests so long.
const RESIZED: Duration = Duration::from_millis(120);
/// A window that is moved is told of once it rests so long.
const MOVED: Duration = Duration::from_millis(100);

/// A target that is looked at.
pub(super) struct Eye {
    pub(super) capture: Capture,
    pub(super) candidate: Candidate,
    /// Where it is on the screen; `None` while it is hidden.
    pub(super) area: Option<Area>,
    pub(super) covered: bool,
    /// Where it was when that was told last, and when it will have rested long enough to be told again.
    pub(super) told: Option<Area>,
    pub(super) rests: Option<Instant>,
    /// How often no board was found in it since it was opened, or was one there.
    pub(super) misses: u32,
    /// Where its picture has room beside the board.
    pub(super) quiet: Option<FreeSpace>,
}

impl Session<'_> {
    /// Looks for the window, and for the board in it.
    pub(super) fn seek(&mut self) -> Result<()> {
        let candidates = match self.wish.candidates() {
            Ok(candidates) => candidates,
            // Without a screen at the very start there is nothing to wait for.
            Err(error) if self.frame == 0 => {
                self.teller.tell(Kind::Lost, 0, &told(&error))?;
                return Err(error);
            }
            Err(error) => return self.lost(&told(&error)),
        };
        let only = candidates.len() == 1 && self.wish != Wish::Any;
        for candidate in candidates {
            match self.open(candidate) {
                Ok(eye) if only => {
                    self.eye = Some(eye);
                    return self.find();
                }
                Ok(mut eye) if eye.area.is_some() => {
                    if self.search(&mut eye).is_ok() {
                        self.eye = Some(eye);
                        return self.located();
                    }
                }
                Ok(_) | Err(CaptureError::Closed) => {}
                Err(error) if only && self.frame == 0 => bail!(error),
                Err(error) if only => return self.lost(&error.to_string()),
                Err(_) => {}
            }
        }
        self.lost(&self.wish.missing())
    }

    fn open(&mut self, candidate: Candidate) -> Result<Eye, CaptureError> {
        let (mut capture, note) = Capture::open(candidate.target)?;
        if let Some(note) = note {
            self.job.console.warn(note);
        }
        let area = match capture.area() {
            Ok(area) => Some(area),
            Err(CaptureError::Hidden) => None,
            Err(error) => return Err(error),
        };
        Ok(Eye { capture, candidate, area, covered: false, told: area, rests: None, misses: 0, quiet: None })
    }

    /// Windows have moved: is ours still there, as large as it was, and to be seen?
    pub(super) fn placed(&mut self) -> Result<()> {
        let Some(eye) = &mut self.eye else { return Ok(()) };
        let area = match eye.capture.area() {
            Ok(area) => area,
            Err(error) => return self.blind(error),
        };
        let before = eye.area.replace(area);
        match before {
            Some(before) if (before.width, before.height) != (area.width, area.height) => {
                self.tracker.forget();
                self.views.hide();
                self.unsettled("the window is being resized")?;
                self.plan(Plan::Find, RESIZED);
                return Ok(());
            }
            Some(before) if before != area => {
                eye.rests = Some(Instant::now() + MOVED);
                self.views.follow(area);
            }
            Some(_) => {}
            None => {
                self.plan(Plan::Find, RESIZED);
                return Ok(());
            }
        }
        self.check_cover()
    }

    /// Tells where the window is, once it is not dragged any more.
    pub(super) fn rested(&mut self) -> Result<()> {
        let Some(eye) = &mut self.eye else { return Ok(()) };
        if eye.rests.is_none_or(|rests| Instant::now() < rests) {
            return Ok(());
        }
        eye.rests = None;
        match eye.area {
            Some(area) if eye.told != Some(area) && self.tracker.area().is_some() => {
                eye.told = Some(area);
                self.teller.found(self.frame, &eye.candidate.name, area, "the window has moved")
            }
            _ => Ok(()),
        }
    }

    /// Whether another window lies over the board. It is read all the same, but nothing is drawn over others.
    pub(super) fn check_cover(&mut self) -> Result<()> {
        let (Some(eye), Some(board)) = (&mut self.eye, self.tracker.area()) else { return Ok(()) };
        let before = std::mem::replace(&mut eye.covered, eye.capture.is_covered(board));
        match (before, eye.covered) {
            (false, true) => {
                self.views.hide();
                self.teller.warn(Kind::Covered, self.frame, "another window lies over the board")
            }
            (true, false) if self.standing == Standing::Told => self.tell(Instant::now()),
            (false, false) => {
                self.views.raise();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The target cannot be looked at.
    pub(super) fn blind(&mut self, error: CaptureError) -> Result<()> {
        self.tracker.forget();
        self.plan = None;
        match error {
            CaptureError::Hidden => {
                if let Some(eye) = &mut self.eye {
                    eye.area = None;
                }
                self.lost("the window is minimized or hidden")
            }
            error => {
                self.eye = None;
                self.lost(&error.to_string())
            }
        }
    }
}
