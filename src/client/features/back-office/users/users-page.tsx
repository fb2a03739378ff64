import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import type { BackOfficeUser } from '@/contract/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { button, textLink } from 'styled-system/recipes'
import { Instant } from '../instant'
import { Page } from '../page'
import { PagedList } from '../paged-list'
import { Cell, Table } from '../table'
import { UserBadges } from './user-badges'
import { UserSearchForm } from './user-search-form'
import { usersQuery } from './users-queries'
import { readUsersSearch } from './users-search'

const route = getRouteApi('/backoffice/users')

/** Who is registered (spec 2.12), the newest first, and the search among them. */
export function UsersPage() {
  const { search } = readUsersSearch(route.useSearch())
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(usersQuery(search))
  return (
    <Page title={m.admin_nav_users()}>
      <UserSearchForm
        key={search}
        search={search ?? ''}
        onSearch={(typed) => void navigate({ search: typed === '' ? {} : { search: typed } })}
      />
      <PagedList list={list} empty={m.admin_people_users_none()} failed={m.admin_people_users_failed()}>
        {(users) => (
          <Table
            label={m.admin_nav_users()}
            columns={[
              m.admin_people_name(),
              m.admin_people_email(),
              m.admin_people_role(),
              m.admin_people_created_at(),
              m.admin_people_actions(),
            ]}
          >
            {users.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  )
}

function UserRow({ user }: { user: BackOfficeUser }) {
  const { id, name, email } = user
  return (
    <tr>
      <Cell label={m.admin_people_name()}>
        <Link to="/backoffice/users/$id" params={{ id }} className={textLink()}>
          {name}
        </Link>
      </Cell>
      <Cell label={m.admin_people_email()}>{email}</Cell>
      <Cell label={m.admin_people_role()}>
        <UserBadges user={user} />
      </Cell>
      <Cell label={m.admin_people_created_at()}>
        <Instant seconds={user.created_at} />
      </Cell>
      <Cell>
        <Link
          to="/backoffice/users/$id"
          params={{ id }}
          className={button({ variant: 'secondary', size: 'sm' })}
          aria-label={m.admin_people_details_of({ name })}
        >
          {m.admin_people_details()}
        </Link>
      </Cell>
    </tr>
  )
}
