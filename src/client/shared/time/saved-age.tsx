import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useSavedContent } from '@/client/shared/layout/page-head'
import { ClockIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { dateText } from './event-dates'
import { useDeviceNow } from './use-now'

/** 'Saved 2 h ago'. `savedAt` in epoch ms. */
export function SavedAge({ savedAt }: { savedAt: number }) {
  const now = useDeviceNow()
  useSavedContent()
  return (
    <p className={mark}>
      <ClockIcon size="1rem" />
      {sentence(savedAt, now)}
    </p>
  )
}

function sentence(savedAt: number, now: number): string {
  const age = savedAge(savedAt, now)
  switch (age.unit) {
    case 'now':
      return m.events_saved_now()
    case 'unknown':
      return m.events_saved_on({ date: dateText(savedAt / 1000, getLocale()) })
    case 'minute':
      return m.events_saved_minutes({ n: age.count })
    case 'hour':
      return m.events_saved_hours({ n: age.count })
    case 'day':
      return m.events_saved_days({ n: age.count })
  }
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
  ['minute', 60_000],
] as const

type Unit = (typeof UNITS)[number][0]

function inLargestUnit(ms: number): { unit: Unit; amount: number } | undefined {
  const fitting = UNITS.find(([, unitMs]) => Math.abs(ms) >= unitMs)
  return fitting && { unit: fitting[0], amount: ms / fitting[1] }
}

/** "5 minutes ago", "in 2 hours"; within a minute "now". Both instants in epoch ms. */
export function timeAgo(at: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale === 'pt' ? 'pt-PT' : locale, { numeric: 'auto' })
  const { unit, amount } = inLargestUnit(at - now) ?? { unit: 'second', amount: 0 }
  return format.format(Math.round(amount), unit)
}

/** Two clocks, or one that was set right, differ by no more than this. */
const SAME_TIME_MS = 5 * 60_000

type TimeAgoSavedAge = { unit: 'now' } | { unit: 'unknown' } | { unit: Unit; count: number }

/** How old something is, for labels shorter than `Intl` makes them. A clock that was set back since then does not say. */
export function savedAge(savedAt: number, now: number): TimeAgoSavedAge {
  if (savedAt - now > SAME_TIME_MS) return { unit: 'unknown' }
  const age = inLargestUnit(Math.max(0, now - savedAt))
  return age === undefined ? { unit: 'now' } : { unit: age.unit, count: Math.floor(age.amount) }
}

const SavedAgeLabel = lazyPart(async () => (await import('./saved-age-label')).SavedAgeLabel, {
  isOptional: true,
})

interface FreshnessProps {
  /** When what is shown was stored in the replica, epoch ms; absent when it came from the network. */
  savedAt: number | undefined
  /** When it was last fetched, epoch ms: a cold start shows what an earlier visit has fetched. */
  fetchedAt: number
  isFailed: boolean
}

/** The age of what is shown, while the network is unreachable. It reads IndexedDB, so it loads after the first paint. */
export function Freshness({ savedAt, fetchedAt, isFailed }: FreshnessProps) {
  return <SavedAgeLabel savedAt={savedAt ?? fetchedAt} isFailed={isFailed} />
}
