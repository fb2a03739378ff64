// Reads the calendars of others in a thread of their own, one after the other: no check of what is in them shows beforehand
// how long their rules take to expand.

import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { ImportError } from '@/domain/staff/import'
import type { Reading, ReadingTask } from './reading'
import type { Log } from '@/server/platform/process/logger'

/** No calendar can be read now: too many wait, or the server stops. */
export class ReaderBusyError extends Error {
  override name = 'ReaderBusyError'
}

type ReadingOutcome = Reading | { trouble: ImportError }

export interface CalendarReader {
  /**
   * Reads a calendar (`reading`). One that is not read in time, or needs too much memory, is `too_slow`.
   * Throws ReaderBusyError.
   */
  read(task: ReadingTask): Promise<ReadingOutcome>
  /** Whoever still waits gets a ReaderBusyError. */
  stop(): Promise<void>
}

const LIMITS = {
  /** The heap of the thread. */
  maxHeapMb: 256,
  /** The most that reading one calendar may take by the clock. */
  maxMs: 10_000,
  /** Besides the one that is read. */
  maxWaiting: 3,
}

/** `limits` are for tests. */
export function createCalendarReader(log: Log<'warn'>, limits: Partial<typeof LIMITS> = {}): CalendarReader {
  const { maxHeapMb, maxMs, maxWaiting } = { ...LIMITS, ...limits }
  const oneAtATime = pLimit(1)
  let current: Worker | undefined
  let isStopped = false

  const read = (task: ReadingTask) =>
    new Promise<ReadingOutcome>((resolve, reject) => {
      if (isStopped) throw new ReaderBusyError('the server stops')
      const worker = startWorker(maxHeapMb)
      current = worker
      const timer = setTimeout(() => void worker.terminate(), maxMs)
      worker.once('message', (outcome: ReadingOutcome) => {
        resolve(outcome)
        void worker.terminate()
      })
      worker.once('error', (error) => log.warn({ err: error }, 'a calendar was not read'))
      // After its result or its error, too, which have settled it then.
      worker.once('exit', () => {
        clearTimeout(timer)
        if (isStopped) reject(new ReaderBusyError('the server stops'))
        else resolve({ trouble: 'too_slow' })
      })
      worker.postMessage(task, [])
    })

  return {
    async read(task) {
      if (oneAtATime.pendingCount >= maxWaiting) throw new ReaderBusyError('too many calendars wait')
      return oneAtATime(read, task)
    },
    async stop() {
      isStopped = true
      await current?.terminate()
    },
  }
}

function startWorker(maxHeapMb: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb }
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('reading-worker.js', import.meta.url), { resourceLimits })
  // From the sources, which tsx runs; by itself Node 20 starts no thread in TypeScript.
  const [translator, program] = ['tsx/esm/api', new URL('reading-worker.ts', import.meta.url)].map(String)
  const start = `import('${translator}').then(({ register }) => (register(), import('${program}')))`
  return new Worker(start, { eval: true, execArgv: [], resourceLimits })
}
