//! The commands that have windows, on a desktop of their own: see [`desktop`].

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // helpers of tests

#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "wayland")]
mod compositor;
mod desktop;
mod practice;
mod requests;
mod stage;
mod watch;
