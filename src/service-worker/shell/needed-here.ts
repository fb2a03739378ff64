/** Files of the public shell, with their revisions and digests. */
export type PrecacheManifest = (string | { url: string; revision: string | null; integrity?: string })[]

/** A browser that has Temporal never loads its polyfill, which is a twentieth of the shell. */
export function neededHere(manifest: PrecacheManifest): PrecacheManifest {
  if (!('Temporal' in globalThis)) return manifest
  return manifest.filter(
    (entry) => !(typeof entry === 'string' ? entry : entry.url).startsWith('assets/temporal-polyfill-'),
  )
}
