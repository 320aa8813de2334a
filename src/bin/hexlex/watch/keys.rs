//! Global keys on X11: grabbed on a connection of our own, so that they work while the game has the focus.

use super::Command;
use anyhow::{Context, Result, bail};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ConnectionExt, GrabMode, ModMask};
use x11rb::rust_connection::RustConnection;

/// A key with what is held, and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Binding {
    command: Command,
    /// As it is called.
    name: String,
    held: u16,
    /// The number of its sign (a keysym).
    sign: u32,
}

/// What every command is called, and its key unless another is named.
const COMMANDS: [(&str, Command, &str); 5] = [
    ("again", Command::Again, "Ctrl+Alt+R"),
    ("next", Command::Next, "Ctrl+Alt+N"),
    ("hide", Command::Hide, "Ctrl+Alt+H"),
    ("pause", Command::Pause, "Ctrl+Alt+P"),
    ("quit", Command::Quit, "Ctrl+Alt+Q"),
];

/// The keys of `--keys`; those that it does not name stay as they are.
pub(super) fn bindings(asked: Option<&str>) -> Result<Vec<Binding>> {
    let asked = asked.unwrap_or("");
    if asked.eq_ignore_ascii_case("none") {
        return Ok(Vec::new());
    }
    let mut keys = COMMANDS.map(|(_, _, key)| key.to_string());
    for part in asked.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, key) = part
            .split_once('=')
            .with_context(|| format!("--keys: expected NAME=KEY, as in next=F8, found `{part}`"))?;
        let place = COMMANDS.iter().position(|(own, _, _)| own.eq_ignore_ascii_case(name.trim()));
        let Some(place) = place else {
            bail!("--keys: expected again, next, hide, pause or quit, found `{name}`");
        };
        keys[place] = key.trim().to_string();
    }
    let wanted = COMMANDS.iter().zip(&keys).filter(|(_, key)| !key.eq_ignore_ascii_case("none"));
    wanted.map(|((_, command, _), key)| binding(*command, key)).collect()
}

fn binding(command: Command, name: &str) -> Result<Binding> {
    let mut held = 0;
    let mut parts: Vec<&str> = name.split('+').map(str::trim).collect();
    let last = parts.pop().unwrap_or("");
    for part in parts {
        held |= u16::from(match part.to_lowercase().as_str() {
            "ctrl" | "control" => ModMask::CONTROL,
            "alt" => ModMask::M1,
            "shift" => ModMask::SHIFT,
            "super" | "win" => ModMask::M4,
            _ => bail!("--keys: expected Ctrl, Alt, Shift or Super before the key, found `{part}` in `{name}`"),
        });
    }
    let sign = sign(last).with_context(|| {
        format!("--keys: expected a letter, a digit, F1 to F12, Space, Pause or Insert, found `{last}` in `{name}`")
    })?;
    Ok(Binding { command, name: name.to_string(), held, sign })
}

/// The keysym of a key by its name.
fn sign(name: &str) -> Option<u32> {
    const F1: u32 = 0xffbe;
    let lower = name.to_lowercase();
    if let Some(number) = lower.strip_prefix('f').and_then(|number| number.parse::<u32>().ok()) {
        return (1..=12).contains(&number).then(|| F1 + number - 1);
    }
    match lower.as_str() {
        "space" => Some(0x20),
        "pause" => Some(0xff13),
        "insert" => Some(0xff63),
        _ => {
            let mut letters = lower.chars();
            let letter = letters.next().filter(char::is_ascii_alphanumeric)?;
            letters.next().is_none().then_some(u32::from(letter))
        }
    }
}

/// Calls `act` for every key that is pressed from now on, from a thread of its own. Gives the names of the keys that
/// another program has.
pub(super) fn listen(bindings: Vec<Binding>, act: impl Fn(Command) + Send + 'static) -> Result<Vec<String>> {
    let (conn, number) = x11rb::connect(None).context("expected an X11 display")?;
    let root = conn.setup().roots[number].root;
    let signs = Signs::of(&conn)?;
    let mut grabbed: Vec<(u8, u16, Command)> = Vec::new();
    let mut taken = Vec::new();
    for binding in bindings {
        let Some(code) = signs.code(binding.sign) else {
            taken.push(format!("{} (not on this keyboard)", binding.name));
            continue;
        };
        // Caps Lock and Num Lock must not matter.
        let locks = [ModMask::from(0u16), ModMask::LOCK, ModMask::M2, ModMask::LOCK | ModMask::M2];
        let grab = |lock: ModMask| -> Result<bool> {
            let held = ModMask::from(binding.held | u16::from(lock));
            let asked = conn.grab_key(true, root, held, code, GrabMode::ASYNC, GrabMode::ASYNC)?;
            Ok(asked.check().is_ok())
        };
        let mut done = true;
        for lock in locks {
            done &= grab(lock)?;
        }
        if done {
            grabbed.push((code, binding.held, binding.command));
        } else {
            taken.push(binding.name);
        }
    }
    std::thread::spawn(move || {
        // It ends with the program, or with the connection.
        while let Ok(event) = conn.wait_for_event() {
            let Event::KeyPress(press) = event else { continue };
            let held = u16::from(press.state) & !u16::from(ModMask::LOCK | ModMask::M2);
            let pressed = grabbed.iter().find(|(code, wanted, _)| *code == press.detail && *wanted == held & 0xff);
            if let Some((_, _, command)) = pressed {
                act(*command);
            }
        }
    });
    Ok(taken)
}

/// What the keyboard has.
struct Signs {
    first: u8,
    per_key: usize,
    signs: Vec<u32>,
}

impl Signs {
    fn of(conn: &RustConnection) -> Result<Signs> {
        let (first, last) = (conn.setup().min_keycode, conn.setup().max_keycode);
        let reply = conn.get_keyboard_mapping(first, last - first + 1)?.reply()?;
        Ok(Signs { first, per_key: usize::from(reply.keysyms_per_keycode).max(1), signs: reply.keysyms })
    }

    /// The key that has this sign without Shift.
    fn code(&self, sign: u32) -> Option<u8> {
        let key = self.signs.chunks(self.per_key).position(|signs| signs.first() == Some(&sign))?;
        u8::try_from(key).ok()?.checked_add(self.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_typed() {
        let all = bindings(None).unwrap();
        assert_eq!(all.len(), 5);
        assert_eq!(all[0].held, u16::from(ModMask::CONTROL | ModMask::M1));
        assert_eq!(all[0].sign, u32::from('r'));
        let own = bindings(Some("next=F8, quit = shift+Space,hide=none")).unwrap();
        assert_eq!(own.len(), 4);
        let of = |command| own.iter().find(|binding| binding.command == command).unwrap();
        assert_eq!((of(Command::Next).held, of(Command::Next).sign), (0, 0xffc5));
        assert_eq!((of(Command::Quit).held, of(Command::Quit).sign), (1, 0x20));
        assert!(bindings(Some("none")).unwrap().is_empty());
        for wrong in ["next", "jump=F8", "next=F13", "next=Hyper+A", "next=", "next=ab"] {
            let error = bindings(Some(wrong)).unwrap_err().to_string();
            assert!(error.contains("expected"), "{wrong}: {error}");
        }
    }
}
