import type { FastifyReply, FastifyRequest } from 'fastify'
import { networksOf } from '../limits/network-of'

/** Slower than this for so long, an upload makes room for another when there is none left. */
const SLOW_BYTES_PER_MS = 32
const SLOW_AFTER_MS = 10_000

/** A large body, from its first byte until its response is known. */
export class LargeBody {
  readonly networks: readonly string[]
  /** Resolves once the response is known or the client is gone. */
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
