//! The overlay on systems where hexlex has none: it cannot be opened.

use super::commands::PanelCommand;
use super::shown::{PanelArea, ShownBoard};
use anyhow::{Result, bail};
use hexlex::pixels::Rect;
use image::RgbaImage;

/// An overlay that does not exist.
pub(super) enum Overlay {}

impl Overlay {
    pub(super) fn open(_: PanelArea) -> Result<Overlay> {
        bail!("expected Linux for an overlay over the game, found another system: use --preview")
    }

    pub(super) fn open_on_screen(panel_area: PanelArea) -> Result<Overlay> {
        Overlay::open(panel_area)
    }

    pub(super) fn is_in_capture(&self) -> bool {
        match *self {}
    }

    pub(super) fn differs(&self, _: Rect, _: &RgbaImage, _: &RgbaImage) -> bool {
        match *self {}
    }

    pub(super) fn show(&mut self, _: &ShownBoard) -> Result<()> {
        match *self {}
    }

    pub(super) fn place_again(&mut self, _: &ShownBoard) -> Result<()> {
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
