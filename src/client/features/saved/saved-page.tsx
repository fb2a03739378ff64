import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { DayHeading } from '@/client/shared/agenda/day-heading'
import { useSavedContent } from '@/client/shared/layout/saved-content'
import { loadedOfflineClient } from '@/client/shared/offline/offline-client'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import { useNow } from '@/client/shared/time/use-now'
import { Banner } from '@/client/design-system/banner'
import { EmptyState } from '@/client/design-system/empty-state'
import { HeartIcon } from '@/client/design-system/icons/icons'
import { Spinner } from '@/client/design-system/spinner'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { type PlannedEvent, readPlan } from '@/offline/saved/saved-plan'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'
import { AllDevices } from './all-devices'
import { PlanActions } from './plan-actions'
import { PlanOffer } from './plan-offer'
import { savedDays } from './saved-days'
import type { SavedEntry } from './saved-days'
import { Entry } from './saved-entry'
import { readPlanFragment } from './shared-plan'

/** The events that the person has saved on this device, and what somebody shares with them (rules 13). */
export function SavedPage() {
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
          <h1 ref={heading} tabIndex={-1} className={title}>
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
      art={<HeartIcon size={48} />}
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
const title = css({ textStyle: 'title' })
const muted = css({ color: 'fg.muted' })
const section = css({ display: 'grid', gap: '3' })
const pastHeading = css({ textStyle: 'heading' })
const offerBody = css({ display: 'grid', gap: '3', justifyItems: 'start', overflowWrap: 'anywhere' })
const offerTitle = css({ textStyle: 'subheading' })
