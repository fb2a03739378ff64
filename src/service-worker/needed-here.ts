/** Files of the public shell, with their revisions. */
export type PrecacheManifest = (string | { url: string; revision: string | null })[]

/** A browser that has Temporal never loads its polyfill, which is a twentieth of the shell. */
export function neededHere(manifest: PrecacheManifest): PrecacheManifest {
  if (!('Temporal' in globalThis)) return manifest
  return manifest.filter(
    (entry) => !(typeof entry === 'string' ? entry : entry.url).startsWith('assets/temporal-polyfill-'),
  )
}
