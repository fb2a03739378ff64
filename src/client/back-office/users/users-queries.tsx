import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { listBackOfficeEvents } from '@/contract/back-office/back-office-events'
import { getUserOrganiser, listUsers } from '@/contract/back-office/back-office-people'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import { pagedQuery } from '@/client/back-office/layout/lists/paged-list'
import { Badge } from '@/client/design-system/badge'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'

/** rules 9. */
const LATEST_EVENTS = 5

/** Registered people, the newest first; with `search` those whose name or address has it. */
export function usersQuery(search: string | undefined) {
  return pagedQuery(['users', search ?? ''], (api, { query, signal }) =>
    api.call(listUsers, { query: { ...query, ...(search === undefined ? {} : { search }) } }, { signal }),
  )
}

/** The latest submissions of a person. */
export function latestEventsQuery(id: string) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'user', id, 'latest-events'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      const query = { page: 1, per_page: LATEST_EVENTS, user_id: id }
      return unwrap(await api.call(listBackOfficeEvents, { query }, { signal })).items
    },
    networkMode: 'online',
    staleTime: 0,
  })
}

/** The organiser that an account is marked as; null where it is not marked. */
export function userOrganiserQuery(id: string) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'user', id, 'organiser'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(getUserOrganiser, { params: { id } }, { signal })).organiser
    },
    networkMode: 'online',
    staleTime: 0,
  })
}

/** Role, and whether the account is suspended. */
export function UserBadges({ user }: { user: BackOfficeUser }) {
  return (
    <span className={cluster({ gap: '2' })}>
      {user.role === 'ADMIN' ? (
        <Badge tone="accent">{m.admin_people_role_admin()}</Badge>
      ) : (
        <Badge>{m.admin_people_role_user()}</Badge>
      )}
      {user.suspended_at === undefined ? null : <Badge tone="danger">{m.admin_people_suspended()}</Badge>}
    </span>
  )
}
