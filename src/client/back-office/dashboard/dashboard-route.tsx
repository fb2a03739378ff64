import { createFileRoute, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { timeAgo } from '@/client/shared/time/saved-age'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { getLocale } from '@/messages/compiled/runtime.js'
import { DismissFindings, ImportFindings } from '@/client/back-office/shared/import-findings'
import { Badge } from '@/client/design-system/badge'
import type { MailHealth } from '@/domain/staff/jobs'
import { dateText } from '@/client/shared/time/event-dates'
import { css } from 'styled-system/css'
import { cluster, visuallyHidden } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'
import { Counts, Today } from './counts'
import { liveOverviewQuery, liveEventCountsQuery, liveTagsQuery, Loaded, Panel, Facts } from './panel'
import { GivenUpJobs, StorageFacts } from './given-up-jobs'

/** The work to do and the health of the server (rules 2.12); refetched while the page is looked at. */
function DashboardPage() {
  const overview = useQuery(liveOverviewQuery())
  const nowMs = overview.dataUpdatedAt
  const heading = useRef<HTMLHeadingElement>(null)
  const givenUp = overview.data?.given_up ?? []
  return (
    <div className={frame}>
      <header className={cluster({ gap: '4', justify: 'space-between' })}>
        <h1 ref={heading} tabIndex={-1} className={dashboardPageTitle}>
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
const dashboardPageTitle = css({ textStyle: 'title' })
const panels = css({
  display: 'grid',
  gap: '6',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 20rem), 1fr))]',
})

/** Events that wait longest for a decision, with how long. A proposed change opens in the queue of its kind. */
function WaitingLongest({ events, nowMs }: { events: Overview['waiting']; nowMs: number }) {
  if (events.length === 0) return <p className={muted}>{m.admin_dashboard_waiting_none()}</p>
  return (
    <ol className={list}>
      {events.map(({ id, title, created_at, is_proposal: isProposal = false }) => (
        <li key={`${id} ${isProposal}`} className={cluster({ gap: '2', justify: 'space-between' })}>
          <Link
            to="/backoffice/events/$id"
            params={{ id }}
            search={isProposal ? { traits: 'proposal' } : {}}
            className={textLink()}
          >
            {title}
          </Link>
          <span className={muted}>
            {isProposal ? `${m.admin_dashboard_waiting_proposal()} · ` : null}
            {timeAgo(created_at * 1000, nowMs, getLocale())}
          </span>
        </li>
      ))}
    </ol>
  )
}

const list = css({ display: 'grid', gap: '2', overflowWrap: 'anywhere' })
const muted = css({ color: 'fg.muted' })

function FirstSteps() {
  const counts = useQuery(liveEventCountsQuery()).data
  const tags = useQuery(liveTagsQuery()).data
  if (counts === undefined || tags === undefined) return null
  const hasEvents = counts.on_review + counts.published + counts.rejected > 0
  if (tags.length > 0 && hasEvents) return null
  return (
    <Panel title={m.admin_dashboard_first_title()}>
      <ol className={firstStepsList}>
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

const firstStepsList = css({ display: 'grid', gap: '2', paddingLeft: '5', listStyle: 'decimal' })

function ImportsToSee({ imports, nowMs }: { imports: Overview['imports']; nowMs: number }) {
  return (
    <Panel
      title={m.admin_dashboard_imports()}
      aside={
        <Link to="/backoffice/events/import" className={textLink()}>
          {m.admin_dashboard_imports_all()}
        </Link>
      }
    >
      <ul className={importsToSeeList}>
        {imports.map(({ id, name, read_at: readAt, findings }) => (
          <li key={id} className={item}>
            <bdi className={strong}>{name}</bdi>
            <ImportFindings findings={findings} />
            <div className={cluster({ gap: '2', justify: 'space-between' })}>
              <span className={importsToSeeMuted}>
                {m.import_read_at({ ago: timeAgo(readAt * 1000, nowMs, getLocale()) })}
              </span>
              <DismissFindings id={id} name={name} readAt={readAt} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const importsToSeeList = css({ display: 'grid', gap: '3', listStyle: 'none', padding: '0' })
const item = css({ display: 'grid', gap: '1', minWidth: '0' })
const strong = css({ fontWeight: 'medium' })
const importsToSeeMuted = css({ textStyle: 'small', color: 'fg.muted' })

const HEALTHS: Record<
  MailHealth,
  { label: () => string; text: () => string; tone: 'success' | 'warning' | 'danger' }
> = {
  fine: { label: m.admin_dashboard_mail_fine, text: m.admin_dashboard_mail_fine_text, tone: 'success' },
  delayed: {
    label: m.admin_dashboard_mail_delayed,
    text: m.admin_dashboard_mail_delayed_text,
    tone: 'warning',
  },
  failing: {
    label: m.admin_dashboard_mail_failing,
    text: m.admin_dashboard_mail_failing_text,
    tone: 'danger',
  },
}

function MailHealthBadge({ health }: { health: MailHealth }) {
  const { label, tone } = HEALTHS[health]
  return <Badge tone={tone}>{label()}</Badge>
}

function MailFacts({ mail, nowMs }: { mail: Overview['mail']; nowMs: number }) {
  const { oldest_at: oldestAt, last_error: lastError } = mail
  return (
    <>
      <p className={mailFactsMuted}>{HEALTHS[mail.health].text()}</p>
      <Facts
        facts={[
          [m.admin_dashboard_mail_waiting(), String(mail.waiting)],
          [m.admin_dashboard_mail_retrying(), String(mail.retrying)],
          [m.admin_dashboard_mail_failed(), String(mail.failed)],
          ...(oldestAt === undefined
            ? []
            : [[m.admin_dashboard_mail_oldest(), timeAgo(oldestAt * 1000, nowMs, getLocale())] as const]),
          ...(lastError === undefined ? [] : [[m.admin_dashboard_mail_last_error(), lastError] as const]),
        ]}
      />
    </>
  )
}

const mailFactsMuted = css({ color: 'fg.muted' })

/** A bar for each week; for screen readers a table. */
function SubmissionsChart({ weeks }: { weeks: Overview['weeks'] }) {
  const locale = getLocale()
  const rows = weeks.map(({ starts_at, submissions }) => ({
    start: dateText(starts_at, locale),
    submissions,
  }))
  const most = Math.max(...rows.map(({ submissions }) => submissions), 0)
  return (
    <div className={submissionsChartFrame}>
      <div className={bars} aria-hidden>
        {rows.map(({ start, submissions }) => (
          <span
            key={start}
            className={bar}
            title={`${start}: ${submissions}`}
            style={{ height: `${most === 0 ? 0 : (submissions / most) * 100}%` }}
          />
        ))}
      </div>
      <div className={axis} aria-hidden>
        <span>{rows[0]?.start}</span>
        <span>{rows.at(-1)?.start}</span>
      </div>
      <p className={cluster({ gap: '2', justify: 'space-between' })}>
        <span>{m.admin_dashboard_this_week({ count: rows.at(-1)?.submissions ?? 0 })}</span>
        <span>{m.admin_dashboard_busiest_week({ count: most })}</span>
      </p>
      {/* A table itself is as wide as its words, also when it is hidden. */}
      <div className={visuallyHidden()}>
        <table>
          <caption>{m.admin_dashboard_weeks_caption({ count: rows.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{m.admin_dashboard_week_from()}</th>
              <th scope="col">{m.admin_dashboard_submissions()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ start, submissions }) => (
              <tr key={start}>
                <th scope="row">{start}</th>
                <td>{submissions}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const submissionsChartFrame = css({ display: 'grid', gap: '2', position: 'relative', minWidth: '0' })
const bars = css({
  display: 'flex',
  alignItems: 'end',
  gap: '1',
  height: '24',
  borderBottom: 'hairline',
})
// A week without any has a line all the same.
const bar = css({ flex: '1', minHeight: '[2px]', bg: 'focus', borderTopRadius: 'sm' })
const axis = css({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '2',
  textStyle: 'small',
  color: 'fg.muted',
})

export const Route = createFileRoute('/backoffice/dashboard')({ component: DashboardPage })
