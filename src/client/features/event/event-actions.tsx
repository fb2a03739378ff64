import { useId, useState } from 'react'
import { CalendarIcon, LinkIcon, SearchIcon } from 'lucide-react'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import { PopoverMenu, needsPopover } from '@/client/design-system/overlays/popover-menu'
import { useOrigin } from '@/client/shared/layout/page-head'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { statedTitle } from '@/client/shared/programme/event-state'
import { SaveButton } from '@/client/shared/saved/save-heart'
import { ShareButton, sharedUrl } from '@/client/shared/share/share'
import { calendarFileAddress } from '@/contract/events/calendar-files'
import { googleCalendarAddress, outlookCalendarAddress } from '@/domain/calendar/calendar-address'
import { isCalledOff } from '@/domain/events/event-state'
import { splitLocationName } from '@/domain/places/place'
import { villageDay } from '@/domain/time/local-time'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { dateAndTimes, type WhenProps } from './event-facts'

interface EventActionsProps extends WhenProps {
  /** The village day that was chosen: who gets the link sees the same date. */
  date: string | undefined
  /** At the bottom of a phone's window, and at rest below the event where its page goes on. */
  isBar?: boolean
}

/** The actions on a published event (rules 2.6); one that does not take place leads to what does. */
export function EventActions({ date, isBar = false, ...shown }: EventActionsProps) {
  const { event, now } = shown
  const isOver = event.end_time <= now
  return (
    <div className={isBar ? bar : row} data-part={isBar ? 'action-bar' : undefined}>
      {isOver || isCalledOff(event.state) ? (
        <OtherEvents event={event} now={now} />
      ) : (
        <>
          <SaveButton event={event} day={date} />
          <CalendarMenu event={event} now={now} />
        </>
      )}
      <ShareButton
        label={m.event_share()}
        content={{ title: statedTitle(event), text: sharedText(shown), url: sharedUrl(date) }}
      />
    </div>
  )
}

type ShownNow = Pick<WhenProps, 'event' | 'now'>

/** Leads to what is on that day; when it is over, to what is to come. */
function OtherEvents({ event, now }: ShownNow) {
  const day = villageDay(event.start_time)
  const isPast = day < villageDay(now)
  return (
    <ButtonLink to="/events" search={isPast ? {} : { from: day, to: day }} variant="secondary">
      <SearchIcon size="1.25rem" />
      {isPast ? m.event_not_found_back() : m.event_that_day()}
    </ButtonLink>
  )
}

/** Day, hour and place come first: it is read in a chat. What was moved is where its note says. */
function sharedText({ event, days, now }: WhenProps): string {
  const place = event.state === 'moved' ? [] : [splitLocationName(event.location_name).displayName]
  const when = dateAndTimes({ event, days, now }).join(' · ')
  const lines = [when, ...place, ...(event.note ? [event.note] : [])]
  return `${lines.join('\n')}\n\n${event.description}`
}

export function CopyLinkButton({ date }: Pick<EventActionsProps, 'date'>) {
  return (
    <Clipboard text={sharedUrl(date)} copiedLabel={m.event_link_copied()}>
      {(copy) => (
        <Button variant="ghost" onClick={copy}>
          <LinkIcon size="1.25rem" />
          {m.event_copy_link()}
        </Button>
      )}
    </Clipboard>
  )
}

const ReminderDialog = lazyPart(async () => (await import('./reminders/reminder-dialog')).ReminderDialog)

/**
 * The date that the page shows, into a person's own calendar: as a file, from the device too, or by an address of Google or Outlook, of
 * which nothing is loaded before somebody taps it. Until it begins the browser can remind of it.
 */
function CalendarMenu({ event, now }: ShownNow) {
  const id = useId()
  const origin = useOrigin()
  const locale = getLocale()
  const day = villageDay(event.start_time)
  const [isReminderOpen, setReminderOpen] = useState(false)
  const url = `${origin}/events/${event.id}?date=${day}`
  return (
    <>
      <Button variant="secondary" popoverTarget={id} className={needsPopover}>
        <CalendarIcon size="1.25rem" />
        {m.calendar_add()}
      </Button>
      <PopoverMenu id={id}>
        {event.start_time > now ? (
          <button type="button" aria-haspopup="dialog" onClick={() => setReminderOpen(true)}>
            {m.reminder_button()}
          </button>
        ) : null}
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
      {isReminderOpen ? (
        <ReminderDialog event={event} day={day} onClose={() => setReminderOpen(false)} />
      ) : null}
    </>
  )
}

const row = cluster({ display: { base: 'none', md: 'flex', _print: 'none' }, marginTop: '4' })
const bar = css({
  display: { base: 'flex', md: 'none', _print: 'none' },
  flexWrap: 'wrap',
  justifyContent: 'space-around',
  // With large text, header and bar would take a third of the window.
  position: 'sticky',
  bottom: 'stuck',
  zIndex: 'raised',
  // The bar is as wide as the window.
  marginInline: '[calc(-1 * {spacing.gutter})]',
  width: '[calc(100% + 2 * {spacing.gutter})]',
  paddingTop: '1',
  paddingBottom: '[max(0.25rem, env(safe-area-inset-bottom))]',
  bg: 'bg.surface',
  borderTop: 'hairline',
  // An icon over its word, as phones have it: three words of either language have room.
  '& > :is(a, button)': {
    flexDirection: 'column',
    gap: '0.5',
    border: '[none]',
    borderRadius: 'md',
    paddingInline: '1',
    paddingBlock: '1.5',
    fontSize: 'sm',
    bg: 'transparent',
  },
})
