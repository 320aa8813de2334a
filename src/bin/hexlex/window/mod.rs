//! A window that shows an image and reports clicks and keys: the binary's one use of a desktop's windows.
//!
//! A [`Scene`] draws itself, at the window's size or at a size of its own, which `fit` scales. It handles each [`Event`]
//! and answers with a [`Response`]. Other threads send it messages by a [`MessageSender`].

mod fit;
#[cfg(all(target_os = "linux", any(feature = "wayland", test)))]
mod dead_display;
#[cfg(target_os = "linux")]
mod lost_display;
#[cfg(all(target_os = "linux", feature = "wayland"))]
mod wayland;

use crate::args::SMALLEST_WINDOW;
use anyhow::{Result, anyhow};
use fit::Fit;
use hexlex::pixels::{Point, Rect, Size};
use image::RgbaImage;
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

/// What a window shows, and how it reacts to events.
pub(crate) trait Scene {
    /// What other threads may send.
    type Message: 'static;

    /// The image for a window of this size. An image of another size is scaled to fit.
    fn draw(&mut self, size: Size) -> &RgbaImage;

    /// Handles an event. An error closes the window.
    fn handle(&mut self, event: Event<Self::Message>) -> Result<Response>;

    /// When the next [`Event::Timer`] is due, if at all.
    fn next_timer(&self) -> Option<Instant> {
        None
    }
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Event<M> {
    /// The left button was pressed at this point of the last image.
    Click(Point),
    /// The pointer was moved to this point with the left button pressed.
    Drag(Point),
    /// The left button was released.
    Release,
    /// A key was pressed.
    Key(Key),
    /// The user asked the window to close.
    Close,
    /// The time of [`Scene::next_timer`] has come.
    Timer,
    /// Another thread sent a message.
    Message(M),
}

/// The keys that are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Enter,
    Escape,
    Backspace,
    Tab,
    Left,
    Right,
    Up,
    Down,
    /// A letter, a digit or another character.
    Character(char),
}

/// What the window does after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Response {
    /// Keep the image.
    Unchanged,
    /// Draw the scene again.
    Redraw,
    /// Close the window.
    Close,
}

/// Where a window opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// Where the desktop puts a window of this size.
    Anywhere(Size),
    /// In this part of the screen, where the desktop lets windows choose: Wayland does not.
    #[cfg_attr(
        not(target_os = "linux"),
        allow(dead_code, reason = "only Linux knows what lies around a part of the screen")
    )]
    At(Rect),
}

/// Sends messages to a scene from another thread.
#[derive(Debug)]
pub(crate) struct MessageSender<M: 'static>(EventLoopProxy<M>);

impl<M> Clone for MessageSender<M> {
    fn clone(&self) -> MessageSender<M> {
        MessageSender(self.0.clone())
    }
}

impl<M> MessageSender<M> {
    /// Sends a message. Returns whether the window still existed.
    pub(crate) fn send(&self, message: M) -> bool {
        self.0.send_event(message).is_ok()
    }
}

/// What a window needs, and what to do where it is missing.
const EXPECTED_DISPLAY: &str = if cfg!(not(target_os = "linux")) {
    "a desktop"
} else if cfg!(feature = "wayland") {
    "an X11 or Wayland display"
} else {
    "an X11 display"
};
const DISPLAY_REMEDY: &str = if cfg!(not(target_os = "linux")) {
    "start hexlex on the desktop"
} else if cfg!(feature = "wayland") {
    "start hexlex on the desktop, or set DISPLAY or WAYLAND_DISPLAY"
} else {
    "start hexlex on the desktop, set DISPLAY, or build with --features wayland"
};

/// The libraries that windows load when they open, by the names of their packages in Debian.
const LIBRARIES: &str = "libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0";

fn no_libraries() -> anyhow::Error {
    anyhow!("expected the libraries of X11 for a window, found some missing: install {LIBRARIES} (names of Debian)")
}

/// Checks that the libraries of keyboards are there: winit panics without them. It reports the others by itself.
#[cfg(target_os = "linux")]
fn check_libraries() -> Result<()> {
    let are_there = xkbcommon_dl::xkbcommon_option().is_some() && xkbcommon_dl::x11::xkbcommon_x11_option().is_some();
    if are_there { Ok(()) } else { Err(no_libraries()) }
}

fn no_display(error: &dyn Display) -> anyhow::Error {
    if cause(error).contains("shared librar") {
        return no_libraries();
    }
    let named = std::env::var("DISPLAY").ok().filter(|name| cfg!(target_os = "linux") && !name.is_empty());
    let (at, remedy) = match named {
        Some(name) => (format!(" at DISPLAY={name}"), DISPLAY_REMEDY.replacen("set", "correct", 1)),
        None => (String::new(), DISPLAY_REMEDY.to_string()),
    };
    anyhow!("expected {EXPECTED_DISPLAY}, found none{at} ({}): {remedy}", cause(error))
}

/// Opens a window with this title, shows the scene until the window is closed, and returns the scene. Works
/// only on the main thread.
pub(crate) fn run<S: Scene>(
    title: &str,
    opening: Opening,
    scene: impl FnOnce(MessageSender<S::Message>) -> S,
) -> Result<S> {
    let mut builder = EventLoop::with_user_event();
    #[cfg(all(target_os = "linux", feature = "wayland"))]
    let is_x11 = wayland::pass_over_dead_display(&mut builder);
    #[cfg(all(target_os = "linux", not(feature = "wayland")))]
    let is_x11 = std::env::var_os("DISPLAY").is_some_and(|name| !name.is_empty());
    #[cfg(target_os = "linux")]
    if is_x11 {
        check_libraries()?;
    }
    let events = builder.build().map_err(|error| no_display(&error))?;
    let context = Context::new(events.owned_display_handle()).map_err(|error| no_display(&error))?;
    let mut app = App {
        title: title.to_string(),
        opening,
        scene: scene(MessageSender(events.create_proxy())),
        context,
        open: None,
        pointer: PhysicalPosition::new(0.0, 0.0),
        is_pressed: false,
        fit: Fit::default(),
        outcome: Ok(()),
    };
    #[cfg(target_os = "linux")]
    let _guard = is_x11.then(lost_display::Guard::new);
    events.run_app(&mut app).map_err(|error| anyhow!("the window failed: {}", cause(&error)))?;
    app.outcome.map(|()| app.scene)
}

/// The last part of an error message: winit's begin with a place in its source code.
fn cause(error: &dyn Display) -> String {
    let text = error.to_string();
    text.rsplit(": ").next().unwrap_or(&text).trim_end_matches('.').to_string()
}

/// A scene and its window.
struct App<S> {
    title: String,
    opening: Opening,
    scene: S,
    context: Context<OwnedDisplayHandle>,
    open: Option<WindowSurface>,
    pointer: PhysicalPosition<f64>,
    /// Whether the left button is pressed.
    is_pressed: bool,
    /// Where the last image lies in the window.
    fit: Fit,
    outcome: Result<()>,
}

/// A window and its pixels.
struct WindowSurface {
    window: Rc<Window>,
    surface: Surface<OwnedDisplayHandle, Rc<Window>>,
}

fn cannot_draw(error: SoftBufferError) -> anyhow::Error {
    anyhow!("cannot draw into the window: {}", cause(&error))
}

impl<S: Scene> App<S> {
    fn open(&self, events: &ActiveEventLoop) -> Result<WindowSurface> {
        let size = match self.opening {
            Opening::Anywhere(size) => size,
            Opening::At(area) => area.size(),
        };
        let mut wanted = Window::default_attributes()
            .with_title(&self.title)
            .with_inner_size(PhysicalSize::new(size.width, size.height))
            .with_min_inner_size(PhysicalSize::<u32>::from(SMALLEST_WINDOW));
        if let Opening::At(area) = self.opening {
            wanted = wanted.with_position(PhysicalPosition::new(area.x, area.y));
        }
        let window = events.create_window(wanted);
        let window = Rc::new(window.map_err(|error| anyhow!("cannot open a window: {}", cause(&error)))?);
        let surface = Surface::new(&self.context, window.clone()).map_err(cannot_draw)?;
        Ok(WindowSurface { window, surface })
    }

    fn draw(&mut self) -> Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let PhysicalSize { width, height } = open.window.inner_size();
        let size = Size { width, height };
        let (Some(width), Some(height)) = (NonZeroU32::new(width), NonZeroU32::new(height)) else {
            return Ok(()); // minimized
        };
        let image = self.scene.draw(size);
        self.fit = Fit::new(image.dimensions().into(), size);
        open.surface.resize(width, height).map_err(cannot_draw)?;
        let mut pixels = open.surface.buffer_mut().map_err(cannot_draw)?;
        self.fit.copy(image, &mut pixels, size.width as usize);
        open.window.pre_present_notify();
        pixels.present().map_err(cannot_draw)
    }

    /// The point of the last image that the pointer is on.
    fn pointed(&self) -> Point {
        self.fit.to_image(self.pointer.x, self.pointer.y)
    }

    fn handle(&mut self, events: &ActiveEventLoop, event: Event<S::Message>) {
        let response = self.scene.handle(event);
        self.obey(events, response);
    }

    fn obey(&mut self, events: &ActiveEventLoop, response: Result<Response>) {
        match response {
            Ok(Response::Unchanged) => {}
            Ok(Response::Redraw) => {
                if let Some(open) = &self.open {
                    open.window.request_redraw();
                }
            }
            Ok(Response::Close) => events.exit(),
            Err(error) => {
                self.outcome = Err(error);
                events.exit();
            }
        }
    }
}

impl<S: Scene> ApplicationHandler<S::Message> for App<S> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        let response = self.open(events).map(|open| {
            self.open = Some(open);
            Response::Redraw
        });
        self.obey(events, response);
    }

    fn new_events(&mut self, events: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            self.handle(events, Event::Timer);
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        events.set_control_flow(self.scene.next_timer().map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }

    fn user_event(&mut self, events: &ActiveEventLoop, message: S::Message) {
        self.handle(events, Event::Message(message));
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => self.handle(events, Event::Close),
            WindowEvent::Resized(_) => self.obey(events, Ok(Response::Redraw)),
            WindowEvent::RedrawRequested => {
                let response = self.draw().map(|()| Response::Unchanged);
                self.obey(events, response);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.pointer = position;
                if self.is_pressed {
                    self.handle(events, Event::Drag(self.pointed()));
                }
            }
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } => {
                self.is_pressed = state == ElementState::Pressed;
                let event = if self.is_pressed { Event::Click(self.pointed()) } else { Event::Release };
                self.handle(events, event);
            }
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => {
                if let Some(key) = key(&event) {
                    self.handle(events, Event::Key(key));
                }
            }
            _ => {}
        }
    }
}

/// The pressed key, where it is one that is reported.
fn key(event: &KeyEvent) -> Option<Key> {
    if event.state != ElementState::Pressed || event.repeat {
        return None;
    }
    match &event.logical_key {
        WinitKey::Named(NamedKey::Enter) => Some(Key::Enter),
        WinitKey::Named(NamedKey::Escape) => Some(Key::Escape),
        WinitKey::Named(NamedKey::Backspace) => Some(Key::Backspace),
        WinitKey::Named(NamedKey::Tab) => Some(Key::Tab),
        WinitKey::Named(NamedKey::ArrowLeft) => Some(Key::Left),
        WinitKey::Named(NamedKey::ArrowRight) => Some(Key::Right),
        WinitKey::Named(NamedKey::ArrowUp) => Some(Key::Up),
        WinitKey::Named(NamedKey::ArrowDown) => Some(Key::Down),
        WinitKey::Character(text) => text.chars().next().map(Key::Character),
        _ => None,
    }
}
