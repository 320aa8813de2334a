/** The library in the variant that this browser runs. */
import simdUrl from "../pkg/simd/hexlex_simd.wasm?url";
import plainUrl from "../pkg/plain/hexlex_plain.wasm?url";
import type * as Hexlex from "../pkg/simd/hexlex";

/** The smallest module with an instruction of simd128. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

export async function load(): Promise<typeof Hexlex> {
  if (WebAssembly.validate(new Uint8Array(SIMD))) {
    const simd = await import("../pkg/simd/hexlex.js");
    await simd.default({ module_or_path: new URL(simdUrl, import.meta.url) });
    return simd;
  }
  const plain = await import("../pkg/plain/hexlex.js");
  await plain.default({ module_or_path: new URL(plainUrl, import.meta.url) });
  return plain as unknown as typeof Hexlex;
}
