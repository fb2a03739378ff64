// Checked by `npm run types`: a global that this runtime lacks must stay unknown, or the expected error is missing.
// @ts-expect-error -- runs in pages and in the worker
export type NoWindow = typeof window
// @ts-expect-error -- runs in pages and in the worker
export type NoDocument = typeof document
// @ts-expect-error -- runs in pages and in the worker
export type NoProcess = typeof process
