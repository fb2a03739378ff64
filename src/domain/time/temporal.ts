/**
 * Temporal is native in some browsers and absent in others and in Node 20. It is loaded when something has to
 * reckon with dates (a form, a filter, the server), never on the first paint: the polyfill weighs 16.5 KiB.
 */
export async function ensureTemporal(): Promise<void> {
  if (typeof globalThis.Temporal === 'undefined') await import('temporal-polyfill/global')
}
