import * as z from 'zod/mini'
import { FORM_TOKEN_DAYS, FORM_TOKEN_USES, issueFormToken } from '@/contract/form-tokens'
import type { ApiClient } from '@/offline/api/api-client'
import type { Clock } from '@/offline/platform/deferred'
import type { Outcome } from '@/offline/api/next-step'
import type { OutboxDatabase } from '@/offline/outbox/database'

const ROW = 'form-token'
const TIMEOUT_MS = 15_000
const HOUR_MS = 3_600_000
const LIFETIME_MS = FORM_TOKEN_DAYS * 24 * HOUR_MS

/** The form tokens of this device. The older a token is, the more the server lets through: the oldest good one is sent. */
export type FormTokens = ReturnType<typeof createFormTokens>

const tokenSchema = z.object({
  token: z.string(),
  fetchedAt: z.number(),
  expiresAt: z.number(),
  uses: z.number(),
})
type Stored = z.infer<typeof tokenSchema>
const rowSchema = z.object({ tokens: z.array(tokenSchema) })

interface FormTokensDeps {
  api: ApiClient
  clock: Clock
  rows: OutboxDatabase['drafts']
}

export function createFormTokens({ api, clock, rows }: FormTokensDeps) {
  let fetching: Promise<void> | undefined

  async function read(): Promise<Stored[]> {
    return rowSchema.safeParse(await rows.get(ROW).catch(() => undefined)).data?.tokens ?? []
  }

  /** Changes the tokens in a transaction: another tab may do so at the same time. */
  const change = (edit: (tokens: Stored[]) => Stored[]) =>
    rows.db
      .transaction('rw', rows, async () => void (await rows.put({ id: ROW, tokens: edit(await read()) })))
      .catch(() => undefined)

  async function fetchAnother(): Promise<void> {
    const outcome = await api.call(issueFormToken, {}, { timeoutMs: TIMEOUT_MS })
    if (outcome.kind !== 'ok') return
    const fetchedAt = clock.now()
    const leftMs = outcome.data.expires_at * 1000 - fetchedAt
    // A token that seems to have expired already, or to last longer than any can, shows that this device's clock is wrong.
    const expiresAt = fetchedAt + (leftMs > 0 && leftMs < LIFETIME_MS ? leftMs : LIFETIME_MS)
    const another = { token: outcome.data.token, fetchedAt, expiresAt, uses: 0 }
    await change((tokens) => [...tokens.filter(isValid), another])
  }

  function fetchOnce(): Promise<void> {
    fetching ??= fetchAnother()
      .catch(() => undefined)
      .finally(() => {
        fetching = undefined
      })
    return fetching
  }

  /** A clock that was put back says nothing of a token's age: then it counts as old. */
  const isYounger = ({ fetchedAt }: Stored, thanMs: number) => {
    const ageMs = clock.now() - fetchedAt
    return ageMs >= 0 && ageMs < thanMs
  }
  const isValid = (stored: Stored) =>
    isYounger(stored, stored.expiresAt - stored.fetchedAt) && stored.uses < FORM_TOKEN_USES
  const isFresh = (stored: Stored) =>
    isYounger(stored, (stored.expiresAt - stored.fetchedAt) / 2) && stored.uses < FORM_TOKEN_USES / 2

  /** The refused one stays until the other is an hour old: most likely something else was too much, and its age is worth keeping. */
  async function replace(token: string | undefined): Promise<void> {
    const tokens = await read()
    const others = tokens.filter((stored) => stored.token !== token)
    if (others.some((stored) => isValid(stored) && !isYounger(stored, HOUR_MS)))
      await change((now) => now.filter((stored) => stored.token !== token))
    else if (!tokens.some((stored) => isYounger(stored, HOUR_MS))) await fetchOnce()
  }

  return {
    /** The oldest that is good; else what there is, since this device's clock may be wrong. */
    async current() {
      const tokens = await read()
      return (tokens.find(isValid) ?? tokens.at(-1))?.token
    },
    async obtain() {
      if (!(await read()).some(isValid)) await fetchOnce()
    },
    /** Fetches another when half of the time or of the uses of what there is are gone. Never rejects. */
    async keepFresh() {
      if (!(await read()).some(isFresh)) await fetchOnce()
    },
    /** After a refusal another token is fetched, at most once an hour: the server may not know this one any more. Never rejects. */
    async settle(token: string | undefined, outcome: Outcome<unknown>) {
      if (outcome.kind === 'ok' && token !== undefined)
        await change((tokens) =>
          tokens.map((stored) => (stored.token === token ? { ...stored, uses: stored.uses + 1 } : stored)),
        )
      if (outcome.kind === 'refused' && TOO_MUCH.has(outcome.code)) await replace(token)
    },
  }
}

const TOO_MUCH: ReadonlySet<string> = new Set(['TOO_MANY_REQUESTS', 'PROOF_REQUIRED'])
