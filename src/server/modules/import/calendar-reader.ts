// Reads the calendars of others in a thread of their own, one after the other: no check of what is in them shows beforehand
// how long their rules take to expand.

import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { ImportError } from '@/domain/staff/import'
import type { Log } from '@/server/platform/process/logger'
import { readerBusy } from './calendar-bytes'
import type { Reading, ReadingTask } from './reading'

/** The heap of the thread. */
const HEAP_MB = 256
/** How many calendars may wait, besides the one that is read. */
const MAX_WAITING = 3

type ReadingOutcome = Reading | { trouble: ImportError }

/** Reads a calendar (`reading`). One that is not read in time, or needs too much memory, is `too_slow`. Throws UNAVAILABLE. */
export type CalendarReader = (task: ReadingTask) => Promise<ReadingOutcome>

/** `maxMs`: the most that reading one calendar may take by the clock. */
export function createCalendarReader(
  log: Log<'warn'>,
  { closing, maxMs = 10_000 }: { closing: AbortSignal; maxMs?: number },
): CalendarReader {
  const oneAtATime = pLimit(1)

  const read = (task: ReadingTask) =>
    new Promise<ReadingOutcome>((resolve, reject) => {
      if (closing.aborted) throw readerBusy()
      const worker = startWorker()
      const end = () => void worker.terminate()
      const timer = setTimeout(end, maxMs)
      closing.addEventListener('abort', end)
      worker.once('message', (outcome: ReadingOutcome) => {
        resolve(outcome)
        end()
      })
      worker.once('error', (error) => log.warn({ err: error }, 'a calendar was not read'))
      // After its result or its error, too, which have settled it then.
      worker.once('exit', () => {
        clearTimeout(timer)
        closing.removeEventListener('abort', end)
        if (closing.aborted) reject(readerBusy())
        else resolve({ trouble: 'too_slow' })
      })
      worker.postMessage(task, [])
    })

  return async (task) => {
    if (oneAtATime.pendingCount >= MAX_WAITING) throw readerBusy()
    return oneAtATime(read, task)
  }
}

function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB }
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('reading-worker.js', import.meta.url), { resourceLimits })
  // From the sources, which tsx runs; by itself Node 20 starts no thread in TypeScript.
  const [translator, program] = ['tsx/esm/api', new URL('reading-worker.ts', import.meta.url)].map(String)
  const start = `import('${translator}').then(({ register }) => (register(), import('${program}')))`
  return new Worker(start, { eval: true, execArgv: [], resourceLimits })
}
