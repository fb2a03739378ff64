import { createFileRoute, Link, getRouteApi } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { backOfficeQuery, callApi, pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { Page, PagedList, SearchForm } from '@/client/back-office/shared/page'
import { EmailText, Instant, Cell, Table, shortName } from '@/client/back-office/shared/table'
import { SelectField } from '@/client/design-system/forms/field'
import { searchTexts } from '@/client/shared/links/web-url'
import { listAddresses, listUsers, type BackOfficeUser } from '@/contract/back-office/back-office-people'
import { ROLES, type Role } from '@/domain/accounts/permission'
import { isUserId, looksLikeUserId } from '@/domain/events/event-search'
import { EMAIL_MAX } from '@/domain/submissions/submission-limits'
import { toOneLine } from '@/domain/text/plain-text'
import { oneLine, maxCharacters } from '@/domain/text/text-fields'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { button, textLink } from 'styled-system/recipes'
import { ROLE_LABELS, UserBadges } from './person-parts'

const route = getRouteApi('/backoffice/users')

const searchForm = z.object({
  text: z.string().check(
    oneLine(),
    maxCharacters(EMAIL_MAX, 'text_too_long'),
    z.refine((text) => isUserId(text) || !looksLikeUserId(text), 'user_id_invalid'),
  ),
})

function UsersPage() {
  const { search, role } = readUsersSearch(route.useSearch())
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(usersQuery({ search, role }))
  const show = (next: UsersSearch) => void navigate({ search: withoutEmpty(next) })
  return (
    <Page title={m.admin_nav_users()}>
      <div className={filters}>
        <SearchForm
          label={m.admin_people_search()}
          searchLabel={m.admin_people_search_submit()}
          clearLabel={m.admin_people_search_clear()}
          schema={searchForm}
          value={search ?? ''}
          onSearch={(text) => show({ search: text, role })}
        />
        <SelectField
          label={m.admin_people_role()}
          value={role ?? ''}
          options={[
            { value: '', label: m.admin_people_role_all() },
            ...ROLES.map((one) => ({ value: one, label: ROLE_LABELS[one]() })),
          ]}
          onChange={({ target }) => show({ search, role: ROLES.find((one) => one === target.value) })}
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
      {search === undefined || role !== undefined ? null : <Addresses search={search} />}
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

/** People without an account whose address has what is searched for. */
function Addresses({ search }: { search: string }) {
  const { data = [] } = useQuery(addressesQuery(search))
  if (data.length === 0) return null
  return (
    <section className={addresses}>
      <h2 className={heading}>{m.admin_people_addresses()}</h2>
      <ul className={addresses}>
        {data.map(({ email }) => (
          <li key={email}>
            <Link to="/backoffice/users/$id" params={{ id: email }} className={textLink()}>
              <EmailText email={email} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const filters = css({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', md: '[minmax(0, 26rem) minmax(0, 12rem)]' },
})
const addresses = css({ display: 'grid', gap: '2', minWidth: '0', overflowWrap: 'anywhere' })
const heading = css({ textStyle: 'subheading' })

interface UsersSearch {
  search?: string | undefined
  role?: Role | undefined
}

function usersQuery(filter: UsersSearch) {
  return pagedQuery(['users', filter], (query, context) =>
    callApi(listUsers, { query: { ...query, ...withoutEmpty(filter) } }, context),
  )
}

function addressesQuery(search: string) {
  return backOfficeQuery(
    ['addresses', search],
    async ({ signal }) => (await callApi(listAddresses, { query: { search } }, { signal })).items,
  )
}

function withoutEmpty({ search = '', role }: UsersSearch) {
  return { ...(search !== '' && { search }), ...(role !== undefined && { role }) }
}

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
function readUsersSearch({ search, role }: Record<string, unknown>): UsersSearch {
  const text = typeof search === 'string' ? toOneLine(search) : ''
  return {
    search: text === '' || text.length > EMAIL_MAX ? undefined : text,
    role: ROLES.find((one) => one === role),
  }
}

export const Route = createFileRoute('/backoffice/users')({
  validateSearch: searchTexts('search', 'role'),
  component: UsersPage,
})
