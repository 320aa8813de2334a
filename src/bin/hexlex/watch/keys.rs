//! Global keys on X11. They are grabbed on a separate connection, so that they work while the game has the focus.

use super::commands::UserCommand;
use super::keymap::{Keymap, keysym};
use super::pointer::PanelPointer;
use super::shown::PanelArea;
use crate::nearest::nearest;
use anyhow::{Context, Result, bail};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ConnectionExt, GrabMode, ModMask, Window as XWindow};
use x11rb::rust_connection::RustConnection;

/// A key with its modifiers, and the command that it sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeyBinding {
    command: UserCommand,
    /// The key as the user writes it.
    name: String,
    /// X11's bits of the modifiers.
    modifiers: u16,
    /// X11's number of the key's symbol.
    keysym: u32,
}

/// The name of every command, and its default key.
const COMMANDS: [(&str, UserCommand, &str); 8] = [
    ("again", UserCommand::Again, "Ctrl+Alt+R"),
    ("next", UserCommand::Next, "Ctrl+Alt+N"),
    ("hide", UserCommand::Hide, "Ctrl+Alt+H"),
    ("pause", UserCommand::Pause, "Ctrl+Alt+P"),
    ("correct", UserCommand::Correct, "Ctrl+Alt+C"),
    ("report", UserCommand::Report, "Ctrl+Alt+B"),
    ("refuse", UserCommand::Refuse, "Ctrl+Alt+X"),
    ("quit", UserCommand::Quit, "Ctrl+Alt+Q"),
];

/// The name of the keys 1 to 9, which choose a word, and the default modifiers that they are pressed with.
const CHOOSE: (&str, &str) = ("choose", "Ctrl+Alt");

/// The keys that `--keys` asks for, and the default keys of the commands that it does not name.
///
/// # Errors
/// Where `asked` names no command or no key.
pub(super) fn bindings(asked: Option<&str>) -> Result<Vec<KeyBinding>> {
    let asked = asked.unwrap_or("");
    if asked.eq_ignore_ascii_case("none") {
        return Ok(Vec::new());
    }
    let mut keys = COMMANDS.map(|(_, _, key)| key.to_string());
    let mut choose = CHOOSE.1.to_string();
    let mut named = Vec::new();
    for part in asked.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, key) = part
            .split_once('=')
            .with_context(|| format!("--keys: expected NAME=KEY, found `{part}`: write it as in next=F8"))?;
        let lower = name.trim().to_lowercase();
        if named.contains(&lower) {
            bail!("--keys: expected one key for {lower}, found two: leave one out");
        }
        named.push(lower);
        if name.trim().eq_ignore_ascii_case(CHOOSE.0) {
            choose = key.trim().to_string();
            continue;
        }
        let command = COMMANDS.iter().position(|(own, _, _)| own.eq_ignore_ascii_case(name.trim()));
        let Some(command) = command else {
            let names: Vec<&str> = COMMANDS.iter().map(|(name, ..)| *name).chain([CHOOSE.0]).collect();
            let remedy =
                nearest(name.trim(), &names).map_or("use one of them".to_string(), |name| format!("use `{name}`"));
            bail!("--keys: expected one of {}, found `{name}`: {remedy}", names.join(", "));
        };
        keys[command] = key.trim().to_string();
    }
    let wanted = COMMANDS.iter().zip(&keys).filter(|(_, key)| !key.eq_ignore_ascii_case("none"));
    let digits = (1..=9).filter(|_| !choose.eq_ignore_ascii_case("none"));
    let choosing = digits.map(|digit| binding(UserCommand::Choose(digit - 1), &format!("{choose}+{digit}")));
    let bindings: Vec<KeyBinding> =
        wanted.map(|((_, command, _), key)| binding(command.clone(), key)).chain(choosing).collect::<Result<_>>()?;
    for (n, binding) in bindings.iter().enumerate() {
        let is_same = |other: &&KeyBinding| (other.modifiers, other.keysym) == (binding.modifiers, binding.keysym);
        if let Some(other) = bindings[..n].iter().find(is_same) {
            let (first, second) = (name_of(&other.command), name_of(&binding.command));
            bail!(
                "--keys: expected another key for each command, found `{}` for {first} and {second}: give {second} another one",
                binding.name
            );
        }
    }
    Ok(bindings)
}

/// The key of a command as the user writes it, where it has one.
pub(super) fn key_of(bindings: &[KeyBinding], command: &UserCommand) -> Option<String> {
    bindings.iter().find(|binding| binding.command == *command).map(|binding| binding.name.clone())
}

/// The name of a command that has a key.
fn name_of(command: &UserCommand) -> &'static str {
    COMMANDS.iter().find(|(_, own, _)| own == command).map_or(CHOOSE.0, |(name, ..)| name)
}

/// A binding from a key as the user writes it, as in `Ctrl+Alt+R`.
fn binding(command: UserCommand, name: &str) -> Result<KeyBinding> {
    let mut modifiers = 0;
    let mut parts: Vec<&str> = name.split('+').map(str::trim).collect();
    let last = parts.pop().unwrap_or("");
    for part in parts {
        modifiers |= u16::from(match part.to_lowercase().as_str() {
            "ctrl" | "control" => ModMask::CONTROL,
            "alt" => ModMask::M1,
            "shift" => ModMask::SHIFT,
            "super" | "win" => ModMask::M4,
            _ => bail!(
                "--keys: expected Ctrl, Alt, Shift or Super before the key, found `{part}` in `{name}`: write it as in \
                 next=Ctrl+F8"
            ),
        });
    }
    let keysym = keysym_of(last).with_context(|| {
        let place = if last == name { String::new() } else { format!(" in `{name}`") };
        format!(
            "--keys: expected a letter, a digit, F1 to F12, Space, Pause or Insert, found `{last}`{place}: write it as in next=F8"
        )
    })?;
    Ok(KeyBinding { command, name: name.to_string(), modifiers, keysym })
}

/// The keysym of a key by its name; `None` for a key that is not supported.
fn keysym_of(name: &str) -> Option<u32> {
    let lower = name.to_lowercase();
    if let Some(number) = lower.strip_prefix('f').and_then(|number| number.parse::<u32>().ok()) {
        return (1..=12).contains(&number).then(|| keysym::F1 + number - 1);
    }
    match lower.as_str() {
        "space" => Some(0x20),
        "pause" => Some(keysym::PAUSE),
        "insert" => Some(keysym::INSERT),
        _ => {
            let mut letters = lower.chars();
            let letter = letters.next().filter(char::is_ascii_alphanumeric)?;
            letters.next().is_none().then_some(u32::from(letter))
        }
    }
}

/// A grabbed key: X11's number of the key, its modifiers and its command.
struct GrabbedKey {
    code: u8,
    modifiers: u16,
    command: UserCommand,
}

/// Calls `act` for every key that is pressed from now on, for what the pointer does with the `panel`, and at the end of the
/// display, on a thread of its own. Returns the names of the keys that cannot be grabbed, because another program has them or the keyboard does not.
///
/// # Errors
/// Where there is no X11 display, or its connection fails.
pub(super) fn listen(
    bindings: Vec<KeyBinding>,
    panel: PanelArea,
    act: impl Fn(UserCommand) + Send + 'static,
) -> Result<Vec<String>> {
    let (conn, number) = x11rb::connect(None).context("expected an X11 display")?;
    let root = conn.setup().roots[number].root;
    let keymap = Keymap::new(&conn)?;
    let (mut grabbed, mut not_grabbed) = (Vec::new(), Vec::new());
    for KeyBinding { command, name, modifiers, keysym } in bindings {
        match keymap.code(keysym) {
            None => not_grabbed.push(format!("{name} (not on this keyboard)")),
            Some(code) if grab(&conn, root, code, modifiers)? => grabbed.push(GrabbedKey { code, modifiers, command }),
            Some(_) => not_grabbed.push(name),
        }
    }
    if !PanelPointer::grab(&conn, root)? {
        not_grabbed.push("Ctrl+Alt+click".to_string());
    }
    let mut pointer = PanelPointer::new(panel);
    std::thread::spawn(move || {
        // The thread ends with the program, or with the connection.
        while let Ok(event) = conn.wait_for_event() {
            let Event::KeyPress(press) = event else {
                if let Ok(Some(command)) = pointer.handle(&conn, &event) {
                    act(command);
                }
                continue;
            };
            let modifiers = u16::from(press.state) & !u16::from(ModMask::LOCK | ModMask::M2) & 0xff;
            let pressed = grabbed.iter().find(|key| key.code == press.detail && key.modifiers == modifiers);
            if let Some(key) = pressed {
                act(key.command.clone());
            }
        }
        act(UserCommand::DisplayGone);
    });
    Ok(not_grabbed)
}

/// Whether a key could be grabbed with every combination of Caps Lock and Num Lock.
fn grab(conn: &RustConnection, root: XWindow, code: u8, modifiers: u16) -> Result<bool> {
    let locks = [ModMask::from(0u16), ModMask::LOCK, ModMask::M2, ModMask::LOCK | ModMask::M2];
    let mut done = true;
    for lock in locks {
        let held = ModMask::from(modifiers | u16::from(lock));
        let asked = conn.grab_key(true, root, held, code, GrabMode::ASYNC, GrabMode::ASYNC)?;
        done &= asked.check().is_ok();
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_parsed_as_users_write_them() {
        let all = bindings(None).unwrap();
        assert_eq!(all.len(), 17);
        assert_eq!((all[16].name.as_str(), all[16].keysym), ("Ctrl+Alt+9", u32::from('9')));
        assert_eq!(bindings(Some("choose=none")).unwrap().len(), 8);
        assert_eq!(bindings(Some("choose=Super")).unwrap()[8].modifiers, u16::from(ModMask::M4));
        assert_eq!(all[0].modifiers, u16::from(ModMask::CONTROL | ModMask::M1));
        assert_eq!(all[0].keysym, u32::from('r'));
        let own = bindings(Some("next=F8, quit = shift+Space,hide=none")).unwrap();
        assert_eq!(own.len(), 16);
        let of = |command| own.iter().find(|binding| binding.command == command).unwrap();
        assert_eq!((of(UserCommand::Next).modifiers, of(UserCommand::Next).keysym), (0, 0xffc5));
        assert_eq!((of(UserCommand::Quit).modifiers, of(UserCommand::Quit).keysym), (1, 0x20));
        assert!(bindings(Some("none")).unwrap().is_empty());
        for wrong in ["next", "jump=F8", "next=F13", "next=Hyper+A", "next=", "next=ab"] {
            let error = bindings(Some(wrong)).unwrap_err().to_string();
            assert!(error.contains("expected ") && error.contains("found `"), "{wrong}: {error}");
            // The first colon is behind the option, the second before what to do.
            assert!(error.matches(": ").count() == 2, "{wrong}: {error}");
        }
    }
}
