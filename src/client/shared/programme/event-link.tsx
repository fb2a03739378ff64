import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { PublicEvent } from '@/contract/events/events'
import { everyText } from '@/client/shared/time/event-dates'
import { getLocale } from '@/messages/compiled/runtime.js'
import { priceValue } from '@/messages/price-text'
import { StatedTitle } from './event-state'

interface EventLinkProps {
  event: PublicEvent
  /** The village day that its page opens on; the next one without it. */
  day: string | undefined
  /** It stands in the list of events: what leads back from its page goes back to the list as it was left. */
  isInList?: boolean | undefined
}

/** The title of a card or a row, which leads to the event; its picture moves to where the page has it. */
export function EventLink({ event, day, isInList = false }: EventLinkProps) {
  return (
    <Link
      to="/events/$id"
      params={{ id: event.id }}
      search={day === undefined ? {} : { date: day }}
      state={isInList ? { cameFrom: 'list' } : {}}
      viewTransition
      onClick={carryPicture}
    >
      <StatedTitle event={event} />
    </Link>
  )
}

/** A name is for one element at a time, and the page has the same for its picture. */
function carryPicture({ currentTarget }: MouseEvent): void {
  for (const picture of document.querySelectorAll<HTMLElement>('[data-part=picture]'))
    picture.style.viewTransitionName =
      picture.closest('article')?.contains(currentTarget) === true ? 'picture' : ''
}

/** The price, and the weekdays of a recurring event. */
export function shortFacts(event: PublicEvent): string[] {
  const locale = getLocale()
  const every = event.weekdays && everyText({ days: event.weekdays }, locale)
  return [priceValue(event, locale), every].filter((one) => one !== undefined)
}
