import underPressure from '@fastify/under-pressure'
import type { FastifyUnderPressureOptions } from '@fastify/under-pressure'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes the place of the general one (@fastify/under-pressure). */
    pressureHandler?: FastifyUnderPressureOptions['pressureHandler']
  }
}

/** The mean of a second. Half of what a response may take under load. */
const MAX_EVENT_LOOP_DELAY_MS = 500
const RETRY_AFTER_SECONDS = 5
const TELL_EVERY_MS = 10_000
/** To refuse a file costs as much as to send it. */
const FILES = /^\/(?:assets|photos)\//

/** Requests that came while the process could not keep up, of routes that decide for themselves what they can still do. */
const late = new WeakSet<FastifyRequest>()

/**
 * Sheds load while the process cannot keep up: UNAVAILABLE with `Retry-After`, which the outbox understands. Measured by
 * how late the event loop is, and not by memory: what a process holds does not go away when visitors are turned away.
 * `measures` are for tests.
 */
export async function shedLoad(
  app: FastifyInstance,
  log: FastifyBaseLogger,
  measures: FastifyUnderPressureOptions = { maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS },
): Promise<void> {
  let toldAtMs = 0
  await app.register(underPressure, {
    ...measures,
    pressureHandler: (request, _reply, _type, value) => {
      if (!isMeasured(value) || FILES.test(request.url)) return
      if (Date.now() - toldAtMs > TELL_EVERY_MS) {
        toldAtMs = Date.now()
        log.warn({ delayMs: Math.round(value) }, 'too busy: requests are turned away')
      }
      throw unavailable()
    },
  })
}

/** The `pressureHandler` of a route that may still have a cached response: its handler calls `assertInTime`. */
export function shedLater(
  request: FastifyRequest,
  _reply: FastifyReply,
  _type: string,
  value: number | undefined,
): void {
  if (isMeasured(value)) late.add(request)
}

/** Call before costly work. Throws UNAVAILABLE when the process could not keep up at the time of the request. */
export function assertInTime(request: FastifyRequest): void {
  if (late.has(request)) throw unavailable()
}

/** A measure that could not be taken (the process was stopped for a while) is no sign of load. */
function isMeasured(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value)
}

function unavailable(): ApiError {
  return new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
