// Checked by `npm run types`: a global that this runtime lacks must stay unknown, or the expected error is missing.
// @ts-expect-error -- no network, no page, no Node.js here
export type NoWindow = typeof window
// @ts-expect-error -- no network, no page, no Node.js here
export type NoProcess = typeof process
// @ts-expect-error -- no network, no page, no Node.js here
export type NoFetch = typeof fetch
