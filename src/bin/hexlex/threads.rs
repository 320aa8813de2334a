//! Tesseract's threads.

/// Gives Tesseract one thread an engine: on single letters its several threads wait for each other, and
/// it answers ten times as fast with one.
///
/// What it heeds (`OMP_THREAD_LIMIT`) is read when the program is loaded, so that setting it in here would
/// come too late: the program starts itself again, once, with the variable set. Where that is not possible,
/// it goes on as it is, slower.
#[cfg(all(unix, feature = "tesseract"))]
pub(crate) fn leave_tesseract_one() {
    use std::os::unix::process::CommandExt;
    const LIMIT: &str = "OMP_THREAD_LIMIT";
    if std::env::var_os(LIMIT).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        // Comes back only where it failed.
        let _ = std::process::Command::new(program).args(std::env::args_os().skip(1)).env(LIMIT, "1").exec();
    }
}

/// There is nothing to do without Tesseract, or where a program cannot take its own place.
#[cfg(not(all(unix, feature = "tesseract")))]
pub(crate) fn leave_tesseract_one() {}
