/** Photographs by the camera of a computer; phones have a camera app, which the input of the page opens. */
import { element } from "./dom";

type Take = (photograph: Blob, name: string) => void;

const viewfinder = element<HTMLDialogElement>("viewfinder");
const view = element<HTMLVideoElement>("view");

/** Whether an input for the camera opens a camera app. Elsewhere it would ask for a file. */
const hasApp = "capture" in HTMLInputElement.prototype;

let stream: MediaStream | undefined;

function stop() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = undefined;
  view.srcObject = null;
}

async function open(say: (text: string) => void) {
  // Frames as the camera has them: scaling would blur letters.
  const video = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 }, resizeMode: "none" };
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
    view.srcObject = stream;
    viewfinder.showModal();
    await view.play();
  } catch {
    viewfinder.close();
    stop();
    say("The browser gave no camera. Allow it for this page, or choose a picture.");
  }
}

async function shoot(take: Take) {
  const canvas = new OffscreenCanvas(view.videoWidth, view.videoHeight);
  canvas.getContext("2d")?.drawImage(view, 0, 0);
  viewfinder.close();
  take(await canvas.convertToBlob({ type: "image/png" }), "the camera");
}

/** Calls `take` with every photograph. */
export function photograph(take: Take, say: (text: string) => void) {
  element("camera").addEventListener("click", (event) => {
    if (hasApp || !navigator.mediaDevices?.getUserMedia) return;
    event.preventDefault();
    void open(say);
  });
  const shutter = element<HTMLButtonElement>("shutter");
  view.addEventListener("emptied", () => (shutter.disabled = true));
  view.addEventListener("loadeddata", () => (shutter.disabled = false));
  shutter.addEventListener("click", () => void shoot(take));
  element("leave").addEventListener("click", () => viewfinder.close());
  viewfinder.addEventListener("close", stop);
}
