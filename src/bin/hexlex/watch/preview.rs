//! The preview: an ordinary window that shows the picture with the best word's path.

use super::commands::{CommandSender, UserCommand};
use super::target::OWN_TITLE;
use crate::console::Outcome;
use crate::window::{self, Event, Key, MessageSender, Response, Scene};
use anyhow::{Result, anyhow};
use hexlex::pixels::Size;
use image::{Rgba, RgbaImage};
use std::sync::mpsc::channel;

/// What the session asks of the preview window.
enum PreviewMessage {
    Show(RgbaImage),
    Close,
}

/// Hands pictures to the preview window from the session's thread.
#[derive(Clone)]
pub(super) struct PreviewHandle(MessageSender<PreviewMessage>);

impl PreviewHandle {
    pub(super) fn show(&self, picture: RgbaImage) {
        self.0.send(PreviewMessage::Show(picture));
    }
}

/// Size in pixels and color of the picture that is shown before the first board.
const EMPTY: Size = Size::new(640, 480);
const EMPTY_COLOR: Rgba<u8> = Rgba([24, 20, 34, 255]);

struct Preview {
    picture: RgbaImage,
    commands: CommandSender,
}

impl Scene for Preview {
    type Message = PreviewMessage;

    fn draw(&mut self, _: Size) -> &RgbaImage {
        &self.picture
    }

    fn handle(&mut self, event: Event<PreviewMessage>) -> Result<Response> {
        Ok(match event {
            Event::Message(PreviewMessage::Show(picture)) => {
                self.picture = picture;
                Response::Redraw
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
        _ => None,
    }
}

/// Runs `work` on its own thread beside the preview window, which needs the main thread. Each ends with the other.
pub(super) fn run_beside(
    commands: CommandSender,
    work: impl FnOnce(PreviewHandle) -> Result<Outcome> + Send,
) -> Result<Outcome> {
    let (sender, receiver) = channel::<PreviewHandle>();
    let on_close = commands.clone();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let Ok(preview) = receiver.recv() else { return Ok(Outcome::Done) };
            let outcome = work(preview.clone());
            preview.0.send(PreviewMessage::Close);
            outcome
        });
        let shown = window::run(&format!("{OWN_TITLE}: preview"), EMPTY, |sender_to_window| {
            // The worker holds the receiver until the handle comes.
            let _ = sender.send(PreviewHandle(sender_to_window));
            Preview { picture: RgbaImage::from_pixel(EMPTY.width, EMPTY.height, EMPTY_COLOR), commands }
        });
        // Where the window could not be opened the worker still waits for a handle: this ends its wait.
        drop(sender);
        on_close.send(UserCommand::Quit);
        let outcome = worker.join().map_err(|_| anyhow!("internal error: the watch thread panicked"))?;
        shown.and(outcome)
    })
}
