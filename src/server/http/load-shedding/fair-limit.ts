import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import type { LimitFunction } from 'p-limit'
import { ApiError } from '@/server/http/errors/api-error'
import { networkOf } from '@/server/http/limits/network-of'
import { assertInTime } from './load-shedding'

interface Bounds {
  atOnce: number
  /** The bounds of one network: so many requests are under way at once, and so many wait. */
  ofNetwork: { atOnce: number; waiting: number }
  /** Requests under way or waiting, of all networks. */
  open: number
}

/**
 * Eight of the twelve connections to the database are for reads: a sender with ever new queries leaves some to submissions and
 * sign-ins.
 */
export const READS: Bounds = { atOnce: 8, ofNetwork: { atOnce: 2, waiting: 40 }, open: 200 }
/** Rendering keeps the event loop busy: a second page is only to be rendered while the first waits for the database. */
export const PAGES: Bounds = { atOnce: 2, ofNetwork: { atOnce: 1, waiting: 20 }, open: 200 }
/** A programme of 10,000 events is megabytes, and a second of work. */
export const PROGRAMMES: Bounds = { atOnce: 1, ofNetwork: { atOnce: 1, waiting: 4 }, open: 40 }
/** Rendered one after the other, in about 0.1 s each. */
export const CARDS: Bounds = { atOnce: 1, ofNetwork: { atOnce: 1, waiting: 4 }, open: 24 }

const RETRY_AFTER_SECONDS = 2
/** A sender who asks again at once, on hundreds of connections, would keep the process busy with refusing. */
const REFUSED_AFTER_MS = 250

/**
 * Does work that no cached response spares. Networks are served in turn: who asks for much waits behind itself. Throws UNAVAILABLE with
 * `Retry-After` when too much is open, of all or of one network, and to a network that is why the process cannot keep up.
 */
export type FairLimit = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>

/** The reads of a page while it is rendered were let in with it. */
const isLetIn = new AsyncLocalStorage<true>()

export function createFairLimit({ atOnce, ofNetwork, open: maxOpen }: Bounds): FairLimit {
  // First come, first served is fair here, because a network has only its share in it.
  const limitAll = pLimit(atOnce)
  const networks = new Map<string, { limit: LimitFunction; open: number }>()
  let open = 0
  return async (request, work) => {
    if (isLetIn.getStore()) return work()
    assertInTime(request)
    const name = networkOf(request.ip)
    const network = networks.get(name) ?? { limit: pLimit(ofNetwork.atOnce), open: 0 }
    if (open >= maxOpen || network.open >= ofNetwork.atOnce + ofNetwork.waiting) {
      await pause(REFUSED_AFTER_MS)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    networks.set(name, network)
    network.open += 1
    open += 1
    try {
      return await network.limit(() => limitAll(() => isLetIn.run(true, work)))
    } finally {
      network.open -= 1
      open -= 1
      if (network.open === 0) networks.delete(name)
    }
  }
}

/** How a request is let in to work whose response others may share. */
export interface Admission {
  network: string
  admit: <T>(work: () => Promise<T>) => Promise<T>
}

export function admissionOf(request: FastifyRequest, limit: FairLimit): Admission {
  // A read of a page that was let in does not wait with those that were not.
  const network = isLetIn.getStore() ? 'let in' : networkOf(request.ip)
  return { network, admit: (work) => limit(request, work) }
}
