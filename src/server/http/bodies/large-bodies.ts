import { Socket } from 'node:net'
import pLimit from 'p-limit'
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { MAX_PHOTO_BASE64_CHARS, MAX_PHOTO_BYTES } from '@/domain/events/event'
import { ApiError } from '@/server/http/errors/errors'
import type { Clock } from '@/server/platform/process/clock'
import { networkOf, networksOf } from '@/server/http/limits/network-of'
import { WindowCounter } from '@/server/http/limits/counters/window-counts'

/** The largest photo as base64, and the rest of the form. */
export const PHOTO_BODY_BYTES = MAX_PHOTO_BASE64_CHARS + 1024 * 1024
/** The size of the body that every call may send, and that is held in memory while it arrives. */
export const BODY_BYTES = 64 * 1024
/** The bounds of open files and of the disk that they take, whoever sends them. */
const BOUNDS = { maxAtOnce: 256, maxBytes: 1024 * 1024 * 1024 }
/** The bounds of an address, and of the wider networks that it is in. */
const MAX_AT_ONCE_OF_NETWORKS = [8, 32, 128]
/** Each holds some three times its size while it is parsed; and photos are rendered one after the other anyway. */
const PROCESSED_AT_ONCE = 1
/** They wait on the disk, and are more than one /24 may send at once. */
const MAX_WAITING = 48
const RETRY_AFTER_SECONDS = 5
/** A body that waits longer for its turn is refused with `Retry-After`. */
const MAX_WAIT_MS = 7000
/** Well within the time that the process has to end. Outboxes send again what was hung up on. */
const CLOSES_WITHIN_MS = 4000

export function bodyLimitOf(endpoint: Endpoint): number {
  if (endpoint.takesBytes !== undefined) return MAX_PHOTO_BYTES
  return endpoint.carriesPhoto === true ? PHOTO_BODY_BYTES : BODY_BYTES
}

/** Whether a body is too large to be held in memory while it arrives; one that does not say how long it is may be. */
export function isLargeBody({ headers }: FastifyRequest, endpoint: Endpoint): boolean {
  if (endpoint.takesBytes !== undefined) return true
  if (endpoint.carriesPhoto !== true) return false
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > BODY_BYTES
}

/** They arrive on the disk, many at a time, because a slow phone takes minutes; only complete ones have their turn to be parsed. */
export class LargeBodies {
  readonly #all = new Set<LargeBody>()
  readonly #ofRequest = new WeakMap<FastifyRequest, LargeBody>()
  readonly #processing = pLimit(PROCESSED_AT_ONCE)
  readonly #bounds: typeof BOUNDS
  #isClosing = false

  constructor(bounds = BOUNDS) {
    this.#bounds = bounds
  }

  /** Lets a request send its large body. Throws UNAVAILABLE with `Retry-After` before a byte of it is read. */
  accept(request: FastifyRequest, reply: FastifyReply): void {
    const body = new LargeBody(request, reply)
    if (this.#hasShare(body) || this.#processing.pendingCount >= MAX_WAITING) throw unavailable()
    if (this.#isFull()) this.#makeRoom()
    this.#all.add(body)
    this.#ofRequest.set(request, body)
    void body.ended.then(() => this.#all.delete(body))
  }

  of(request: FastifyRequest): LargeBody | undefined {
    return this.#ofRequest.get(request)
  }

  bytesToCome(): number {
    return [...this.#all].reduce((sum, body) => sum + body.expectedBytes - body.receivedBytes, 0)
  }

  /** Waits until it is a complete body's turn, which lasts until its response is known. Throws UNAVAILABLE. */
  async enter(body: LargeBody): Promise<void> {
    body.isComplete = true
    if (this.#processing.pendingCount >= MAX_WAITING) throw unavailable()
    const waits = this.#processing.activeCount > 0
    await new Promise<void>((enter, refuse) => {
      let isLate = false
      const giveUp = () => {
        isLate = true
        refuse(unavailable())
      }
      const timer = setTimeout(giveUp, MAX_WAIT_MS).unref()
      void body.ended.then(giveUp)
      void this.#processing(() => {
        clearTimeout(timer)
        if (isLate) return undefined
        enter()
        return body.ended
      })
    })
    if (waits && this.#isClosing) throw unavailable()
  }

  /** Called when its response is known: the next one has its turn, whether or not the client reads it. */
  leave(request: FastifyRequest): void {
    this.#ofRequest.get(request)?.end()
  }

  /** The end of the server waits a moment for bodies that arrive, and then for the one that has its turn. */
  close(): void {
    this.#isClosing = true
    const closeConnection = () => {
      for (const body of this.#all) if (!body.isComplete) body.closeConnection()
    }
    if ([...this.#all].every((body) => body.isComplete || body.isSlow())) closeConnection()
    else setTimeout(closeConnection, CLOSES_WITHIN_MS).unref()
  }

  /** Whether the networks of a body have as many under way as they may. */
  #hasShare({ networks }: LargeBody): boolean {
    return networks.some((network, level) => {
      const underWay = [...this.#all].filter((other) => other.networks[level] === network)
      return underWay.length >= (MAX_AT_ONCE_OF_NETWORKS[level] ?? Number.POSITIVE_INFINITY)
    })
  }

  #isFull(): boolean {
    const bytes = [...this.#all].reduce((sum, { expectedBytes }) => sum + expectedBytes, 0)
    return this.#all.size >= this.#bounds.maxAtOnce || bytes >= this.#bounds.maxBytes
  }

  /** Ends the slowest: an attack with many addresses has to be faster than everybody else to shut them out. */
  #makeRoom(): void {
    const [slowest] = [...this.#all]
      .filter((body) => body.isSlow())
      .toSorted((a, b) => a.bytesPerMs() - b.bytesPerMs())
    if (slowest === undefined) throw unavailable()
    this.#all.delete(slowest)
    slowest.closeConnection()
  }
}

function unavailable(): ApiError {
  return new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** A hostel's whole evening of retries; the limits of the call itself are far lower. */
const MAX_AN_HOUR = 120
const HOUR_MS = 3_600_000

/** Counts bodies before a byte is read, because invalid ones have their price, too. Throws TOO_MANY_REQUESTS. */
export function limitLargeBodies(clock: Clock): (request: FastifyRequest) => void {
  const counter = new WindowCounter(clock)
  return (request) => {
    const network = networkOf(request.ip)
    const { count, leftMs } = counter.peek(network)
    if (count >= MAX_AN_HOUR)
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(leftMs / 1000) })
    counter.add(network, HOUR_MS)
  }
}

/** Slower than this for so long, an upload makes room for another when there is none left. */
const SLOW_BYTES_PER_MS = 32
const SLOW_AFTER_MS = 10_000

export class LargeBody {
  readonly networks: readonly string[]
  readonly ended: Promise<void>
  receivedBytes = 0
  isComplete = false
  hasEnded = false
  /** The bytes that may come; a body that does not say how long it is may be as long as its call allows. */
  readonly expectedBytes: number
  readonly #request: FastifyRequest
  readonly #begunAtMs = performance.now()
  #resolve: () => void = () => undefined

  constructor(request: FastifyRequest, { raw }: FastifyReply) {
    this.#request = request
    this.networks = networksOf(request.ip)
    const declared = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    this.expectedBytes = Math.min(declared, request.routeOptions.bodyLimit)
    this.ended = new Promise((resolve) => (this.#resolve = resolve))
    // The connection's own end counts, too: of a response that waits behind another one on it (pipelining) nothing is heard.
    const { socket } = request.raw
    const end = () => this.end()
    socket.once('close', end)
    void this.ended.then(() => socket.off('close', end))
    raw.once('finish', end).once('close', end)
  }

  end(): void {
    this.hasEnded = true
    this.#resolve()
  }

  bytesPerMs(): number {
    return this.receivedBytes / Math.max(1, performance.now() - this.#begunAtMs)
  }

  isSlow(): boolean {
    const isOld = performance.now() - this.#begunAtMs > SLOW_AFTER_MS
    return !this.isComplete && isOld && this.bytesPerMs() < SLOW_BYTES_PER_MS
  }

  closeConnection(): void {
    this.#request.raw.destroy()
  }
}

/** More than the largest photo: who sends one in vain reads the response when all of it is sent. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024
const DRAINED_FOR_MS = 30_000

/**
 * Lets a client read a response that was sent before its body had arrived, such as 413. A connection that is closed with
 * unread bytes is reset, and the reset may overtake the response (RFC 9112 9.6); so the rest is received and dropped, for
 * a while.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  const drained = new Set<Socket>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const { socket } = request.raw
    // A call in process has no connection.
    if (!request.raw.complete && hasBody(request) && socket instanceof Socket) {
      drained.add(socket)
      drain(request, reply, () => drained.delete(socket))
    }
    done(null, payload)
  })
  // Their responses are sent: nothing is left that the end would have to wait for.
  app.addHook('preClose', (done) => {
    for (const socket of drained) socket.destroy()
    done()
  })
}

function drain({ raw }: FastifyRequest, reply: FastifyReply, onEnd: () => void): void {
  const { socket } = raw
  const closesAfter = !reply.raw.shouldKeepAlive
  // Otherwise Node closes it as soon as the response is written.
  reply.raw.shouldKeepAlive = true
  reply.header('connection', 'keep-alive')

  const timer = setTimeout(() => socket.destroy(), DRAINED_FOR_MS).unref()
  const bytesBefore = socket.bytesRead
  raw.on('data', () => {
    if (socket.bytesRead - bytesBefore > MAX_DRAINED_BYTES) socket.destroy()
  })
  const stop = () => {
    clearTimeout(timer)
    onEnd()
  }
  raw.once('close', stop).once('end', () => {
    stop()
    if (!closesAfter) return
    if (reply.raw.writableFinished) socket.end()
    else reply.raw.once('finish', () => socket.end())
  })
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
