import { useState } from 'react'
import { jobLabel } from '@/client/back-office/activity/activity-table'
import { DismissFindings, ImportFindings } from '@/client/back-office/shared/import-findings'
import { text } from '@/client/back-office/shared/page'
import { StateDialog, useSetState } from '@/client/back-office/shared/state-dialog'
import { Facts, RowButton } from '@/client/back-office/shared/table'
import { useAction } from '@/client/back-office/shared/use-action'
import { Fold } from '@/client/design-system/fold'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { StateLine, StatedTitle } from '@/client/shared/programme/event-state'
import { cardDate, dateText } from '@/client/shared/time/event-dates'
import { timeAgo } from '@/client/shared/time/saved-age'
import { retryJob, type Overview } from '@/contract/back-office/back-office-overview'
import { isLongEvent } from '@/domain/events/event'
import { isOff } from '@/domain/events/event-state'
import { splitLocationName } from '@/domain/places/place'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale, type Locale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'

// The panels of the dashboard. Those of what is not well are there only while it is not.

type EventToday = Overview['today'][number]

/** Today's events are called off with one press; those that last for days or months are folded. */
export function Today({ events }: { events: readonly EventToday[] }) {
  const [opened, setOpened] = useState<EventToday>()
  const long = events.filter(isLongEvent)
  const short = events.filter((event) => !isLongEvent(event))
  const row = (event: EventToday) => (
    <TodayRow key={`${event.id} ${event.start_time}`} event={event} onOpen={() => setOpened(event)} />
  )
  return (
    <>
      {events.length === 0 ? <p className={text.muted}>{m.admin_dashboard_today_none()}</p> : null}
      {short.length === 0 ? null : <ul className={stack({ gap: '3' })}>{short.map(row)}</ul>}
      {long.length === 0 ? null : (
        <Fold summary={m.admin_dashboard_today_long({ n: long.length })}>
          <ul className={stack({ gap: '3' })}>{long.map(row)}</ul>
        </Fold>
      )}
      {opened === undefined ? null : (
        <StateDialog event={opened} day={dayOf(opened)} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

/** The state of the event as a whole is changed there. */
function dayOf({ day, state, said }: EventToday): string | undefined {
  return state !== undefined && said === undefined ? undefined : day
}

function TodayRow({ event, onOpen }: { event: EventToday; onOpen: () => void }) {
  const { id, title: name, day, revision, said } = event
  const { mutate, isPending } = useSetState()
  return (
    <li className={cluster({ justify: 'space-between' })}>
      <div className={facts}>
        <StateLine event={event} />
        <TextLink to="/backoffice/events/$id" params={{ id }}>
          <StatedTitle event={event} />
        </TextLink>
        <p className={text.small}>
          {cardDate(event, getLocale())} · <bdi>{splitLocationName(event.location_name).displayName}</bdi>
        </p>
      </div>
      <div className={cluster()}>
        {isOff(event.state) || isLongEvent(event) ? null : (
          <RowButton
            name={m.admin_call_off_of({ title: name })}
            busy={isPending}
            onClick={() => mutate({ id, day, revision, before: said, wanted: { state: 'cancelled' } })}
          >
            {m.admin_call_off()}
          </RowButton>
        )}
        <RowButton variant="ghost" name={m.admin_state_set_of({ title: name })} onClick={onOpen}>
          {m.admin_state_set()}
        </RowButton>
      </div>
    </li>
  )
}

const facts = css({ minWidth: '0', flex: '[1 1 12rem]' })
const ago = (seconds: number, nowMs: number) => timeAgo(seconds * 1000, nowMs, getLocale())

/** Events that wait longest for a decision, with how long. A proposed change opens in the queue of its kind. */
export function WaitingLongest({ events, nowMs }: { events: Overview['waiting']; nowMs: number }) {
  if (events.length === 0) return <p className={text.muted}>{m.admin_dashboard_waiting_none()}</p>
  return (
    <ol className={stack({ gap: '3' })}>
      {events.map(({ id, title, created_at, is_proposal: isProposal = false }) => (
        <li key={`${id} ${isProposal}`} className={cluster({ justify: 'space-between' })}>
          <TextLink
            to="/backoffice/events/$id"
            params={{ id }}
            search={isProposal ? { traits: 'proposal' } : {}}
          >
            {title}
          </TextLink>
          <span className={text.small}>
            {isProposal ? `${m.admin_dashboard_waiting_proposal()} · ` : null}
            {ago(created_at, nowMs)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A bar for each week, which a screen reader reads as its beginning and its number. */
export function SubmissionsChart({ weeks }: Pick<Overview, 'weeks'>) {
  const rows = weeks.map(({ starts_at: at, submissions: n }) => ({ start: dateText(at, getLocale()), n }))
  const most = Math.max(...rows.map(({ n }) => n), 0)
  return (
    <div className={chart}>
      <ol className={bars} aria-label={m.admin_dashboard_weeks_caption({ count: rows.length })}>
        {rows.map(({ start, n }) => (
          <li key={start} title={`${start}: ${n}`} style={{ height: `${(n / Math.max(most, 1)) * 100}%` }}>
            <VisuallyHidden>{`${start}: ${n}`}</VisuallyHidden>
          </li>
        ))}
      </ol>
      <p className={between} aria-hidden>
        <span>{rows[0]?.start}</span>
        <span>{rows.at(-1)?.start}</span>
      </p>
      <p className={cluster({ justify: 'space-between' })}>
        <span>{m.admin_dashboard_this_week({ count: rows.at(-1)?.n ?? 0 })}</span>
        <span>{m.admin_dashboard_busiest_week({ count: most })}</span>
      </p>
    </div>
  )
}

const chart = css({ display: 'grid', gap: '2', position: 'relative', minWidth: '0' })
const bars = css({
  display: 'flex',
  alignItems: 'end',
  gap: '1',
  height: '24',
  borderBottom: 'hairline',
  // A week without any has a line all the same.
  '& > li': { flex: '1', minHeight: '[2px]', bg: 'focus', borderTopRadius: 'sm' },
})
const between = cx(text.small, cluster({ justify: 'space-between' }))

export function ImportsToSee({ imports, nowMs }: Pick<Overview, 'imports'> & { nowMs: number }) {
  return (
    <ul className={stack({ gap: '3' })}>
      {imports.map(({ id, name, read_at: readAt, findings }) => (
        <li key={id} className={stack({ gap: '1' })}>
          <bdi className={text.strong}>{name}</bdi>
          <ImportFindings findings={findings} />
          <div className={cluster({ justify: 'space-between' })}>
            <span className={text.small}>{m.import_read_at({ ago: ago(readAt, nowMs) })}</span>
            <DismissFindings id={id} name={name} readAt={readAt} />
          </div>
        </li>
      ))}
    </ul>
  )
}

export function GivenUpJobs({ jobs, nowMs }: { jobs: Overview['given_up']; nowMs: number }) {
  const retry = useAction<string, unknown>({
    run: (id, api) => api.call(retryJob, { params: { id } }),
    done: () => [m.admin_dashboard_job_retried()],
    failed: () => m.admin_dashboard_job_retry_failed(),
  })
  return (
    <>
      <p className={text.small}>{m.admin_dashboard_jobs_text()}</p>
      <ul className={stack({ gap: '3' })}>
        {jobs.map(({ id, name, error, attempts: n, given_up_at: givenUpAt, can_retry: canRetry }) => (
          <li key={id} className={cluster({ gap: '3', justify: 'space-between' })}>
            <span className={stack({ gap: '1', minWidth: '0' })}>
              <span className={text.strong}>{jobLabel(name)}</span>
              <span className={text.small}>{error}</span>
              <span className={text.small}>
                {m.admin_dashboard_job_given_up({ ago: ago(givenUpAt, nowMs), n })}
              </span>
            </span>
            {canRetry ? (
              <RowButton
                busy={retry.isPending && retry.variables === id}
                name={m.admin_dashboard_job_retry({ name: jobLabel(name) })}
                onClick={() => retry.mutate(id)}
              >
                {m.admin_try_again()}
              </RowButton>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The room that photos and database take, and the room that is left. */
export function storageSizes({ photo_bytes: photos, database_bytes: database, disk }: Overview['storage']) {
  return [
    [m.admin_dashboard_photos(), byteText(photos)],
    [m.admin_dashboard_database(), byteText(database)],
    ...(disk === undefined ? [] : [[m.admin_dashboard_disk_free(), byteText(disk.free_bytes)] as const]),
  ] as const
}

export function StorageTrouble({ storage }: Pick<Overview, 'storage'>) {
  const { disk } = storage
  if (disk === undefined) return null
  const isFull = disk.state === 'full'
  return (
    <>
      <p className={warning}>
        {isFull ? m.admin_dashboard_disk_all_refused() : m.admin_dashboard_disk_photos_refused()}
      </p>
      <Facts
        of={[...storageSizes(storage), [m.admin_dashboard_disk_reserve(), byteText(disk.reserve_bytes)]]}
      />
    </>
  )
}

export function MailTrouble({ mail, nowMs }: Pick<Overview, 'mail'> & { nowMs: number }) {
  const { health, waiting, retrying, failed, oldest_at: oldest, last_error: error } = mail
  const isFailing = health === 'failing'
  return (
    <>
      <p className={warning}>
        {isFailing ? m.admin_dashboard_mail_failing_text() : m.admin_dashboard_mail_delayed_text()}
      </p>
      <Facts
        of={[
          [m.admin_dashboard_mail_waiting(), waiting],
          [m.admin_dashboard_mail_retrying(), retrying],
          [m.admin_dashboard_mail_failed(), failed],
          [m.admin_dashboard_mail_oldest(), oldest === undefined ? undefined : ago(oldest, nowMs)],
          [m.admin_dashboard_mail_last_error(), error],
        ]}
      />
    </>
  )
}

const warning = css({ color: 'danger.fg', fontWeight: 'medium' })

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** '1.5 GB': with the largest unit that fits, by 1024 as file systems count. */
export function byteText(bytes: number, locale: Locale = getLocale()): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return new Intl.NumberFormat(locale === 'pt' ? 'pt-PT' : locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** power)
}
