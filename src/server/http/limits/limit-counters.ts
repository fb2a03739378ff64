import type { Caller } from './caller'
import { appliesTo, countKeys } from './caller'
import type { Clock } from '@/server/platform/process/clock'
import { WIDER_NETWORKS } from './limits'
import type { Limit } from './limits'
import { WindowCounter } from './window-counter'

/** The highest level of a proof of work: eight times the work of the lowest. */
const MAX_PROOF_LEVEL = 3
const SLOWER_BY_MS = 20
/** Long enough to be felt by a script, too short to hold many requests open. */
const MAX_SLOW_MS = 2000

export type LimitResult =
  | { kind: 'refused'; leftMs: number }
  /** `proofLevel`: a proof of work of this level is needed first. */
  | { kind: 'admitted'; proofLevel: number | undefined; slowMs: number }

/** The counts behind all limits. What is not admitted is not counted: a flood that is refused makes nothing harder for others. */
export class LimitCounters {
  readonly #counter: WindowCounter

  constructor(clock: Clock) {
    this.#counter = new WindowCounter(clock)
  }

  /** The result of one more request under the limits of a call (`scope`), or under those `only` for one group. Counts nothing. */
  check(scope: string, limits: readonly Limit[], caller: Caller, only?: Limit['of']): LimitResult {
    let proofLevel: number | undefined
    let slowMs = 0
    for (const { limit, key, max, beyond } of rowsOf(scope, limits, caller, only)) {
      const { count, leftMs } = this.#counter.peek(key)
      if (count < max) continue
      if (beyond === 'refuse') return { kind: 'refused', leftMs }
      proofLevel = Math.max(proofLevel ?? 0, proofLevelOf(count, max))
      if (limit.slows === true)
        slowMs = Math.max(slowMs, Math.min(MAX_SLOW_MS, (count - max + 1) * SLOWER_BY_MS))
    }
    return { kind: 'admitted', proofLevel, slowMs }
  }

  /** Counts one request; what it returns takes it back. */
  add(scope: string, limits: readonly Limit[], caller: Caller, only?: Limit['of']): () => void {
    const undo = rowsOf(scope, limits, caller, only).map(({ limit, key }) =>
      this.#counter.add(key, limit.windowMs),
    )
    return () => {
      for (const takeBack of undo) takeBack()
    }
  }
}

/** 0 at the limit, one more at twice, four times and eight times as many. */
function proofLevelOf(count: number, max: number): number {
  return Math.min(MAX_PROOF_LEVEL, Math.floor(Math.log2(Math.max(1, count / Math.max(1, max)))))
}

interface Row {
  limit: Limit
  key: string
  max: number
  beyond: 'refuse' | 'proof'
}

/** One count for each limit that is for the caller, and for each network of theirs. */
function rowsOf(
  scope: string,
  limits: readonly Limit[],
  caller: Caller,
  only: Limit['of'] | undefined,
): Row[] {
  return limits.flatMap((limit, index) =>
    appliesTo(limit, caller) && (only === undefined || limit.of === only)
      ? countKeys(limit.by, caller)
          .slice(0, limit.isNarrow === true ? 1 : undefined)
          .map((value, level) => ({
            limit,
            key: `${scope} ${index} ${value}`,
            max: limit.max * (WIDER_NETWORKS[level] ?? 1),
            beyond: limit.beyondWider?.[level - 1] ?? limit.beyond ?? 'refuse',
          }))
      : [],
  )
}
