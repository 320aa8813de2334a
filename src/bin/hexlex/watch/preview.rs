//! The preview: an ordinary window that shows the picture with the best word's path, or the board to correct its tiles.

use super::commands::{CommandSender, UserCommand};
use super::correct::{BoardView, Editor, EditorKey, EditorResponse};
#[cfg(target_os = "linux")]
use super::placement;
use super::target::{OWN_TITLE, TargetQuery};
use crate::console::{Console, Outcome};
use crate::window::{self, Event, Key, MessageSender, Opening, Response, Scene};
use anyhow::{Result, anyhow};
#[cfg(target_os = "linux")]
use hexlex::pixels::Rect;
use hexlex::pixels::Size;
use image::{Rgba, RgbaImage};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;

/// What the session asks of the preview window.
enum PreviewMessage {
    Show(RgbaImage),
    /// Show the board to correct its tiles.
    Correct(BoardView),
    /// The board that is corrected has changed.
    UpdateCorrection(BoardView),
    Close,
}

/// Hands pictures to the preview window from the session's thread.
#[derive(Clone)]
pub(super) struct PreviewHandle {
    messages: MessageSender<PreviewMessage>,
    /// Whether the window shows a board to correct its tiles.
    is_correcting: Arc<AtomicBool>,
}

impl PreviewHandle {
    pub(super) fn show(&self, picture: RgbaImage) {
        self.messages.send(PreviewMessage::Show(picture));
    }

    /// Shows a board to correct its tiles.
    pub(super) fn correct(&self, view: BoardView) {
        self.is_correcting.store(true, Ordering::Relaxed);
        self.messages.send(PreviewMessage::Correct(view));
    }

    /// Whether the window shows a board to correct its tiles.
    pub(super) fn is_correcting(&self) -> bool {
        self.is_correcting.load(Ordering::Relaxed)
    }

    pub(super) fn update_correction(&self, view: BoardView) {
        self.messages.send(PreviewMessage::UpdateCorrection(view));
    }
}

/// Size in pixels and color of the picture that is shown before the first board.
const EMPTY: Size = Size::new(640, 480);
/// The sizes beside a part of the screen, the first of which there is space for. Smaller: words cannot be read. Chosen by hand.
#[cfg(target_os = "linux")]
const SIZES: [Size; 3] = [EMPTY, Size::new(480, 360), Size::new(320, 240)];
/// What the frame of a window adds to its size at most. Smaller: it covers the game. Larger: narrow spaces are not used. Chosen by
/// hand, for the frames of common desktops.
#[cfg(target_os = "linux")]
const FRAME: Size = Size::new(16, 48);
const EMPTY_COLOR: Rgba<u8> = Rgba([24, 20, 34, 255]);

struct Preview {
    picture: RgbaImage,
    commands: CommandSender,
    /// The board that is corrected, with its picture; no board otherwise.
    editor: Option<(Editor, RgbaImage)>,
    is_correcting: Arc<AtomicBool>,
}

impl Preview {
    /// Does what follows from an action of the editor.
    fn obey(&mut self, act: impl FnOnce(&mut Editor) -> EditorResponse) -> Response {
        let Some((editor, picture)) = &mut self.editor else { return Response::Unchanged };
        let EditorResponse { fix, closes } = act(editor);
        *picture = editor.draw();
        if let Some(fix) = fix {
            self.commands.send(UserCommand::Fix(fix));
        }
        if closes {
            self.editor = None;
            self.is_correcting.store(false, Ordering::Relaxed);
        }
        Response::Redraw
    }
}

impl Scene for Preview {
    type Message = PreviewMessage;

    fn draw(&mut self, _: Size) -> &RgbaImage {
        self.editor.as_ref().map_or(&self.picture, |(_, picture)| picture)
    }

    fn next_timer(&self) -> Option<Instant> {
        self.editor.as_ref().and_then(|(editor, _)| editor.deadline())
    }

    fn handle(&mut self, event: Event<PreviewMessage>) -> Result<Response> {
        Ok(match event {
            Event::Message(PreviewMessage::Show(picture)) => {
                self.picture = picture;
                Response::Redraw
            }
            Event::Message(PreviewMessage::Correct(view)) => {
                let editor = Editor::new(view);
                let picture = editor.draw();
                self.editor = Some((editor, picture));
                Response::Redraw
            }
            Event::Message(PreviewMessage::UpdateCorrection(view)) => self.obey(|editor| {
                editor.update(view);
                EditorResponse::default()
            }),
            Event::Timer => self.obey(|editor| editor.tick(Instant::now())),
            Event::Click(at) if self.editor.is_some() => self.obey(|editor| editor.click(at)),
            Event::Key(key) if self.editor.is_some() => {
                self.obey(|editor| editor.press(editor_key(key), Instant::now()))
            }
            Event::Message(PreviewMessage::Close)
            | Event::Close
            | Event::Key(Key::Escape | Key::Character('q' | 'Q')) => Response::Close,
            Event::Key(Key::Character(letter)) => {
                if let Some(command) = command_of(letter) {
                    self.commands.send(command);
                }
                Response::Unchanged
            }
            _ => Response::Unchanged,
        })
    }
}

/// The command of a letter key, besides Q, which closes the window.
fn command_of(letter: char) -> Option<UserCommand> {
    match letter.to_ascii_lowercase() {
        'r' => Some(UserCommand::Again),
        'n' => Some(UserCommand::Next),
        'p' => Some(UserCommand::Pause),
        'h' => Some(UserCommand::Hide),
        'c' => Some(UserCommand::Correct),
        'b' => Some(UserCommand::Report),
        'x' => Some(UserCommand::Refuse),
        '1'..='9' => letter.to_digit(10).map(|digit| UserCommand::Choose(digit as usize - 1)),
        _ => None,
    }
}

/// The editor's key of a key of the window.
fn editor_key(key: Key) -> EditorKey {
    match key {
        Key::Left => EditorKey::Left,
        Key::Right => EditorKey::Right,
        Key::Up => EditorKey::Up,
        Key::Down => EditorKey::Down,
        Key::Tab | Key::Enter => EditorKey::Next,
        Key::Backspace => EditorKey::Backspace,
        Key::Escape => EditorKey::Close,
        Key::Character(letter) => EditorKey::Character(letter),
    }
}

/// Where the preview opens: beside the window that is watched, which it would cover, or the part of the screen, with which it would be
/// captured.
#[cfg(target_os = "linux")]
pub(super) fn opening(target: &TargetQuery, console: &Console) -> Opening {
    let Some(watched) = target.area() else { return Opening::Anywhere(EMPTY) };
    let framed = |size: Size| Size::new(size.width + FRAME.width, size.height + FRAME.height);
    match placement::beside_part_of_screen(&SIZES.map(framed), watched) {
        Some(Rect { x, y, width, height }) => {
            Opening::At(Rect { x, y, width: width - FRAME.width, height: height - FRAME.height })
        }
        None => {
            if !target.is_window() {
                console.warn(
                    "expected space for the preview beside what is watched, found none, so it is captured with the board: move \
                     it off the board, or watch a smaller part of the monitor by --region X,Y,W,H",
                );
            }
            Opening::Anywhere(EMPTY)
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn opening(_: &TargetQuery, _: &Console) -> Opening {
    Opening::Anywhere(EMPTY)
}

/// Runs `work` on its own thread beside the preview window, which needs the main thread. Each ends with the other.
pub(super) fn run_beside(
    opening: Opening,
    commands: CommandSender,
    work: impl FnOnce(PreviewHandle) -> Result<Outcome> + Send,
) -> Result<Outcome> {
    let (sender, receiver) = channel::<PreviewHandle>();
    let on_close = commands.clone();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let Ok(preview) = receiver.recv() else { return Ok(Outcome::Done) };
            let outcome = work(preview.clone());
            preview.messages.send(PreviewMessage::Close);
            outcome
        });
        let shown = window::run(&format!("{OWN_TITLE}: preview"), opening, |sender_to_window| {
            // The worker holds the receiver until the handle comes.
            let is_correcting = Arc::<AtomicBool>::default();
            let handle = PreviewHandle { messages: sender_to_window, is_correcting: is_correcting.clone() };
            let _ = sender.send(handle);
            let picture = RgbaImage::from_pixel(EMPTY.width, EMPTY.height, EMPTY_COLOR);
            Preview { picture, commands, editor: None, is_correcting }
        });
        // Where the window could not be opened the worker still waits for a handle: this ends its wait.
        drop(sender);
        on_close.send(UserCommand::Quit);
        let outcome = worker.join().map_err(|_| anyhow!("internal error: the watch thread panicked"))?;
        shown.and(outcome)
    })
}
