// Renders the pictures of links in a process of its own, one after the other, beside that of photos: a flood of cards delays nobody's photo,
// and the fonts are those of this process alone.

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { programBeside, createTaskRunner } from '@/server/platform/task-process/task-process'
import type { Card, RenderedCard } from './card'
import type { Log } from '@/server/platform/process/logger'

export class CardsBusyError extends Error {
  override name = 'CardsBusyError'
}

export interface CardRenderer {
  cached(card: Card): StoredCard | undefined
  /** Renders a card, or gives the one that was rendered of the same words. Throws CardsBusyError. */
  render(card: Card): Promise<StoredCard>
  stop(): Promise<void>
}

export interface StoredCard {
  png: Buffer
  /** Hash of the words on it. */
  etag: string
}

/** About 400 cards. */
const MAX_CACHED_BYTES = 24 * 1024 * 1024
const MAX_MS = 6000
const MAX_HEAP_MB = 64
const IDLE_MS = 30_000

/** Its process starts with the first card. How many may wait is for whoever calls to say. */
export function createCardRenderer(log: Log<'debug' | 'warn'>): CardRenderer {
  const oneAtATime = pLimit(1)
  const cached = new LRUCache<string, StoredCard>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ png }) => png.length,
  })
  const runner = createTaskRunner<Card, RenderedCard>({
    program: { url: programBeside(import.meta.url, 'card-worker'), maxHeapMb: MAX_HEAP_MB, maxMs: MAX_MS },
    idleMs: IDLE_MS,
    work: 'renders cards',
    log,
  })
  const renderNew = async (card: Card, name: string): Promise<StoredCard> => {
    // Somebody before it may have waited for the same.
    const known = cached.get(name)
    if (known !== undefined) return known
    const outcome = await runner.run(card)
    if (typeof outcome === 'string') throw new CardsBusyError(`the card was not rendered: ${outcome}`)
    const stored = { png: Buffer.from(outcome.result), etag: `"${name}"` }
    cached.set(name, stored)
    return stored
  }
  return {
    cached: (card) => cached.get(nameOf(card)),
    async render(card) {
      const name = nameOf(card)
      return oneAtATime(() => renderNew(card, name))
    },
    stop: () => runner.stop(),
  }
}

function nameOf(card: Card): string {
  return hash('sha1', JSON.stringify(card), 'base64url')
}
