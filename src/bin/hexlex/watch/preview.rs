//! The preview: an ordinary window with the picture and the best word in it.

use super::wish::OWN_TITLE;
use super::{Command, Line};
use crate::console::Outcome;
use crate::window::{self, Event, Key, MessageSender, Response, Scene};
use anyhow::{Result, anyhow};
use hexlex::pixels::Size;
use image::{Rgba, RgbaImage};
use std::sync::mpsc::channel;

/// What the window is told.
pub(super) enum Message {
    Show(RgbaImage),
    Close,
}

/// Where the preview's pictures come from.
#[derive(Clone)]
pub(super) struct Picture(MessageSender<Message>);

impl Picture {
    pub(super) fn show(&self, picture: RgbaImage) {
        self.0.send(Message::Show(picture));
    }
}

/// Before the first board.
const EMPTY: (u32, u32) = (640, 480);
const GROUND: Rgba<u8> = Rgba([24, 20, 34, 255]);

struct Preview {
    picture: RgbaImage,
    line: Line,
}

impl Scene for Preview {
    type Message = Message;

    fn draw(&mut self, _: Size) -> &RgbaImage {
        &self.picture
    }

    fn handle(&mut self, event: Event<Message>) -> Result<Response> {
        Ok(match event {
            Event::Message(Message::Show(picture)) => {
                self.picture = picture;
                Response::Redraw
            }
            Event::Message(Message::Close) | Event::Close | Event::Key(Key::Escape) => Response::Close,
            Event::Key(Key::Character(sign)) => {
                let said = match sign.to_ascii_lowercase() {
                    'q' => return Ok(Response::Close),
                    'r' => Some(Command::Again),
                    'n' => Some(Command::Next),
                    'p' => Some(Command::Pause),
                    'h' => Some(Command::Hide),
                    _ => None,
                };
                if let Some(command) = said {
                    self.line.say(command);
                }
                Response::Unchanged
            }
            _ => Response::Unchanged,
        })
    }
}

/// Runs `work` on a thread of its own beside the window, which wants the main one. Each ends with the other.
pub(super) fn beside(line: Line, work: impl FnOnce(Picture) -> Result<Outcome> + Send) -> Result<Outcome> {
    let (sender, receiver) = channel::<Picture>();
    let on_close = line.clone();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let Ok(picture) = receiver.recv() else { return Ok(Outcome::Done) };
            let outcome = work(picture.clone());
            picture.0.send(Message::Close);
            outcome
        });
        let shown = window::run(&format!("{OWN_TITLE}: preview"), EMPTY.into(), |sender_to_window| {
            // The worker waits for it.
            let _ = sender.send(Picture(sender_to_window));
            Preview { picture: RgbaImage::from_pixel(EMPTY.0, EMPTY.1, GROUND), line }
        });
        drop(sender);
        on_close.say(Command::Quit);
        let outcome = worker.join().map_err(|_| anyhow!("the watch ended by a mistake of its own"))?;
        shown.and(outcome)
    })
}
