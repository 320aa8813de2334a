//! A Wayland session for tests: sway without a screen, with XWayland, a session bus, and a simulated pointer.
//!
//! All of its programs end with the [`Compositor`], also when a test panics.

use crate::desktop::{Program, wait};
use image::RgbaImage;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_pointer::ButtonState;
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::{Connection, Dispatch, QueueHandle, delegate_noop};
use wayland_protocols_wlr::virtual_pointer::v1::client::zwlr_virtual_pointer_manager_v1::ZwlrVirtualPointerManagerV1;
use wayland_protocols_wlr::virtual_pointer::v1::client::zwlr_virtual_pointer_v1::ZwlrVirtualPointerV1;

/// The pixels of the one monitor.
pub(crate) const SCREEN: (u32, u32) = (1600, 1200);
/// Where windows called "hexlex practice" are.
pub(crate) const PLACE: (i32, i32) = (100, 100);

/// The session.
pub(crate) struct Compositor {
    folder: TempDir,
    /// Variables of the session, as `WAYLAND_DISPLAY`.
    variables: Vec<(String, String)>,
    /// The last one is ended first.
    programs: Vec<Program>,
}

/// Where windows appear, in the words of sway.
const SETTINGS: &str = r##"
output HEADLESS-1 resolution 1600x1200 position 0,0
output * bg #305060 solid_color
xwayland enable
default_border none
default_floating_border none
focus_follows_mouse no
for_window [title="^hexlex practice$"] floating enable, move position 100 100
"##;

/// Whether a program of this name is installed.
fn is_installed(name: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(name).is_file()))
}

/// What sway is started by: it refuses to be root, and a namespace of its own makes it another user.
fn starter() -> Option<&'static [&'static str]> {
    const STARTER: &[&str] = &["unshare", "--user", "--map-user=1000", "--map-group=1000"];
    if std::fs::metadata("/proc/self").unwrap().uid() != 0 {
        return Some(&["env"]);
    }
    let tried = Command::new(STARTER[0]).args(&STARTER[1..]).arg("true").stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success()).then_some(STARTER)
}

impl Compositor {
    /// Starts the session. Where that is not possible, prints that the test is skipped and returns `None`.
    pub(crate) fn start() -> Option<Compositor> {
        for name in ["sway", "swaymsg", "grim", "Xwayland", "dbus-daemon"] {
            if !is_installed(name) {
                eprintln!("skipped: {name} is not installed (./x test installs it)");
                return None;
            }
        }
        let Some(starter) = starter() else {
            eprintln!("skipped: sway refuses to be root, and this system has no namespaces of users");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        std::fs::DirBuilder::new().mode(0o700).create(folder.path().join("run")).unwrap();
        let mut compositor = Compositor { folder, variables: Vec::new(), programs: Vec::new() };
        compositor.start_bus();
        let reported = compositor.file("variables");
        let mut settings = SETTINGS.to_string();
        // The name appears once all of its lines are there.
        let (temporary, last) = (compositor.file("variables.new"), reported.display());
        write!(settings, "exec sh -c 'env > {0} && mv {0} {last}'", temporary.display()).unwrap();
        std::fs::write(compositor.file("config"), settings).unwrap();
        let mut sway = compositor.command(starter[0]);
        sway.args(&starter[1..]).args(["sway", "-c"]).arg(compositor.file("config"));
        sway.envs([("WLR_BACKENDS", "headless"), ("WLR_RENDERER", "pixman"), ("WLR_LIBINPUT_NO_DEVICES", "1")]);
        let mut sway = Program::start(sway.stdout(Stdio::null()).stderr(Stdio::piped()));
        let variables = wait("sway", || {
            sway.assert_runs();
            std::fs::read_to_string(&reported).ok()
        });
        compositor.programs.push(sway);
        let wanted = ["WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK"];
        let named = variables.lines().filter_map(|line| line.split_once('='));
        let named = named.filter(|(name, _)| wanted.contains(name)).map(|(a, b)| (a.to_string(), b.to_string()));
        compositor.variables.extend(named.collect::<Vec<_>>());
        Some(compositor)
    }

    /// Starts a session bus, which captures by xcap ask first.
    fn start_bus(&mut self) {
        let mut bus = self.command("dbus-daemon");
        bus.args(["--session", "--nofork", "--nopidfile", "--print-address=1"]);
        let mut bus = Program::start(bus.stdout(Stdio::piped()).stderr(Stdio::null()));
        let mut address = String::new();
        BufReader::new(bus.output()).read_line(&mut address).unwrap();
        self.variables.push(("DBUS_SESSION_BUS_ADDRESS".to_string(), address.trim().to_string()));
        self.programs.push(bus);
    }

    /// A command in this session, in its folder.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_SESSION_TYPE"] {
            command.env_remove(name);
        }
        // The skins, words and settings of the person who runs the tests change nothing.
        for (variable, folder) in [("HOME", ""), ("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config")] {
            command.env(variable, self.folder.path().join("home").join(folder));
        }
        command.env("XDG_RUNTIME_DIR", self.folder.path().join("run"));
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Starts hexlex with these arguments.
    pub(crate) fn hexlex(&self, args: &[&str]) -> Program {
        self.hexlex_without(&[], args)
    }

    /// The same without these variables.
    pub(crate) fn hexlex_without(&self, variables: &[&str], args: &[&str]) -> Program {
        let mut command = self.command("env");
        for name in variables {
            command.env_remove(name);
        }
        command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_hexlex")]).args(args);
        Program::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))
    }

    /// A file in the folder that commands run in.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Waits for a window of this title, and returns what shows it: `xdg_shell` or `xwayland`.
    pub(crate) fn window(&self, program: &mut Program, title: &str) -> String {
        wait(&format!("a window called {title}"), || {
            program.assert_runs();
            let tree = self.command("swaymsg").args(["-t", "get_tree", "--raw"]).output().unwrap();
            let tree: serde_json::Value = serde_json::from_slice(&tree.stdout).ok()?;
            let window = node(&tree, title)?;
            let is_placed = (window["rect"]["x"].as_i64()?, window["rect"]["y"].as_i64()?) == (100, 100);
            is_placed.then(|| window["shell"].as_str().unwrap().to_string())
        })
    }

    /// The pixels of the whole screen, by grim.
    pub(crate) fn screenshot(&self) -> RgbaImage {
        let file = self.file("screen.png");
        let status = self.command("grim").arg(&file).status().unwrap();
        assert!(status.success(), "grim");
        image::open(&file).unwrap().into_rgba8()
    }

    /// Clicks at points of the screen, one after the other.
    pub(crate) fn click(&self, points: &[(f32, f32)]) {
        let value = |wanted: &str| &self.variables.iter().find(|(name, _)| name == wanted).unwrap().1;
        let socket = self.folder.path().join("run").join(value("WAYLAND_DISPLAY"));
        let socket = std::os::unix::net::UnixStream::connect(socket).unwrap();
        let conn = Connection::from_socket(socket).unwrap();
        let (globals, mut queue) = registry_queue_init::<Pointing>(&conn).unwrap();
        let manager: ZwlrVirtualPointerManagerV1 = globals.bind(&queue.handle(), 1..=1, ()).unwrap();
        let pointer = manager.create_virtual_pointer(None, &queue.handle(), ());
        let mut step = |time: u32, act: &dyn Fn(u32)| {
            act(time);
            pointer.frame();
            queue.roundtrip(&mut Pointing).unwrap();
            // A program that sees a press and its release at once may take them for one event.
            std::thread::sleep(std::time::Duration::from_millis(30));
        };
        for (n, (x, y)) in points.iter().enumerate() {
            let time = 100 * n as u32;
            step(time, &|time| pointer.motion_absolute(time, *x as u32, *y as u32, SCREEN.0, SCREEN.1));
            step(time + 30, &|time| pointer.button(time, LEFT, ButtonState::Pressed));
            step(time + 60, &|time| pointer.button(time, LEFT, ButtonState::Released));
        }
        pointer.destroy();
        queue.roundtrip(&mut Pointing).unwrap();
    }

    /// Writes a picture for the person who looks into a failed test, and returns its path.
    pub(crate) fn keep(&self, picture: &RgbaImage, name: &str) -> PathBuf {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("png");
        picture.save(&path).unwrap();
        path
    }
}

/// The left button, by the numbers of Linux (`BTN_LEFT`).
const LEFT: u32 = 0x110;

impl Drop for Compositor {
    fn drop(&mut self) {
        while self.programs.pop().is_some() {}
    }
}

/// The window of this title in a tree of sway.
fn node<'t>(tree: &'t serde_json::Value, title: &str) -> Option<&'t serde_json::Value> {
    if tree["name"] == title && tree["shell"].is_string() {
        return Some(tree);
    }
    let parts = ["nodes", "floating_nodes"].into_iter().filter_map(|part| tree[part].as_array());
    parts.flatten().find_map(|inner| node(inner, title))
}

/// Receives the compositor's events, of which none matters here.
struct Pointing;

impl Dispatch<WlRegistry, GlobalListContents> for Pointing {
    fn event(
        _: &mut Pointing,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Pointing>,
    ) {
    }
}

delegate_noop!(Pointing: ignore ZwlrVirtualPointerManagerV1);
delegate_noop!(Pointing: ignore ZwlrVirtualPointerV1);
