import { useId, type ReactNode } from 'react'
import { originOf, pageHead, unknownPageHead, type RouterContext } from '@/client/shared/layout/page-head'
import { FeedItems, feedLinks } from '@/client/shared/share/share'
import { Freshness, type FreshnessProps } from '@/client/shared/time/saved-age'
import { useNow } from '@/client/shared/time/use-now'
import { EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { CalendarIcon } from 'lucide-react'
import { PopoverMenu, needsPopover } from '@/client/design-system/overlays/popover-menu'
import { Skeleton } from '@/client/design-system/skeleton'
import { titleText } from '@/client/design-system/text'
import type { PublicEvent } from '@/contract/events/events'
import type { FeedQuery } from '@/contract/events/feeds'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/next-step'
import { failureOf, ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import { column, pageColumn } from 'styled-system/patterns'
import { AgendaDays, dayGroups } from './agenda-rows'

interface AgendaPageProps {
  title: string
  freshness: FreshnessProps
  feed: { filter: FeedQuery; origin: string; label: string }
  events: readonly PublicEvent[]
  nothingOn: string
  /** Where it is, or who they are. */
  children: ReactNode
}

/** The page of a place or an organiser: what is on from now on, then the facts and a calendar for other programs. */
export function AgendaPage({ title, freshness, feed, events, nothingOn, children }: AgendaPageProps) {
  const id = useId()
  return (
    <div className={layout}>
      <header>
        <h1 className={titleText}>
          <bdi>{title}</bdi>
        </h1>
        <Freshness {...freshness} />
      </header>
      <div className={columns}>
        <Upcoming events={events} nothingOn={nothingOn} />
        <div className={column({ gap: '5' })}>
          {children}
          <div>
            <Button variant="secondary" popoverTarget={id} className={needsPopover}>
              <CalendarIcon size="1.25rem" />
              {feed.label}
            </Button>
            <PopoverMenu id={id}>
              <FeedItems filter={feed.filter} origin={feed.origin} />
            </PopoverMenu>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The events by day; a recurring event stands under its next date. */
function Upcoming({ events, nothingOn }: Pick<AgendaPageProps, 'events' | 'nothingOn'>) {
  const now = useNow()
  // A page stays open past midnight: what it has read may be over.
  if (dayGroups(events, { now }).length === 0)
    return (
      <EmptyState
        title={nothingOn}
        art={<CalendarIcon size="2.5rem" />}
        actions={
          <ButtonLink to="/events" variant="secondary">
            {m.event_not_found_back()}
          </ButtonLink>
        }
      />
    )
  return <AgendaDays events={events} now={now} />
}

export function AgendaPageSkeleton({ label }: { label: string }) {
  return (
    <div className={layout} aria-busy aria-label={label}>
      <Skeleton height="3rem" />
      <div className={columns}>
        <Skeleton height="20rem" />
        <Skeleton height="12rem" />
      </div>
    </div>
  )
}

const layout = pageColumn({ gap: '4' })
const columns = column({
  lg: { gridTemplateColumns: '[minmax(0, 3fr) minmax(0, 2fr)]' },
  alignItems: 'start',
  gap: { base: '8', lg: '12' },
})

/** No place or organiser has more listed; a recurring event is one. */
export const MAX_AGENDA_EVENTS = 100

/** `null`: the server says that there is no such thing. */
export function dataOrNull<T>(outcome: Outcome<T>): T | null {
  if (outcome.kind === 'ok') return outcome.data
  if (outcome.kind === 'refused' && [404, 422].includes(outcome.status)) return null
  throw failureOf(outcome)
}

interface AgendaHead {
  title: string
  description: string | undefined
  path: string
  feed: FeedQuery
  /** The place or organiser of this canonical address, as schema.org describes it. */
  entity: (url: string) => object
}

type PageHead = ReturnType<typeof agendaHead>

/** Title, canonical address, feeds and structured data. */
export function agendaHead(context: RouterContext, { feed, entity, ...head }: AgendaHead) {
  const { locale } = context
  const origin = originOf(context)
  const { meta, links } = pageHead({ ...head, origin })
  const structured = [
    { property: 'og:locale', content: locale === 'pt' ? 'pt_PT' : 'en_US' },
    // The router writes it with `<`, `>` and `&` escaped.
    { 'script:ld+json': entity(origin + head.path) },
  ]
  return { meta: [...meta, ...structured], links: [...links, ...feedLinks(feed, locale)] }
}

/** The server responds to an outage with an error, so that no crawler indexes it; a browser shows it with a retry. */
export async function headUnlessUnreachable(title: string, load: Promise<PageHead>): Promise<PageHead> {
  return load.catch((error: unknown) => {
    if (import.meta.env.SSR || !(error instanceof ProgrammeUnreachable)) throw error
    return unknownPageHead(title)
  })
}
