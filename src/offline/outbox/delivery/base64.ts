const CHUNK = 0x8000

/** Encodes in chunks: `String.fromCharCode` takes its bytes as arguments, whose number is limited. */
export function toBase64(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes)
  let binary = ''
  for (let start = 0; start < view.length; start += CHUNK)
    binary += String.fromCharCode(...view.subarray(start, start + CHUNK))
  return btoa(binary)
}

/** Throws for text that is no base64. */
export function fromBase64(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer
}
