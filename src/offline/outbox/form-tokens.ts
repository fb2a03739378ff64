import * as z from 'zod/mini'
import { issueFormToken } from '@/contract/form-tokens'
import type { ApiClient } from '../api-client'
import type { Clock } from '../clock'
import type { Outcome } from '../outcome'
import type { OutboxDatabase } from './database'

const ROW = 'form-token'
/** The outbox waits for it after a refused write. */
const TIMEOUT_MS = 15_000
/** Well before it expires: a form may be written without a network for the rest of its days. */
const FRESH_MS = 86_400_000
/** Of the ten that a token is good for: the others are for what is written until the next sync. */
const USED_UP = 5

/** The form token of this device, one for all tabs and the worker. Without one the server lets less through, but nothing is lost. */
export interface FormTokens {
  /** The stored token, if any. */
  current(): Promise<string | undefined>
  /** Fetches one if there is none. Never rejects. */
  obtain(): Promise<void>
  /** Fetches another when the stored one is a day old or half used up. Never rejects. */
  keepFresh(): Promise<void>
  /**
   * What became of a write with this token: one that was too much for the server may have had a token that was used up or too old, so
   * the next try gets another. It is fetched at once, and has its age by then. Never rejects.
   */
  settle(token: string | undefined, outcome: Outcome<unknown>): Promise<void>
}

const storedSchema = z.object({ token: z.string(), fetchedAt: z.number(), uses: z.number() })
type Stored = z.infer<typeof storedSchema>

interface FormTokensParts {
  /** A client without tokens of its own. */
  api: ApiClient
  clock: Clock
  /** Beside the drafts, which a device keeps as it keeps the outbox. */
  rows: OutboxDatabase['drafts']
}

export function createFormTokens({ api, clock, rows }: FormTokensParts): FormTokens {
  let fetching: Promise<void> | undefined

  async function read(): Promise<Stored | undefined> {
    const stored = storedSchema.safeParse(await rows.get(ROW).catch(() => undefined))
    return stored.success ? stored.data : undefined
  }

  async function fetchAnother(): Promise<void> {
    const outcome = await api.call(issueFormToken, {}, { timeoutMs: TIMEOUT_MS })
    if (outcome.kind !== 'ok') return
    const stored: Stored = { token: outcome.data.token, fetchedAt: clock.now(), uses: 0 }
    await rows.put({ id: ROW, ...stored })
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
  const isFresh = ({ fetchedAt, uses }: Stored) => {
    const ageMs = clock.now() - fetchedAt
    return ageMs >= 0 && ageMs < FRESH_MS && uses < USED_UP
  }

  return {
    current: async () => (await read())?.token,
    async obtain() {
      if ((await read()) === undefined) await fetchOnce()
    },
    async keepFresh() {
      const stored = await read()
      if (stored === undefined || !isFresh(stored)) await fetchOnce()
    },
    async settle(token, outcome) {
      const stored = await read()
      const isCurrent = stored?.token === token
      if (outcome.kind === 'ok' && stored !== undefined && isCurrent)
        await rows.update(ROW, { uses: stored.uses + 1 }).catch(() => undefined)
      if (outcome.kind === 'refused' && outcome.code === 'TOO_MANY_REQUESTS' && isCurrent)
        if (stored === undefined || !isFresh(stored)) await fetchOnce()
    },
  }
}
