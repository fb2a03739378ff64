import type { FastifyReply, FastifyRequest } from 'fastify'
import { networksOf } from '../limits/network-of'

/** Slower than this for so long, an upload makes room for another when there is none left. */
const SLOW_BYTES_PER_MS = 32
const SLOW_AFTER_MS = 10_000

/** A large body, from its first byte until its response has been sent. */
export class LargeBody {
  readonly networks: readonly string[]
  /** Resolves once the response is sent or the client is gone. */
  readonly ended: Promise<void>
  receivedBytes = 0
  isComplete = false
  hasEnded = false
  readonly #request: FastifyRequest
  readonly #begunAtMs = performance.now()

  constructor(request: FastifyRequest, { raw }: FastifyReply) {
    this.#request = request
    this.networks = networksOf(request.ip)
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.hasEnded = true
        resolve()
      }
      raw.once('finish', end).once('close', end)
    })
  }

  bytesPerMs(): number {
    return this.receivedBytes / Math.max(1, performance.now() - this.#begunAtMs)
  }

  isSlow(): boolean {
    const isOld = performance.now() - this.#begunAtMs > SLOW_AFTER_MS
    return !this.isComplete && isOld && this.bytesPerMs() < SLOW_BYTES_PER_MS
  }

  hangUp(): void {
    this.#request.raw.destroy()
  }
}
