import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Clock } from '@/server/platform/process/clock'

/** A rendered page is about 100 KB. */
const MAX_BYTES = 48 * 1024 * 1024
const ENTRY_BYTES = 500

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

export interface CachedResponse extends Required<Omit<Computed, 'text'>> {
  etag: string
  body: Buffer
  /** Compressed bodies, each begun by the first request that accepts it. */
  encoded: Partial<Record<ContentEncoding, Promise<Buffer>>>
}

interface CacheOptions {
  /** Bounds how old a response may be when "now" is part of the query, or nobody heard of a write. 0: nothing is cached. */
  maxAgeMs: number
  maxBytes?: number
}

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Responses that are the same for every visitor, cached for a moment and cleared at every write to what they show.
 * Bounded by bytes, because an anonymous client chooses what is requested.
 */
export function createResponseCache(clock: Clock, { maxAgeMs, maxBytes = MAX_BYTES }: CacheOptions) {
  /** How many requests got a response from here, or had it computed. */
  const counts = { hits: 0, misses: 0 }
  const responses = new LRUCache<string, CachedResponse, Compute>({
    maxSize: maxBytes,
    // The library does not store what is larger than the cache.
    sizeCalculation: (response, key) =>
      response.isTransient || maxAgeMs === 0 ? maxBytes + 1 : sizeOf(response, key),
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now: () => clock.nowMs() },
    // `clear` aborts what is being computed: whoever waits gets it, and it is not stored.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: compute }) => {
      counts.misses += 1
      const { text, status = 200, headers = {}, isTransient = false } = await compute()
      const body = Buffer.from(text)
      const etag = `W/"${hash('sha1', body, 'base64url')}"`
      return { status, headers, etag, body, isTransient, encoded: {} }
    },
  })
  return {
    counts,
    /** Concurrent requests for a key share it; what `compute` throws is not cached. */
    async getOrCompute(key: string, compute: Compute): Promise<CachedResponse> {
      const cached = responses.get(key)
      if (cached === undefined) return responses.forceFetch(key, { context: compute })
      counts.hits += 1
      return cached
    },
    /** Call after the commit of anything that a visitor can see. */
    clear: () => responses.clear(),
  }
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
