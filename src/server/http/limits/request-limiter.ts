import { hash } from 'node:crypto'
import { setTimeout as pauseFor } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionSchema } from '@/contract/accounts/auth'
import type { Endpoint } from '@/contract/endpoint'
import { ENDPOINTS, nameOf } from '@/contract/endpoints'
import type { EndpointName } from '@/contract/endpoints'
import { ERROR_STATUS } from '@/contract/errors'
import { FORM_TOKEN_USES, PROOF_OF_WORK_HEADER } from '@/contract/form-tokens'
import type { Queryable } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/errors'
import { MAX_PROOF_LEVEL, useToken } from '@/server/http/limits/sender-proof/proof-of-work'
import type { ProofOfWork, CountedToken } from '@/server/http/limits/sender-proof/proof-of-work'
import type { WindowCounts, Counted } from '@/server/http/limits/counters/window-counts'
import { identifyCaller, headerOf, appliesTo, countKeys } from './device-cookie'
import type { Caller, CallerDeps } from './device-cookie'
import { WIDER_NETWORKS } from './limits'
import type { Limits, Limit } from './limits'

/** A client that cannot solve the challenge is told to come back then; by that time the pressure may be over. */
const PROOF_RETRY_SECONDS = 60

export interface CountedRequest {
  isKnownDevice: boolean
  hasFormToken: boolean
  /** Uses up what the request was let in by, in the write's own transaction. */
  consume(tx: Queryable): Promise<void>
  succeeded(request: FastifyRequest, reply: FastifyReply, data: unknown): void
  /**
   * A write that failed through no fault of its sender does not count; a token that nobody knows counts only now. Throws TOO_MANY_REQUESTS.
   */
  failed(error: unknown): Promise<void>
}

/** Counts a valid request that is no replay. Throws TOO_MANY_REQUESTS, PROOF_REQUIRED, INSUFFICIENT_STORAGE with `Retry-After`. */
export type CheckLimits = (
  name: EndpointName,
  request: FastifyRequest,
  accountId: string | undefined,
) => Promise<CountedRequest>

interface RequestLimiterDeps extends CallerDeps {
  counts: WindowCounts
  limits: Limits
  proofs: ProofOfWork
  pause?: (ms: number) => Promise<unknown>
}

/** Called by hand, not by a hook: a replay under an Idempotency-Key must not count, which is known only later. */
export function createRequestLimiter(deps: RequestLimiterDeps): CheckLimits {
  const { db, proofs, devices, pause = pauseFor } = deps
  const counters = new LimitCounters(deps.counts)

  return async (name, request, accountId) => {
    const endpoint: Endpoint = ENDPOINTS[name]
    const storesOnce =
      endpoint.idempotent === true || endpoint.takesBytes !== undefined || ENQUEUES_MAIL.has(name)
    const limits = deps.limits[name] ?? []
    const caller = await identifyCaller(request, endpoint, accountId, deps)
    const first = refuseBeyond(await counters.check(name, limits, caller))
    const proof = first.proofLevel === undefined ? undefined : await readProof(first.proofLevel)
    const { result, takeBack } = await counters.add(name, limits, caller)
    const { proofLevel, slowMs } = refuseBeyond(result)
    if (proofLevel !== undefined && proof === undefined) {
      await takeBack()
      throw await proofRequired(purposeOf(endpoint, caller), proofLevel)
    }
    const counted = [takeBack]
    if (slowMs > 0) await pause(slowMs)

    async function readProof(level: number): Promise<CountedToken> {
      const purpose = purposeOf(endpoint, caller)
      const read = await proofs.read(headerOf(request, PROOF_OF_WORK_HEADER), purpose)
      // A write uses it up with what it stores; a sign-in, which may store nothing, now.
      const isValid = read !== undefined && (endpoint.idempotent === true || (await useToken(db, read, 1)))
      if (!isValid) throw await proofRequired(purpose, level)
      return read
    }

    return {
      isKnownDevice: caller.deviceId !== undefined,
      hasFormToken: caller.formToken !== undefined,
      async consume(tx) {
        const { formToken } = caller
        if (formToken !== undefined && !(await useToken(tx, formToken, FORM_TOKEN_USES))) {
          // Used up by other writes at the same time: from here on it counts as one without.
          const without = { ...caller, formToken: undefined }
          const asTokenless = await counters.add(name, limits, without, { only: 'tokenless', tx })
          refuseBeyond(asTokenless.result)
          counted.push(asTokenless.takeBack)
        }
        if (proof !== undefined && endpoint.idempotent === true && !(await useToken(tx, proof, 1)))
          throw await proofRequired(purposeOf(endpoint, caller), first.proofLevel ?? 0)
      },
      succeeded(succeededRequest, reply, data) {
        if (!SIGN_INS.has(name)) return
        const session = sessionSchema.safeParse(data)
        if (session.success) devices.remember(succeededRequest, reply, session.data.user.email)
      },
      async failed(error) {
        if (storesOnce && isOurs(error)) for (const undo of counted) await undo()
        if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') return
        const unknownCaller = { ...caller, isUnknown: true }
        refuseBeyond((await counters.add(name, limits, unknownCaller, { only: 'unknown' })).result)
      },
    }
  }

  async function proofRequired(purpose: string, level: number): Promise<ApiError> {
    return new ApiError('PROOF_REQUIRED', {
      challenge: await proofs.challenge(purpose, level),
      retryAfterSeconds: PROOF_RETRY_SECONDS,
    })
  }
}

/** What these store, and their mail, is committed at once and last: a failure of ours has left nothing. */
const ENQUEUES_MAIL: ReadonlySet<EndpointName> = new Set([
  'register',
  'requestPasswordReset',
  'subscribeToWeek',
  'requestManageLink',
])
const SIGN_INS: ReadonlySet<EndpointName> = new Set([
  'login',
  'signInWithSecondFactor',
  'refresh',
  'loginWithApple',
  'loginWithGoogle',
])

function refuseBeyond(result: LimitResult): Exclude<LimitResult, { kind: 'refused' }> {
  if (result.kind === 'refused')
    throw new ApiError('TOO_MANY_REQUESTS', {
      retryAfterSeconds: Math.max(1, Math.ceil(result.leftMs / 1000)),
    })
  return result
}

/** Whether it failed because of us: too many photos wait, a disk is full, the database is away, an upload is gone again. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return ERROR_STATUS[error.code] >= 500 || error.code === 'UPLOAD_MISSING'
}

/** A solution is for one call, and where that names an account, for that one. */
function purposeOf(endpoint: Endpoint, { email }: Caller): string {
  const name = nameOf(endpoint)
  if (endpoint.takesFormToken === true || email === undefined) return name
  return `${name} ${hash('sha256', email, 'base64url')}`
}

const SLOWER_BY_MS = 20
/** Long enough to be felt by a script, too short to hold many requests open. */
const MAX_SLOW_MS = 2000

type LimitResult =
  | { kind: 'refused'; leftMs: number }
  /** `proofLevel`: a proof of work of this level is needed first. */
  | { kind: 'allowed'; proofLevel: number | undefined; slowMs: number }

/** The counts behind all limits. A refused request is not counted: a flood that is refused makes nothing harder for others. */
export class LimitCounters {
  readonly #counts: WindowCounts

  constructor(counts: WindowCounts) {
    this.#counts = counts
  }

  async check(scope: string, limits: readonly Limit[], caller: Caller): Promise<LimitResult> {
    const rows = rowsOf(scope, limits, caller, undefined)
    if (rows.length === 0) return ALLOWED
    const keys = rows.map(({ key }) => key)
    // The count of this process is the least that there is: a request that it refuses is refused.
    const known = resultOf(rows, this.#counts.known(keys))
    return known.kind === 'refused' ? known : resultOf(rows, await this.#counts.peek(keys))
  }

  /** Refused by what was counted meanwhile: of many at once none slips through. `only`: limits of one group. `tx`: of the write. */
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
