export interface Weekday {
  /** 0-6 from Sunday, as it travels. */
  day: number
  short: string
  long: string
}

/** The days of a week as it is written in Portugal and most of Europe: from Monday. */
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

export function weekdays(locale: string): Weekday[] {
  const short = new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : locale, {
    weekday: 'short',
    timeZone: 'UTC',
  })
  const long = new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : locale, {
    weekday: 'long',
    timeZone: 'UTC',
  })
  return MONDAY_FIRST.map((day) => {
    // 4 January 1970 was a Sunday.
    const noonOfThatDay = new Date((3 + day) * 86_400_000 + 43_200_000)
    return { day, short: short.format(noonOfThatDay).replace('.', ''), long: long.format(noonOfThatDay) }
  })
}
