import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { ownKey, OWN, PERSISTED_OWN, callAsUser } from '@/client/shared/session/own-queries'
import { CLAIMS_MAX, listClaimableEvents, listOwnEvents } from '@/contract/accounts/own-events'
import type { OwnEventRow } from '@/contract/accounts/own-events'
import { getProfile } from '@/contract/accounts/profile'
import { listSessions } from '@/contract/accounts/auth'
import { originOf, privatePageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'

/** rules 9: 10 of my events. */
const PER_PAGE = 10

export const ownEventsKey = (userId: string) => ownKey(userId, 'events')

export function profileQuery(userId: string) {
  return queryOptions({
    ...OWN,
    queryKey: ownKey(userId, 'profile'),
    queryFn: ({ signal }) => callAsUser(userId, getProfile, {}, signal),
    meta: PERSISTED_OWN,
  })
}

export function ownEventsQuery(userId: string) {
  return infiniteQueryOptions({
    ...OWN,
    queryKey: ownEventsKey(userId),
    queryFn: ({ pageParam, signal }) =>
      callAsUser(userId, listOwnEvents, { query: { page: pageParam, per_page: PER_PAGE } }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
    meta: PERSISTED_OWN,
  })
}

export function claimableEventsQuery(userId: string) {
  return queryOptions({
    ...OWN,
    queryKey: ownKey(userId, 'claimable'),
    queryFn: ({ signal }) =>
      callAsUser(userId, listClaimableEvents, { query: { page: 1, per_page: CLAIMS_MAX } }, signal),
  })
}

export function sessionsQuery(userId: string) {
  return queryOptions({
    ...OWN,
    queryKey: ownKey(userId, 'sessions'),
    queryFn: async ({ signal }) => (await callAsUser(userId, listSessions, {}, signal)).items,
  })
}

/** The own events, each once: one that was submitted between two fetches moves the others to the next page. */
export function ownEventsOf({ pages }: InfiniteData<{ items: OwnEventRow[] }>): OwnEventRow[] {
  const byId = new Map<string, OwnEventRow>()
  for (const { items } of pages) for (const event of items) if (!byId.has(event.id)) byId.set(event.id, event)
  return [...byId.values()]
}

/** Split from the first load, where every route's head would be otherwise. */
export const profileHead = (context: object) =>
  privatePageHead({ title: m.profile_title(), path: '/profile', origin: originOf(context) })
