import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { searchTexts } from '@/client/shared/links/web-url'
import { SelectField } from '@/client/design-system/forms/field'
import { ACTIVITY_ACTIONS } from '@/domain/staff/activity'
import { ACTIVITY_MONTHS } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import { PagedList } from '@/client/back-office/shared/page'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import {
  ACTION_LABELS,
  ActivityTable,
  activitiesQuery,
  actorsQuery,
  readActivitySearch,
} from './activity-table'

const route = getRouteApi('/backoffice/activity')

function ActivityPage() {
  const search = readActivitySearch(route.useSearch())
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(activitiesQuery(search))
  const actors = useQuery(actorsQuery())
  const filter = (changes: Record<string, string>) =>
    void navigate({ search: readActivitySearch({ ...search, ...changes }) })
  return (
    <div className={frame}>
      <header className={head}>
        <h1 className={title}>{m.admin_activity_title()}</h1>
        <p className={muted}>{m.admin_activity_intro({ months: ACTIVITY_MONTHS })}</p>
      </header>
      <div className={cluster({ gap: '4' })}>
        <SelectField
          label={m.admin_activity_filter_action()}
          value={search.action ?? ''}
          options={[
            { value: '', label: m.admin_activity_all_actions() },
            ...ACTIVITY_ACTIONS.map((action) => ({ value: action, label: ACTION_LABELS[action]() })),
          ]}
          onChange={(event) => filter({ action: event.target.value })}
        />
        <SelectField
          label={m.admin_activity_filter_user()}
          value={search.user_id ?? ''}
          options={[
            { value: '', label: m.admin_activity_all_users() },
            ...(actors.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
          ]}
          onChange={(event) => filter({ user_id: event.target.value })}
        />
      </div>
      <PagedList list={list} empty={m.admin_activity_none()} failed={m.admin_activity_failed()}>
        {(entries) => <ActivityTable entries={entries} />}
      </PagedList>
    </div>
  )
}

const frame = css({ display: 'grid', gap: '5', minWidth: '0' })
const head = css({ display: 'grid', gap: '1' })
const title = css({ textStyle: 'title' })
const muted = css({ color: 'fg.muted' })

export const Route = createFileRoute('/backoffice/activity')({
  validateSearch: searchTexts('action', 'user_id'),
  component: ActivityPage,
})
