import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { CircleCheckIcon } from 'lucide-react'
import { backOfficeQuery, countsQuery, tagsQuery } from '@/client/back-office/shared/back-office-queries'
import { Page, QueryState, Section } from '@/client/back-office/shared/page'
import { countText } from '@/client/back-office/shared/table'
import type { countBackOfficeEvents } from '@/contract/back-office/back-office-events'
import { getOverview, type Overview } from '@/contract/back-office/back-office-overview'
import { countUsers } from '@/contract/back-office/back-office-people'
import type { Reply } from '@/contract/endpoint'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { card, textLink } from 'styled-system/recipes'
import {
  GivenUpJobs,
  ImportsToSee,
  MailTrouble,
  StorageTrouble,
  storageSizes,
  SubmissionsChart,
  Today,
  WaitingLongest,
} from './panels'

/** These queries refetch while the page is visible; coming back to it refetches at once. */
const LIVE = { refetchInterval: 30_000, staleTime: 0 } as const

/** The dashboard begins with today and what waits for staff, and ends with the server's health (rules 2.12). */
function DashboardPage() {
  const overview = useQuery({ ...backOfficeQuery(['overview'], getOverview, {}), ...LIVE })
  const counts = useQuery({ ...countsQuery(), ...LIVE }).data
  return (
    <Page title={m.admin_dashboard_title()} action={<Numbers events={counts} />}>
      <QueryState query={overview} failed={m.admin_dashboard_failed()} />
      {overview.data === undefined ? null : (
        <Panels overview={overview.data} proposals={counts?.proposals ?? 0} nowMs={overview.dataUpdatedAt} />
      )}
    </Page>
  )
}

/** Five links with the numbers of their lists; the last has one of each role. */
function Numbers({ events }: { events: Reply<typeof countBackOfficeEvents> | undefined }) {
  const tags = useQuery({ ...tagsQuery(), ...LIVE }).data
  const users = useQuery({ ...backOfficeQuery(['user-counts'], countUsers, {}), ...LIVE }).data
  return (
    <nav className={cx(card(), numbers)} aria-label={m.admin_dashboard_numbers()}>
      <Link to="/backoffice/events" className={number}>
        <Count label={m.admin_pending_review()} n={events?.on_review} />
      </Link>
      <Link to="/backoffice/events" search={{ status: 'PUBLISHED' }} className={number}>
        <Count label={m.admin_published()} n={events?.published} />
      </Link>
      <Link to="/backoffice/events" search={{ status: 'REJECTED' }} className={number}>
        <Count label={m.admin_rejected()} n={events?.rejected} />
      </Link>
      <Link to="/backoffice/tags" className={number}>
        <Count label={m.admin_dashboard_total_tags()} n={tags?.length} />
      </Link>
      <Link to="/backoffice/users" className={cx(number, two)}>
        <Count label={m.admin_dashboard_role_users()} n={users?.users} />
        <Count label={m.admin_dashboard_role_admins()} n={users?.admins} />
      </Link>
    </nav>
  )
}

function Count({ label, n }: { label: string; n: number | undefined }) {
  return (
    <span>
      <span className={figure}>{n === undefined ? '–' : countText(n)}</span>{' '}
      <span className={caption}>{label}</span>
    </span>
  )
}

interface PanelsProps {
  overview: Overview
  proposals: number
  nowMs: number
}

function Panels({ overview, proposals, nowMs }: PanelsProps) {
  const { today, waiting, weeks, imports, given_up: jobs, mail, storage } = overview
  const hasSpace = storage.disk === undefined || storage.disk.state === 'fine'
  return (
    <>
      <div className={halves}>
        <Section
          title={m.admin_dashboard_today()}
          aside={
            <a href="/week" className={textLink()}>
              {m.week_print()}
            </a>
          }
        >
          <Today events={today} />
        </Section>
        <div className={half}>
          <Section
            title={m.admin_dashboard_waiting()}
            aside={<TextLink to="/backoffice/events">{m.admin_dashboard_waiting_all()}</TextLink>}
          >
            <WaitingLongest events={waiting} nowMs={nowMs} />
            {proposals === 0 ? null : (
              <TextLink to="/backoffice/events" search={{ traits: 'proposal' }}>
                {m.admin_nav_proposals({ n: countText(proposals) })}
              </TextLink>
            )}
          </Section>
          {imports.length === 0 ? null : (
            <Section
              title={m.admin_dashboard_imports()}
              aside={<TextLink to="/backoffice/events/import">{m.admin_dashboard_imports_all()}</TextLink>}
            >
              <ImportsToSee imports={imports} nowMs={nowMs} />
            </Section>
          )}
          {jobs.length === 0 ? null : (
            <Section title={m.admin_dashboard_jobs()}>
              <GivenUpJobs jobs={jobs} nowMs={nowMs} />
            </Section>
          )}
          {hasSpace ? null : (
            <Section title={m.admin_dashboard_storage()}>
              <StorageTrouble storage={storage} />
            </Section>
          )}
          {mail.health === 'fine' ? null : (
            <Section title={m.admin_dashboard_mail()}>
              <MailTrouble mail={mail} nowMs={nowMs} />
            </Section>
          )}
          <Section title={m.admin_dashboard_weeks()}>
            <SubmissionsChart weeks={weeks} />
          </Section>
        </div>
      </div>
      {hasSpace && mail.health === 'fine' && jobs.length === 0 ? (
        <p className={well}>
          <CircleCheckIcon size="1.25rem" />
          <span>
            <strong>{m.admin_dashboard_all_well()}</strong> {m.admin_dashboard_mail_fine_text()}{' '}
            {storageSizes(storage)
              .map((pair) => pair.join(': '))
              .join(' · ')}
          </span>
        </p>
      ) : null}
    </>
  )
}

const numbers = css({
  display: 'grid',
  gridTemplateColumns: { base: '[repeat(3, minmax(0, 1fr))]', md: '[repeat(6, auto)]' },
  width: { base: 'full', md: 'auto' },
  overflow: 'hidden',
})
const number = css({
  paddingInline: { base: '3', md: '4' },
  paddingBlock: { base: '1.5', md: '2' },
  lineHeight: 'tight',
  _hover: { bg: 'sea.subtle' },
  '& + &': { borderLeft: { md: 'hairline' } },
})
const two = css({ gridColumn: '[span 2]', display: 'grid', gridTemplateColumns: 'subgrid', columnGap: '5' })
const figure = css({ display: 'block', textStyle: 'subheading' })
const caption = css({ textStyle: 'small', color: 'fg.muted', lineHeight: 'tight' })
const halves = css({
  display: 'grid',
  gap: '5',
  alignItems: 'start',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[repeat(2, minmax(0, 1fr))]' },
})
const half = css({ display: 'grid', gap: '5', minWidth: '0' })
const well = css({
  display: 'flex',
  gap: '2',
  color: 'fg.muted',
  '& svg': { flexShrink: '0', color: 'success.fg' },
})

export const Route = createFileRoute('/backoffice/dashboard')({ component: DashboardPage })
