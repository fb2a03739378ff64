// Checked by `npm run types`: a global that this runtime lacks must stay unknown, or the expected error is missing.
// @ts-expect-error -- the server has no page
export type NoWindow = typeof window
// @ts-expect-error -- the server has no page
export type NoDocument = typeof document
// @ts-expect-error -- the server has no page
export type NoSelf = typeof self
