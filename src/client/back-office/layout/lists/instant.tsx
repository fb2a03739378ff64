import { dateTimeText, villageIso } from '@/client/shared/time/event-dates'
import { getLocale } from '@/messages/compiled/runtime.js'

/** Date and time in the village. */
export function Instant({ seconds }: { seconds: number }) {
  return <time dateTime={villageIso(seconds)}>{dateTimeText(seconds, getLocale())}</time>
}
