import pLimit from 'p-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { MAX_PHOTO_BASE64_CHARS, MAX_PHOTO_BYTES } from '@/domain/events/photo'
import { ApiError } from '@/server/http/errors/api-error'
import { LargeBody } from './large-body'

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

/** Bytes that a request of this endpoint may have; more is PAYLOAD_TOO_LARGE. */
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

/**
 * Large bodies that are under way. They arrive on the disk, many at a time, because a slow phone takes minutes; only
 * what is complete has its turn to be parsed and decoded. Whoever sends slowly therefore delays nobody.
 */
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

  /** The body that `accept` let in. */
  of(request: FastifyRequest): LargeBody | undefined {
    return this.#ofRequest.get(request)
  }

  /** Bytes of the disk that the bodies under way may still take. */
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
