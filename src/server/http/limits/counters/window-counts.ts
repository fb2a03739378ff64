import { WindowCounter } from './window-counter'
import type { Counted } from './window-counter'
import type { Clock } from '@/server/platform/process/clock'
import type { Queryable } from '@/server/platform/database/client'

/** A counted key, in windows of so many milliseconds. */
export interface CountedKey {
  key: string
  windowMs: number
}

/** Counts by key in fixed windows of time; each key once in a call. */
export interface WindowCounts {
  /** The least that each was counted, as far as this process knows. */
  known(keys: readonly string[]): Counted[]
  /** How often each was counted. Counts nothing. */
  peek(keys: readonly string[]): Promise<Counted[]>
  /** Counts one for each, where it is given in the transaction of the write: its end decides then. */
  add(windows: readonly CountedKey[], tx?: Queryable): Promise<AddedCounts>
}

export interface AddedCounts {
  /** How often each was counted before. */
  before: Counted[]
  takeBack(): Promise<void>
}

/** The counts of one server alone, in its memory: a restart begins anew. */
export function createOwnCounts(clock: Clock): WindowCounts {
  const counter = new WindowCounter(clock)
  const known = (keys: readonly string[]) => keys.map((key) => counter.peek(key))
  return {
    known,
    peek: async (keys) => known(keys),
    async add(windows) {
      const before = known(windows.map(({ key }) => key))
      const undo = windows.map(({ key, windowMs }) => counter.add(key, windowMs))
      return {
        before,
        takeBack: async () => {
          for (const takeBack of undo) takeBack()
        },
      }
    },
  }
}
