import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { ERROR_STATUS } from '@/contract/errors'
import { ApiError } from '@/server/http/errors/errors'
import { isDatabaseAway } from '@/server/platform/database/client'
import type { Clock } from '@/server/platform/process/clock'
import type { Log } from '@/server/platform/process/logger'

/** A rendered page is about 100 KB. */
const MAX_BYTES = 48 * 1024 * 1024
const ENTRY_BYTES = 500
/** How long a response may stand in for one that cannot be computed. */
const STALE_MS = 3_600_000
/** A visitor waits this long for a new response while there is an old one. */
const PATIENCE_MS = 1500

export type ContentEncoding = 'br' | 'gzip'

export interface Computed {
  text: string
  /** Default: 200. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** A transient response serves the requests that came meanwhile, and none after them. Default: false. */
  isTransient?: boolean
}

type Compute = () => Promise<Computed>

export interface CachedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly body: Buffer
  readonly isTransient: boolean
  readonly createdAtMs: number
  /** Compressed bodies, each begun by the first request that accepts it. */
  readonly encoded: Partial<Record<ContentEncoding, Promise<Buffer>>>
}

/**
 * Responses that are the same for every visitor, cached for a moment and cleared at every write to what they show.
 * Bounded by bytes, because an anonymous client chooses what is requested. When one cannot be computed, or not soon, the one before stands
 * in for an hour, with its `Age`: never one from before a write, which may have taken something down.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse, Compute>
  readonly #clock: Clock
  readonly #patienceMs: number
  readonly #log: Log<'error'> | undefined
  readonly #onClear: (() => void) | undefined
  /** How many requests got a response from here, had it computed, or got one that stands in. */
  readonly counts = { hits: 0, misses: 0, stale: 0 }

  /** `maxAgeMs` bounds how old a response may be when another process wrote, or when "now" is part of the query. 0: nothing is cached. */
  constructor(
    clock: Clock,
    maxAgeMs: number,
    { maxBytes = MAX_BYTES, patienceMs = PATIENCE_MS, log, onClear }: CacheOptions = {},
  ) {
    this.#clock = clock
    this.#patienceMs = patienceMs
    this.#log = log
    this.#onClear = onClear
    this.#responses = new LRUCache({
      maxSize: maxBytes,
      // The library does not store what is larger than the cache.
      sizeCalculation: (response, key) =>
        response.isTransient || maxAgeMs === 0 ? maxBytes + 1 : sizeOf(response, key),
      ttl: maxAgeMs,
      ttlResolution: 0,
      perf: { now: () => clock.nowMs() },
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      // `clear` aborts what is being computed: whoever waits gets it, and it is not stored.
      ignoreFetchAbort: true,
      fetchMethod: (_key, stale, { context }) => this.#compute(context, stale !== undefined),
    })
  }

  /** Concurrent requests for a key share it; what `compute` throws is not cached. */
  async getOrCompute(key: string, compute: Compute): Promise<CachedResponse> {
    const fresh = this.#responses.get(key)
    if (fresh !== undefined) {
      this.counts.hits += 1
      return fresh
    }
    const computing = this.#responses.forceFetch(key, { context: compute })
    if (this.#stale(key) === undefined) return computing
    try {
      const inTime = await Promise.race([computing, pause(this.#patienceMs, undefined, { ref: false })])
      if (inTime !== undefined) return inTime
    } catch (error) {
      if (isRefusal(error)) throw error
    }
    const stale = this.#stale(key)
    // A write came meanwhile, and cleared it.
    if (stale === undefined) return computing
    computing.catch(() => undefined)
    this.counts.stale += 1
    const ageSeconds = Math.floor((this.#clock.nowMs() - stale.createdAtMs) / 1000)
    return { ...stale, headers: { ...stale.headers, age: String(ageSeconds) } }
  }

  /** Call after the commit of anything that a visitor can see. */
  clear(): void {
    this.#onClear?.()
    this.#responses.clear()
  }

  #stale(key: string): CachedResponse | undefined {
    const response = this.#responses.peek(key, { allowStale: true })
    return response && this.#clock.nowMs() - response.createdAtMs < STALE_MS ? response : undefined
  }

  async #compute(compute: Compute, hasStale: boolean): Promise<CachedResponse> {
    this.counts.misses += 1
    const createdAtMs = this.#clock.nowMs()
    const {
      text,
      status = 200,
      headers = {},
      isTransient = false,
    } = await compute().catch((error) => {
      // After a database that was away has come back, the pool still has connections that broke: each fails once.
      if (!hasStale && isDatabaseAway(error)) return compute()
      if (hasStale && !isRefusal(error)) this.#log?.error({ err: error }, 'a response stands in')
      throw error
    })
    const body = Buffer.from(text)
    const etag = `W/"${hash('sha1', body, 'base64url')}"`
    return { status, headers, etag, body, isTransient, createdAtMs, encoded: {} }
  }
}

interface CacheOptions {
  maxBytes?: number
  patienceMs?: number
  log?: Log<'error'>
  /** Called at each write: what the responses are made of has changed, too. */
  onClear?: () => void
}

/** Whether the request got its due: what is gone or wrong is told, whatever was there before. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && ERROR_STATUS[error.code] < 500
}

/** Each of the two compressed bodies is less than half of the text. */
function sizeOf({ body }: CachedResponse, key: string): number {
  return ENTRY_BYTES + key.length + 2 * body.length
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The compressed body of a response: made once for all requests that accept it. */
export function compressed({ body, encoded }: CachedResponse, encoding: ContentEncoding): Promise<Buffer> {
  return (encoded[encoding] ??=
    encoding === 'br'
      ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : zip(body, { level: 6 }))
}

/** Reads at most once in so many milliseconds; concurrent callers share it. What failed is not cached. */
export function cachedFor<T>(clock: Clock, maxAgeMs: number, read: () => Promise<T>): () => Promise<T> {
  let known: { atMs: number; value: Promise<T> } | undefined
  return () => {
    const nowMs = clock.nowMs()
    if (known !== undefined && Math.abs(nowMs - known.atMs) < maxAgeMs) return known.value
    const reading = { atMs: nowMs, value: read() }
    known = reading
    reading.value.catch(() => {
      if (known === reading) known = undefined
    })
    return reading.value
  }
}
