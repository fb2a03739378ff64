import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'
import { Counts } from './counts'
import { liveOverviewQuery } from './dashboard-queries'
import { GivenUpJobs } from './given-up-jobs'
import { FirstSteps } from './first-steps'
import { ImportsToSee } from './imports-to-see'
import { Loaded } from './loaded'
import { MailFacts, MailHealthBadge } from './mail-facts'
import { Panel } from './panel'
import { StorageFacts } from './storage-facts'
import { SubmissionsChart } from './submissions-chart'
import { Today } from './today'
import { WaitingLongest } from './waiting-longest'

/** The work to do and the health of the server (rules 2.12); refetched while the page is looked at. */
export function DashboardPage() {
  const overview = useQuery(liveOverviewQuery())
  const nowMs = overview.dataUpdatedAt
  const heading = useRef<HTMLHeadingElement>(null)
  const givenUp = overview.data?.given_up ?? []
  return (
    <div className={frame}>
      <header className={cluster({ gap: '4', justify: 'space-between' })}>
        <h1 ref={heading} tabIndex={-1} className={title}>
          {m.admin_dashboard_title()}
        </h1>
        <div className={cluster({ gap: '4' })}>
          <a href="/week" className={textLink()}>
            {m.week_print()}
          </a>
          <Link to="/backoffice/activity" className={textLink()}>
            {m.admin_activity_title()}
          </Link>
        </div>
      </header>
      <LiveRegion>
        {overview.isPending ? m.admin_loading() : overview.isLoadingError ? m.admin_dashboard_failed() : null}
      </LiveRegion>
      <FirstSteps />
      <Counts />
      <div className={panels}>
        <Panel title={m.admin_dashboard_today()}>
          <Loaded query={overview} height="9rem">
            {({ today }) => <Today events={today} />}
          </Loaded>
        </Panel>
        <Panel
          title={m.admin_dashboard_waiting()}
          aside={
            <Link to="/backoffice/events" search={{}} className={textLink()}>
              {m.admin_dashboard_waiting_all()}
            </Link>
          }
        >
          <Loaded query={overview} height="9rem">
            {({ waiting }) => <WaitingLongest events={waiting} nowMs={nowMs} />}
          </Loaded>
        </Panel>
        {overview.data && overview.data.imports.length > 0 ? (
          <ImportsToSee imports={overview.data.imports} nowMs={nowMs} />
        ) : null}
        {givenUp.length > 0 ? (
          <GivenUpJobs jobs={givenUp} nowMs={nowMs} onRetried={() => heading.current?.focus()} />
        ) : null}
        <Panel title={m.admin_dashboard_weeks()}>
          <Loaded query={overview} height="9rem">
            {({ weeks }) => <SubmissionsChart weeks={weeks} />}
          </Loaded>
        </Panel>
        <Panel title={m.admin_dashboard_storage()}>
          <Loaded query={overview} height="9rem">
            {({ storage }) => <StorageFacts storage={storage} />}
          </Loaded>
        </Panel>
        <Panel
          title={m.admin_dashboard_mail()}
          aside={overview.data ? <MailHealthBadge health={overview.data.mail.health} /> : null}
        >
          <Loaded query={overview} height="9rem">
            {({ mail }) => <MailFacts mail={mail} nowMs={nowMs} />}
          </Loaded>
        </Panel>
      </div>
    </div>
  )
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0', overflowWrap: 'anywhere' })
const title = css({ textStyle: 'title' })
const panels = css({
  display: 'grid',
  gap: '6',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 20rem), 1fr))]',
})
