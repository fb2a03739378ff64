import type { Clock } from '@/server/platform/process/clock'

const WINDOW_MS = 60_000
/** The entries of one kind in a minute: enough to see what goes on, and no way to fill the disk that the log is written to. */
const MAX_OF_KIND = 300
/** The entries of one network: it does not use up what the others have. */
const MAX_OF_NETWORK = 20

/** Bounds the entries of one kind that anonymous clients can cause in a log. */
export class EntryBudget {
  readonly #clock: Clock
  #window = 0
  #written = 0
  #leftOut = 0
  /** The map has at most `MAX_OF_KIND` entries. */
  #byNetwork = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How many were left out since the last one, if one more is to be written now; undefined when it is left out, too. */
  take(network: string): number | undefined {
    const window = Math.floor(this.#clock.nowMs() / WINDOW_MS)
    if (window !== this.#window) {
      this.#window = window
      this.#written = 0
      this.#byNetwork.clear()
    }
    const ofNetwork = this.#byNetwork.get(network) ?? 0
    if (this.#written >= MAX_OF_KIND || ofNetwork >= MAX_OF_NETWORK) {
      this.#leftOut += 1
      return undefined
    }
    this.#written += 1
    this.#byNetwork.set(network, ofNetwork + 1)
    const leftOut = this.#leftOut
    this.#leftOut = 0
    return leftOut
  }
}
