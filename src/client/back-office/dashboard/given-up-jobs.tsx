import { timeAgo } from '@/client/shared/time/saved-age'
import { jobLabel } from '@/client/back-office/activity/activity-table'
import { retryJob } from '@/contract/back-office/back-office-overview'
import type { GivenUpJob, DiskState, Overview } from '@/contract/back-office/back-office-overview'
import { RowButton } from '@/client/back-office/shared/table'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { useWrite } from '@/client/back-office/shared/use-write'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { Panel, Facts } from './panel'

interface GivenUpJobsProps {
  jobs: readonly GivenUpJob[]
  nowMs: number
  onRetried: () => void
}

export function GivenUpJobs({ jobs, nowMs, onRetried }: GivenUpJobsProps) {
  const retry = useWrite(retryJob, {
    done: () => m.admin_dashboard_job_retried(),
    failed: m.admin_dashboard_job_retry_failed(),
  })
  return (
    <Panel title={m.admin_dashboard_jobs()}>
      <p className={muted}>{m.admin_dashboard_jobs_text()}</p>
      <ul className={list}>
        {jobs.map(({ id, name, error, attempts, given_up_at: givenUpAt, can_retry: canRetry }) => (
          <li key={id} className={cluster({ gap: '3', justify: 'space-between' })}>
            <span className={item}>
              <span className={strong}>{jobLabel(name)}</span>
              <span className={muted}>{error}</span>
              <span className={muted}>
                {m.admin_dashboard_job_given_up({
                  ago: timeAgo(givenUpAt * 1000, nowMs, getLocale()),
                  n: attempts,
                })}
              </span>
            </span>
            {canRetry ? (
              <RowButton
                busy={retry.isPending && retry.variables.params.id === id}
                name={m.admin_dashboard_job_retry({ name: jobLabel(name) })}
                onClick={() => retry.mutate({ params: { id } }, { onSuccess: onRetried })}
              >
                {m.admin_try_again()}
              </RowButton>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const list = css({ display: 'grid', gap: '4', listStyle: 'none', padding: '0' })
const item = css({ display: 'grid', gap: '1', minWidth: '0' })
const strong = css({ fontWeight: 'medium' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })

const DISK_TEXTS: Record<DiskState, () => string> = {
  fine: m.admin_dashboard_disk_ok,
  'no-photos': m.admin_dashboard_disk_photos_refused,
  full: m.admin_dashboard_disk_all_refused,
}

export function StorageFacts({ storage }: { storage: Overview['storage'] }) {
  const { photo_bytes, database_bytes, disk } = storage
  const locale = getLocale()
  const sizes = [
    [m.admin_dashboard_photos(), byteText(photo_bytes, locale)],
    [m.admin_dashboard_database(), byteText(database_bytes, locale)],
  ] as const
  if (disk === undefined)
    return <Facts facts={[...sizes, [m.admin_dashboard_disk_free(), m.admin_dashboard_disk_unknown()]]} />
  const free = byteText(disk.free_bytes, locale)
  const isFine = disk.state === 'fine'
  const usedShare = 1 - disk.free_bytes / disk.total_bytes
  const total = byteText(disk.total_bytes, locale)
  return (
    <>
      <div className={meter}>
        {/* The lines below say the same in words. */}
        <div className={track} aria-hidden>
          <div className={isFine ? fill : fullFill} style={{ width: `${usedShare * 100}%` }} />
        </div>
        <p className={isFine ? storageFactsMuted : warning}>{DISK_TEXTS[disk.state]()}</p>
      </div>
      <Facts
        facts={[
          ...sizes,
          [m.admin_dashboard_disk_free(), m.admin_dashboard_disk_free_of({ free, total })],
          [m.admin_dashboard_disk_reserve(), byteText(disk.reserve_bytes, locale)],
        ]}
      />
    </>
  )
}

const meter = css({ display: 'grid', gap: '2' })
const track = css({ height: '3', borderRadius: 'full', bg: 'bg.sunken', overflow: 'hidden' })
const fill = css({ height: 'full', bg: 'focus' })
const fullFill = css({ height: 'full', bg: 'danger' })
const storageFactsMuted = css({ color: 'fg.muted' })
const warning = css({ color: 'danger.fg', fontWeight: 'medium' })

type Locale = 'en' | 'pt'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** '1.5 GB': with the largest unit that fits, by 1024 as file systems count. */
export function byteText(bytes: number, locale: Locale): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return new Intl.NumberFormat(locale === 'pt' ? 'pt-PT' : locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** power)
}
