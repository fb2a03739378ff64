import { DirectionsLink } from '@/client/shared/places/directions-link'
import { report } from '@/client/shared/offline/report'
import { statedTitle } from '@/client/shared/programme/event-state'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import { LinkIcon, ShareIcon } from '@/client/design-system/icons/event-icons'
import type { OwnEvent } from '@/contract/events/events'
import { isOff } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { ReminderButton } from '../reminders/reminder-button'
import { CalendarMenu } from './calendar-menu'
import { isPublished } from '../event-status-banner'
import { SaveButton } from '@/client/shared/saved/save-heart'
import { sharedUrl, shareOrCopy } from '@/client/shared/share/share'

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
          <ShareIcon size={20} />
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
          <LinkIcon size={20} />
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
