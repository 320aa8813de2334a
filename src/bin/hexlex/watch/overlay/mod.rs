//! The live overlay: the path over the board, and a panel of words beside it.
//!
//! An [`Overlay`] has two [parts](Part), which an [`OverlayDesktop`] shows: `x11` by windows, `layer` by surfaces of the
//! Wayland protocol wlr-layer-shell. Over a window that is captured by itself the picture of the game never contains
//! the overlay. A part of a Wayland screen is captured together with the overlay; [`Overlay::differs`] compares such a
//! picture with one without the overlay.

mod desktop;
#[cfg(feature = "wayland")]
mod layer;
mod x11;

use super::commands::PanelCommand;
use super::placement::{Surroundings, monitor_of, on_monitor};
use super::shown::{PanelArea, ShownBoard};
use anyhow::{Result, bail};
use desktop::{OverlayDesktop, Part};
use hexlex::board::Cell;
use hexlex::locate::Layout;
use hexlex::overlay::{PanelLine, doubts_alone, panel, path_walked};
use hexlex::pixels::{Point, Rect, Size};
use hexlex::solve::FoundWord;
use image::RgbaImage;
use image::imageops::overlay;
use std::cell::LazyCell;
use x11::X11Desktop;

/// Number of words in the panel. More words make it higher, and less likely to fit; chosen by hand.
const WORDS: usize = 5;
/// Height of the best word's capitals in the panel, in tiles: larger reads better and fits less often. Chosen by hand.
const CAPITALS: f32 = 0.3;
/// The greatest height of those capitals, as a share of the monitor's height. Larger: a panel beside large tiles is larger than the
/// game; smaller: it is hard to read from afar. Chosen by hand.
const MAX_CAPITALS: f32 = 1.0 / 55.0;
/// The least height of those capitals in pixels: smaller ones are hard to read. Chosen by hand.
const MIN_CAPITALS: f32 = 13.0;
/// Shares of the capitals' height that are tried in turn until the panel fits. Chosen by hand.
const SHARES: [f32; 4] = [1.0, 0.85, 0.7, 0.5];
/// The least height of capitals at such a share, in pixels: below it text is a blur. Chosen by hand.
const LEAST_CAPITALS: f32 = 9.0;
/// Distance that rings, their glow and badges may reach from a tile's center, in tiles: smaller cuts them off, larger
/// only makes the window larger.
const PATH_MARGIN: f32 = 0.75;
/// The opacities of the panel, which follow each other. A compositor blends them; without one a faded panel has only the drawn
/// word. Chosen by hand.
const OPACITIES: [f32; 3] = [1.0, 0.6, 0.3];

/// What shows the overlay over monitors and regions of this Wayland session.
///
/// # Errors
/// As for [`Overlay::open_on_screen`].
pub(crate) fn screen_overlay() -> Result<&'static str> {
    Overlay::open_on_screen(PanelArea::default())?;
    Ok("wlr-layer-shell")
}

/// The live overlay: the path, and the panel of words.
pub(super) struct Overlay {
    desktop: Box<dyn OverlayDesktop>,
    /// The parts that are drawn over a screen which is captured with them; none over a window.
    in_capture: [Option<(Rect, RgbaImage)>; 2],
    #[cfg_attr(
        not(feature = "wayland"),
        allow(dead_code, reason = "only a Wayland screen is captured with the overlay")
    )]
    target: OverlayTarget,
    /// The game's window on the screen, as of the last drawing or move.
    game: Rect,
    /// Where the user has moved the panel, from the upper left of the game's window.
    pinned: Option<(i32, i32)>,
    /// The place of the panel's opacity among [`OPACITIES`].
    faded: usize,
    panel_area: PanelArea,
    /// Where the window for corrections is: the panel keeps off it.
    pub(super) correction: Option<Rect>,
}

/// What is captured below the overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OverlayTarget {
    /// A window, whose picture never contains the overlay.
    Window,
    /// A part of a Wayland screen, whose picture contains the overlay.
    #[cfg(feature = "wayland")]
    Screen,
}

/// When the panel is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Redraw {
    Always,
    /// Where its place or its size is another one than before.
    WhereMoved,
}

impl Overlay {
    /// An overlay over a window.
    pub(super) fn open(panel_area: PanelArea) -> Result<Overlay> {
        Ok(Overlay::on(Box::new(X11Desktop::open()?), OverlayTarget::Window, panel_area))
    }

    /// An overlay over a part of the screen.
    ///
    /// # Errors
    /// Where the screen is not that of a Wayland session whose compositor knows wlr-layer-shell.
    pub(super) fn open_on_screen(panel_area: PanelArea) -> Result<Overlay> {
        if !hexlex::capture::is_wayland()? {
            bail!(
                "expected a window for the overlay, found a part of an X11 screen: use --preview (an overlay there would be \
                 captured too)"
            );
        }
        #[cfg(feature = "wayland")]
        return Ok(Overlay::on(Box::new(layer::LayerDesktop::open()?), OverlayTarget::Screen, panel_area));
        #[cfg(not(feature = "wayland"))]
        {
            let _ = panel_area;
            bail!("expected a window for the overlay, found a part of a Wayland screen: build with --features wayland")
        }
    }

    fn on(desktop: Box<dyn OverlayDesktop>, target: OverlayTarget, panel_area: PanelArea) -> Overlay {
        let (in_capture, game) = ([None, None], Rect::default());
        Overlay { desktop, in_capture, target, game, pinned: None, faded: 0, panel_area, correction: None }
    }

    /// Whether the picture that is captured contains some of the overlay now.
    pub(super) fn is_in_capture(&self) -> bool {
        self.in_capture.iter().any(Option::is_some)
    }

    /// Whether the game has changed between two pictures of a part of the screen, one without the overlay and one with it,
    /// as far as the overlay lets it be seen.
    pub(super) fn differs(&self, area: Rect, without: &RgbaImage, with: &RgbaImage) -> bool {
        if without.dimensions() != with.dimensions() {
            return true;
        }
        let is_drawn = |x: u32, y: u32| {
            let (x, y) = (area.x + x as i32, area.y + y as i32);
            self.in_capture.iter().flatten().any(|(place, picture)| {
                let pixel = u32::try_from(x - place.x).ok().zip(u32::try_from(y - place.y).ok());
                pixel.and_then(|(x, y)| picture.get_pixel_checked(x, y)).is_some_and(|pixel| pixel.0[3] > 0)
            })
        };
        let mut pixels = without.enumerate_pixels().zip(with.pixels());
        pixels.any(|((x, y, without), with)| without != with && !is_drawn(x, y))
    }

    /// Shows a picture as a part of the overlay.
    fn draw(&mut self, part: Part, area: Rect, picture: RgbaImage) -> Result<()> {
        self.desktop.draw(part, area, &picture)?;
        #[cfg(feature = "wayland")]
        if self.target == OverlayTarget::Screen {
            self.in_capture[part as usize] = Some((area, picture));
        }
        Ok(())
    }

    /// Draws the path of the first word, the marks of doubtful tiles, and the panel.
    pub(super) fn show(&mut self, shown: &ShownBoard) -> Result<()> {
        self.desktop.adapt()?;
        self.in_capture = [None, None];
        if shown.drawn().is_none() && shown.doubtful.is_empty() {
            return self.hide();
        }
        // A board whose tiles cannot be read has no word, and marks.
        let path = shown.drawn().map_or(&[][..], |best| shown.help.path(best));
        let marked: Vec<Cell> = path.iter().chain(shown.doubtful).copied().collect();
        let board = path_area(shown.layout, &marked);
        let layout = shown.layout.shifted(Point::new(-board.x as f32, -board.y as f32));
        let on_screen = board.moved(shown.area.x, shown.area.y);
        self.game = shown.area;
        if let Some(mut picture) = path_walked(board.size(), &layout, path, shown.selected) {
            if let Some(marks) =
                doubts_alone(board.size(), &layout, shown.doubtful).filter(|_| !shown.doubtful.is_empty())
            {
                overlay(&mut picture, &marks, 0, 0);
            }
            self.draw(Part::Path, on_screen, picture)?;
            // The path appears before the panel is drawn.
            self.desktop.flush()?;
        }
        self.show_panel(panel_lines(shown), shown, Redraw::Always)?;
        self.desktop.flush()
    }

    /// Draws the panel again where another place fits better now, as after the game has written below it. It is the panel that is
    /// shown.
    pub(super) fn place_again(&mut self, shown: &ShownBoard) -> Result<()> {
        if self.desktop.area(Part::Path).is_none() {
            return Ok(());
        }
        self.show_panel(panel_lines(shown), shown, Redraw::WhereMoved)?;
        self.desktop.flush()
    }

    /// The largest panel that fits, with its place on the screen: where the user has moved it, or where the game's window is
    /// empty, or beside it over no other window; or where only lines of the game cross it, or beside it. Where no size fits, the
    /// smallest one goes over the game: where it covers least, or beside the board; `None` where that would cover the window for
    /// corrections.
    fn place_panel(&self, lines: &[PanelLine], board: Rect, shown: &ShownBoard) -> Option<(RgbaImage, Rect)> {
        let game = shown.area;
        let monitor = monitor_of(game, &self.desktop.monitors().unwrap_or_default());
        let largest = MAX_CAPITALS * monitor.height as f32;
        let capitals = (CAPITALS * shown.layout.tile()).min(largest).max(MIN_CAPITALS);
        let is_clear = |place: &Rect| self.correction.is_none_or(|taken| place.shared(&taken).is_none());
        // The list of windows takes longer than all the rest: it is asked for only where a panel goes outside.
        let around = LazyCell::new(|| {
            let mut around = Surroundings::on(monitor, game);
            around.others.extend(self.correction);
            around
        });
        if let Some((dx, dy)) = self.pinned {
            let picture = panel(lines, capitals)?;
            let size = Size::from(picture.dimensions());
            let place = Rect { x: game.x + dx, y: game.y + dy, width: size.width, height: size.height };
            return Some((picture, on_monitor(place, monitor)));
        }
        // Nearly always the first one fits: the others are not drawn.
        let panels = SHARES.map(|share| LazyCell::new(move || panel(lines, (share * capitals).max(LEAST_CAPITALS))));
        let size = |picture: &RgbaImage| Size::from(picture.dimensions());
        let inside = |place: Option<Rect>| {
            let place = place?.moved(game.x, game.y);
            Some(place).filter(|place| on_monitor(*place, monitor) == *place && is_clear(place))
        };
        let free = shown.free_space;
        let over = |size: Size| {
            inside(free.least_covering(size)).or_else(|| Some(around.place_over(size, board)).filter(is_clear))
        };
        let places: [Place<'_>; 4] = [
            &|picture| inside(free.nearest_empty(size(picture))).or_else(|| around.free_place(size(picture), board)),
            &|picture| inside(free.nearest(size(picture))).or_else(|| around.free_place(size(picture), board)),
            &|picture| around.place_beside(size(picture), board).filter(is_clear),
            // Rather none than one over the tiles that are being corrected.
            &|picture| over(size(picture)),
        ];
        let least = panels.len().saturating_sub(1);
        for (n, place) in places.iter().enumerate() {
            let tried = match n {
                // Text of the least size is hard to read: better lines of the game below a larger one.
                0 => 0..least,
                // Over the game the panel is as small as it can be.
                n if n + 1 == places.len() => least..panels.len(),
                _ => 0..panels.len(),
            };
            let placed = |picture: &LazyCell<Option<RgbaImage>, _>| {
                let picture = LazyCell::force(picture).as_ref()?;
                Some((picture.clone(), place(picture)?))
            };
            if let Some(placed) = panels[tried].iter().find_map(placed) {
                return Some(placed);
            }
        }
        None
    }

    /// Shows the panel with these lines in place of the words.
    pub(super) fn show_notice(&mut self, lines: &[&str], shown: &ShownBoard) -> Result<()> {
        let line = |text: &&str| PanelLine { word: text.to_string(), value: String::new() };
        self.show_panel(lines.iter().map(line).collect(), shown, Redraw::Always)?;
        self.desktop.flush()
    }

    /// Moves the panel, places it by itself again, or fades it.
    pub(super) fn change_panel(&mut self, command: PanelCommand) -> Result<()> {
        match command {
            PanelCommand::Move { dx, dy } => {
                let Some(area) = self.desktop.area(Part::Panel) else { return Ok(()) };
                let moved = area.moved(dx, dy);
                let monitors: Vec<Rect> = self.desktop.monitors()?;
                let monitor = monitor_of(moved, &monitors);
                let place = on_monitor(moved, monitor);
                self.desktop.move_by(Part::Panel, place.x - area.x, place.y - area.y)?;
                self.pinned = Some((place.x - self.game.x, place.y - self.game.y));
                self.panel_area.set(Some(place));
                return self.desktop.flush();
            }
            PanelCommand::Unpin => self.pinned = None,
            PanelCommand::Fade => self.faded = (self.faded + 1) % OPACITIES.len(),
        }
        Ok(())
    }

    /// Shows the panel with these lines.
    fn show_panel(&mut self, mut lines: Vec<PanelLine>, shown: &ShownBoard, redraw: Redraw) -> Result<()> {
        // Beside all of the board, not of the path: the panel does not jump with each word.
        let whole = path_area(shown.layout, &shown.layout.shape().cells().collect::<Vec<Cell>>());
        let board = whole.moved(shown.area.x, shown.area.y);
        let opacity = OPACITIES[self.faded];
        if opacity < 1.0 && !self.desktop.has_alpha() {
            lines.truncate(1);
        }
        let Some((mut picture, area)) = self.place_panel(&lines, board, shown) else {
            self.panel_area.set(None);
            return self.desktop.hide(Part::Panel);
        };
        if redraw == Redraw::WhereMoved && self.desktop.area(Part::Panel) == Some(area) {
            return Ok(());
        }
        if opacity < 1.0 && self.desktop.has_alpha() {
            picture.pixels_mut().for_each(|pixel| pixel.0[3] = (f32::from(pixel.0[3]) * opacity).round() as u8);
        }
        self.draw(Part::Panel, area, picture)?;
        self.panel_area.set(Some(area));
        Ok(())
    }

    /// Moves both parts as far as the game's window has moved.
    pub(super) fn follow(&mut self, game: Rect) -> Result<()> {
        let (dx, dy) = (game.x - self.game.x, game.y - self.game.y);
        self.game = game;
        self.desktop.move_by(Part::Path, dx, dy)?;
        self.desktop.move_by(Part::Panel, dx, dy)?;
        self.panel_area.set(self.desktop.area(Part::Panel));
        self.desktop.flush()
    }

    /// Puts both parts above all windows, where they are shown.
    pub(super) fn raise(&mut self) -> Result<()> {
        if self.desktop.area(Part::Path).is_some() { self.desktop.raise() } else { Ok(()) }
    }

    pub(super) fn hide(&mut self) -> Result<()> {
        self.in_capture = [None, None];
        self.desktop.hide(Part::Path)?;
        self.desktop.hide(Part::Panel)?;
        self.panel_area.set(None);
        self.desktop.flush()
    }
}

/// A place on the screen for a picture of the panel, if there is one.
type Place<'p> = &'p dyn Fn(&RgbaImage) -> Option<Rect>;

/// The words of the panel, each with the number of its key and its points, or its length where they are not known; the drawn
/// one first; without words, why there are none.
fn panel_lines(shown: &ShownBoard) -> Vec<PanelLine> {
    if shown.drawn().is_none() {
        return shown.unread.no_word_lines().into_iter().map(|word| PanelLine { word, value: String::new() }).collect();
    }
    let points = |n: usize, found: &FoundWord| if n == 0 { shown.value(found) } else { shown.short_value(found) };
    let words = shown.drawn_and_others().take(WORDS).enumerate();
    let line = |(n, (place, found)): (usize, (usize, &FoundWord))| PanelLine {
        word: format!("{}  {}", place + 1, shown.help.word(found)),
        value: points(n, found),
    };
    words.map(line).collect()
}

/// The part of the game's window that a path may be drawn on.
fn path_area(layout: &Layout, path: &[Cell]) -> Rect {
    let margin = PATH_MARGIN * layout.tile();
    let centers = path.iter().map(|&cell| layout.center(cell));
    let (left, top, right, bottom) = centers
        .map(|(x, y)| (x, y, x, y))
        .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)))
        .unwrap_or_else(|| layout.bounds());
    let (x, y) = ((left - margin).floor() as i32, (top - margin).floor() as i32);
    let size = |low: i32, high: f32| ((high + margin).ceil() as i32 - low).max(1) as u32;
    Rect { x, y, width: size(x, right), height: size(y, bottom) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::HelpLevelArg;
    use crate::watch::points::Points;
    use crate::watch::unread::{CorrectionMeans, UnreadTiles};
    use hexlex::board::Shape;
    use hexlex::overlay::FreeSpace;
    use hexlex::pixels::Frame;

    #[test]
    fn words_keep_their_numbers() {
        let word =
            |text: &str| FoundWord { word: text.to_string(), length: 4, score: 1, path: Vec::new(), class: None };
        let words = ["CATS", "ACTS", "CAST"].map(word);
        let layout = Layout::new(Shape::bookworm(), (30.0, 30.0), (50.0, 50.0));
        let free_space = FreeSpace::new(&Frame::new(RgbaImage::new(400, 400), ""), &layout);
        let mut shown = ShownBoard {
            area: Rect::default(),
            layout: &layout,
            words: &words,
            first: 1,
            selected: &[],
            doubtful: &[],
            unread: &UnreadTiles::of(&"? ?\n? A".parse().unwrap(), CorrectionMeans::Fix),
            points: Points::None,
            help: HelpLevelArg::All,
            free_space: &free_space,
        };
        let lines = |shown: &ShownBoard| panel_lines(shown).into_iter().map(|line| line.word).collect::<Vec<_>>();
        assert_eq!(lines(&shown), ["2  ACTS", "1  CATS", "3  CAST"]);
        shown.help = HelpLevelArg::Length;
        assert_eq!(lines(&shown)[0], "2  4 letters");
        // Nothing is said twice.
        let values = |shown: &ShownBoard| panel_lines(shown).into_iter().map(|line| line.value).collect::<Vec<_>>();
        assert_eq!(values(&shown), ["", "", ""]);
        shown.points = Points::Known;
        assert_eq!(values(&shown), ["1 point", "1", "1"]);
        (shown.points, shown.help) = (Points::None, HelpLevelArg::FirstLetter);
        assert_eq!(values(&shown), ["4 letters", "4", "4"]);
        shown.words = &[];
        assert_eq!(lines(&shown)[..2], ["no word on this board", "3 of 4 tiles cannot be read"]);
    }
}
