import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { unwrap } from '@/client/kit/call-failed'
import { loadOfflineClient } from '@/client/shell/offline-client'
import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { CLAIMS_MAX, listClaimableEvents, listOwnEvents } from '@/contract/own-events'
import type { OwnEventRow } from '@/contract/own-events'
import { getProfile } from '@/contract/profile'
import { listSessions } from '@/contract/sessions'
import type { ApiCallOptions } from '@/offline/api-client'
import type { Outcome } from '@/offline/outcome'

/** spec 9: 10 of my events. */
const PER_PAGE = 10

/** Everything of one account in the query cache; wiped when its session ends. */
export const ownKey = (userId: string) => ['own', userId] as const
export const ownEventsKey = (userId: string) => [...ownKey(userId), 'events'] as const

/** They run offline as well: a call that fails at once leaves what was saved, and says so. */
const OWN = { networkMode: 'always', retry: false, staleTime: 0, refetchOnReconnect: true } as const

/** A call for this account and for nobody else, whoever is signed in by then. */
export async function callAs<E extends Endpoint>(
  userId: string,
  endpoint: E,
  input: CallInput<E>,
  options: Pick<ApiCallOptions, 'signal'> = {},
): Promise<Outcome<Reply<E>>> {
  const { api, session } = await loadOfflineClient()
  return api.call(endpoint, input, { ...options, auth: session.tokensOf(userId) })
}

export function profileQuery(userId: string) {
  return queryOptions({
    ...OWN,
    queryKey: [...ownKey(userId), 'profile'],
    queryFn: async ({ signal }) => unwrap(await callAs(userId, getProfile, {}, { signal })),
  })
}

export function ownEventsQuery(userId: string) {
  return infiniteQueryOptions({
    ...OWN,
    queryKey: ownEventsKey(userId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, per_page: PER_PAGE }
      return unwrap(await callAs(userId, listOwnEvents, { query }, { signal }))
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
  })
}

export function claimableEventsQuery(userId: string) {
  return queryOptions({
    ...OWN,
    queryKey: [...ownKey(userId), 'claimable'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: CLAIMS_MAX }
      return unwrap(await callAs(userId, listClaimableEvents, { query }, { signal }))
    },
  })
}

export function sessionsQuery(userId: string) {
  return queryOptions({
    ...OWN,
    queryKey: [...ownKey(userId), 'sessions'],
    queryFn: async ({ signal }) => unwrap(await callAs(userId, listSessions, {}, { signal })).items,
  })
}

/** Each once: one that was submitted between two fetches moves the others to the next page. */
export function ownEventsOf({ pages }: InfiniteData<{ items: OwnEventRow[] }>): OwnEventRow[] {
  const byId = new Map<string, OwnEventRow>()
  for (const { items } of pages) for (const event of items) if (!byId.has(event.id)) byId.set(event.id, event)
  return [...byId.values()]
}
