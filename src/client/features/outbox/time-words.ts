const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "5 minutes ago", "in 2 hours"; within a minute "now". Both instants in epoch ms. */
export function timeAgo(at: number, now: number, locale: string): string {
  const words = new Intl.RelativeTimeFormat(locale === 'pt' ? 'pt-PT' : locale, { numeric: 'auto' })
  const distance = at - now
  const unit = UNITS.find(([, ms]) => Math.abs(distance) >= ms)
  return unit === undefined
    ? words.format(0, 'second')
    : words.format(Math.round(distance / unit[1]), unit[0])
}
