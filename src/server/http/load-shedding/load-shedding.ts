import underPressure from '@fastify/under-pressure'
import type { FastifyUnderPressureOptions } from '@fastify/under-pressure'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '@/server/http/errors/api-error'
import type { Clock } from '@/server/platform/process/clock'
import { networkOf } from '@/server/http/limits/network-of'

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

const WINDOW_MS = 5000
/** Networks of one window. What comes from more than so many is counted for one. */
const MAX_NETWORKS = 10_000
const OTHERS = 'others'

/** Counts the requests of the last five to ten seconds by network. */
export class RequestShares {
  readonly #clock: Clock
  #counts = new Map<string, number>()
  #earlier: ReadonlyMap<string, number> = new Map()
  #total = 0
  #earlierTotal = 0
  #begunAtMs = -Infinity

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a request, and says how many its network has sent, and whether that is more than its share: an equal one, were there one network more. */
  count(network: string): { requests: number; isOver: boolean } {
    this.#beginWindow()
    const isRoom = this.#counts.has(network) || this.#counts.size < MAX_NETWORKS
    const name = isRoom ? network : OTHERS
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    this.#total += 1
    const networks = Math.max(this.#counts.size, this.#earlier.size)
    const share = (this.#total + this.#earlierTotal) / (networks + 1)
    const requests = count + (this.#earlier.get(name) ?? 0)
    return { requests, isOver: requests > share }
  }

  #beginWindow(): void {
    const ageMs = this.#clock.nowMs() - this.#begunAtMs
    if (ageMs >= 0 && ageMs < WINDOW_MS) return
    const isNext = ageMs >= WINDOW_MS && ageMs < 2 * WINDOW_MS
    this.#earlier = isNext ? this.#counts : new Map()
    this.#earlierTotal = isNext ? this.#total : 0
    this.#counts = new Map()
    this.#total = 0
    this.#begunAtMs = this.#clock.nowMs()
  }
}
