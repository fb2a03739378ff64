import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Fact, Facts, Instant } from '@/client/back-office/shared/table'
import { Page, QueryState } from '@/client/back-office/shared/page'
import { getWeekMail } from '@/contract/week-mail'
import * as m from '@/messages/compiled/messages.js'
import { backOfficeQuery, callApi } from '@/client/back-office/shared/back-office-queries'

function WeekMailPage() {
  const query = useQuery(backOfficeQuery(['week-mail'], ({ signal }) => callApi(getWeekMail, {}, { signal })))
  return (
    <Page title={m.admin_week_mail()}>
      <QueryState query={query} failed={m.admin_week_mail_failed()} />
      {query.data === undefined ? null : (
        <Facts>
          <Fact label={m.admin_week_mail_confirmed()}>{query.data.confirmed}</Fact>
          <Fact label={m.admin_week_mail_next()}>
            <Instant seconds={query.data.sends_at} />
          </Fact>
        </Facts>
      )}
    </Page>
  )
}

export const Route = createFileRoute('/backoffice/week-mail')({ component: WeekMailPage })
