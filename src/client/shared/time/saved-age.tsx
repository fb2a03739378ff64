import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useSavedContent } from '@/client/shared/layout/page-head'
import { ClockIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { dateText } from './event-dates'
import { useDeviceNow } from './use-now'

/** Two clocks, or one that was set right, differ by no more than this. */
const SAME_TIME_MS = 5 * 60_000
const MINUTE_MS = 60_000

/** 'Saved 2 hours ago'; a clock that was set back since then does not say how long. `savedAt` in epoch ms. */
export function SavedAge({ savedAt }: { savedAt: number }) {
  const now = useDeviceNow()
  useSavedContent()
  const locale = getLocale()
  return (
    <p className={mark}>
      <ClockIcon size="1rem" />
      {savedAt - now > SAME_TIME_MS
        ? m.events_saved_on({ date: dateText(savedAt / 1000, locale) })
        : now - savedAt < MINUTE_MS
          ? m.events_saved_now()
          : m.events_saved_ago({ ago: timeAgo(savedAt, now, locale) })}
    </p>
  )
}

const mark = css({
  display: 'inline-flex',
  width: 'fit',
  alignItems: 'center',
  gap: '1.5',
  textStyle: 'small',
  color: 'warning.fg',
  bg: 'warning.subtle',
  borderRadius: 'full',
  paddingInline: '3',
  paddingBlock: '1',
})

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
] as const

/** "5 minutes ago", "in 2 hours"; within a minute "now". Both instants in epoch ms. */
export function timeAgo(at: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale === 'pt' ? 'pt-PT' : locale, { numeric: 'auto' })
  const ms = at - now
  const [unit, unitMs] = UNITS.find(([, least]) => Math.abs(ms) >= least) ?? [
    'second',
    Number.POSITIVE_INFINITY,
  ]
  return format.format(Math.round(ms / unitMs), unit)
}

export interface FreshnessProps {
  /** When what is shown was stored in the replica, epoch ms; absent when it came from the network. */
  savedAt: number | undefined
  /** A cold start shows what an earlier visit has fetched. */
  query: { dataUpdatedAt: number; isRefetchError: boolean }
}

/** The age of what is shown, while the network is unreachable. It reads IndexedDB, so it loads after the first paint. */
export const Freshness = lazyPart(async () => (await import('./saved-age-label')).SavedAgeLabel, {
  isOptional: true,
})
