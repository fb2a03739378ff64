import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'node:net'
import underPressure from '@fastify/under-pressure'
import type { FastifyUnderPressureOptions } from '@fastify/under-pressure'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import type { LimitFunction } from 'p-limit'
import { ApiError } from '@/server/http/errors/errors'
import type { Clock } from '@/server/platform/process/clock'
import { networkOf } from '@/server/http/limits/network-of'
import type { TrustedProxies } from '@/server/http/limits/network-of'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes the place of the general one (@fastify/under-pressure). */
    pressureHandler?: FastifyUnderPressureOptions['pressureHandler']
  }
}

/** The mean of a second. Half of what a response may take under load. */
const MAX_EVENT_LOOP_DELAY_MS = 500
const RETRY_AFTER_SECONDS = 5
/** A flood of cached responses waits a little, because it never makes the event loop late enough to be refused. */
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

interface Bounds {
  atOnce: number
  /** The bounds of one network: so many requests are under way at once, and so many wait. */
  ofNetwork: { atOnce: number; waiting: number }
  open: number
}

/** Eight of the twelve connections to the database are for reads; submissions and sign-ins have the others. */
export const READS: Bounds = { atOnce: 8, ofNetwork: { atOnce: 2, waiting: 40 }, open: 200 }
/** Rendering keeps the event loop busy: a second page is only to be rendered while the first waits for the database. */
export const PAGES: Bounds = { atOnce: 2, ofNetwork: { atOnce: 1, waiting: 20 }, open: 200 }
/** A programme of 10,000 events is megabytes, and a second of work. */
export const PROGRAMMES: Bounds = { atOnce: 1, ofNetwork: { atOnce: 1, waiting: 4 }, open: 40 }
/** Rendered one after the other, in about 0.1 s each. */
export const CARDS: Bounds = { atOnce: 1, ofNetwork: { atOnce: 1, waiting: 4 }, open: 24 }

const FAIR_LIMIT_RETRY_AFTER_SECONDS = 2
/** A sender who asks again at once, on hundreds of connections, would keep the process busy with refusing. */
const REFUSED_AFTER_MS = 250

/** Networks are served in turn. Throws UNAVAILABLE with `Retry-After` when too much is open, of all or of one network. */
export type FairLimit = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>

/** The reads of a page while it is rendered were let in with it. */
const isLetIn = new AsyncLocalStorage<true>()

export function createFairLimit({ atOnce, ofNetwork, open: maxOpen }: Bounds): FairLimit {
  // First come, first served is fair here, because a network has only its share in it.
  const limitAll = pLimit(atOnce)
  const networks = new Map<string, { limit: LimitFunction; open: number }>()
  let open = 0
  return async (request, work) => {
    if (isLetIn.getStore()) return work()
    assertInTime(request)
    const name = networkOf(request.ip)
    const network = networks.get(name) ?? { limit: pLimit(ofNetwork.atOnce), open: 0 }
    if (open >= maxOpen || network.open >= ofNetwork.atOnce + ofNetwork.waiting) {
      await pause(REFUSED_AFTER_MS)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: FAIR_LIMIT_RETRY_AFTER_SECONDS })
    }
    networks.set(name, network)
    network.open += 1
    open += 1
    try {
      return await network.limit(() => limitAll(() => isLetIn.run(true, work)))
    } finally {
      network.open -= 1
      open -= 1
      if (network.open === 0) networks.delete(name)
    }
  }
}

/** How a request is let in to work whose response others may share. */
export interface Admission {
  network: string
  admit: <T>(work: () => Promise<T>) => Promise<T>
}

export function admissionOf(request: FastifyRequest, limit: FairLimit): Admission {
  // A read of a page that was let in does not wait with those that were not.
  const network = isLetIn.getStore() ? 'let in' : networkOf(request.ip)
  return { network, admit: (work) => limit(request, work) }
}

/** Each holds a file descriptor and some 60 KB. */
const MAX_CONNECTIONS = 4000
/** A hostel's forty phones with six connections each, twice over. */
const MAX_OF_NETWORK = 500
/** Requests that are sent before the response to the first has come (pipelining, RFC 9112, 9.3.2). No browser does so, and no proxy. */
const MAX_UNANSWERED = 8

/** Bounds the connections that are open, of all and of one network, and the requests of one connection. Behind a proxy all of them are the proxy's, which bounds its own. */
export function limitConnections(app: FastifyInstance, proxies: TrustedProxies): void {
  app.server.maxConnections = MAX_CONNECTIONS
  endPipelines(app)
  if (proxies !== false) return
  const open = new Map<string, number>()
  app.server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress)
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
    if (count > MAX_OF_NETWORK) socket.destroy()
  })
}

/** Node begins with all requests of a connection at once: one connection would be as good as hundreds. */
function endPipelines(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count > MAX_UNANSWERED) socket.destroy()
    // The requests that came with them in one packet get no further either.
    if (!socket.destroyed) done()
  })
}
