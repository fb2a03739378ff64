import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import {
  StateLine,
  StatedTitle,
  STATE_LABELS,
  announcementOf,
  daysToCome,
} from '@/client/shared/programme/event-state'
import { Spinner } from '@/client/design-system/skeleton'
import type { ManagedEvent } from '@/contract/events/managed-events'
import * as m from '@/messages/compiled/messages.js'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Fold } from '@/client/design-system/collapsible'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { useNow } from '@/client/shared/time/use-now'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { initialOutcome, toastUnstored } from '@/client/shared/outbox/outbox-submit'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { isUnsent } from '@/offline/outbox/entry'
import type { OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'
import { dayLine } from '@/client/shared/time/event-dates'
import { villageMidnight } from '@/domain/time/local-time'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import type { OrganisersState } from '@/domain/events/event-state'
import type { EventStatus } from '@/domain/events/event'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { button, textLink, chip } from 'styled-system/recipes'
import { ManagedForm } from './managed-form'

interface ManagedEventPageProps {
  id: string
  /** Undefined for the account of the event. */
  token: string | undefined
  isSignedOut: boolean
  /** As the server has it; undefined where it was not reached. */
  event: ManagedEvent | undefined
  isBusy: boolean
  /** Called when something has reached the server, or the person tries again. Resolves once the event has been read again. */
  onChanged: () => Promise<unknown>
  /** Shown where this device knows nothing of the event. */
  unknown: ReactNode
}

type Entry<Kind extends OutboxEntry['kind']> = Extract<OutboxEntry, { kind: Kind }>
type WaitingState = Entry<'setManagedState'>

interface ManagedEntries {
  change: Entry<'updateManagedEvent'> | undefined
  /** The photo of the change. */
  photo: OutboxPhoto | undefined
  /** Any entry that sets a state of it. */
  state: WaitingState | undefined
  /** The entry that sets the state of this village day, or of the event as a whole when `day` is undefined. */
  stateOf: (day: string | undefined) => WaitingState | undefined
}

/** What waits in the outbox about an event; undefined while that is read. `onSent`: one of them has gone, most likely to the server. */
function useManagedEntries(eventId: string, onSent: () => void): ManagedEntries | undefined {
  const found = useLiveOutbox(
    async (outbox) => {
      const unsent = (await outbox.list()).filter(isUnsent)
      const change = unsent
        .filter((entry) => entry.kind === 'updateManagedEvent')
        .find(({ payload }) => payload.eventId === eventId)
      const states = unsent
        .filter((entry) => entry.kind === 'setManagedState')
        .filter(({ payload }) => payload.eventId === eventId)
      return { change, states, photo: change?.photo && (await outbox.photo(change.id)) }
    },
    [eventId],
  )
  const { change, states, photo } =
    typeof found === 'string' ? { change: undefined, states: [], photo: undefined } : found
  const before = useRef(0)
  const notify = useEffectEvent(onSent)
  const count = states.length + (change === undefined ? 0 : 1)
  useEffect(() => {
    if (count < before.current) notify()
    before.current = count
  }, [count])
  if (found === 'loading') return undefined
  return {
    change,
    photo,
    state: states[0],
    stateOf: (day) => states.find(({ payload }) => payload.said.day === day),
  }
}

/** The event of an organiser as the server has it; without a network by what is in the replica and in the outbox. */
export function ManagedEventPage(props: ManagedEventPageProps) {
  const { id, token, isSignedOut, event, isBusy, onChanged, unknown } = props
  const [formCount, setFormCount] = useState(0)
  const top = useRef<HTMLHeadingElement>(null)
  const again = () => void onChanged()
  const entries = useManagedEntries(id, again)
  const found = useLiveDevice(async ({ replica }) => (await replica.event(id)) ?? null, [id])
  if (entries === undefined || found === 'loading') return <Spinner label={m.manage_loading()} />
  const replicated = found === 'unreadable' ? undefined : found?.event
  const known = event ?? replicated
  const { change, state } = entries
  const title = known?.title ?? state?.payload.title ?? change?.payload.change.title
  if (title === undefined) return unknown
  // A state is said of what is published, and so is a replicated event.
  const isPublished = event === undefined ? (known ?? state) !== undefined : event.status === 'PUBLISHED'
  return (
    <>
      <header className={stack({ gap: '2' })}>
        <h1 ref={top} tabIndex={-1} className={heading}>
          {event?.status === 'REJECTED' ? m.profile_again_title() : m.manage_title()}
        </h1>
        <p className={name}>
          <StatedTitle event={{ title, ...(known && announcementOf(known, undefined)) }} />
        </p>
        {event === undefined ? null : (
          <>
            <StateLine event={event} />
            <p>{STATUS_TEXTS[event.status]()}</p>
          </>
        )}
        {isPublished ? (
          <Link to="/events/$id" params={{ id }} className={textLink()}>
            {m.manage_see_event()}
          </Link>
        ) : null}
      </header>
      {event === undefined ? (
        <Banner
          tone="info"
          actions={
            <Button variant="secondary" size="sm" busy={isBusy} onClick={again}>
              {m.manage_retry()}
            </Button>
          }
        >
          {change === undefined ? m.manage_offline_states() : m.manage_offline()}
        </Banner>
      ) : null}
      {isSignedOut ? (
        <Banner
          tone="warning"
          role="alert"
          actions={
            // The link opens another tab: this one keeps the text.
            <Link to="/login" search={{}} target="_blank" className={button({ size: 'sm' })}>
              {m.profile_sign_in()}
            </Link>
          }
        >
          {m.manage_signed_out()}
        </Banner>
      ) : null}
      {event?.review_reason === undefined ? null : (
        <Banner tone="danger" title={m.profile_again_reason()}>
          <p dir="auto" className={reason}>
            {event.review_reason}
          </p>
        </Banner>
      )}
      {isPublished && !isSignedOut ? (
        <ManagedStates
          event={{ id, title, schedules: known?.schedules ?? [], states: known?.states }}
          token={token}
          entries={entries}
          onChanged={again}
        />
      ) : null}
      {event === undefined && change === undefined ? null : (
        <ManagedForm
          key={formCount}
          id={id}
          token={token}
          known={{ event, replicated, waiting: change, waitingPhoto: entries.photo }}
          onDone={async (outcome) => {
            // The next form begins with what is stored by now.
            if (outcome === 'sent' || outcome === 'refused') await onChanged()
            setFormCount((before) => before + 1)
            if (outcome === 'sent') top.current?.focus()
          }}
        />
      )}
    </>
  )
}

const STATUS_TEXTS: Record<EventStatus, () => string> = {
  ON_REVIEW: m.manage_status_on_review,
  PUBLISHED: m.manage_status_published,
  REJECTED: m.manage_status_rejected,
}

const heading = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })
const name = css({ textStyle: 'subheading', overflowWrap: 'anywhere' })
const reason = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
const hint = css({ textStyle: 'small', color: 'fg.muted' })

/** An organiser does not call off more dates at once. */
const DAYS_SHOWN = 12

interface ManagedStatesProps {
  entries: Pick<ManagedEntries, 'state' | 'stateOf'>
  event: Pick<ManagedEvent, 'id' | 'title' | 'schedules' | 'states'>
  token: string | undefined
  onChanged: () => void
}

function dayText(day: string, now: number): string {
  const start = villageMidnight(day)
  return dayLine({ start_time: start, end_time: start + 1 }, getLocale(), now)
}

interface Said {
  /** The village day; undefined for the event as a whole. */
  day: string | undefined
  /** Null takes back what was said. */
  state: OrganisersState | null
}

/** Says of the event, or of one of its next dates, that it is cancelled or sold out, or takes it back: asked first, then for everybody to see. */
function ManagedStates({ event, token, entries: { state: waits, stateOf }, onChanged }: ManagedStatesProps) {
  const now = useNow()
  const [asked, setAsked] = useState<Said & { of: string; word: string }>()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState('')
  const pressed = useRef<HTMLElement>(null)
  const days = daysToCome(event, now).slice(0, DAYS_SHOWN)
  const [isDaySaid] = useState(() => days.some((day) => stateOf(day) ?? announcementOf(event, day)))
  const announce = async ({ day, state }: Said) => {
    setBusy(true)
    const waiting = stateOf(day)
    const seen =
      waiting === undefined ? (announcementOf(event, day)?.state ?? null) : waiting.payload.said.seen
    const said = { token, state, seen, ...(day !== undefined && { day }) }
    const { text, isSent } = await sendState({ eventId: event.id, title: event.title, said }, waiting)
    setResult(text)
    if (isSent) onChanged()
    setBusy(false)
    setAsked(undefined)
  }
  const rowOf = (day: string | undefined) => {
    const of = day === undefined ? m.manage_states_whole() : dayText(day, now)
    const waiting = stateOf(day)
    const announcement = announcementOf(event, day)
    const state = waiting === undefined ? announcement?.state : waiting.payload.said.state
    return (
      <li key={of} className={row}>
        <span className={label}>{of}</span>
        <span className={cluster({ gap: '2' })}>
          {ORGANISERS_STATES.map((one) => (
            <button
              key={one}
              type="button"
              className={chip()}
              aria-pressed={state === one}
              aria-label={m.manage_state_of({ state: STATE_LABELS[one](), of })}
              onClick={({ currentTarget }) => {
                pressed.current = currentTarget
                setResult('')
                setAsked({ day, state: state === one ? null : one, of, word: STATE_LABELS[one]() })
              }}
            >
              {STATE_LABELS[one]()}
            </button>
          ))}
          {waiting === undefined ? null : <span className={hint}>{m.manage_state_pending()}</span>}
        </span>
        {waiting === undefined && announcement !== undefined && !isOrganisers(announcement) ? (
          <StateLine event={announcement} />
        ) : null}
      </li>
    )
  }
  return (
    <section className={stack({ gap: '3' })}>
      <h2 className={sectionTitle}>{m.manage_states_title()}</h2>
      <p className={hint}>{m.manage_states_text()}</p>
      <ul>{rowOf(undefined)}</ul>
      {days.length > 1 ? (
        <Fold summary={m.manage_states_days()} isOpen={isDaySaid}>
          <ul>{days.map(rowOf)}</ul>
        </Fold>
      ) : null}
      <output className={hint}>
        {waits === undefined ? result : `${m.manage_queued()}. ${m.manage_queued_text()}`}
      </output>
      {asked === undefined ? null : (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={
            asked.state === null
              ? m.manage_state_ask_back({ state: asked.word, title: event.title })
              : m.manage_state_ask({ state: asked.word, title: event.title })
          }
          description={m.manage_state_ask_text({ of: asked.of })}
          confirmLabel={
            asked.state === null ? m.manage_state_take_back() : m.manage_state_say({ state: asked.word })
          }
          cancelLabel={m.manage_state_keep()}
          closeLabel={m.manage_state_keep()}
          tone={asked.state === 'cancelled' ? 'danger' : 'primary'}
          busy={isBusy}
          finalFocus={() => pressed.current}
          onConfirm={() => void announce(asked)}
        />
      )}
    </section>
  )
}

/**
 * Sends what an organiser says, through the outbox; `waiting`: the entry in whose place it is, as the person has seen it. What is refused is
 * dropped: the page shows the event as it is by now, to be decided on again. Resolves with the text for the person, and whether the server has
 * answered.
 */
async function sendState(payload: WaitingState['payload'], waiting: WaitingState | undefined) {
  const content = { kind: 'setManagedState', payload } as const
  try {
    const { outbox } = await loadOfflineClient()
    const { outcome, entry } = await initialOutcome(
      await (waiting === undefined ? outbox.enqueue(content) : outbox.save(waiting, content)),
    )
    if (outcome === 'sent') return { isSent: true, text: m.manage_state_done() }
    if (outcome !== 'refused') return { isSent: false, text: '' }
    await outbox.discard(entry.id)
    const isOld = entry.lastError?.code === 'CONFLICT'
    const text = isOld ? m.manage_state_changed() : serverErrorText(entry.lastError)
    return { isSent: true, text: text ?? m.manage_refused() }
  } catch (error) {
    toastUnstored(error, { title: m.manage_refused() })
    return { isSent: false, text: '' }
  }
}

/** Whether the buttons say all of it: no other state, and no note of the team. */
function isOrganisers({ state, note }: { state: string; note?: string | undefined }): boolean {
  return note === undefined && ORGANISERS_STATES.some((one) => one === state)
}

const sectionTitle = css({ textStyle: 'subheading' })
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  paddingBlock: '2',
  borderTop: 'hairline',
})
const label = css({ textStyle: 'label', flex: '[1 1 7rem]' })
