import { createFileRoute } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { backOfficeQuery, pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { Page, PagedTable, SearchForm, text as styles } from '@/client/back-office/shared/page'
import { EmailText, Instant, shortName, type Columns } from '@/client/back-office/shared/table'
import { SelectField } from '@/client/design-system/forms/field'
import { searchTexts, textOf } from '@/client/shared/links/web-url'
import { listAddresses, listUsers, type BackOfficeUser } from '@/contract/back-office/back-office-people'
import { ROLES } from '@/domain/accounts/permission'
import { isUserId, looksLikeUserId } from '@/domain/events/event-search'
import { EMAIL_MAX } from '@/domain/submissions/submission-limits'
import { toOneLine } from '@/domain/text/plain-text'
import { oneLine, maxCharacters } from '@/domain/text/text-fields'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { ROLE_LABELS, UserBadges } from './person-parts'

const searchForm = z.object({
  text: z.string().check(
    oneLine(),
    maxCharacters(EMAIL_MAX, 'text_too_long'),
    z.refine((text) => isUserId(text) || !looksLikeUserId(text), 'user_id_invalid'),
  ),
})

const COLUMNS: Columns<BackOfficeUser> = [
  [
    m.admin_people_name,
    ({ id, name }) => (
      <TextLink to="/backoffice/users/$id" params={{ id }}>
        <bdi>{shortName(name)}</bdi>
      </TextLink>
    ),
  ],
  [m.admin_people_email, ({ email }) => <EmailText email={email} />],
  [m.admin_people_role, (user) => <UserBadges user={user} />],
  [m.admin_people_created_at, (user) => <Instant seconds={user.created_at} />],
]

function UsersPage() {
  const filter = readUsersSearch(Route.useSearch())
  const { search, role } = filter
  const navigate = Route.useNavigate()
  const list = useInfiniteQuery(pagedQuery('users', listUsers, filter))
  const show = (changes: { search?: string; role?: string }) =>
    void navigate({ search: readUsersSearch({ ...filter, ...changes }) })
  return (
    <Page title={m.admin_nav_users()}>
      <div className={filters}>
        <SearchForm
          label={m.admin_people_search()}
          searchLabel={m.admin_people_search_submit()}
          clearLabel={m.admin_people_search_clear()}
          schema={searchForm}
          value={search ?? ''}
          onSearch={(text) => show({ search: text })}
        />
        <SelectField
          label={m.admin_people_role()}
          value={role ?? ''}
          placeholder={m.admin_people_role_all()}
          options={ROLES.map((one) => ({ value: one, label: ROLE_LABELS[one]() }))}
          onChange={({ target }) => show({ role: target.value })}
        />
      </div>
      <PagedTable
        list={list}
        label={m.admin_nav_users()}
        empty={m.admin_people_users_none()}
        failed={m.admin_people_users_failed()}
        columns={COLUMNS}
        renderActions={({ id, name }) => (
          <ButtonLink
            to="/backoffice/users/$id"
            params={{ id }}
            variant="secondary"
            size="sm"
            aria-label={m.admin_people_details_of({ name })}
          >
            {m.admin_people_details()}
          </ButtonLink>
        )}
      />
      {search === undefined || role !== undefined ? null : <Addresses search={search} />}
    </Page>
  )
}

/** People without an account whose address has what is searched for. */
function Addresses({ search }: { search: string }) {
  const query = useQuery(backOfficeQuery(['addresses', search], listAddresses, { query: { search } }))
  const items = query.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className={addresses}>
      <h2 className={styles.heading}>{m.admin_people_addresses()}</h2>
      <ul className={addresses}>
        {items.map(({ email }) => (
          <li key={email}>
            <TextLink to="/backoffice/users/$id" params={{ id: email }}>
              <EmailText email={email} />
            </TextLink>
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

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
function readUsersSearch(typed: Record<string, unknown>) {
  const search = toOneLine(textOf(typed['search']) ?? '')
  const role = ROLES.find((one) => one === typed['role'])
  return { ...(search !== '' && search.length <= EMAIL_MAX && { search }), ...(role && { role }) }
}

export const Route = createFileRoute('/backoffice/users')({
  validateSearch: searchTexts('search', 'role'),
  component: UsersPage,
})
