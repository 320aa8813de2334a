//! A desktop for tests: an X server without a screen, a window manager, in some tests a compositor, and simulated clicks
//! and keys.
//!
//! All of its programs run on a display of its own. They end with the [`Desktop`], also when a test panics.

use image::RgbaImage;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, ImageFormat, MapState, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;

/// The pixels of the desktop.
pub(crate) const SCREEN: (u16, u16) = (1600, 1200);
/// How long a test waits before it fails. Every step takes less than a second on an idle machine; a busy one is slower.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a program may take to end when it is asked to.
const GRACE: Duration = Duration::from_secs(5);
/// The pause between two attempts of [`wait`].
const PAUSE: Duration = Duration::from_millis(10);

/// Calls `attempt` until it returns an answer.
///
/// # Panics
/// Where it returns none in time. The message names `what` the test waited for.
pub(crate) fn wait<T>(what: &str, attempt: impl FnMut() -> Option<T>) -> T {
    wait_or(attempt, || what.to_string())
}

/// The same with a message that is made when the time is over.
pub(crate) fn wait_or<T>(mut attempt: impl FnMut() -> Option<T>, what: impl FnOnce() -> String) -> T {
    let since = Instant::now();
    loop {
        if let Some(answer) = attempt() {
            return answer;
        }
        if since.elapsed() > PATIENCE {
            panic!("expected {} within {PATIENCE:?}, found none", what());
        }
        std::thread::sleep(PAUSE);
    }
}

/// How a program ended.
pub(crate) struct Ended {
    /// The exit status; none where a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// A running program, which is ended when this is dropped.
pub(crate) struct Program {
    child: Child,
    name: String,
}

impl Program {
    pub(crate) fn start(command: &mut Command) -> Program {
        let name = format!("{command:?}");
        let child = command.spawn().unwrap_or_else(|error| panic!("cannot start {name}: {error}"));
        Program { child, name }
    }

    /// Sends the signal of this name.
    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success(), "{signal} to {}", self.name);
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its standard output, to be read while it runs.
    pub(crate) fn output(&mut self) -> std::process::ChildStdout {
        self.child.stdout.take().unwrap()
    }

    /// Waits until it has ended by itself.
    pub(crate) fn end(mut self) -> Ended {
        let status = wait(&format!("the end of {}", self.name), || self.child.try_wait().unwrap());
        let (mut stdout, mut stderr) = (String::new(), String::new());
        self.child.stdout.take().map(|mut out| out.read_to_string(&mut stdout).unwrap());
        self.child.stderr.take().map(|mut err| err.read_to_string(&mut stderr).unwrap());
        Ended { code: status.code(), stdout, stderr }
    }

    /// Panics with its standard error where it has ended already.
    pub(crate) fn assert_runs(&mut self) {
        if let Some(status) = self.child.try_wait().unwrap() {
            let mut stderr = String::new();
            self.child.stderr.take().map(|mut err| err.read_to_string(&mut stderr));
            panic!("{} has ended with {status}: {stderr}", self.name);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A server that is asked to end removes its lock and its socket. The program may have ended by itself.
        let _ = Command::new("kill").arg(self.child.id().to_string()).stderr(Stdio::null()).status();
        let since = Instant::now();
        while since.elapsed() < GRACE && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(PAUSE);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A desktop and its programs.
pub(crate) struct Desktop {
    connection: RustConnection,
    root: Window,
    display: String,
    folder: TempDir,
    /// The last one is ended first: the window manager before the server.
    programs: Vec<Program>,
}

/// Starts an X server on a free display. Returns the server and the display's name once it listens.
///
/// A server that finds its number by itself tries one after the other and unlinks the sockets of those that run. So
/// it is given numbers that no other test uses.
fn server() -> (Program, String) {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let screen = format!("{}x{}x24", SCREEN.0, SCREEN.1);
    for _ in 0..100 {
        let number = 100 + (std::process::id() * 100 + NEXT.fetch_add(1, Ordering::Relaxed)) % 10_000;
        let display = format!(":{number}");
        let mut command = Command::new("Xvfb");
        command.args([&display, "-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"]);
        let mut server = Program::start(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()));
        let mut line = String::new();
        BufReader::new(server.child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line.trim() == number.to_string() {
            return (server, display);
        }
    }
    panic!("expected a free display, found none in 100 attempts");
}

impl Desktop {
    /// A desktop without a compositor. Where one of its programs is not installed, prints that the test is skipped and
    /// returns `None`.
    pub(crate) fn start() -> Option<Desktop> {
        Desktop::with(&["openbox"])
    }

    /// The same with a compositor.
    pub(crate) fn composited() -> Option<Desktop> {
        Desktop::with(&["openbox", "picom"])
    }

    /// A desktop without a window manager.
    pub(crate) fn bare() -> Option<Desktop> {
        Desktop::with(&[])
    }

    fn with(programs: &[&str]) -> Option<Desktop> {
        let find = |name: &str| std::env::split_paths(&std::env::var_os("PATH")?).find(|dir| dir.join(name).is_file());
        for name in ["Xvfb", "xdotool"].iter().chain(programs) {
            if find(name).is_none() {
                eprintln!("skipped: {name} is not installed (./x test installs it)");
                return None;
            }
        }
        let (server, display) = server();
        let (connection, _) = wait("the X server", || RustConnection::connect(Some(&display)).ok());
        let root = connection.setup().roots[0].root;
        let folder = tempfile::tempdir().unwrap();
        let mut desktop = Desktop { connection, root, display, folder, programs: vec![server] };
        for name in programs {
            let mut command = desktop.command(name);
            let program = Program::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
            desktop.programs.push(program);
        }
        if !programs.is_empty() {
            desktop.wait_for_manager();
        }
        if programs.contains(&"picom") {
            let owner = desktop.atom("_NET_WM_CM_S0");
            wait("the compositor", || {
                let reply = desktop.connection.get_selection_owner(owner).unwrap().reply().unwrap();
                (reply.owner != x11rb::NONE).then_some(())
            });
        }
        Some(desktop)
    }

    /// Waits until windows are managed. A manager that starts may never manage a window that is mapped meanwhile.
    fn wait_for_manager(&self) {
        const SIDE: u16 = 64;
        /// The probe is mapped again after this number of attempts.
        const ATTEMPTS: u32 = 50;
        let probe = self.connection.generate_id().unwrap();
        let (depth, class, visual) =
            (x11rb::COPY_DEPTH_FROM_PARENT, WindowClass::INPUT_OUTPUT, x11rb::COPY_FROM_PARENT);
        let more = CreateWindowAux::new();
        self.connection.create_window(depth, probe, self.root, 0, 0, SIDE, SIDE, 0, class, visual, &more).unwrap();
        let is_managed = || self.windows().iter().any(|(id, _)| *id == probe);
        let mut attempts = 0;
        wait("the window manager", || {
            if attempts % ATTEMPTS == 0 {
                self.connection.unmap_window(probe).unwrap();
                self.connection.map_window(probe).unwrap();
                self.connection.flush().unwrap();
            }
            attempts += 1;
            is_managed().then_some(())
        });
        self.connection.destroy_window(probe).unwrap().check().unwrap();
        wait("the end of the probe", || (!is_managed()).then_some(()));
    }

    /// A command on this desktop, in its folder.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        // The skins, words and settings of the person who runs the tests change nothing.
        for (variable, folder) in [("HOME", ""), ("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config")] {
            command.env(variable, self.folder.path().join("home").join(folder));
        }
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Starts hexlex with these arguments. SIGINT reaches it, also where the shell that runs the tests ignores SIGINT.
    pub(crate) fn hexlex(&self, args: &[&str]) -> Program {
        self.hexlex_with(&[], args)
    }

    /// The same with these variables.
    pub(crate) fn hexlex_with(&self, variables: &[(&str, &str)], args: &[&str]) -> Program {
        let mut command = self.command("env");
        command.envs(variables.iter().copied());
        command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_hexlex")]).args(args);
        Program::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))
    }

    /// The same with a standard input to write to.
    pub(crate) fn hexlex_with_input(&self, args: &[&str]) -> (Program, std::process::ChildStdin) {
        let mut command = self.command("env");
        command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_hexlex")]).args(args).stdin(Stdio::piped());
        let mut program = Program::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
        let input = program.child.stdin.take().unwrap();
        (program, input)
    }

    /// Ends the X server, as a crash does.
    pub(crate) fn kill_server(&self) {
        self.programs[0].signal("KILL");
    }

    /// The display's name.
    pub(crate) fn display(&self) -> &str {
        &self.display
    }

    /// A file in the folder that commands run in.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn atom(&self, name: &str) -> u32 {
        self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
    }

    /// The bytes of a window's property.
    fn property(&self, window: Window, name: &str) -> Option<Vec<u8>> {
        let reply =
            self.connection.get_property(false, window, self.atom(name), AtomEnum::ANY, 0, 1024).ok()?.reply().ok()?;
        (!reply.value.is_empty()).then_some(reply.value)
    }

    /// The windows that the window manager manages, with their titles.
    pub(crate) fn windows(&self) -> Vec<(Window, String)> {
        let known = self.property(self.root, "_NET_CLIENT_LIST").unwrap_or_default();
        let ids = known.as_chunks().0.iter().map(|bytes| u32::from_ne_bytes(*bytes));
        let title = |id| String::from_utf8_lossy(&self.property(id, "_NET_WM_NAME").unwrap_or_default()).into_owned();
        ids.map(|id| (id, title(id))).collect()
    }

    /// The window of exactly this title, once the program has opened it and it is visible.
    pub(crate) fn window(&self, program: &mut Program, title: &str) -> Window {
        let visible = |id: Window| {
            let state = self.connection.get_window_attributes(id).ok()?.reply().ok()?.map_state;
            (state == MapState::VIEWABLE).then_some(id)
        };
        wait(&format!("a window called {title}"), || {
            program.assert_runs();
            self.windows().into_iter().find(|(_, name)| name == title).and_then(|(id, _)| visible(id))
        })
    }

    /// Where the window's content begins on the screen.
    pub(crate) fn origin(&self, window: Window) -> (i32, i32) {
        let reply = self.connection.translate_coordinates(window, self.root, 0, 0).unwrap().reply().unwrap();
        (reply.dst_x.into(), reply.dst_y.into())
    }

    /// The size of the window's content.
    pub(crate) fn size(&self, window: Window) -> (u32, u32) {
        let reply = self.connection.get_geometry(window).unwrap().reply().unwrap();
        (reply.width.into(), reply.height.into())
    }

    /// The window that has the focus.
    pub(crate) fn focus(&self) -> Window {
        self.connection.get_input_focus().unwrap().reply().unwrap().focus
    }

    /// The pixels of the whole screen.
    pub(crate) fn screenshot(&self) -> RgbaImage {
        let (width, height) = SCREEN;
        let shot = self.connection.get_image(ImageFormat::Z_PIXMAP, self.root, 0, 0, width, height, !0).unwrap();
        let pixels = shot.reply().unwrap().data;
        let (pixels, _) = pixels.as_chunks::<4>();
        let opaque = pixels.iter().flat_map(|[blue, green, red, _]| [*red, *green, *blue, 255]);
        RgbaImage::from_raw(width.into(), height.into(), opaque.collect()).unwrap()
    }

    /// The color of one pixel of the screen.
    #[allow(dead_code)] // the benchmark uses it
    pub(crate) fn pixel(&self, (x, y): (i32, i32)) -> image::Rgba<u8> {
        let shot = self.connection.get_image(ImageFormat::Z_PIXMAP, self.root, x as i16, y as i16, 1, 1, !0).unwrap();
        let pixel = shot.reply().unwrap().data;
        image::Rgba([pixel[2], pixel[1], pixel[0], 255])
    }

    /// The pixels of the screen where the window's content is.
    pub(crate) fn screenshot_of(&self, window: Window) -> RgbaImage {
        let ((x, y), (width, height)) = (self.origin(window), self.size(window));
        image::imageops::crop_imm(&self.screenshot(), x as u32, y as u32, width, height).to_image()
    }

    /// Runs these commands of xdotool, one after the other.
    pub(crate) fn act(&self, steps: &[String]) {
        let status = self.command("xdotool").args(steps.iter().flat_map(|step| step.split(' '))).status().unwrap();
        assert!(status.success(), "xdotool {steps:?}");
    }

    /// The commands of a click at a point of a window. Where clicks follow within milliseconds, a window manager that
    /// inspects each one may pass it on with a later position of the pointer.
    pub(crate) fn click_at(&self, window: Window, at: (f32, f32)) -> String {
        format!("{} click 1", self.point_at(window, at))
    }

    /// The command that moves the pointer to a point of a window.
    pub(crate) fn point_at(&self, window: Window, (x, y): (f32, f32)) -> String {
        let (left, top) = self.origin(window);
        format!("mousemove {} {}", left + x.round() as i32, top + y.round() as i32)
    }

    /// Clicks at a point of a window.
    pub(crate) fn click(&self, window: Window, at: (f32, f32)) {
        self.act(&[self.click_at(window, at)]);
    }

    /// Presses a key, by its X name, while the window has the focus.
    pub(crate) fn key(&self, window: Window, key: &str) {
        self.act(&[format!("windowfocus --sync {window}"), format!("key {key}")]);
    }

    /// Changes the size of the window's content, and waits until it has changed.
    pub(crate) fn resize(&self, window: Window, (width, height): (u32, u32)) {
        self.act(&[format!("windowsize {window} {width} {height}")]);
        wait("the new size", || (self.size(window) == (width, height)).then_some(()));
    }

    /// Asks the window to close, as its title bar does.
    pub(crate) fn close(&self, window: Window) {
        let message = ClientMessageEvent::new(32, window, self.atom("_NET_CLOSE_WINDOW"), [0u32, 2, 0, 0, 0]);
        let mask = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
        self.connection.send_event(false, self.root, mask, message).unwrap();
        self.connection.flush().unwrap();
    }

    /// Writes a picture for the person who looks into a failed test, and returns its path.
    pub(crate) fn keep(&self, picture: &RgbaImage, name: &str) -> PathBuf {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("png");
        picture.save(&path).unwrap();
        path
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        while self.programs.pop().is_some() {}
    }
}
