import { SITE } from '@/site/site'
import { text, calendarText } from './jcal'
import type { Component, Property } from './jcal'
import { timeZoneComponent } from './time-zone'

/** Programs ask again after so long. */
const REFRESH = 'PT3H'

interface Calendar {
  /** VEVENTs. */
  components: readonly Component[]
  /** The first and the last of their times, epoch seconds. */
  first: number
  last: number
  /** The name and address of a calendar that programs subscribe to, and refresh. */
  subscription?: { name: string; address: string }
}

/** The text of a calendar (RFC 5545, 7986). */
export function writeCalendar({ components, first, last, subscription }: Calendar): string {
  return calendarText([
    'vcalendar',
    [
      text('version', '2.0'),
      text('prodid', `-//${SITE.name}//Guide//EN`),
      text('calscale', 'GREGORIAN'),
      text('method', 'PUBLISH'),
      ...(subscription === undefined ? [] : subscriptionProperties(subscription)),
    ],
    [timeZoneComponent(first, last), ...components],
  ])
}

function subscriptionProperties({ name, address }: { name: string; address: string }): Property[] {
  return [
    text('name', name),
    ['x-wr-calname', {}, 'unknown', name.replaceAll(/([\\;,])/g, String.raw`\$1`)],
    ['x-wr-timezone', {}, 'unknown', SITE.timeZone],
    ['source', {}, 'uri', address],
    ['refresh-interval', {}, 'duration', REFRESH],
    ['x-published-ttl', {}, 'unknown', REFRESH],
  ]
}
