import { Badge } from '@/client/design-system/badge'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'

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
