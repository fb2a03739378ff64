import { useId } from 'react'
import { CalendarIcon } from '@/client/design-system/icons/icons'
import { PopoverMenu, needsPopover } from '@/client/design-system/overlays/popover-menu'
import { useNow } from '@/client/shared/time/use-now'
import { calendarFileAddress } from '@/contract/events/calendar-files'
import type { ProgrammeEvent } from '@/contract/events/events'
import { googleCalendarAddress, outlookCalendarAddress } from '@/domain/calendar/calendar-address'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { cx } from 'styled-system/css'
import { button } from 'styled-system/recipes'

/**
 * The date that the page shows, into a person's own calendar: as a file, from the device too, or by an address of Google or Outlook, of
 * which nothing is loaded before somebody taps it.
 */
export function CalendarMenu({ event }: { event: ProgrammeEvent }) {
  const id = useId()
  const now = useNow()
  if (event.end_time <= now) return null
  const locale = getLocale()
  const day = villageDay(event.start_time)
  const url = `${SITE.publicOrigin}/events/${event.id}?date=${day}`
  return (
    <>
      <button type="button" popoverTarget={id} className={cx(button({ variant: 'ghost' }), needsPopover)}>
        <CalendarIcon size={20} />
        {m.calendar_add()}
      </button>
      <PopoverMenu id={id}>
        <a href={calendarFileAddress(event.id, { day, locale })}>{m.calendar_file()}</a>
        {event.schedules.length > 1 ? (
          <a href={calendarFileAddress(event.id, { locale })}>{m.calendar_file_all()}</a>
        ) : null}
        <a href={googleCalendarAddress(event, url)} target="_blank" rel="noopener">
          {m.calendar_google()}
        </a>
        <a href={outlookCalendarAddress(event, url)} target="_blank" rel="noopener">
          {m.calendar_outlook()}
        </a>
      </PopoverMenu>
    </>
  )
}
