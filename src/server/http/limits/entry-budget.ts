import type { Clock } from '@/server/platform/process/clock'
import { WindowCounter } from './counters/window-counter'

const WINDOW_MS = 60_000
/** The entries of one kind in a minute: enough to see what goes on, and no way to fill the disk that the log is written to. */
const MAX_OF_KIND = 300
/** The entries of one network: it does not use up what the others have. */
const MAX_OF_NETWORK = 20
const ALL = 'all networks'
/** A network's window may have begun in the one before of all: no more than this many are under way. */
const MAX_KEYS = 2 * MAX_OF_KIND + 1

/** Bounds the entries of one kind that anonymous clients can cause in a log. */
export class EntryBudget {
  readonly #written: WindowCounter
  #leftOut = 0

  constructor(clock: Clock) {
    this.#written = new WindowCounter(clock, MAX_KEYS)
  }

  /** How many were left out since the last one, if one more is to be written now; undefined when it is left out, too. */
  take(network: string): number | undefined {
    const isUsedUp =
      this.#written.peek(ALL).count >= MAX_OF_KIND || this.#written.peek(network).count >= MAX_OF_NETWORK
    if (isUsedUp) {
      this.#leftOut += 1
      return undefined
    }
    for (const key of [ALL, network]) this.#written.add(key, WINDOW_MS)
    const leftOut = this.#leftOut
    this.#leftOut = 0
    return leftOut
  }
}
