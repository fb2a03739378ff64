const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

type Unit = (typeof UNITS)[number][0]

/** A distance in time in the largest unit that fits; undefined within a minute. */
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

type SavedAge = { unit: 'now' } | { unit: 'unknown' } | { unit: Unit; count: number }

/** How old something is, for labels shorter than `Intl` makes them. A clock that was set back since then does not say. */
export function savedAge(savedAt: number, now: number): SavedAge {
  if (savedAt - now > SAME_TIME_MS) return { unit: 'unknown' }
  const age = inLargestUnit(Math.max(0, now - savedAt))
  return age === undefined ? { unit: 'now' } : { unit: age.unit, count: Math.floor(age.amount) }
}
