import type { Clock } from '@/server/platform/process/clock'

const WINDOW_MS = 5000
/** Networks of one window. What comes from more than so many is counted for one. */
const MAX_NETWORKS = 10_000
const OTHERS = 'others'

/** Counts the requests of the last five to ten seconds by network. */
export class RequestShares {
  readonly #clock: Clock
  #counts = new Map<string, number>()
  #earlier: ReadonlyMap<string, number> = new Map()
  #total = 0
  #earlierTotal = 0
  #begunAtMs = -Infinity

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a request, and says how many its network has sent, and whether that is more than its share: an equal one, were there one network more. */
  count(network: string): { requests: number; isOver: boolean } {
    this.#beginWindow()
    const isRoom = this.#counts.has(network) || this.#counts.size < MAX_NETWORKS
    const name = isRoom ? network : OTHERS
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    this.#total += 1
    const networks = Math.max(this.#counts.size, this.#earlier.size)
    const share = (this.#total + this.#earlierTotal) / (networks + 1)
    const requests = count + (this.#earlier.get(name) ?? 0)
    return { requests, isOver: requests > share }
  }

  #beginWindow(): void {
    const ageMs = this.#clock.nowMs() - this.#begunAtMs
    if (ageMs >= 0 && ageMs < WINDOW_MS) return
    const isNext = ageMs >= WINDOW_MS && ageMs < 2 * WINDOW_MS
    this.#earlier = isNext ? this.#counts : new Map()
    this.#earlierTotal = isNext ? this.#total : 0
    this.#counts = new Map()
    this.#total = 0
    this.#begunAtMs = this.#clock.nowMs()
  }
}
