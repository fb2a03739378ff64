import { useQueries } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { toast } from '@/client/shared/notifications/toast'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { eventQuery } from '@/client/shared/programme/programme-queries'
import * as m from '@/messages/compiled/messages.js'
import { isCalendarDay } from '@/domain/time/local-time'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

const route = getRouteApi('/saved')

interface PlanOfferProps {
  shared: readonly SharedEvent[]
  /** The ids of what is saved already. */
  saved: ReadonlySet<string>
}

/** Somebody's plan, out of the fragment of the address: its events, and one button that adds them. */
export function PlanOffer({ shared, saved }: PlanOfferProps) {
  const { programme } = route.useRouteContext()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const queries = useQueries({ queries: shared.map(({ eventId }) => eventQuery(programme, eventId)) })
  const title = useRef<HTMLHeadingElement>(null)
  const close = () => void router.navigate({ to: '/saved', hash: '', replace: true })
  const found = shared.flatMap(({ day }, index) => {
    const event = queries[index]?.data?.data
    return event === undefined ? [] : [{ event, day }]
  })
  const added = found.filter(({ event }) => !saved.has(event.id))
  const gone = queries.filter(({ data }) => data === null).length
  const failed = queries.filter(({ data, isError }) => data === undefined && isError)
  const isWhole = queries.every(({ data }) => data !== undefined)
  const add = async () => {
    setBusy(true)
    try {
      await (await loadOfflineClient()).saved.save(added)
      toast.success(m.saved_added({ n: added.length }))
      // The address alone names the events that have not been fetched.
      if (isWhole) close()
      else title.current?.focus()
    } catch (error) {
      report('The shared plan could not be saved.', error)
      toast.error(m.saved_refused(), { description: m.saved_refused_text() })
    }
    setBusy(false)
  }
  // The button goes, and its focus with it.
  const retry = () => {
    title.current?.focus()
    for (const { refetch } of failed) void refetch()
  }
  return (
    <section className={card({ pad: true })} aria-labelledby="shared-plan">
      <div className={body}>
        <h2 ref={title} tabIndex={-1} id="shared-plan" className={heading}>
          {m.saved_offer_title()}
        </h2>
        <ul>
          {found.map(({ event }) => (
            <li key={event.id}>
              <bdi>{event.title}</bdi>
            </li>
          ))}
        </ul>
        {queries.some(({ isPending, isFetching }) => isPending && isFetching) ? (
          <Spinner label={m.saved_loading()} />
        ) : null}
        {gone > 0 ? <p>{m.saved_offer_gone({ n: gone })}</p> : null}
        {failed.length > 0 ? <p role="alert">{m.saved_offer_unreachable({ n: failed.length })}</p> : null}
        {found.length > 0 && added.length === 0 && isWhole ? <p>{m.saved_offer_known()}</p> : null}
        <div className={cluster({ gap: '2' })}>
          {added.length > 0 ? (
            <Button busy={isBusy} onClick={() => void add()}>
              {m.saved_offer_add({ n: added.length })}
            </Button>
          ) : null}
          {failed.length > 0 ? (
            <Button variant="secondary" onClick={retry}>
              {m.app_try_again()}
            </Button>
          ) : null}
          <Button variant="ghost" onClick={close}>
            {m.saved_offer_close()}
          </Button>
        </div>
      </div>
    </section>
  )
}

const body = css({ display: 'grid', gap: '3', justifyItems: 'start', overflowWrap: 'anywhere' })
const heading = css({ textStyle: 'subheading' })

interface SharedEvent {
  eventId: string
  /** The village day that was chosen of an event with several. */
  day?: string
}

/** Some messengers cut longer addresses. */
export const MAX_SHARED = 100

const EVENT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@(\d{4}-\d\d-\d\d))?(?![\w-])/

/** The fragment that shares a plan, without '#': no server sees it. */
export function planFragment(events: readonly SharedEvent[]): string {
  const listed = events.slice(0, MAX_SHARED).map(({ eventId, day }) => (day ? `${eventId}@${day}` : eventId))
  return `e=${listed.join(',')}`
}

/** The events of a fragment, each once, as anyone may have written it: what makes no sense is left out. */
export function readPlanFragment(fragment: string): SharedEvent[] {
  const [, list = ''] = /^e=(.*)$/.exec(fragment) ?? []
  const byId = new Map<string, SharedEvent>()
  for (const one of list.split(',').slice(0, MAX_SHARED)) {
    const [, eventId, day] = EVENT.exec(one) ?? []
    if (eventId === undefined) continue
    byId.set(eventId, { eventId, ...(day !== undefined && isCalendarDay(day) && { day }) })
  }
  return [...byId.values()]
}
