import { useId, useEffect, useState } from 'react'
import { DirectionsLink } from '@/client/shared/places/place-location'
import { report, useOfflineClient } from '@/client/shared/offline/offline-client'
import { statedTitle } from '@/client/shared/programme/event-state'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import { LinkIcon, ShareIcon, CalendarIcon, BellIcon } from 'lucide-react'
import type { OwnEvent, ProgrammeEvent } from '@/contract/events/events'
import { isOff } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import { isPublished } from '@/client/features/event/event-states'
import { SaveButton } from '@/client/shared/saved/save-heart'
import { sharedUrl, shareOrCopy } from '@/client/shared/share/share'
import { PopoverMenu, needsPopover } from '@/client/design-system/overlays/popover-menu'
import { useNow } from '@/client/shared/time/use-now'
import { calendarFileAddress } from '@/contract/events/calendar-files'
import { useOrigin } from '@/client/shared/layout/page-head'
import { googleCalendarAddress, outlookCalendarAddress } from '@/domain/calendar/calendar-address'
import { villageDay } from '@/domain/time/local-time'
import { getLocale } from '@/messages/compiled/runtime.js'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'

interface EventActionsProps {
  event: OwnEvent
  /** The village day that was chosen: who gets the link sees the same date. */
  date: string | undefined
}

/** The actions on an event, below when and where it is (rules 2.6). On phones the bar has the first two. */
export function EventActions({ event, date }: EventActionsProps) {
  return (
    <div className={cx(cluster(), actions)}>
      <DirectionsLink place={event} className={fromTablets} />
      {isPublished(event) ? (
        <>
          <SaveButton event={event} day={date} />
          <ShareButton event={event} date={date} className={fromTablets} />
          <CopyLinkButton date={date} />
          <CalendarMenu event={event} />
          <ReminderButton event={event} />
        </>
      ) : null}
    </div>
  )
}

/** The same at the thumb: at the bottom of a phone's window, and at rest below the event where its page goes on. */
export function ActionBar({ event, date }: EventActionsProps) {
  return (
    <div className={bar} data-part="action-bar">
      <DirectionsLink place={event} className={half} isMain={!isOff(event.state)} />
      {isPublished(event) ? <ShareButton event={event} date={date} className={half} /> : null}
    </div>
  )
}

/** The 'Share' button copies the address where nothing can share. */
function ShareButton({ event, date, className }: EventActionsProps & { className: string }) {
  const { description, note } = event
  const url = sharedUrl(date)
  const share = (copy: () => void) => {
    const text = note === undefined ? description : `${note}\n\n${description}`
    const content = { title: statedTitle(event), text, url }
    shareOrCopy(navigator, content, copy).catch((error: unknown) => report('share', error))
  }
  return (
    <Clipboard text={url} copiedLabel={m.event_link_copied()}>
      {(copy) => (
        <Button variant="secondary" className={className} onClick={() => share(copy)}>
          <ShareIcon size="1.25rem" />
          {m.event_share()}
        </Button>
      )}
    </Clipboard>
  )
}

function CopyLinkButton({ date }: Pick<EventActionsProps, 'date'>) {
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

const actions = css({
  _print: { display: 'none' },
  // An action that is alone on phones has no edge: its icon stands below those above it.
  mdDown: { marginLeft: '-3' },
})
const fromTablets = css({ mdDown: { display: 'none' } })
const half = css({ flex: '1', paddingInline: '3' })

const bar = css({
  display: { base: 'flex', md: 'none', _print: 'none' },
  position: 'sticky',
  bottom: '0',
  zIndex: 'raised',
  // One above the other where text is twice as large.
  flexWrap: 'wrap',
  gap: '2',
  // The bar is as wide as the window.
  marginInline: '[calc(-1 * {spacing.gutter})]',
  width: '[calc(100% + 2 * {spacing.gutter})]',
  paddingInline: 'gutter',
  paddingTop: '2',
  paddingBottom: '[max(0.5rem, env(safe-area-inset-bottom))]',
  bg: 'bg.surface',
  borderTop: 'hairline',
})

/**
 * The date that the page shows, into a person's own calendar: as a file, from the device too, or by an address of Google or Outlook, of
 * which nothing is loaded before somebody taps it.
 */
export function CalendarMenu({ event }: { event: ProgrammeEvent }) {
  const id = useId()
  const now = useNow()
  const origin = useOrigin()
  if (event.end_time <= now) return null
  const locale = getLocale()
  const day = villageDay(event.start_time)
  const url = `${origin}/events/${event.id}?date=${day}`
  return (
    <>
      <button type="button" popoverTarget={id} className={cx(button({ variant: 'ghost' }), needsPopover)}>
        <CalendarIcon size="1.25rem" />
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

const ReminderDialog = lazyPart(
  async () => (await import('@/client/features/event/reminders/reminder-dialog')).ReminderDialog,
)

/** The bell of the date that the page shows: it opens the choice of reminders, and says whether there is one. */
export function ReminderButton({ event }: { event: ProgrammeEvent }) {
  const now = useNow()
  const day = villageDay(event.start_time)
  const [isOpen, setOpen] = useState(false)
  const isSet = useIsReminded(event.id, day)
  if (event.start_time <= now) return null
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <BellIcon size="1.25rem" />
        {isSet ? m.reminder_button_set() : m.reminder_button()}
      </Button>
      {isOpen ? <ReminderDialog event={event} day={day} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function useIsReminded(eventId: string, day: string): boolean {
  const client = useOfflineClient()
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    let end: (() => void) | undefined
    async function watch(): Promise<void> {
      const reminders = await client?.push.reminders()
      if (isUnmounted) return
      end = reminders?.watch({ event_id: eventId, day }, (before) => setIsSet(before.length > 0))
    }
    // No reminder is shown as set when the chunk cannot be loaded; pressing says what is wrong.
    watch().catch(() => undefined)
    return () => {
      isUnmounted = true
      end?.()
    }
  }, [client, eventId, day])
  return isSet
}
