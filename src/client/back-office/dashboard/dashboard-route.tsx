import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useId, useRef, type ReactNode } from 'react'
import { CircleCheckIcon } from 'lucide-react'
import { QueryState } from '@/client/back-office/shared/page'
import { countText } from '@/client/back-office/shared/table'
import { timeAgo } from '@/client/shared/time/saved-age'
import type { Overview } from '@/contract/back-office/back-office-overview'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import {
  byteText,
  dashboardQueries,
  GivenUpJobs,
  ImportsToSee,
  MailTrouble,
  StorageTrouble,
  SubmissionsChart,
  Today,
} from './panels'

/** The dashboard begins with today and what waits for staff, and ends with the server's health (rules 2.12). */
function DashboardPage() {
  const overview = useQuery(dashboardQueries.overview())
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={frame}>
      <header className={cluster({ gap: '3', justify: 'space-between' })}>
        <h1 ref={heading} tabIndex={-1} className={title}>
          {m.admin_dashboard_title()}
        </h1>
        <Numbers />
      </header>
      <FirstSteps />
      <QueryState query={overview} failed={m.admin_dashboard_failed()} />
      {overview.data === undefined ? null : (
        <Panels
          overview={overview.data}
          nowMs={overview.dataUpdatedAt}
          onRetried={() => heading.current?.focus()}
        />
      )}
    </div>
  )
}

/** Five links with the numbers of their lists; the last has one of each role. */
function Numbers() {
  const counts = useQuery(dashboardQueries.counts()).data
  const tags = useQuery(dashboardQueries.tags()).data
  const users = useQuery(dashboardQueries.users()).data
  return (
    <nav className={cx(card(), numbers)} aria-label={m.admin_dashboard_numbers()}>
      <Link to="/backoffice/events" search={{}} className={number}>
        <Count label={m.admin_pending_review()} n={counts?.on_review} />
      </Link>
      <Link to="/backoffice/events" search={{ status: 'PUBLISHED' }} className={number}>
        <Count label={m.admin_published()} n={counts?.published} />
      </Link>
      <Link to="/backoffice/events" search={{ status: 'REJECTED' }} className={number}>
        <Count label={m.admin_rejected()} n={counts?.rejected} />
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
  nowMs: number
  onRetried: () => void
}

function Panels({ overview, nowMs, onRetried }: PanelsProps) {
  const { today, waiting, weeks, imports, given_up: jobs, mail, storage } = overview
  const { proposals = 0 } = useQuery(dashboardQueries.counts()).data ?? {}
  const hasSpace = storage.disk === undefined || storage.disk.state === 'fine'
  return (
    <>
      <div className={columns}>
        <Panel
          title={m.admin_dashboard_today()}
          aside={
            <a href="/week" className={textLink()}>
              {m.week_print()}
            </a>
          }
        >
          <Today events={today} />
        </Panel>
        <div className={column}>
          <Panel
            title={m.admin_dashboard_waiting()}
            aside={
              <Link to="/backoffice/events" search={{}} className={textLink()}>
                {m.admin_dashboard_waiting_all()}
              </Link>
            }
          >
            <WaitingLongest events={waiting} nowMs={nowMs} />
            {proposals === 0 ? null : (
              <Link to="/backoffice/events" search={{ traits: 'proposal' }} className={textLink()}>
                {m.admin_nav_proposals({ n: countText(proposals) })}
              </Link>
            )}
          </Panel>
          {imports.length === 0 ? null : (
            <Panel
              title={m.admin_dashboard_imports()}
              aside={
                <Link to="/backoffice/events/import" className={textLink()}>
                  {m.admin_dashboard_imports_all()}
                </Link>
              }
            >
              <ImportsToSee imports={imports} nowMs={nowMs} />
            </Panel>
          )}
          {jobs.length === 0 ? null : (
            <Panel title={m.admin_dashboard_jobs()}>
              <GivenUpJobs jobs={jobs} nowMs={nowMs} onRetried={onRetried} />
            </Panel>
          )}
          {hasSpace ? null : (
            <Panel title={m.admin_dashboard_storage()}>
              <StorageTrouble storage={storage} />
            </Panel>
          )}
          {mail.health === 'fine' ? null : (
            <Panel title={m.admin_dashboard_mail()}>
              <MailTrouble mail={mail} nowMs={nowMs} />
            </Panel>
          )}
          <Panel title={m.admin_dashboard_weeks()}>
            <SubmissionsChart weeks={weeks} />
          </Panel>
        </div>
      </div>
      {hasSpace && mail.health === 'fine' && jobs.length === 0 ? <AllWell storage={storage} /> : null}
    </>
  )
}

function AllWell({
  storage: { disk, photo_bytes: photos, database_bytes: database },
}: Pick<Overview, 'storage'>) {
  const sizes = [
    [m.admin_dashboard_photos(), byteText(photos)],
    [m.admin_dashboard_database(), byteText(database)],
    ...(disk === undefined ? [] : [[m.admin_dashboard_disk_free(), byteText(disk.free_bytes)]]),
  ]
  return (
    <p className={well}>
      <CircleCheckIcon size="1.25rem" />
      <span>
        <strong>{m.admin_dashboard_all_well()}</strong> {m.admin_dashboard_mail_fine_text()}{' '}
        {sizes.map((pair) => pair.join(': ')).join(' · ')}
      </span>
    </p>
  )
}

function Panel({ title: name, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx(card({ pad: true }), panel)}>
      <div className={cluster({ gap: '2', justify: 'space-between' })}>
        <h2 id={id} className={panelTitle}>
          {name}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Events that wait longest for a decision, with how long. A proposed change opens in the queue of its kind. */
function WaitingLongest({ events, nowMs }: { events: Overview['waiting']; nowMs: number }) {
  if (events.length === 0) return <p className={muted}>{m.admin_dashboard_waiting_none()}</p>
  return (
    <ol className={list}>
      {events.map(({ id, title: name, created_at, is_proposal: isProposal = false }) => (
        <li key={`${id} ${isProposal}`} className={cluster({ gap: '2', justify: 'space-between' })}>
          <Link
            to="/backoffice/events/$id"
            params={{ id }}
            search={isProposal ? { traits: 'proposal' } : {}}
            className={textLink()}
          >
            {name}
          </Link>
          <span className={small}>
            {isProposal ? `${m.admin_dashboard_waiting_proposal()} · ` : null}
            {timeAgo(created_at * 1000, nowMs, getLocale())}
          </span>
        </li>
      ))}
    </ol>
  )
}

function FirstSteps() {
  const counts = useQuery(dashboardQueries.counts()).data
  const tags = useQuery(dashboardQueries.tags()).data
  if (counts === undefined || tags === undefined) return null
  const hasEvents = counts.on_review + counts.published + counts.rejected > 0
  if (tags.length > 0 && hasEvents) return null
  return (
    <Panel title={m.admin_dashboard_first_title()}>
      <ol className={numbered}>
        {tags.length > 0 ? null : (
          <li>
            {m.admin_dashboard_first_tags_text()}{' '}
            <Link to="/backoffice/tags" className={textLink()}>
              {m.admin_dashboard_first_tags()}
            </Link>
          </li>
        )}
        <li>
          {m.admin_dashboard_first_events_text()}{' '}
          <Link to="/backoffice/events/new" className={textLink()}>
            {m.admin_dashboard_first_event()}
          </Link>
          {' · '}
          <Link to="/backoffice/events/import" className={textLink()}>
            {m.admin_dashboard_first_import()}
          </Link>
        </li>
        <li>{m.admin_dashboard_first_review_text()}</li>
      </ol>
    </Panel>
  )
}

const frame = css({ display: 'grid', gap: { base: '4', md: '5' }, minWidth: '0', overflowWrap: 'anywhere' })
const title = css({ textStyle: 'title' })
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
const small = css({ textStyle: 'small', color: 'fg.muted' })
const muted = css({ color: 'fg.muted' })
const columns = css({
  display: 'grid',
  gap: '5',
  alignItems: 'start',
  gridTemplateColumns: { lg: '[repeat(2, minmax(0, 1fr))]' },
})
const column = css({ display: 'grid', gap: '5', minWidth: '0' })
const panel = css({ display: 'grid', gap: '3', alignContent: 'start', minWidth: '0' })
const panelTitle = css({ textStyle: 'subheading' })
const list = css({ display: 'grid', gap: '3' })
const numbered = css({ display: 'grid', gap: '2', paddingLeft: '5', listStyle: 'decimal' })
const well = css({
  display: 'flex',
  gap: '2',
  color: 'fg.muted',
  '& svg': { flexShrink: '0', color: 'success.fg' },
})
export const Route = createFileRoute('/backoffice/dashboard')({ component: DashboardPage })
