import underPressure from '@fastify/under-pressure'
import type { FastifyUnderPressureOptions } from '@fastify/under-pressure'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '@/server/http/errors/api-error'
import type { Clock } from '@/server/platform/process/clock'
import { networkOf } from '@/server/http/limits/network-of'
import { RequestShares } from './request-shares'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes the place of the general one (@fastify/under-pressure). */
    pressureHandler?: FastifyUnderPressureOptions['pressureHandler']
  }
}

/** The mean of a second. Half of what a response may take under load. */
const MAX_EVENT_LOOP_DELAY_MS = 500
const RETRY_AFTER_SECONDS = 5
/**
 * A network that floods waits a little for each response as soon as others would notice: two hundred connections that ask for what is
 * cached keep the event loop busy without ever making it late enough to refuse. A hundred people in one network stay below it.
 */
const FLOOD = { requests: 5000, delayMs: 15, pauseMs: 250 }
const LOG_INTERVAL_MS = 10_000
/** Refusing a file costs as much as sending it. */
const FILES =
  /^\/(?:(?:assets|fonts|icons|photos|screenshots)\/|(?:sw\.js|settings\.js|manifest\.webmanifest|favicon\.svg)(?:\?|$))/

/** Requests that came while the process could not keep up, of routes that decide for themselves what they can still do. */
const late = new WeakSet<FastifyRequest>()

/** Requests of networks that ask for more than their share. */
const overShare = new WeakSet<FastifyRequest>()

interface LoadShedding {
  log: FastifyBaseLogger
  clock: Clock
  /** Tests set these. */
  measures?: FastifyUnderPressureOptions
}

/**
 * Sheds load while the process cannot keep up: UNAVAILABLE with `Retry-After`, which the outbox understands, for the networks that
 * ask for more than others. Measured by how late the event loop is, and not by memory: what a process holds does not go
 * away when visitors are turned away.
 */
export async function shedLoad(
  app: FastifyInstance,
  { log, clock, measures = { maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS } }: LoadShedding,
): Promise<void> {
  const shares = new RequestShares(clock)
  let loggedAtMs = 0
  app.addHook('onRequest', (request, _reply, done) => {
    if (FILES.test(request.url)) return done()
    const { requests, isOver } = shares.count(networkOf(request.ip))
    if (isOver) overShare.add(request)
    const isFlood = isOver && requests > FLOOD.requests && app.memoryUsage().eventLoopDelay > FLOOD.delayMs
    if (isFlood) setTimeout(done, FLOOD.pauseMs)
    else done()
  })
  await app.register(underPressure, {
    ...measures,
    pressureHandler: (request, _reply, _type, value) => {
      if (!isMeasured(value) || FILES.test(request.url) || !overShare.has(request)) return
      if (Date.now() - loggedAtMs > LOG_INTERVAL_MS) {
        loggedAtMs = Date.now()
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
  if (isMeasured(value) && overShare.has(request)) late.add(request)
}

/** Call before costly work. Throws UNAVAILABLE when the process could not keep up with what the network of the request asks for. */
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
