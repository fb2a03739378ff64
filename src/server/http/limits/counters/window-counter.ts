import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '@/server/platform/process/clock'

/** Some 20 MB when it is full. Beyond, what was not seen for the longest time is forgotten, never what is being hammered at. */
const MAX_KEYS = 100_000
/** Characters of a key's hash: addresses and emails are neither stored nor may they be long. */
const HASH_CHARS = 22

interface Window {
  count: number
  endsAtMs: number
}

export interface Counted {
  /** How often it was counted in the window that is under way. */
  count: number
  /** The milliseconds until the window ends. */
  leftMs: number
}

/**
 * Counts by key in fixed windows of time, in the memory of this process (over all servers: shared-counts). @fastify/rate-limit neither says
 * how far beyond its maximum a count is nor takes our clock.
 */
export class WindowCounter {
  // With `max` the cache would reserve room for all of them at once.
  readonly #windows: LRUCache<string, Window>
  readonly #clock: Clock

  constructor(clock: Clock, maxKeys = MAX_KEYS) {
    this.#windows = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 })
    this.#clock = clock
  }

  /** Reads the count without adding to it. */
  peek(key: string): Counted {
    return this.#counted(this.#windows.get(hashOf(key)))
  }

  /** The count of a window from other servers, unless it has ended. */
  set(key: string, { count, endsAtMs }: Window): void {
    const window = this.#windows.get(hashOf(key))
    // The window stays, for what was counted in it may be taken back.
    if (window === undefined) this.#windows.set(hashOf(key), { count, endsAtMs })
    else Object.assign(window, { count, endsAtMs })
  }

  /** Counts one; a window of `windowMs` begins with the first. What it returns takes it back. */
  add(key: string, windowMs: number): () => void {
    const keyHash = hashOf(key)
    const window = this.#openWindow(keyHash, windowMs)
    window.count += 1
    // The count is taken from its own window, which may have ended meanwhile.
    return () => void (window.count -= 1)
  }

  #openWindow(keyHash: string, windowMs: number): Window {
    const known = this.#windows.get(keyHash)
    if (known !== undefined && known.endsAtMs > this.#clock.nowMs()) return known
    const window = { count: 0, endsAtMs: this.#clock.nowMs() + windowMs }
    this.#windows.set(keyHash, window)
    return window
  }

  #counted(window: Window | undefined): Counted {
    const leftMs = (window?.endsAtMs ?? 0) - this.#clock.nowMs()
    return window === undefined || leftMs <= 0 ? { count: 0, leftMs: 0 } : { count: window.count, leftMs }
  }
}

/** A key is stored as this hash. */
export function hashOf(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, HASH_CHARS)
}
