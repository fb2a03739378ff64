// Reads the calendars of others in a process of its own, one after the other: no check of what is in them shows beforehand
// how long their rules take to expand.

import pLimit from 'p-limit'
import { programBeside, createTaskRunner } from '@/server/platform/task-process/task-process'
import type { PreviewOutcome, PreviewTask } from '@/server/modules/import/mapping/preview-rows'
import type { Log } from '@/server/platform/process/logger'

/** No calendar can be read now: too many wait, or the process does not start. */
export class ReaderBusyError extends Error {
  override name = 'ReaderBusyError'
}

export interface SourceReader {
  /**
   * Computes the preview of a calendar (preview-rows). One that is not read in time, or needs too much memory, is `too_slow`.
   * Throws ReaderBusyError.
   */
  preview(task: PreviewTask): Promise<PreviewOutcome>
  /** The id of the process, while there is one. */
  pid(): number | undefined
  /** Ends the process. Whoever still waits gets a ReaderBusyError. */
  stop(): Promise<void>
}

interface ReaderLimits {
  /** The heap of the process: the largest file that may be sent takes 200. */
  maxHeapMb: number
  /** The most that reading one calendar may take by the clock. */
  maxMs: number
  /** Besides the one that is read. */
  maxWaiting: number
  /** A calendar that waits longer is refused with `Retry-After`: the page gives up after 30 s, fetching included. */
  maxWaitMs: number
  idleMs: number
}

const LIMITS: ReaderLimits = {
  maxHeapMb: 384,
  maxMs: 10_000,
  maxWaiting: 3,
  maxWaitMs: 8000,
  idleMs: 30_000,
}

/** Its process starts with the first calendar. `limits` are for tests. */
export function createSourceReader(
  log: Log<'debug' | 'warn'>,
  limits: Partial<ReaderLimits> = {},
): SourceReader {
  const given = { ...LIMITS, ...limits }
  const oneAtATime = pLimit(1)
  const runner = createTaskRunner<PreviewTask, PreviewOutcome>({
    program: {
      url: programBeside(import.meta.url, 'preview-worker'),
      maxHeapMb: given.maxHeapMb,
      maxMs: given.maxMs,
    },
    idleMs: given.idleMs,
    work: 'reads calendars',
    log,
  })
  let isStopped = false

  const previewInTurn = async (task: PreviewTask, sinceMs: number): Promise<PreviewOutcome> => {
    if (performance.now() - sinceMs > given.maxWaitMs)
      throw new ReaderBusyError('the calendar waited too long')
    const outcome = await runner.run(task)
    if (typeof outcome === 'object') return outcome.result
    if (outcome === 'not started' || isStopped) throw new ReaderBusyError('the process did not read it')
    return { trouble: 'too_slow' }
  }

  return {
    async preview(task) {
      if (oneAtATime.pendingCount >= given.maxWaiting) throw new ReaderBusyError('too many calendars wait')
      const sinceMs = performance.now()
      return oneAtATime(() => previewInTurn(task, sinceMs))
    },
    pid: () => runner.pid(),
    stop() {
      isStopped = true
      return runner.stop()
    },
  }
}
