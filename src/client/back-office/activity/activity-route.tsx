import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { backOfficeQuery } from '@/client/back-office/shared/back-office-queries'
import { Page } from '@/client/back-office/shared/page'
import { SelectField } from '@/client/design-system/forms/field'
import { searchTexts } from '@/client/shared/links/web-url'
import { listActors } from '@/contract/back-office/back-office-overview'
import { ACTIVITY_MONTHS } from '@/domain/accounts/account'
import { ACTIVITY_ACTIONS } from '@/domain/staff/activity'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'
import { actionLabel, ActivityList, readActivitySearch } from './activity-table'

function ActivityPage() {
  const search = readActivitySearch(Route.useSearch())
  const navigate = Route.useNavigate()
  const actors = useQuery(backOfficeQuery(['actors'], listActors, {})).data?.items ?? []
  const filter = (changes: Record<string, string>) =>
    void navigate({ search: readActivitySearch({ ...search, ...changes }) })
  return (
    <Page title={m.admin_activity_title()} intro={m.admin_activity_intro({ months: ACTIVITY_MONTHS })}>
      <div className={cluster({ gap: '4' })}>
        <SelectField
          label={m.admin_activity_filter_action()}
          value={search.action ?? ''}
          placeholder={m.admin_activity_all_actions()}
          options={ACTIVITY_ACTIONS.map((action) => ({ value: action, label: actionLabel(action) }))}
          onChange={(event) => filter({ action: event.target.value })}
        />
        <SelectField
          label={m.admin_activity_filter_user()}
          value={search.user_id ?? ''}
          placeholder={m.admin_activity_all_users()}
          options={actors.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
          onChange={(event) => filter({ user_id: event.target.value })}
        />
      </div>
      <ActivityList filter={search} />
    </Page>
  )
}

export const Route = createFileRoute('/backoffice/activity')({
  validateSearch: searchTexts('action', 'user_id'),
  component: ActivityPage,
})
