import { useQueries } from '@tanstack/react-query'
import { createFileRoute, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { CalendarIcon, HeartIcon } from 'lucide-react'
import { savedFileAddress } from '@/contract/events/calendar-files'
import type { ProgrammeEvent } from '@/contract/events/events'
import { villageDay, villageMidnight, noonOf } from '@/domain/time/local-time'
import {
  planDays,
  planFragment,
  plannedTimes,
  readPlan,
  readPlanFragment,
  savedDays,
  type PlanDay,
  type PlannedEvent,
  type SharedEvent,
} from '@/offline/saved/saved-plan'
import { AgendaRows, DayHeading } from '@/client/shared/agenda/agenda-rows'
import { useFocusAfterRemoval } from '@/client/shared/layout/focus-after-removal'
import { noindexHead, useSavedContent } from '@/client/shared/layout/page-head'
import { toast } from '@/client/shared/notifications/toast'
import { report } from '@/client/shared/offline/offline-client'
import { loadPageProgramme } from '@/client/shared/offline/page-programme'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import { eventQuery, useProgramme } from '@/client/shared/programme/programme-queries'
import { SaveHeart } from '@/client/shared/saved/save-heart'
import { ShareButton } from '@/client/shared/share/share'
import { cardDate, dateBlockOf } from '@/client/shared/time/event-dates'
import { useNow } from '@/client/shared/time/use-now'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Fold } from '@/client/design-system/fold'
import { Spinner } from '@/client/design-system/skeleton'
import { mutedText, subheadingText, titleText } from '@/client/design-system/text'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { cluster, column, pageColumn } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'

/** The page shows what somebody shares, and the events that are saved on this device (rules 13). */
function SavedPage() {
  const plan = useSavedPlan()
  const shared = readPlanFragment(useRouterState({ select: ({ location }) => location.hash }))
  const heading = useRef<HTMLHeadingElement>(null)
  const saved = Array.isArray(plan) ? plan : []
  const isOffered = Array.isArray(plan) && shared.length > 0
  useFocusAfterRemoval(heading, saved.length)
  useFocusAfterRemoval(heading, isOffered ? 1 : 0)
  const Heading = isOffered ? 'h2' : 'h1'
  return (
    <div className={pageColumn({ width: 'text' })}>
      {isOffered ? (
        <PlanOffer shared={shared} saved={new Set(saved.map((one) => one.saved.eventId))} />
      ) : null}
      {isOffered && saved.length === 0 ? null : (
        <header className={section}>
          <Heading ref={heading} tabIndex={-1} className={titleText}>
            {m.saved_title()}
          </Heading>
          {plan === 'unreadable' ? null : <p className={mutedText}>{m.saved_intro()}</p>}
        </header>
      )}
      {plan === 'loading' ? <Spinner label={m.saved_loading()} /> : null}
      {plan === 'unreadable' ? (
        <Banner tone="danger" title={m.saved_refused()}>
          {m.saved_refused_text()}
        </Banner>
      ) : null}
      {saved.length > 0 ? <Plan plan={saved} /> : null}
      {Array.isArray(plan) && saved.length + shared.length === 0 ? (
        <EmptyState
          title={m.saved_empty()}
          art={<HeartIcon size="3rem" />}
          actions={<ButtonLink to="/events">{m.home_see_local_events()}</ButtonLink>}
        >
          {m.saved_empty_text()}
        </EmptyState>
      ) : null}
    </div>
  )
}

/** The saved events of this device. What the app knows of them by now is stored with them: it stays should they leave the programme. */
function useSavedPlan(): PlannedEvent[] | 'loading' | 'unreadable' {
  const plan = useLiveDevice(readPlan, [])
  useEffect(() => {
    if (!Array.isArray(plan)) return
    const changed = plan.flatMap(({ event, saved }) =>
      JSON.stringify(event) === JSON.stringify(saved.snapshot) ? [] : [event],
    )
    // The snapshot stays as old as it is where there is no room for a new one.
    if (changed.length > 0)
      loadPageProgramme()
        .then(({ saved }) => saved.refresh(changed))
        .catch(() => undefined)
  }, [plan])
  return plan
}

/** The person's own list: the days to come, what has left the programme, and what is over. */
function Plan({ plan }: { plan: readonly PlannedEvent[] }) {
  useSavedContent()
  const now = useNow()
  const { days, left, past } = savedDays(plan, now)
  return (
    <>
      {days.length > 0 ? <PlanActions plan={plan} now={now} /> : null}
      <Days days={days} now={now} />
      {left.length > 0 ? <LeftEvents events={left} /> : null}
      {past.length > 0 ? (
        <Fold summary={m.saved_past({ n: past.reduce((sum, { events }) => sum + events.length, 0) })}>
          <Days days={past} now={now} />
        </Fold>
      ) : null}
      <p className={mutedText}>
        {m.week_mail_offer_text()} <TextLink to="/week-mail">{m.week_mail_offer()}</TextLink>
      </p>
    </>
  )
}

function Days({ days, now }: { days: readonly PlanDay[]; now: number }) {
  const today = villageDay(now)
  return days.map(({ day, events }) => (
    <section key={day} className={column({ gap: '2' })}>
      <DayHeading day={day} today={today} />
      <AgendaRows {...{ events, now }} from={day > today ? villageMidnight(day) : undefined} />
    </section>
  ))
}

/** They have no page any more, and their dates are those of the day on which they were last seen. */
function LeftEvents({ events }: { events: readonly ProgrammeEvent[] }) {
  return (
    <section className={section}>
      <h2 className={subheadingText}>{m.saved_left()}</h2>
      <p className={mutedText}>{m.saved_left_text()}</p>
      <ul className={card()}>
        {events.map((event) => (
          <li key={event.id} className={leftRow} data-event={event.id}>
            <div className={words}>
              <h3>
                <s>
                  <bdi>{event.title}</bdi>
                </s>
              </h3>
              <p className={mutedText}>
                {cardDate(event, getLocale())} · <bdi>{event.location_name}</bdi>
              </p>
            </div>
            <SaveHeart isInRow event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PlanActions({ plan, now }: { plan: readonly PlannedEvent[]; now: number }) {
  const toCome = plan.filter((one) => !one.hasLeft && plannedTimes(one, now).end_time > now)
  const url = `${location.origin}/saved#${planFragment(toCome.map(({ saved }) => saved))}`
  return (
    <div className={cluster()}>
      <ShareButton
        label={m.saved_share()}
        content={{ title: m.saved_share_title({ village: SITE.village }), url }}
      />
      {/* The worker alone responds to it: phones open an address in their calendar, and no file of a page. */}
      {navigator.serviceWorker?.controller ? (
        <a href={savedFileAddress(getLocale())} className={button({ variant: 'ghost' })}>
          <CalendarIcon size="1.25rem" />
          {m.calendar_file()}
        </a>
      ) : null}
    </div>
  )
}

/** Somebody's plan, out of the fragment of the address: its days, and one button that adds what is not among the `saved` ids. */
function PlanOffer({ shared, saved }: { shared: readonly SharedEvent[]; saved: ReadonlySet<string> }) {
  const programme = useProgramme()
  const router = useRouter()
  const now = useNow()
  const [isBusy, setBusy] = useState(false)
  const queries = useQueries({ queries: shared.map(({ eventId }) => eventQuery(programme, eventId)) })
  const heading = useRef<HTMLHeadingElement>(null)
  const found = shared.flatMap(({ eventId, day }, index) => {
    const event = queries[index]?.data?.data
    if (event === undefined) return []
    const record = { eventId, savedAt: 0, snapshot: event, ...(day !== undefined && { day }) }
    return [{ event, day, shown: plannedTimes({ saved: record, event, hasLeft: false }, now) }]
  })
  const toCome = found.filter(({ shown }) => shown.end_time > now)
  const toAdd = toCome.filter(({ event }) => !saved.has(event.id))
  const goneCount = queries.filter(({ data }) => data === null).length + found.length - toCome.length
  const failed = queries.filter(({ data, isError }) => data === undefined && isError)
  const isWhole = queries.every(({ data }) => data !== undefined)
  const days = planDays(
    toCome.map(({ shown }) => shown),
    villageDay(now),
  )
  const close = () => void router.navigate({ to: '/saved', hash: '', replace: true })
  const add = async () => {
    setBusy(true)
    try {
      await (await loadPageProgramme()).saved.save(toAdd)
      toast.success(m.saved_added({ n: toAdd.length }))
      // The address alone names the events that have not been fetched.
      if (isWhole) close()
      else heading.current?.focus()
    } catch (error) {
      report('The shared plan could not be saved.', error)
      toast.error(m.saved_refused(), { description: m.saved_refused_text() })
    }
    setBusy(false)
  }
  // The button goes, and its focus with it.
  const retry = () => {
    heading.current?.focus()
    for (const { refetch } of failed) void refetch()
  }
  return (
    <section className={column({ gap: '4' })} aria-labelledby="shared-plan">
      <h1 ref={heading} tabIndex={-1} id="shared-plan" className={titleText}>
        {days.length > 0 ? m.saved_offer_title({ days: daysText(days) }) : m.saved_offer()}
      </h1>
      {queries.some(({ isPending, isFetching }) => isPending && isFetching) ? (
        <Spinner label={m.saved_offer_loading()} />
      ) : null}
      {goneCount > 0 ? <p>{m.saved_offer_gone({ n: goneCount })}</p> : null}
      {failed.length > 0 ? <p role="alert">{m.saved_offer_unreachable({ n: failed.length })}</p> : null}
      {days.length > 0 && toAdd.length === 0 && isWhole ? <p>{m.saved_offer_known()}</p> : null}
      <div className={cluster()}>
        {toAdd.length > 0 ? (
          <Button busy={isBusy} onClick={() => void add()}>
            <HeartIcon size="1.25rem" />
            {m.saved_offer_add({ n: toAdd.length })}
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
      <Days days={days} now={now} />
    </section>
  )
}

/** 'Sat 28 Nov', 'Sat 28 Nov – Fri 4 Dec'. */
function daysText(days: readonly PlanDay[]): string {
  const names = days.map(({ day }) => {
    const { weekday, day: number, month } = dateBlockOf(noonOf(day), getLocale())
    return `${weekday} ${number} ${month}`
  })
  return [...new Set([names[0], names.at(-1)])].join(' – ')
}

const section = column()
const leftRow = cluster({ flexWrap: 'nowrap', gap: '3', padding: '3', '& + &': { borderTop: 'hairline' } })
const words = css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' })

export const Route = createFileRoute('/saved')({
  head: noindexHead(m.saved_title),
  component: SavedPage,
})
