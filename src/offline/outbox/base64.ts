const CHUNK = 0x8000

/** Made in pieces: `String.fromCharCode` takes its bytes as arguments, and those are limited. */
export function toBase64(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes)
  let binary = ''
  for (let start = 0; start < view.length; start += CHUNK)
    binary += String.fromCharCode(...view.subarray(start, start + CHUNK))
  return btoa(binary)
}
