import { createFileRoute, Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { DayHeading } from '@/client/shared/agenda/agenda-rows'
import { useSavedContent } from '@/client/shared/layout/page-head'
import { loadedOfflineClient, loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import { useNow } from '@/client/shared/time/use-now'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { HeartIcon, CalendarIcon, ShareIcon } from 'lucide-react'
import { Spinner } from '@/client/design-system/skeleton'
import { villageDay, villageMidnight } from '@/domain/time/local-time'
import { readPlan, plannedTimes } from '@/offline/saved/saved-plan'
import type { PlannedEvent } from '@/offline/saved/saved-plan'
import { toast } from '@/client/shared/notifications/toast'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Button } from '@/client/design-system/button'
import { Badge } from '@/client/design-system/badge'
import { EventCard } from '@/client/shared/programme/event-card'
import { SaveHeart } from '@/client/shared/saved/save-heart'
import { cardDate } from '@/client/shared/time/event-dates'
import { getLocale } from '@/messages/compiled/runtime.js'
import { shareOrCopy } from '@/client/shared/share/share'
import { Clipboard } from '@/client/design-system/clipboard'
import { savedFileAddress } from '@/contract/events/calendar-files'
import { css } from 'styled-system/css'
import { page, cluster } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'
import { PlanOffer, readPlanFragment, planFragment } from './plan-offer'
import { savedDays } from './saved-days'
import type { SavedEntry } from './saved-days'

/** The events that the person has saved on this device, and what somebody shares with them (rules 13). */
function SavedPage() {
  const plan = useSavedPlan()
  const shared = readPlanFragment(useRouterState({ select: ({ location }) => location.hash }))
  const heading = useRef<HTMLHeadingElement>(null)
  const isReadable = Array.isArray(plan)
  const count = isReadable ? plan.length : 0
  useFocusAfterRemoval(heading, count)
  return (
    <div className={page({ width: 'text' })}>
      <div className={frame}>
        <header className={section}>
          <h1 ref={heading} tabIndex={-1} className={savedPageTitle}>
            {m.saved_title()}
          </h1>
          {plan === 'unreadable' ? null : <p className={muted}>{m.saved_intro()}</p>}
        </header>
        {plan === 'loading' ? <Spinner label={m.saved_loading()} /> : null}
        {plan === 'unreadable' ? (
          <Banner tone="danger" title={m.saved_refused()}>
            {m.saved_refused_text()}
          </Banner>
        ) : null}
        {isReadable && shared.length > 0 ? (
          <PlanOffer shared={shared} saved={new Set(plan.map(({ saved }) => saved.eventId))} />
        ) : null}
        {isReadable && plan.length > 0 ? <Plan plan={plan} /> : null}
        {isReadable ? <AllDevices /> : null}
        {isReadable && plan.length > 0 ? <WeekOffer /> : null}
        {isReadable && plan.length + shared.length === 0 ? <NothingSaved /> : null}
      </div>
    </div>
  )
}

/** An event that is removed takes its heart, and the focus, with it. */
function useFocusAfterRemoval(heading: RefObject<HTMLElement | null>, count: number): void {
  const countBefore = useRef(count)
  useEffect(() => {
    const isFewer = count < countBefore.current
    countBefore.current = count
    if (isFewer && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [heading, count])
}

function Plan({ plan }: { plan: readonly PlannedEvent[] }) {
  useSavedContent()
  const now = useNow()
  const { days, past } = savedDays(plan, now)
  return (
    <>
      <PlanActions plan={plan} now={now} />
      {days.map(({ day, entries }) => (
        <section key={day} className={section}>
          <DayHeading day={day} today={villageDay(now)} isEvening={false} />
          <Entries entries={entries} now={now} />
        </section>
      ))}
      {past.length > 0 ? (
        <section className={section}>
          <h2 className={pastHeading}>{m.saved_past()}</h2>
          <Entries entries={past} now={now} />
        </section>
      ) : null}
    </>
  )
}

function Entries({ entries, now }: { entries: readonly SavedEntry[]; now: number }) {
  return (
    <ul className={section}>
      {entries.map((entry) => (
        <li key={entry.event.id}>
          <Entry entry={entry} now={now} />
        </li>
      ))}
    </ul>
  )
}

function NothingSaved() {
  return (
    <EmptyState
      title={m.saved_empty()}
      art={<HeartIcon size="3rem" />}
      actions={
        <Link to="/events" className={button()}>
          {m.home_see_local_events()}
        </Link>
      }
    >
      {m.saved_empty_text()}
    </EmptyState>
  )
}

/** The saved events of this device. What the app knows of them by now is stored with them: it stays should they leave the programme. */
function useSavedPlan(): PlannedEvent[] | 'loading' | 'unreadable' {
  const plan = useLiveDevice(readPlan, [])
  useEffect(() => {
    if (!Array.isArray(plan)) return
    const changed = plan.flatMap(({ event, saved }) => (isSame(event, saved.snapshot) ? [] : [event]))
    // The snapshot stays as old as it is where there is no room for a new one.
    if (changed.length > 0)
      loadedOfflineClient()
        ?.saved.refresh(changed)
        .catch(() => undefined)
  }, [plan])
  return plan
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The week by mail, offered to somebody who has saved something; never before, and in no dialog. */
function WeekOffer() {
  return (
    <section className={card({ pad: true })} aria-labelledby="week-offer">
      <div className={offerBody}>
        <h2 id="week-offer" className={offerTitle}>
          {m.week_mail_offer()}
        </h2>
        <p>{m.week_mail_offer_text()}</p>
        <Link to="/week-mail" search={{}} className={button({ variant: 'secondary', size: 'sm' })}>
          {m.week_mail_submit()}
        </Link>
      </div>
    </section>
  )
}

const frame = css({ display: 'grid', gap: '6', paddingBlock: { base: '6', md: '10' } })
const savedPageTitle = css({ textStyle: 'title' })
const muted = css({ color: 'fg.muted' })
const section = css({ display: 'grid', gap: '3' })
const pastHeading = css({ textStyle: 'heading' })
const offerBody = css({ display: 'grid', gap: '3', justifyItems: 'start', overflowWrap: 'anywhere' })
const offerTitle = css({ textStyle: 'subheading' })

/** The offer to have the same list on all devices of an account. Off until the person asks for it. */
function AllDevices() {
  const user = useCurrentUser()
  const account = useLiveDevice(async ({ saved }) => ({ userId: await saved.account() }), [])
  if (!user || typeof account === 'string') return null
  const isOn = account.userId === user.id
  const change = () => {
    loadOfflineClient()
      .then(({ saved }) => saved.keepFor(isOn ? undefined : user.id))
      .catch((error: unknown) => {
        report('The choice could not be stored.', error)
        toast.error(m.saved_refused(), { description: m.saved_refused_text() })
      })
  }
  return (
    <div className={allDevicesFrame}>
      <p aria-live="polite">{isOn ? m.saved_devices_on() : m.saved_devices_off()}</p>
      {/* One button does both: the focus stays on it. */}
      <Button variant="secondary" size="sm" onClick={change}>
        {isOn ? m.saved_devices_stop() : m.saved_devices_keep()}
      </Button>
    </div>
  )
}

const allDevicesFrame = css({ display: 'grid', gap: '3', justifyItems: 'start' })

interface EntryProps {
  entry: SavedEntry
  /** Epoch seconds. */
  now: number
}

/** A saved event: its card, and what is said of it among the others. */
function Entry({ entry, now }: EntryProps) {
  const { event, day, hasLeft, overlapping } = entry
  if (hasLeft && event.end_time > now) return <LeftEvent entry={entry} />
  return (
    <>
      {overlapping.length > 0 ? (
        <p className={note}>
          <Badge tone="warning">{m.saved_overlaps({ titles: overlapping.join(', ') })}</Badge>
        </p>
      ) : null}
      <EventCard
        event={event}
        now={now}
        from={day === undefined ? undefined : Math.max(now, villageMidnight(day))}
        layout="compact"
        headingLevel={3}
      />
    </>
  )
}

/** An event that the programme has no longer: it has no link, and its dates are those of the day on which it was last seen. */
function LeftEvent({ entry: { event, day } }: { entry: SavedEntry }) {
  return (
    <article className={card({ pad: true })} data-event={event.id}>
      <div className={row}>
        <div className={texts}>
          <Badge tone="danger">{m.saved_left()}</Badge>
          <h3 className={offerTitle}>
            <s>
              <bdi>{event.title}</bdi>
            </s>
          </h3>
          <p>{cardDate(event, getLocale())}</p>
          <p>
            <bdi>{event.location_name}</bdi>
          </p>
          <p className={savedEntryMuted}>{m.saved_left_text()}</p>
        </div>
        <SaveHeart event={event} day={day} />
      </div>
    </article>
  )
}

const note = css({ marginBottom: '2' })
const row = css({ display: 'flex', alignItems: 'start', gap: '3' })
const texts = css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' })
const savedEntryMuted = css({ textStyle: 'small', color: 'fg.muted' })

interface PlanActionsProps {
  plan: readonly PlannedEvent[]
  /** Epoch seconds. */
  now: number
}

/** Actions for the whole plan: a link for others, and a file for one's own calendar. */
function PlanActions({ plan, now }: PlanActionsProps) {
  const hasWorker = useSyncExternalStore(subscribeToWorker, isControlled, () => false)
  const upcoming = plan.filter((one) => !one.hasLeft && plannedTimes(one, now).end_time > now)
  const url = `${location.origin}/saved#${planFragment(upcoming.map(({ saved }) => saved))}`
  const share = (copy: () => void) => {
    const content = { title: m.saved_share_title({ village: SITE.village }), url }
    shareOrCopy(navigator, content, copy).catch((error: unknown) => report('share', error))
  }
  if (upcoming.length === 0) return null
  return (
    <div className={cluster({ gap: '2' })}>
      <Clipboard text={url} copiedLabel={m.event_link_copied()}>
        {(copy) => (
          <Button variant="secondary" onClick={() => share(copy)}>
            <ShareIcon size="1.25rem" />
            {m.saved_share()}
          </Button>
        )}
      </Clipboard>
      {/* The worker alone responds to it: phones open an address in their calendar, and no file of a page. */}
      {hasWorker ? (
        <a href={savedFileAddress(getLocale())} className={button({ variant: 'ghost' })}>
          <CalendarIcon size="1.25rem" />
          {m.calendar_file()}
        </a>
      ) : null}
    </div>
  )
}

function subscribeToWorker(listener: () => void): () => void {
  navigator.serviceWorker?.addEventListener('controllerchange', listener)
  return () => navigator.serviceWorker?.removeEventListener('controllerchange', listener)
}

function isControlled(): boolean {
  return Boolean(navigator.serviceWorker?.controller)
}

export const Route = createFileRoute('/saved')({
  head: () => ({
    meta: [
      { title: `${m.saved_title()} · ${SITE.name}` },
      // Search engines leave it out: it is about one browser.
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: SavedPage,
})
