import { toOneLine } from '@/domain/text/plain-text'
import { createFileRoute, Link, getRouteApi } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { searchTexts } from '@/client/shared/links/web-url'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { EmailText, Instant, Cell, Table, shortName } from '@/client/back-office/shared/table'
import { Page, PagedList, SearchForm } from '@/client/back-office/shared/page'
import { EMAIL_MAX } from '@/domain/submissions/submission-limits'
import { css } from 'styled-system/css'
import { button, textLink } from 'styled-system/recipes'
import { UserBadges, userSearchForm, usersQuery } from './users-queries'

const route = getRouteApi('/backoffice/users')

function UsersPage() {
  const { search } = readUsersSearch(route.useSearch())
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(usersQuery(search))
  return (
    <Page title={m.admin_nav_users()}>
      <div className={narrow}>
        <SearchForm
          label={m.admin_people_search()}
          searchLabel={m.admin_people_search_submit()}
          clearLabel={m.admin_people_search_clear()}
          schema={userSearchForm}
          value={search ?? ''}
          onSearch={(text) => void navigate({ search: text === '' ? {} : { search: text } })}
        />
      </div>
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
          <bdi>{shortName(name)}</bdi>
        </Link>
      </Cell>
      <Cell label={m.admin_people_email()}>
        <EmailText email={email} />
      </Cell>
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

const narrow = css({ width: '[min(100%, 26rem)]' })

interface UsersSearch {
  search?: string
}

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
export function readUsersSearch({ search }: Record<string, unknown>): UsersSearch {
  const text = typeof search === 'string' ? toOneLine(search) : ''
  return text === '' || text.length > EMAIL_MAX ? {} : { search: text }
}

export const Route = createFileRoute('/backoffice/users')({
  validateSearch: searchTexts('search'),
  component: UsersPage,
})
