import { Worker } from 'node:worker_threads'

const POLL_INTERVAL_MS = 500

/** The thread's program as text: from the sources, where tests run, Node 20 starts no thread in TypeScript. */
const WATCH = `
  const parent = require('node:worker_threads').workerData
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, ${POLL_INTERVAL_MS})
`

/**
 * Ends this process when the server is gone, also while a task keeps its only thread busy and no `disconnect` arrives: whoever
 * loses its parent is adopted by another. Call it once, at the start of a program whose tasks do not yield.
 */
export function endWithServer(): void {
  new Worker(WATCH, { eval: true, execArgv: [], workerData: process.ppid }).unref()
}
