//! What programs ask the X server for that could move or press something in another program's window, as the server itself
//! records it (the extension RECORD, version 1.13).

use crate::desktop::wait;
use std::sync::mpsc::{Receiver, channel};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::record::{self, CS, ConnectionExt, EnableContextReply, ExtRange, Range, Range8, Range16};
use x11rb::protocol::{xinput, xtest};
use x11rb::rust_connection::RustConnection;

/// Requests of the core protocol, by the numbers of its specification.
const SEND_EVENT: u8 = 25;
const WARP_POINTER: u8 = 41;
/// The events of keys, buttons and motion.
const INPUT_EVENTS: std::ops::RangeInclusive<u8> = 2..=6;
/// Requests of XInput, by their minor numbers: SendExtensionEvent and XIWarpPointer.
const XINPUT: [u8; 2] = [31, 41];
/// The request of XTEST that makes input: FakeInput.
const FAKE_INPUT: u8 = 2;
/// The category of a reply of RECORD with requests of a client, and of the first reply.
const FROM_CLIENT: u8 = 1;
const START_OF_DATA: u8 = 4;

/// Records the requests of all programs that connect later.
pub(crate) struct Recorder {
    control: RustConnection,
    context: record::Context,
    majors: Majors,
    replies: Receiver<EnableContextReply>,
}

/// The numbers of extensions on this server.
#[derive(Clone, Copy)]
struct Majors {
    xtest: Option<u8>,
    xinput: Option<u8>,
}

impl Recorder {
    /// Begins to record on a display.
    pub(crate) fn start(display: &str) -> Recorder {
        let connect = || RustConnection::connect(Some(display)).unwrap().0;
        let (control, data) = (connect(), connect());
        let major = |name| control.extension_information(name).unwrap().map(|known| known.major_opcode);
        let majors = Majors { xtest: major(xtest::X11_EXTENSION_NAME), xinput: major(xinput::X11_EXTENSION_NAME) };
        let core = |request| Range { core_requests: Range8 { first: request, last: request }, ..Range::default() };
        let extension = |major| {
            let major = Range8 { first: major, last: major };
            Range { ext_requests: ExtRange { major, minor: Range16 { first: 0, last: 255 } }, ..Range::default() }
        };
        let extensions = [majors.xtest, majors.xinput].into_iter().flatten().map(extension);
        let ranges: Vec<Range> = [core(SEND_EVENT), core(WARP_POINTER)].into_iter().chain(extensions).collect();
        let context = control.generate_id().unwrap();
        let clients = [u32::from(u8::from(CS::FUTURE_CLIENTS))];
        control.record_create_context(context, 0, &clients, &ranges).unwrap().check().unwrap();
        let (sender, replies) = channel();
        std::thread::spawn(move || {
            for reply in data.record_enable_context(context).unwrap() {
                if reply.is_err() || sender.send(reply.unwrap()).is_err() {
                    break;
                }
            }
        });
        let recorder = Recorder { control, context, majors, replies };
        wait("the recording", || recorder.replies.try_recv().ok().filter(|reply| reply.category == START_OF_DATA));
        recorder
    }

    /// The requests so far, since the last call, that make input, by name.
    pub(crate) fn inputs(&self) -> Vec<String> {
        // The server answers in order: what was asked before is recorded by now.
        self.control.record_get_context(self.context).unwrap().reply().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(200));
        let recorded = self.replies.try_iter().filter(|reply| reply.category == FROM_CLIENT);
        recorded.flat_map(|reply| inputs_among(&reply.data, self.majors)).collect()
    }
}

/// The names of those of some requests, one behind the other in the machine's byte order, that make input.
fn inputs_among(mut requests: &[u8], majors: Majors) -> Vec<String> {
    let mut inputs = Vec::new();
    while let [major, minor, low, high, ..] = *requests {
        let length = match u16::from_ne_bytes([low, high]) {
            // BIG-REQUESTS: the length follows.
            0 => requests.get(4..8).map_or(0, |bytes| u32::from_ne_bytes(bytes.try_into().unwrap())) as usize,
            length => usize::from(length),
        } * 4;
        let name = match major {
            SEND_EVENT if requests.get(12).is_some_and(|event| INPUT_EVENTS.contains(&(event & 127))) => "SendEvent",
            WARP_POINTER => "WarpPointer",
            _ if Some(major) == majors.xtest && minor == FAKE_INPUT => "FakeInput",
            _ if Some(major) == majors.xinput && XINPUT.contains(&minor) => "an event of XInput",
            _ => "",
        };
        inputs.extend((!name.is_empty()).then(|| name.to_string()));
        requests = requests.get(length.max(4)..).unwrap_or_default();
    }
    inputs
}
