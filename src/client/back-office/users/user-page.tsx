import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { CallFailed } from '@/client/shared/offline/call-failed'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Badge } from '@/client/design-system/badge'
import { EmptyState } from '@/client/design-system/empty-state'
import { UserIcon } from '@/client/design-system/icons/icons'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { LoadFailed } from '@/client/back-office/layout/lists/load-failed'
import { ListSkeleton } from '@/client/back-office/layout/lists/paged-list'
import { LatestEvents } from './latest-events'
import { UserAccess } from './user-access'
import { UserBadges } from './user-badges'
import { UserFacts } from './user-facts'
import { UserOrganiser } from './user-organiser'
import { userQuery } from '@/client/back-office/layout/lists/search/named-queries'

const route = getRouteApi('/backoffice/users/$id')

/** One registered person (rules 2.12). */
export function UserPage() {
  const { id } = route.useParams()
  const user = useQuery(userQuery(id))
  if (user.isPending) return <ListSkeleton />
  const isMissing = user.error instanceof CallFailed && user.error.isMissing
  // A person that is shown stays there when a later fetch fails: something may be being written about them.
  if (user.data === undefined || isMissing) {
    return isMissing ? (
      <EmptyState
        level={1}
        title={m.admin_people_user_not_found()}
        art={<UserIcon size={40} />}
        actions={
          <Link to="/backoffice/users" search={{}} className={button({ variant: 'secondary' })}>
            {m.admin_people_back()}
          </Link>
        }
      />
    ) : (
      <LoadFailed title={m.admin_people_user_failed()} error={user.error} onRetry={() => user.refetch()} />
    )
  }
  return <Person user={user.data} />
}

function Person({ user }: { user: BackOfficeUser }) {
  const isSelf = useCurrentUser()?.id === user.id
  return (
    <article className={frame}>
      <header className={head}>
        <h1 className={title}>{user.name}</h1>
        <span className={cluster({ gap: '2' })}>
          <UserBadges user={user} />
          {isSelf ? <Badge tone="sea">{m.admin_people_yourself()}</Badge> : null}
        </span>
      </header>
      <div className={columns}>
        <UserFacts user={user} />
        <UserAccess user={user} isSelf={isSelf} />
      </div>
      <UserOrganiser user={user} />
      <LatestEvents user={user} />
    </article>
  )
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0', overflowWrap: 'anywhere' })
const head = css({ display: 'grid', gap: '2', justifyItems: 'start', minWidth: '0' })
const title = css({ textStyle: 'title' })
const columns = css({
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[minmax(0, 3fr) minmax(0, 2fr)]' },
})
