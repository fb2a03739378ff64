import { createHash } from 'node:crypto'
import type { Clock } from './clock'

const MAX_RESPONSES = 300
const MAX_KEY_CHARS = 1000

export type ContentEncoding = 'br' | 'gzip'

/** One response body, ready to be sent to any visitor. */
export interface CachedResponse {
  etag: string
  body: Buffer
  createdAtMs: number
  /** Compressed bodies, each made at the first request that accepts it. */
  encoded: Partial<Record<ContentEncoding, Buffer>>
}

/**
 * Responses that are the same for every visitor, cached for a moment and cleared at every write to what they show.
 * Concurrent requests for one key share one computation.
 */
export class ResponseCache {
  readonly #responses = new Map<string, CachedResponse>()
  readonly #inFlight = new Map<string, Promise<CachedResponse>>()
  readonly #clock: Clock
  readonly #maxAgeMs: number
  #generation = 0

  /** `maxAgeMs` bounds how old a response may be when another process wrote, or when "now" is part of the query. */
  constructor(clock: Clock, maxAgeMs: number) {
    this.#clock = clock
    this.#maxAgeMs = maxAgeMs
  }

  get(key: string): CachedResponse | undefined {
    const response = this.#responses.get(key)
    if (response === undefined) return undefined
    const ageMs = this.#clock.nowMs() - response.createdAtMs
    if (ageMs >= 0 && ageMs < this.#maxAgeMs) return response
    this.#responses.delete(key)
    return undefined
  }

  /** The cached response, or the one that `compute` (its JSON text) gives. What `compute` throws is not cached. */
  async getOrCompute(key: string, compute: () => Promise<string>): Promise<CachedResponse> {
    const cached = this.get(key)
    if (cached !== undefined) return cached
    const inFlight = this.#inFlight.get(key)
    if (inFlight !== undefined) return inFlight
    const computed = this.#compute(key, compute)
    this.#inFlight.set(key, computed)
    try {
      return await computed
    } finally {
      if (this.#inFlight.get(key) === computed) this.#inFlight.delete(key)
    }
  }

  /** Call after the commit of anything that a visitor can see. */
  clear(): void {
    this.#generation += 1
    this.#responses.clear()
    this.#inFlight.clear()
  }

  async #compute(key: string, compute: () => Promise<string>): Promise<CachedResponse> {
    const generation = this.#generation
    const createdAtMs = this.#clock.nowMs()
    const body = Buffer.from(await compute())
    const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
    const response: CachedResponse = { etag, body, createdAtMs, encoded: {} }
    // A computation that began before a write may show what was before it.
    if (generation === this.#generation && this.#maxAgeMs > 0 && key.length <= MAX_KEY_CHARS) {
      const oldest = this.#responses.size >= MAX_RESPONSES ? this.#responses.keys().next().value : undefined
      if (oldest !== undefined) this.#responses.delete(oldest)
      this.#responses.set(key, response)
    }
    return response
  }
}
