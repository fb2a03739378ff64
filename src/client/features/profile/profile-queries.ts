import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callAsUser, OWN, ownKey, PERSISTED_OWN } from '@/client/shared/session/own-queries'
import { listOwnEvents, getProfile } from '@/contract/accounts/profile'

/** rules 9: 10 of my events. */
const PER_PAGE = 10

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
    queryKey: ownKey(userId, 'events'),
    queryFn: ({ pageParam, signal }) =>
      callAsUser(userId, listOwnEvents, { query: { page: pageParam, per_page: PER_PAGE } }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
    meta: PERSISTED_OWN,
  })
}
