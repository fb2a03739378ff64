/**
 * SHA-256 of a refresh token, base64url: the server ends the session of it, and nothing else can be done with it. Undefined
 * where the browser has no Web Crypto (a page without TLS).
 */
export async function tokenDigest(token: string): Promise<string | undefined> {
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(token))
  if (digest === undefined) return undefined
  const binary = String.fromCodePoint(...new Uint8Array(digest))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
