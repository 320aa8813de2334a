//! The keys of an X11 keyboard and their symbols.

use anyhow::Result;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::ConnectionExt;
use x11rb::rust_connection::RustConnection;

/// X11's numbers of the keys that are used here (X11/keysymdef.h).
pub(super) mod keysym {
    pub(in crate::watch) const BACKSPACE: u32 = 0xff08;
    pub(in crate::watch) const TAB: u32 = 0xff09;
    pub(in crate::watch) const RETURN: u32 = 0xff0d;
    pub(in crate::watch) const PAUSE: u32 = 0xff13;
    pub(in crate::watch) const ESCAPE: u32 = 0xff1b;
    pub(in crate::watch) const LEFT: u32 = 0xff51;
    pub(in crate::watch) const UP: u32 = 0xff52;
    pub(in crate::watch) const RIGHT: u32 = 0xff53;
    pub(in crate::watch) const DOWN: u32 = 0xff54;
    pub(in crate::watch) const INSERT: u32 = 0xff63;
    pub(in crate::watch) const ENTER: u32 = 0xff8d;
    pub(in crate::watch) const F1: u32 = 0xffbe;
}

/// The keysyms of every key of the keyboard.
pub(super) struct Keymap {
    first_code: u8,
    per_key: usize,
    keysyms: Vec<u32>,
}

impl Keymap {
    pub(super) fn new(conn: &RustConnection) -> Result<Keymap> {
        let (first_code, last) = (conn.setup().min_keycode, conn.setup().max_keycode);
        let reply = conn.get_keyboard_mapping(first_code, last - first_code + 1)?.reply()?;
        Ok(Keymap { first_code, per_key: usize::from(reply.keysyms_per_keycode).max(1), keysyms: reply.keysyms })
    }

    /// The key that has this keysym without Shift, or else the one that has it with Shift, as digits on some keyboards.
    pub(super) fn code(&self, keysym: u32) -> Option<u8> {
        let with = |column: usize| {
            let keys = self.keysyms.chunks(self.per_key);
            keys.enumerate().find(|(_, keysyms)| keysyms.get(column) == Some(&keysym)).map(|(key, _)| key)
        };
        u8::try_from(with(0).or_else(|| with(1))?).ok()?.checked_add(self.first_code)
    }

    /// The keysym of a key without Shift; 0 where it has none.
    pub(super) fn keysym(&self, code: u8) -> u32 {
        let key = usize::from(code.saturating_sub(self.first_code));
        self.keysyms.get(key * self.per_key).copied().unwrap_or(0)
    }
}

/// The character of a keysym: Latin-1 and Unicode keysyms have it in them (the X11 protocol, appendix A).
pub(super) fn character(keysym: u32) -> Option<char> {
    const UNICODE: u32 = 0x0100_0000;
    match keysym {
        0x20..=0x7e | 0xa0..=0xff => char::from_u32(keysym),
        UNICODE.. => char::from_u32(keysym - UNICODE).filter(|c| !c.is_control()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_by_their_symbols() {
        // Two keys of four symbols: the first with 1 on Shift, as on French keyboards.
        let keysyms = vec![0x26, 0x31, 0, 0, 0x61, 0x41, 0, 0];
        let keymap = Keymap { first_code: 10, per_key: 4, keysyms };
        assert_eq!((keymap.code(0x61), keymap.code(0x31), keymap.code(0x39)), (Some(11), Some(10), None));
        assert_eq!((keymap.keysym(11), keymap.keysym(9), keymap.keysym(200)), (0x61, 0x26, 0));
        assert_eq!((character(0x61), character(0xe4), character(0x0100_0416)), (Some('a'), Some('ä'), Some('Ж')));
        assert_eq!((character(keysym::RETURN), character(0x0100_0007)), (None, None));
    }
}
