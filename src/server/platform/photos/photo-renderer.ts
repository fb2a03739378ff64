// Renders anonymous photos in a process of its own, one after the other. Pools of processes that others keep
// (tinypool, workerpool) bound neither the memory nor the time of a task.

import pLimit from 'p-limit'
import { programBeside, createTaskRunner } from '@/server/platform/task-process/task-process'
import { faultOfFile } from './photo-gate'
import type { RenderedPhoto } from './rendered-photo'
import type { Log } from '@/server/platform/process/logger'

/** No photo can be rendered now: too many wait, or the process does not start. */
export class RendererBusyError extends Error {
  override name = 'RendererBusyError'
}

/** The sender of a photo. Each has a queue of its own, and accounts go before all visitors but one. */
export type RenderPriority = 'visitors' | 'accounts'

export interface PhotoRenderer {
  /** `photo_too_big`: too much memory or work; `photo_broken`: crashed twice. Throws RendererBusyError, also when the clock ran out. */
  render(bytes: Buffer, priority: RenderPriority): Promise<RenderedPhoto>
  /** How many photos are rendered or wait for it. */
  inWork(): number
  pid(): number | undefined
  /** Ends the process. Whoever still waits gets a RendererBusyError. */
  stop(): Promise<void>
}

interface RendererLimits {
  /** The memory of the process while it renders. */
  maxRssBytes: number
  /** The processor time of one photo. */
  maxCpuSeconds: number
  /** The most by the clock, for what neither ends nor works. */
  maxMs: number
  /** The maximum of each priority. */
  maxWaiting: number
  maxWaitingBytes: number
  /** A photo that waits longer is refused with RendererBusyError. */
  maxWaitMs: number
  idleMs: number
}

const LIMITS: RendererLimits = {
  // Fifty megapixels of a progressive JPEG in full colour take 370 MB.
  maxRssBytes: 512 * 1024 * 1024,
  // Honest photos take up to 3.
  maxCpuSeconds: 8,
  maxMs: 20_000,
  maxWaiting: 12,
  maxWaitingBytes: 32 * 1024 * 1024,
  maxWaitMs: 6000,
  idleMs: 30_000,
}
/** The heap of JavaScript: the pixels are the decoder's. */
const MAX_HEAP_MB = 64
/** A crash may be the fault of a machine that had no memory left: the photo gets a second, fresh process. */
const TRIES = 2

/** Its process starts with the first photo. `limits` are for tests. */
export function createPhotoRenderer(
  log: Log<'debug' | 'warn'>,
  limits: Partial<RendererLimits> = {},
): PhotoRenderer {
  const options = { ...LIMITS, ...limits }
  const oneAtATime = pLimit(1)
  // One photo of visitors at a time waits among the others.
  const oneVisitor = pLimit(1)
  const queues = {
    visitors: {
      waiting: 0,
      bytes: 0,
      run: <T>(work: () => Promise<T>) => oneVisitor(() => oneAtATime(work)),
    },
    accounts: { waiting: 0, bytes: 0, run: <T>(work: () => Promise<T>) => oneAtATime(work) },
  }
  const runner = createTaskRunner<Buffer, RenderedPhoto>({
    program: {
      url: programBeside(import.meta.url, 'render-worker'),
      args: [String(options.maxRssBytes), String(options.maxCpuSeconds)],
      maxHeapMb: MAX_HEAP_MB,
      maxMs: options.maxMs,
    },
    idleMs: options.idleMs,
    work: 'renders photos',
    log,
  })

  const renderInTurn = async (task: Buffer, sinceMs: number): Promise<RenderedPhoto> => {
    if (performance.now() - sinceMs > options.maxWaitMs)
      throw new RendererBusyError('the photo waited too long')
    for (let tries = 0; tries < TRIES; tries += 1) {
      const outcome = await runner.run(task)
      if (typeof outcome === 'object') return outcome.result
      if (outcome === 'timed out') throw new RendererBusyError('the photo was not done in time')
      if (outcome === 'not started') throw new RendererBusyError('the process did not start')
    }
    return { ok: false, code: 'photo_broken' }
  }

  const queue = async (task: Buffer, waiting: RenderPriority): Promise<RenderedPhoto> => {
    const priority = queues[waiting]
    // One more than may wait: the first is in work.
    if (priority.waiting > options.maxWaiting || priority.bytes + task.length > options.maxWaitingBytes)
      throw new RendererBusyError('too many photos wait')
    priority.waiting += 1
    priority.bytes += task.length
    const sinceMs = performance.now()
    try {
      return await priority.run(() => renderInTurn(task, sinceMs))
    } finally {
      priority.waiting -= 1
      priority.bytes -= task.length
    }
  }

  return {
    async render(bytes, priority) {
      const fault = faultOfFile(bytes)
      return fault === undefined ? queue(bytes, priority) : { ok: false, code: fault }
    },
    inWork: () => queues.visitors.waiting + queues.accounts.waiting,
    pid: () => runner.pid(),
    stop: () => runner.stop(),
  }
}
