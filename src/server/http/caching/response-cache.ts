import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Clock } from '@/server/platform/process/clock'
import { isDatabaseAway } from '@/server/platform/database/client'

/** A rendered page is about 120 KB, with its compressed form. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_URLS = 2000
const MAX_URL_CHARS = 1000
const ENTRY_BYTES = 500
/** How long a response may stand in for one that cannot be computed for want of a database. */
const STALE_MS = 3_600_000
/** How long nobody waits for a database again that was away. */
const AWAY_MS = 5_000

export type ContentEncoding = 'br' | 'gzip'

export interface Computed {
  text: string
  /** Default: 200. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** A transient response serves the requests that came meanwhile, and none after them. Default: false. */
  isTransient?: boolean
  /** How old what it was made of is, seconds, when that stands in for what could not be read. */
  staleSeconds?: number
}

export interface CachedResponse {
  readonly key: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly body: Buffer
  readonly createdAtMs: number
  /** Compressed bodies, each made at the first request that accepts it. */
  readonly encoded: Readonly<Partial<Record<ContentEncoding, Buffer>>>
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Responses that are the same for every visitor, cached for a moment and cleared at every write to what they show.
 * Bounded by bytes, because an anonymous client chooses what is requested. A response has one key, whatever URLs lead to it. While the database is
 * away one that is too old stands in for an hour, with its `Age`: never one from before a write, which may have taken something down.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>
  /** The keys that URLs had: the response to a known one is found without parsing its query. */
  readonly #keyOfUrl = new LRUCache<string, string>({ max: MAX_URLS })
  readonly #computing = new Map<string, Promise<CachedResponse>>()
  readonly #compressing = new Map<string, Promise<Buffer>>()
  readonly #clock: Clock
  readonly #maxAgeMs: number
  /** How many requests got a response from here, had it computed, or got one that stands in. */
  readonly counts = { hits: 0, misses: 0, stale: 0 }
  #generation = 0
  #onClear: () => void = () => undefined
  #awayUntilMs = 0

  /** `maxAgeMs` bounds how old a response may be when another process wrote, or when "now" is part of the query. */
  constructor(clock: Clock, maxAgeMs: number, maxBytes = MAX_BYTES) {
    this.#clock = clock
    this.#maxAgeMs = maxAgeMs
    this.#responses = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf })
  }

  get(key: string): CachedResponse | undefined {
    const response = this.#responses.get(key)
    if (response === undefined) return undefined
    const ageMs = this.#clock.nowMs() - response.createdAtMs
    if (ageMs >= 0 && ageMs < this.#maxAgeMs) {
      this.counts.hits += 1
      return response
    }
    if (ageMs < 0 || ageMs >= STALE_MS) this.#responses.delete(key)
    return undefined
  }

  getByUrl(url: string): CachedResponse | undefined {
    const key = this.#keyOfUrl.get(url)
    return key === undefined ? undefined : this.get(key)
  }

  linkUrl(url: string, key: string): void {
    if (url.length <= MAX_URL_CHARS) this.#keyOfUrl.set(url, key)
  }

  /** Concurrent requests for a key share it; what `compute` throws is not cached. While the database is away: the last one of the hour. */
  async getOrCompute(
    key: string,
    compute: () => Promise<Computed | CachedResponse>,
  ): Promise<CachedResponse> {
    const isAway = this.#clock.nowMs() < this.#awayUntilMs
    const known = this.get(key) ?? (isAway ? this.#stale(key) : undefined)
    return known ?? shared(this.#computing, key, () => this.#computeOrStale(key, compute))
  }

  /** The response with its body compressed, too: once for all requests that come after. */
  async compress(response: CachedResponse, encoding: ContentEncoding): Promise<CachedResponse> {
    if (response.encoded[encoding] !== undefined) return response
    const bytes = await shared(this.#compressing, `${encoding} ${response.etag}`, () =>
      encoding === 'br'
        ? brotli(response.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
        : zip(response.body, { level: 6 }),
    )
    // The cached response may have another encoding, too: it was compressed for somebody else meanwhile.
    const cached = this.#responses.peek(response.key)
    const isCached = cached?.etag === response.etag && cached.createdAtMs === response.createdAtMs
    const encoded = { ...(isCached ? cached : response).encoded, [encoding]: bytes }
    if (isCached) this.#responses.set(response.key, { ...cached, encoded })
    return { ...response, encoded }
  }

  /** Calls this at each write, too: it says that what the responses are made of has changed. */
  onClear(listener: () => void): void {
    this.#onClear = listener
  }

  /** Call after the commit of anything that a visitor can see. */
  clear(): void {
    this.#onClear()
    this.#generation += 1
    this.#awayUntilMs = 0
    this.#responses.clear()
    this.#computing.clear()
  }

  async #computeOrStale(
    key: string,
    compute: () => Promise<Computed | CachedResponse>,
  ): Promise<CachedResponse> {
    try {
      const response = await this.#compute(key, compute)
      const isFallback = response.status === 503 || response.headers.age !== undefined
      return (isFallback ? this.#stale(key) : undefined) ?? response
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      this.#awayUntilMs = this.#clock.nowMs() + AWAY_MS
      const stale = this.#stale(key)
      // After a database that was away has come back, the pool still has connections that broke: each fails once.
      return stale ?? (await this.#compute(key, compute))
    }
  }

  #stale(key: string): CachedResponse | undefined {
    const response = this.#responses.peek(key)
    const ageMs = response === undefined ? STALE_MS : this.#clock.nowMs() - response.createdAtMs
    if (response === undefined || ageMs < 0 || ageMs >= STALE_MS) return undefined
    this.counts.stale += 1
    return { ...response, headers: { ...response.headers, age: String(Math.floor(ageMs / 1000)) } }
  }

  async #compute(key: string, compute: () => Promise<Computed | CachedResponse>): Promise<CachedResponse> {
    const generation = this.#generation
    this.counts.misses += 1
    const createdAtMs = this.#clock.nowMs()
    const computed = await compute()
    if ('etag' in computed) return computed
    const { text, status = 200, staleSeconds } = computed
    const headers = { ...computed.headers, ...(staleSeconds !== undefined && { age: String(staleSeconds) }) }
    const isTransient = computed.isTransient === true || staleSeconds !== undefined
    const body = Buffer.from(text)
    const etag = `W/"${hash('sha1', body, 'base64url')}"`
    const response: CachedResponse = { key, status, headers, etag, body, createdAtMs, encoded: {} }
    // A computation that began before a write may show what was before it.
    const isCurrent = generation === this.#generation
    if (isCurrent && !isTransient && this.#maxAgeMs > 0) this.#responses.set(key, response)
    return response
  }
}

function sizeOf({ key, body, encoded }: CachedResponse): number {
  const compressed = (encoded.br?.length ?? 0) + (encoded.gzip?.length ?? 0)
  return ENTRY_BYTES + key.length + body.length + compressed
}

async function shared<T>(all: Map<string, Promise<T>>, key: string, begin: () => Promise<T>): Promise<T> {
  const underWay = all.get(key)
  if (underWay !== undefined) return underWay
  const work = begin()
  all.set(key, work)
  try {
    return await work
  } finally {
    if (all.get(key) === work) all.delete(key)
  }
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
