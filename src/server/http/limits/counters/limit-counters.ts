import type { Caller } from '../caller'
import { appliesTo, countKeys } from '../caller'
import type { Queryable } from '@/server/platform/database/client'
import { MAX_PROOF_LEVEL } from '../sender-proof/proof-of-work'
import { WIDER_NETWORKS } from '../limits'
import type { Limit } from '../limits'
import type { Counted } from './window-counter'
import type { WindowCounts } from './window-counts'

const SLOWER_BY_MS = 20
/** Long enough to be felt by a script, too short to hold many requests open. */
const MAX_SLOW_MS = 2000

export type LimitResult =
  | { kind: 'refused'; leftMs: number }
  /** `proofLevel`: a proof of work of this level is needed first. */
  | { kind: 'allowed'; proofLevel: number | undefined; slowMs: number }

/** The counts behind all limits. A refused request is not counted: a flood that is refused makes nothing harder for others. */
export class LimitCounters {
  readonly #counts: WindowCounts

  constructor(counts: WindowCounts) {
    this.#counts = counts
  }

  /** The result of one more request under the limits of a call (`scope`). Counts nothing. */
  async check(scope: string, limits: readonly Limit[], caller: Caller): Promise<LimitResult> {
    const rows = rowsOf(scope, limits, caller, undefined)
    if (rows.length === 0) return ALLOWED
    const keys = rows.map(({ key }) => key)
    // The count of this process is the least that there is: a request that it refuses is refused.
    const known = resultOf(rows, this.#counts.known(keys))
    return known.kind === 'refused' ? known : resultOf(rows, await this.#counts.peek(keys))
  }

  /**
   * Counts one request, unless it is refused by what was counted meanwhile: of many at the same time none slips through. `only`: under the
   * limits for one group. `tx`: the transaction of the write.
   */
  async add(
    scope: string,
    limits: readonly Limit[],
    caller: Caller,
    { only, tx }: { only?: Limit['of']; tx?: Queryable } = {},
  ): Promise<{ result: LimitResult; takeBack: () => Promise<void> }> {
    const rows = rowsOf(scope, limits, caller, only)
    if (rows.length === 0) return { result: ALLOWED, takeBack: async () => undefined }
    const windows = rows.map(({ key, limit: { windowMs } }) => ({ key, windowMs }))
    const { before, takeBack } = await this.#counts.add(windows, tx)
    const result = resultOf(rows, before)
    if (result.kind === 'refused') await takeBack()
    return { result, takeBack }
  }
}

const ALLOWED: LimitResult = { kind: 'allowed', proofLevel: undefined, slowMs: 0 }

function resultOf(rows: readonly Row[], counts: readonly Counted[]): LimitResult {
  let proofLevel: number | undefined
  let slowMs = 0
  for (const [index, { limit, max, beyond }] of rows.entries()) {
    const { count, leftMs } = counts[index] ?? { count: 0, leftMs: 0 }
    if (count < max) continue
    if (beyond === 'refuse') return { kind: 'refused', leftMs }
    proofLevel = Math.max(proofLevel ?? 0, proofLevelOf(count, max))
    if (limit.slows === true)
      slowMs = Math.max(slowMs, Math.min(MAX_SLOW_MS, (count - max + 1) * SLOWER_BY_MS))
  }
  return { kind: 'allowed', proofLevel, slowMs }
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
