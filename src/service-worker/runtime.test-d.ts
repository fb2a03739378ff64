// Checked by `npm run types`: a global that this runtime lacks must stay unknown, or the expected error is missing.
// @ts-expect-error -- a worker has no page and no Node.js
export type NoWindow = typeof window
// @ts-expect-error -- a worker has no page and no Node.js
export type NoDocument = typeof document
// @ts-expect-error -- a worker has no page and no Node.js
export type NoProcess = typeof process
