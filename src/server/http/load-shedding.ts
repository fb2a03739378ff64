import underPressure from '@fastify/under-pressure'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ApiError } from './api-error'

const MAX_EVENT_LOOP_DELAY_MS = 1000
const RETRY_AFTER_SECONDS = 5
const TELL_EVERY_MS = 10_000

/**
 * Sheds load while the process cannot keep up: UNAVAILABLE with `Retry-After`, which the outbox understands. Measured by
 * how late the event loop is, and not by memory: what a process holds does not go away when visitors are turned away.
 */
export async function shedLoad(app: FastifyInstance, log: FastifyBaseLogger): Promise<void> {
  let toldAtMs = 0
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler: (_request, _reply, _type, value) => {
      // A measure that could not be taken (the process was stopped for a while) is no sign of load.
      if (value === undefined || !Number.isFinite(value)) return
      if (Date.now() - toldAtMs > TELL_EVERY_MS) {
        toldAtMs = Date.now()
        log.warn({ delayMs: Math.round(value) }, 'too busy: requests are turned away')
      }
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    },
  })
}
