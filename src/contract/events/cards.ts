/** The picture of a link to an event or a week: 1200x630. */
export const CARD_SIZE = { width: 1200, height: 630 } as const

interface EventCardAddress {
  id: string
  /** The revision of the event gives an edit another address, since link previews keep a picture for weeks. */
  revision: number
  /** The village day `YYYY-MM-DD` of the date on the card. */
  day: string
  locale: 'en' | 'pt'
}

/** Path and query of an event's card. */
export function eventCardPath({ id, revision, day, locale }: EventCardAddress): string {
  return `/cards/${id}.png?v=${revision}&date=${day}&lang=${locale}`
}

/** Path and query of a week's card; `monday` is its first village day. */
export function weekCardPath(monday: string, locale: 'en' | 'pt'): string {
  return `/cards/week-${monday}.png?lang=${locale}`
}
