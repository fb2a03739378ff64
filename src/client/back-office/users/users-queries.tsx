import { oneLine, maxCharacters } from '@/domain/text/text-fields'
import * as z from 'zod/mini'
import { EMAIL_MAX } from '@/domain/submissions/submission-limits'
import { backOfficeQuery, callApi, pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { listBackOfficeEvents } from '@/contract/back-office/back-office-events'
import { getUserOrganiser, listUsers } from '@/contract/back-office/back-office-people'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import { Badge } from '@/client/design-system/badge'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'

export const userSearchForm = z.object({
  text: z.string().check(oneLine(), maxCharacters(EMAIL_MAX, 'text_too_long')),
})

/** rules 9. */
const LATEST_EVENTS = 5

/** Registered people, the newest first; with `search` those whose name or address has it. */
export function usersQuery(search: string | undefined) {
  return pagedQuery(['users', search ?? ''], (query, context) =>
    callApi(listUsers, { query: { ...query, ...(search !== undefined && { search }) } }, context),
  )
}

export function latestEventsQuery(id: string) {
  return backOfficeQuery(['user', id, 'latest-events'], async ({ signal }) => {
    const query = { page: 1, per_page: LATEST_EVENTS, user_id: id }
    return (await callApi(listBackOfficeEvents, { query }, { signal })).items
  })
}

export function userOrganiserQuery(id: string) {
  return backOfficeQuery(
    ['user', id, 'organiser'],
    async ({ signal }) => (await callApi(getUserOrganiser, { params: { id } }, { signal })).organiser,
  )
}

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
