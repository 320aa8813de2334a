//! The overlay on systems where hexlex has none: it cannot be opened.

use super::commands::PanelCommand;
use super::shown::{PanelArea, ShownBoard};
use anyhow::{Result, bail};
use hexlex::pixels::Rect;

/// An overlay that does not exist.
pub(super) enum Overlay {}

impl Overlay {
    pub(super) fn open(_: PanelArea) -> Result<Overlay> {
        bail!("the live overlay needs X11: use --preview")
    }

    pub(super) fn show(&mut self, _: &ShownBoard) -> Result<()> {
        match *self {}
    }

    pub(super) fn show_notice(&mut self, _: &[&str], _: &ShownBoard) -> Result<()> {
        match *self {}
    }

    pub(super) fn change_panel(&mut self, _: PanelCommand) -> Result<()> {
        match *self {}
    }

    pub(super) fn follow(&mut self, _: Rect) -> Result<()> {
        match *self {}
    }

    pub(super) fn raise(&mut self) -> Result<()> {
        match *self {}
    }

    pub(super) fn hide(&mut self) -> Result<()> {
        match *self {}
    }
}
