import * as z from 'zod/mini'
import { FORM_TOKEN_DAYS, FORM_TOKEN_USES, issueFormToken } from '@/contract/form-tokens'
import type { ApiClient } from '@/offline/api/api-client'
import type { Clock } from '@/offline/platform/deferred'
import type { Outcome } from '@/offline/api/next-step'
import type { OutboxDatabase } from '@/offline/outbox/database'

const ROW = 'form-token'
/** The outbox waits for it after a refused write. */
const TIMEOUT_MS = 15_000
const HOUR_MS = 3_600_000
const LIFETIME_MS = FORM_TOKEN_DAYS * 24 * HOUR_MS

/**
 * The form tokens of this device, the same for all tabs and the worker. Without one the server lets less through, but nothing is
 * lost. The older a token is, the more it lets through: the next one is fetched while the oldest is still good and sent.
 */
export interface FormTokens {
  /** The oldest that is good; else what there is, since this device's clock may be wrong. */
  current(): Promise<string | undefined>
  /** Fetches one if there is no good one. Never rejects. */
  obtain(): Promise<void>
  /** Fetches another when half of the time or of the uses of what there is are gone. Never rejects. */
  keepFresh(): Promise<void>
  /**
   * Reports the outcome of a write with this token. The server may have refused it because it does not know the token any more:
   * another is fetched, at most once an hour, and replaces it if that continues. Never rejects.
   */
  settle(token: string | undefined, outcome: Outcome<unknown>): Promise<void>
}

/** Instants are epoch milliseconds by this device's clock. */
const tokenSchema = z.object({
  token: z.string(),
  fetchedAt: z.number(),
  expiresAt: z.number(),
  uses: z.number(),
})
type Stored = z.infer<typeof tokenSchema>
/** The oldest first. */
const rowSchema = z.object({ tokens: z.array(tokenSchema) })

interface FormTokensDeps {
  /** A client without tokens of its own. */
  api: ApiClient
  clock: Clock
  /** Beside the drafts, which a device keeps as it keeps the outbox. */
  rows: OutboxDatabase['drafts']
}

export function createFormTokens({ api, clock, rows }: FormTokensDeps): FormTokens {
  let fetching: Promise<void> | undefined

  async function read(): Promise<Stored[]> {
    const row = rowSchema.safeParse(await rows.get(ROW).catch(() => undefined))
    return row.success ? row.data.tokens : []
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
    async current() {
      const tokens = await read()
      return (tokens.find(isValid) ?? tokens.at(-1))?.token
    },
    async obtain() {
      if (!(await read()).some(isValid)) await fetchOnce()
    },
    async keepFresh() {
      if (!(await read()).some(isFresh)) await fetchOnce()
    },
    async settle(token, outcome) {
      if (outcome.kind === 'ok' && token !== undefined)
        await change((tokens) =>
          tokens.map((stored) => (stored.token === token ? { ...stored, uses: stored.uses + 1 } : stored)),
        )
      if (outcome.kind === 'refused' && TOO_MUCH.has(outcome.code)) await replace(token)
    },
  }
}

const TOO_MUCH: ReadonlySet<string> = new Set(['TOO_MANY_REQUESTS', 'PROOF_REQUIRED'])
