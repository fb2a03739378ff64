// Checked by `npm run types`: a global that this runtime lacks must stay unknown, or the expected error is missing.
// @ts-expect-error -- browsers have no Node.js
export type NoProcess = typeof process
// @ts-expect-error -- browsers have no Node.js
export type NoBuffer = typeof Buffer
