//! A window that shows a picture and tells of clicks and keys: all that hexlex asks of a desktop.
//!
//! A [`Scene`] draws itself, either at the window's size or at a size of its own, which is then scaled to fit.
//! Other threads hand it messages by a [`Waker`].

use anyhow::{Result, anyhow};
use image::RgbaImage;
use image::imageops::{self, FilterType};
use softbuffer::{Context, SoftBufferError, Surface};
use std::fmt::Display;
use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::Instant;
use winit::application::ApplicationHandler;
use winit::dpi::{PhysicalPosition, PhysicalSize};
use winit::event::{ElementState, KeyEvent, MouseButton, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy, OwnedDisplayHandle};
use winit::keyboard::{Key as WinitKey, NamedKey};
use winit::window::{Window, WindowId};

/// What is to be seen in a window, and what it makes of what happens there.
pub(crate) trait Scene {
    /// What other threads may hand over.
    type Message: 'static;

    /// The picture for a window with so many pixels; one of another size is scaled to fit.
    fn draw(&mut self, size: (u32, u32)) -> &RgbaImage;

    /// Takes in what happened. An error closes the window.
    fn hear(&mut self, event: Event<Self::Message>) -> Result<Next>;

    /// When it wants to hear [`Event::Time`], if at all.
    fn alarm(&self) -> Option<Instant> {
        None
    }
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Event<M> {
    /// The left button was pressed at this place, in pixels of the picture that was drawn last.
    Click(f32, f32),
    /// A key was pressed.
    Key(Key),
    /// The window is asked to close.
    Close,
    /// The time of the alarm has come.
    Time,
    /// Another thread handed this over.
    Message(M),
}

/// The keys that a scene can hear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Enter,
    Escape,
    Backspace,
    /// A letter, a digit or another sign.
    Sign(char),
}

/// What comes after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Nothing has changed.
    Rest,
    /// The picture has changed.
    Draw,
    /// The window is done with.
    Close,
}

/// Hands messages to a scene from another thread.
#[derive(Debug)]
pub(crate) struct Waker<M: 'static>(EventLoopProxy<M>);

impl<M> Clone for Waker<M> {
    fn clone(&self) -> Waker<M> {
        Waker(self.0.clone())
    }
}

impl<M> Waker<M> {
    /// Whether the window was still there to take it.
    pub(crate) fn wake(&self, message: M) -> bool {
        self.0.send_event(message).is_ok()
    }
}

/// A window narrower or lower than this shows nothing that could be read.
const SMALLEST: PhysicalSize<u32> = PhysicalSize::new(160, 120);

/// What to do where there is no desktop.
const REMEDY: &str = if cfg!(any(target_os = "windows", target_os = "macos")) {
    "; start this on the desktop"
} else {
    "; start this on the desktop, or set DISPLAY (:0 is usual)"
};

/// Opens a window of this title and size in pixels, shows the scene until it is closed, and gives it back. Only for the
/// main thread.
pub(crate) fn run<S: Scene>(title: &str, size: (u32, u32), scene: impl FnOnce(Waker<S::Message>) -> S) -> Result<S> {
    let no_desktop =
        |error: &dyn Display| anyhow!("expected a desktop to open a window on, found none: {}{REMEDY}", cause(error));
    let events = EventLoop::with_user_event().build().map_err(|error| no_desktop(&error))?;
    let context = Context::new(events.owned_display_handle()).map_err(|error| no_desktop(&error))?;
    let mut show = Show {
        title: title.to_string(),
        size: PhysicalSize::new(size.0, size.1),
        scene: scene(Waker(events.create_proxy())),
        context,
        open: None,
        pointer: PhysicalPosition::new(0.0, 0.0),
        fit: Fit::default(),
        outcome: Ok(()),
    };
    events.run_app(&mut show).map_err(|error| anyhow!("the window has failed: {}", cause(&error)))?;
    show.outcome.map(|()| show.scene)
}

/// What an error says, without the place in somebody's source code that it begins with.
fn cause(error: &dyn Display) -> String {
    let text = error.to_string();
    text.rsplit(": ").next().unwrap_or(&text).trim_end_matches('.').to_string()
}

/// A scene and the window it is seen in.
struct Show<S> {
    title: String,
    size: PhysicalSize<u32>,
    scene: S,
    context: Context<OwnedDisplayHandle>,
    open: Option<Open>,
    pointer: PhysicalPosition<f64>,
    /// Of the picture that was drawn last.
    fit: Fit,
    outcome: Result<()>,
}

/// A window that is there, and the pixels in it.
struct Open {
    window: Rc<Window>,
    surface: Surface<OwnedDisplayHandle, Rc<Window>>,
}

fn cannot_draw(error: SoftBufferError) -> anyhow::Error {
    anyhow!("cannot draw into the window: {}", cause(&error))
}

impl<S: Scene> Show<S> {
    fn open(&self, events: &ActiveEventLoop) -> Result<Open> {
        let wanted = Window::default_attributes()
            .with_title(&self.title)
            .with_inner_size(self.size)
            .with_min_inner_size(SMALLEST);
        let window = events.create_window(wanted);
        let window = Rc::new(window.map_err(|error| anyhow!("cannot open a window: {}", cause(&error)))?);
        let surface = Surface::new(&self.context, window.clone()).map_err(cannot_draw)?;
        Ok(Open { window, surface })
    }

    fn draw(&mut self) -> Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let size = open.window.inner_size();
        let (Some(width), Some(height)) = (NonZeroU32::new(size.width), NonZeroU32::new(size.height)) else {
            return Ok(()); // minimized
        };
        let picture = self.scene.draw(size.into());
        self.fit = Fit::new(picture.dimensions(), size.into());
        open.surface.resize(width, height).map_err(cannot_draw)?;
        let mut pixels = open.surface.buffer_mut().map_err(cannot_draw)?;
        self.fit.copy(picture, &mut pixels, size.width as usize);
        open.window.pre_present_notify();
        pixels.present().map_err(cannot_draw)
    }

    fn hear(&mut self, events: &ActiveEventLoop, event: Event<S::Message>) {
        let next = self.scene.hear(event);
        self.follow(events, next);
    }

    fn follow(&mut self, events: &ActiveEventLoop, next: Result<Next>) {
        match next {
            Ok(Next::Rest) => {}
            Ok(Next::Draw) => {
                if let Some(open) = &self.open {
                    open.window.request_redraw();
                }
            }
            Ok(Next::Close) => events.exit(),
            Err(error) => {
                self.outcome = Err(error);
                events.exit();
            }
        }
    }
}

impl<S: Scene> ApplicationHandler<S::Message> for Show<S> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        let next = self.open(events).map(|open| {
            self.open = Some(open);
            Next::Draw
        });
        self.follow(events, next);
    }

    fn new_events(&mut self, events: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            self.hear(events, Event::Time);
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        events.set_control_flow(self.scene.alarm().map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }

    fn user_event(&mut self, events: &ActiveEventLoop, message: S::Message) {
        self.hear(events, Event::Message(message));
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => self.hear(events, Event::Close),
            WindowEvent::Resized(_) => self.follow(events, Ok(Next::Draw)),
            WindowEvent::RedrawRequested => {
                let next = self.draw().map(|()| Next::Rest);
                self.follow(events, next);
            }
            WindowEvent::CursorMoved { position, .. } => self.pointer = position,
            WindowEvent::MouseInput { state: ElementState::Pressed, button: MouseButton::Left, .. } => {
                let (x, y) = self.fit.back(self.pointer);
                self.hear(events, Event::Click(x, y));
            }
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => {
                if let Some(key) = key(&event) {
                    self.hear(events, Event::Key(key));
                }
            }
            _ => {}
        }
    }
}

/// The key that was pressed, where it is one that scenes hear.
fn key(event: &KeyEvent) -> Option<Key> {
    if event.state != ElementState::Pressed || event.repeat {
        return None;
    }
    match &event.logical_key {
        WinitKey::Named(NamedKey::Enter) => Some(Key::Enter),
        WinitKey::Named(NamedKey::Escape) => Some(Key::Escape),
        WinitKey::Named(NamedKey::Backspace) => Some(Key::Backspace),
        WinitKey::Character(text) => text.chars().next().map(Key::Sign),
        _ => None,
    }
}

/// How a picture lies in a window: as large as fits, in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Fit {
    /// Where it begins in the window.
    left: u32,
    top: u32,
    /// Its size there.
    width: u32,
    height: u32,
    /// Pixels of the window a pixel of the picture.
    scale: f64,
}

impl Fit {
    fn new(picture: (u32, u32), window: (u32, u32)) -> Fit {
        let ratio = |window: u32, picture: u32| f64::from(window) / f64::from(picture.max(1));
        let scale = ratio(window.0, picture.0).min(ratio(window.1, picture.1));
        let length = |picture: u32, window: u32| ((f64::from(picture) * scale).round() as u32).min(window);
        let (width, height) = (length(picture.0, window.0), length(picture.1, window.1));
        Fit { left: (window.0 - width) / 2, top: (window.1 - height) / 2, width, height, scale }
    }

    /// The place in the picture that is seen at a place of the window.
    fn back(&self, at: PhysicalPosition<f64>) -> (f32, f32) {
        let back = |at: f64, start: u32| ((at - f64::from(start)) / self.scale.max(f64::MIN_POSITIVE)) as f32;
        (back(at.x, self.left), back(at.y, self.top))
    }

    /// Puts the picture where it belongs among a window's pixels, and black around it.
    fn copy(&self, picture: &RgbaImage, pixels: &mut [u32], row: usize) {
        let scaled;
        let picture = if picture.dimensions() == (self.width, self.height) {
            picture
        } else {
            scaled = imageops::resize(picture, self.width, self.height, FilterType::Triangle);
            &scaled
        };
        if picture.len() / 4 < pixels.len() {
            pixels.fill(0);
        }
        let start = self.top as usize * row + self.left as usize;
        for (line, above) in picture.rows().zip(pixels.get_mut(start..).unwrap_or_default().chunks_mut(row.max(1))) {
            for (pixel, place) in line.zip(above) {
                let [red, green, blue, _] = pixel.0;
                *place = u32::from_be_bytes([0, red, green, blue]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn a_picture_is_scaled_to_fit_and_clicks_are_scaled_back() {
        let fit = Fit::new((100, 50), (220, 300));
        assert_eq!((fit.left, fit.top, fit.width, fit.height), (0, 95, 220, 110));
        assert_eq!(fit.back(PhysicalPosition::new(110.0, 150.0)), (50.0, 25.0));
        assert_eq!(Fit::new((640, 480), (640, 480)).back(PhysicalPosition::new(3.0, 4.0)), (3.0, 4.0));
    }

    #[test]
    fn pixels_land_in_their_place_with_black_around() {
        let picture = RgbaImage::from_fn(2, 1, |x, _| Rgba([x as u8 + 1, 2, 3, 255]));
        let mut pixels = [7; 6];
        Fit::new((2, 1), (2, 3)).copy(&picture, &mut pixels, 2);
        assert_eq!(pixels, [0, 0, 0x0001_0203, 0x0002_0203, 0, 0]);
    }

    #[test]
    fn no_size_panics() {
        for picture in [(0, 0), (1, 0), (1, 1), (900, 1)] {
            for window in [(1, 1), (1, 900), (33, 7)] {
                let mut pixels = vec![7; (window.0 * window.1) as usize];
                let fit = Fit::new(picture, window);
                fit.copy(&RgbaImage::new(picture.0, picture.1), &mut pixels, window.0 as usize);
                assert!(pixels.iter().all(|&pixel| pixel == 0), "{picture:?} {window:?}");
                fit.back(PhysicalPosition::new(1.0, 1.0));
            }
        }
    }
}
