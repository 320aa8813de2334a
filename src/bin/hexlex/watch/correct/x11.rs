//! The correction window on X11: an ordinary window on a thread and a connection of its own.

use super::editor::{Editor, EditorKey, EditorResponse};
use super::view::BoardView;
use crate::watch::commands::{CommandSender, UserCommand};
use crate::watch::keymap::{Keymap, character, keysym};
use crate::watch::target::OWN_TITLE;
use crate::watch::x11_picture::{PixmapFormat, Transparency, upload};
use anyhow::{Context, Result};
use hexlex::pixels::{Point, Rect, Size};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::AsFd;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::properties::WmSizeHints;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConfigureWindowAux, ConnectionExt, CreateGCAux,
    CreateWindowAux, EventMask, Gcontext, InputFocus, KeyButMask, PropMode, Window as XWindow, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// How often the thread looks for another board while its window is open. Longer: a correction is seen later in the window;
/// shorter: work for nothing. Chosen by hand.
const INTERVAL: Duration = Duration::from_millis(50);

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        UTF8_STRING,
        WM_DELETE_WINDOW,
        WM_PROTOCOLS,
        _NET_ACTIVE_WINDOW,
        _NET_SUPPORTING_WM_CHECK,
        _NET_WM_NAME,
        _NET_WM_WINDOW_TYPE,
        _NET_WM_WINDOW_TYPE_UTILITY,
    }
}

/// The session's end of an open window.
pub(in crate::watch) struct CorrectionWindow {
    views: Sender<BoardView>,
}

impl CorrectionWindow {
    /// Opens the window; `place` is where on the screen a window of its size goes.
    ///
    /// # Errors
    /// Where there is no X server.
    pub(in crate::watch) fn open(
        view: BoardView,
        commands: CommandSender,
        place: impl FnOnce(Size) -> Rect,
    ) -> Result<CorrectionWindow> {
        let editor = Editor::new(view);
        let area = place(editor.size());
        let (views, receiver) = channel();
        let mut window = Open::new(editor, commands, area)?;
        // The thread ends with its window, with the session or with the display, which the session notices by itself.
        std::thread::spawn(move || window.run(&receiver));
        Ok(CorrectionWindow { views })
    }

    /// Shows another reading of the board; returns whether the window is still open.
    pub(in crate::watch) fn update(&self, view: BoardView) -> bool {
        self.views.send(view).is_ok()
    }
}

/// An open window.
struct Open {
    conn: RustConnection,
    root: XWindow,
    depth: u8,
    window: XWindow,
    gc: Gcontext,
    atoms: Atoms,
    keymap: Keymap,
    editor: Editor,
    commands: CommandSender,
    size: Size,
}

impl Open {
    fn new(editor: Editor, commands: CommandSender, area: Rect) -> Result<Open> {
        let (conn, number) = x11rb::connect(None)
            .context("expected an X11 display for the window of corrections, found none: use --preview, and C in it")?;
        let screen = &conn.setup().roots[number];
        let (root, depth) = (screen.root, screen.root_depth);
        let atoms = Atoms::new(&conn)?.reply()?;
        let keymap = Keymap::new(&conn)?;
        let (window, gc) = (conn.generate_id()?, conn.generate_id()?);
        let size = area.size();
        let events = EventMask::KEY_PRESS | EventMask::BUTTON_PRESS | EventMask::STRUCTURE_NOTIFY;
        let made = CreateWindowAux::new().background_pixel(0).event_mask(events);
        let (x, y, width, height) = (area.x as i16, area.y as i16, size.width as u16, size.height as u16);
        let (class, copied) = (WindowClass::INPUT_OUTPUT, x11rb::COPY_FROM_PARENT);
        conn.create_window(depth, window, root, x, y, width, height, 0, class, copied, &made)?.check()?;
        conn.create_gc(gc, window, &CreateGCAux::new().graphics_exposures(0))?;
        let open = Open { conn, root, depth, window, gc, atoms, keymap, editor, commands, size };
        open.describe(area)?;
        open.draw()?;
        open.conn.map_window(window)?;
        open.conn.flush()?;
        Ok(open)
    }

    /// Tells the window manager what the window is.
    fn describe(&self, area: Rect) -> Result<()> {
        let (conn, window, atoms, mode) = (&self.conn, self.window, &self.atoms, PropMode::REPLACE);
        let title = format!("{OWN_TITLE}: correct");
        conn.change_property8(mode, window, atoms._NET_WM_NAME, atoms.UTF8_STRING, title.as_bytes())?;
        conn.change_property8(mode, window, AtomEnum::WM_NAME, AtomEnum::STRING, title.as_bytes())?;
        conn.change_property8(mode, window, AtomEnum::WM_CLASS, AtomEnum::STRING, b"hexlex\0hexlex correct\0")?;
        conn.change_property32(mode, window, atoms.WM_PROTOCOLS, AtomEnum::ATOM, &[atoms.WM_DELETE_WINDOW])?;
        let kind = [atoms._NET_WM_WINDOW_TYPE_UTILITY];
        conn.change_property32(mode, window, atoms._NET_WM_WINDOW_TYPE, AtomEnum::ATOM, &kind)?;
        let (width, height) = (area.width as i32, area.height as i32);
        let mut hints = WmSizeHints::new();
        hints.position = Some((x11rb::properties::WmSizeHintsSpecification::UserSpecified, area.x, area.y));
        (hints.min_size, hints.max_size) = (Some((width, height)), Some((width, height)));
        hints.set_normal_hints(conn, window)?;
        Ok(())
    }

    /// Shows the editor. The picture becomes the window's background, so that the server repaints it by itself.
    fn draw(&self) -> Result<()> {
        let picture = self.editor.draw();
        let format =
            PixmapFormat { root: self.root, gc: self.gc, depth: self.depth, transparency: Transparency::Shape };
        let pixmap = upload(&self.conn, &format, &picture)?;
        let background = ChangeWindowAttributesAux::new().background_pixmap(pixmap);
        self.conn.change_window_attributes(self.window, &background)?;
        self.conn.free_pixmap(pixmap)?;
        self.conn.clear_area(false, self.window, 0, 0, 0, 0)?;
        Ok(self.conn.flush()?)
    }

    /// Runs until the window is closed.
    fn run(&mut self, views: &Receiver<BoardView>) -> Result<()> {
        loop {
            let mut response = EditorResponse::default();
            let (mut is_changed, mut is_replaced) = (false, false);
            while let Some(event) = self.conn.poll_for_event()? {
                let (redraws, of_event) = self.handle(&event)?;
                is_changed |= redraws;
                self.obey(&of_event);
                response.closes |= of_event.closes;
            }
            loop {
                match views.try_recv() {
                    Ok(view) => {
                        self.editor.update(view);
                        is_changed = true;
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => (response.closes, is_replaced) = (true, true),
                }
                if response.closes {
                    break;
                }
            }
            let of_time = self.editor.tick(Instant::now());
            is_changed |= of_time.fix.is_some();
            self.obey(&of_time);
            if response.closes {
                if !is_replaced {
                    self.commands.send(UserCommand::EndCorrection);
                }
                self.conn.destroy_window(self.window)?;
                return Ok(self.conn.flush()?);
            }
            if is_changed {
                self.fit()?;
                self.draw()?;
            }
            self.wait()?;
        }
    }

    fn obey(&self, response: &EditorResponse) {
        if let Some(fix) = &response.fix {
            self.commands.send(UserCommand::Fix(fix.clone()));
        }
    }

    /// Gives the window the size of another board.
    fn fit(&mut self) -> Result<()> {
        let size = self.editor.size();
        if size != self.size {
            self.size = size;
            let mut hints = WmSizeHints::new();
            let fixed = Some((size.width as i32, size.height as i32));
            (hints.min_size, hints.max_size) = (fixed, fixed);
            hints.set_normal_hints(&self.conn, self.window)?;
            let to = ConfigureWindowAux::new().width(size.width).height(size.height);
            self.conn.configure_window(self.window, &to)?;
        }
        Ok(())
    }

    /// Waits for an event, or until it is time to look for another board.
    fn wait(&self) -> Result<()> {
        let timeout = Timespec::try_from(INTERVAL)?;
        let mut connection = [PollFd::from_borrowed_fd(self.conn.stream().as_fd(), PollFlags::IN)];
        // A signal ends the wait early, which does no harm.
        let _ = poll(&mut connection, Some(&timeout));
        Ok(())
    }

    /// Handles an event: whether the window is drawn again, and what follows.
    fn handle(&mut self, event: &Event) -> Result<(bool, EditorResponse)> {
        Ok(match event {
            Event::KeyPress(press) if !press.state.intersects(KeyButMask::CONTROL | KeyButMask::MOD1) => {
                match editor_key(self.keymap.keysym(press.detail)) {
                    Some(key) => (true, self.editor.press(key, Instant::now())),
                    None => (false, EditorResponse::default()),
                }
            }
            Event::ButtonPress(press) if press.detail == 1 => {
                let at = Point::new(f32::from(press.event_x), f32::from(press.event_y));
                (true, self.editor.click(at))
            }
            Event::ClientMessage(message) if message.data.as_data32()[0] == self.atoms.WM_DELETE_WINDOW => {
                (false, EditorResponse { fix: None, closes: true })
            }
            Event::MapNotify(_) => {
                self.take_focus()?;
                (false, EditorResponse::default())
            }
            _ => (false, EditorResponse::default()),
        })
    }

    /// Asks for the focus: a person has pressed a key to type here.
    fn take_focus(&self) -> Result<()> {
        let (conn, atoms) = (&self.conn, &self.atoms);
        let manager = conn
            .get_property(false, self.root, atoms._NET_SUPPORTING_WM_CHECK, AtomEnum::WINDOW, 0, 1)?
            .reply()?
            .value_len;
        if manager == 0 {
            conn.set_input_focus(InputFocus::PARENT, self.window, x11rb::CURRENT_TIME)?;
        } else {
            // 2: from a program that acts for the user (Extended Window Manager Hints, _NET_ACTIVE_WINDOW).
            let message = ClientMessageEvent::new(32, self.window, atoms._NET_ACTIVE_WINDOW, [2u32, 0, 0, 0, 0]);
            let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
            conn.send_event(false, self.root, mask, message)?;
        }
        Ok(conn.flush()?)
    }
}

/// The editor's key of a keysym.
fn editor_key(sym: u32) -> Option<EditorKey> {
    Some(match sym {
        keysym::LEFT => EditorKey::Left,
        keysym::RIGHT => EditorKey::Right,
        keysym::UP => EditorKey::Up,
        keysym::DOWN => EditorKey::Down,
        keysym::TAB | keysym::RETURN | keysym::ENTER => EditorKey::Next,
        keysym::BACKSPACE => EditorKey::Backspace,
        keysym::ESCAPE => EditorKey::Close,
        sym => EditorKey::Character(character(sym)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_the_editor() {
        assert_eq!(editor_key(keysym::ENTER), Some(EditorKey::Next));
        assert_eq!(editor_key(u32::from('q')), Some(EditorKey::Character('q')));
        assert_eq!(editor_key(keysym::F1), None);
    }
}
