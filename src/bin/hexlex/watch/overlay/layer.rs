//! The Wayland side of the overlay: surfaces of wlr-layer-shell, which sway, Hyprland, KWin and others have.
//!
//! The surfaces lie in the layer `overlay`, above all windows, and their input region is empty: clicks pass through to the
//! game. Each picture lies in shared memory of its own, which the compositor maps and this program only writes.

use super::desktop::{OverlayDesktop, Part};
use crate::watch::x11_picture::{Transparency, server_pixels};
use anyhow::{Context, Result, anyhow, bail};
use hexlex::capture;
use hexlex::pixels::Rect;
use image::RgbaImage;
use rustix::fs::{MemfdFlags, memfd_create};
use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::os::fd::AsFd;
use wayland_client::backend::ObjectId;
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_buffer::WlBuffer;
use wayland_client::protocol::wl_compositor::WlCompositor;
use wayland_client::protocol::wl_output::{self, WlOutput};
use wayland_client::protocol::wl_region::WlRegion;
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_shm::{self, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
use wayland_client::protocol::wl_surface::WlSurface;
use wayland_client::{Connection, Dispatch, EventQueue, Proxy, QueueHandle, delegate_noop};
use wayland_protocols_wlr::layer_shell::v1::client::zwlr_layer_shell_v1::{Layer, ZwlrLayerShellV1};
use wayland_protocols_wlr::layer_shell::v1::client::zwlr_layer_surface_v1::{
    self, Anchor, KeyboardInteractivity, ZwlrLayerSurfaceV1,
};

/// The name of the surfaces, by which a compositor's settings may name them.
const NAMESPACE: &str = "hexlex watch: overlay";
/// How often the compositor is waited for until it has placed a surface. It does so at once; fewer fails where it needs a frame,
/// more delays the error where it never does. Chosen by hand.
const PATIENCE: usize = 8;

/// A connection to the compositor, with the surfaces of the overlay.
pub(super) struct LayerDesktop {
    queue: EventQueue<State>,
    state: State,
    compositor: WlCompositor,
    memory: WlShm,
    shell: ZwlrLayerShellV1,
    shown: [Option<Shown>; 2],
}

/// What the compositor has reported.
#[derive(Default)]
struct State {
    outputs: Vec<Output>,
    /// The surfaces that may have a picture.
    placed: HashSet<ObjectId>,
    /// The surfaces that are gone, as after their monitor was unplugged.
    closed: HashSet<ObjectId>,
}

/// A monitor.
struct Output {
    proxy: WlOutput,
    /// Its upper left corner on the screen.
    corner: (i32, i32),
}

/// A surface that is shown.
struct Shown {
    area: Rect,
    surface: WlSurface,
    layer: ZwlrLayerSurfaceV1,
}

impl Shown {
    fn destroy(self) {
        self.layer.destroy();
        self.surface.destroy();
    }
}

impl LayerDesktop {
    /// # Errors
    /// Where there is no Wayland display, or its compositor does not know wlr-layer-shell.
    pub(super) fn open() -> Result<LayerDesktop> {
        let conn = Connection::connect_to_env().context("expected a Wayland display, found none: use --preview")?;
        let (globals, mut queue) = registry_queue_init::<State>(&conn).context("the Wayland display is lost")?;
        let handle = queue.handle();
        let missing = "expected a compositor that knows wlr-layer-shell, found another one: use --preview";
        let shell = globals.bind(&handle, 1..=4, ()).context(missing)?;
        let compositor = globals.bind(&handle, 1..=4, ()).context(missing)?;
        let memory = globals.bind(&handle, 1..=1, ()).context(missing)?;
        let mut state = State::default();
        let outputs = globals.contents().clone_list().into_iter();
        for output in outputs.filter(|global| global.interface == WlOutput::interface().name) {
            let proxy = globals.registry().bind(output.name, 1, &handle, ());
            state.outputs.push(Output { proxy, corner: (0, 0) });
        }
        queue.roundtrip(&mut state).context("the Wayland display is lost")?;
        Ok(LayerDesktop { queue, state, compositor, memory, shell, shown: [None, None] })
    }

    /// A surface at this place, without a picture. A monitor that was plugged in since has none.
    fn surface(&mut self, area: Rect) -> Result<Shown> {
        let monitors = self.monitors()?;
        let monitor = super::monitor_of(area, &monitors);
        let output = self.state.outputs.iter().find(|output| output.corner == (monitor.x, monitor.y));
        let output =
            output.with_context(|| format!("expected a monitor at {monitor}, found none: start hexlex again"))?;
        let handle = self.queue.handle();
        let surface = self.compositor.create_surface(&handle, ());
        let nothing = self.compositor.create_region(&handle, ());
        surface.set_input_region(Some(&nothing));
        nothing.destroy();
        let namespace = NAMESPACE.to_string();
        let layer = self.shell.get_layer_surface(&surface, Some(&output.proxy), Layer::Overlay, namespace, &handle, ());
        layer.set_size(area.width, area.height);
        layer.set_anchor(Anchor::Top | Anchor::Left);
        layer.set_margin(area.y - monitor.y, 0, 0, area.x - monitor.x);
        // Bars of the desktop do not move it.
        layer.set_exclusive_zone(-1);
        layer.set_keyboard_interactivity(KeyboardInteractivity::None);
        surface.commit();
        for _ in 0..PATIENCE {
            self.queue.roundtrip(&mut self.state)?;
            if self.state.placed.remove(&layer.id()) {
                return Ok(Shown { area, surface, layer });
            }
        }
        bail!("expected the compositor to place the overlay, found that it did not: use --preview")
    }

    /// A buffer with the picture's pixels, which is destroyed once the compositor does not need it any more.
    fn buffer(&self, picture: &RgbaImage) -> Result<WlBuffer> {
        let bytes = server_pixels(picture, Transparency::Alpha);
        let mut file = File::from(memfd_create("hexlex", MemfdFlags::CLOEXEC).context(
            "expected shared memory for the overlay, found none left: close other programs, or use --preview",
        )?);
        file.write_all(&bytes).context(
            "expected shared memory for the overlay, found none left: close other programs, or use --preview",
        )?;
        let [width, height, row, size] =
            [picture.width() as usize, picture.height() as usize, 4 * picture.width() as usize, bytes.len()]
                .map(i32::try_from);
        let too_large = |_| {
            anyhow!("expected a picture of less than 2 GB for the overlay, found {} bytes: use --preview", bytes.len())
        };
        let handle = self.queue.handle();
        let pool = self.memory.create_pool(file.as_fd(), size.map_err(too_large)?, &handle, ());
        let (width, height, row) = (width.map_err(too_large)?, height.map_err(too_large)?, row.map_err(too_large)?);
        let buffer = pool.create_buffer(0, width, height, row, wl_shm::Format::Argb8888, &handle, ());
        pool.destroy();
        Ok(buffer)
    }
}

impl OverlayDesktop for LayerDesktop {
    fn adapt(&mut self) -> Result<()> {
        Ok(())
    }

    fn has_alpha(&self) -> bool {
        true
    }

    /// As the capture counts them.
    fn monitors(&self) -> Result<Vec<Rect>> {
        Ok(capture::monitors()?.into_iter().map(|monitor| monitor.area).collect())
    }

    fn area(&self, part: Part) -> Option<Rect> {
        self.shown[part as usize].as_ref().map(|shown| shown.area)
    }

    /// At another place a new surface is shown before the old one goes, so that nothing jumps.
    fn draw(&mut self, part: Part, area: Rect, picture: &RgbaImage) -> Result<()> {
        let buffer = self.buffer(picture)?;
        let before = self.shown[part as usize].take();
        let is_closed = |shown: &Shown| self.state.closed.contains(&shown.layer.id());
        let (kept, old) = match before {
            Some(shown) if shown.area == area && !is_closed(&shown) => (Some(shown), None),
            other => (None, other),
        };
        let shown = kept.map_or_else(|| self.surface(area), Ok)?;
        shown.surface.attach(Some(&buffer), 0, 0);
        shown.surface.damage(0, 0, i32::MAX, i32::MAX);
        shown.surface.commit();
        old.into_iter().for_each(Shown::destroy);
        self.shown[part as usize] = Some(shown);
        Ok(())
    }

    fn move_by(&mut self, part: Part, dx: i32, dy: i32) -> Result<()> {
        if let Some(shown) = self.shown[part as usize].as_mut().filter(|_| (dx, dy) != (0, 0)) {
            shown.area = shown.area.moved(dx, dy);
            let monitors: Vec<Rect> = capture::monitors()?.into_iter().map(|monitor| monitor.area).collect();
            let monitor = super::monitor_of(shown.area, &monitors);
            shown.layer.set_margin(shown.area.y - monitor.y, 0, 0, shown.area.x - monitor.x);
            shown.surface.commit();
        }
        Ok(())
    }

    /// The layer is above all windows by itself.
    fn raise(&mut self) -> Result<()> {
        Ok(())
    }

    fn hide(&mut self, part: Part) -> Result<()> {
        self.shown[part as usize].take().into_iter().for_each(Shown::destroy);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.queue.roundtrip(&mut self.state).context("the Wayland display is lost")?;
        Ok(())
    }
}

impl Dispatch<ZwlrLayerSurfaceV1, ()> for State {
    fn event(
        state: &mut State,
        layer: &ZwlrLayerSurfaceV1,
        event: zwlr_layer_surface_v1::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<State>,
    ) {
        match event {
            zwlr_layer_surface_v1::Event::Configure { serial, .. } => {
                layer.ack_configure(serial);
                state.placed.insert(layer.id());
            }
            zwlr_layer_surface_v1::Event::Closed => {
                state.closed.insert(layer.id());
            }
            _ => {}
        }
    }
}

impl Dispatch<WlOutput, ()> for State {
    fn event(
        state: &mut State,
        proxy: &WlOutput,
        event: wl_output::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<State>,
    ) {
        if let wl_output::Event::Geometry { x, y, .. } = event {
            let outputs = state.outputs.iter_mut().filter(|output| output.proxy == *proxy);
            outputs.for_each(|output| output.corner = (x, y));
        }
    }
}

impl Dispatch<WlBuffer, ()> for State {
    fn event(
        _: &mut State,
        buffer: &WlBuffer,
        _: wayland_client::protocol::wl_buffer::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<State>,
    ) {
        // Its one event: the compositor has released it.
        buffer.destroy();
    }
}

impl Dispatch<WlRegistry, GlobalListContents> for State {
    fn event(
        _: &mut State,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<State>,
    ) {
    }
}

delegate_noop!(State: ignore WlCompositor);
delegate_noop!(State: ignore WlRegion);
delegate_noop!(State: ignore WlShm);
delegate_noop!(State: ignore WlShmPool);
delegate_noop!(State: ignore WlSurface);
delegate_noop!(State: ignore ZwlrLayerShellV1);
