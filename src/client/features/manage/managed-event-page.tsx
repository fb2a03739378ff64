import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
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
import { EventForm } from '@/client/shared/event-form/event-form'
import { payloadOf, withInfoUrl, fromSubmission } from '@/client/shared/event-form/form-values'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { useDraft } from '@/client/shared/event-form/draft/use-draft'
import { isOnPage } from '@/client/shared/layout/page-head'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { toast } from '@/client/shared/notifications/toast'
import { report } from '@/client/shared/offline/offline-client'
import { initialOutcome } from '@/client/shared/outbox/outbox-submit'
import { useNow } from '@/client/shared/time/use-now'
import { villageDay } from '@/domain/time/local-time'
import { dayText } from '@/client/shared/time/event-dates'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import type { OrganisersState } from '@/domain/events/event-state'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { stack, cluster } from 'styled-system/patterns'
import { textLink, chip } from 'styled-system/recipes'
import { useManagedEntries, versionOf, versionOfWaiting, unstoredText, sendState } from './managed-versions'
import type { ManagedEntries } from './managed-versions'
import { ManagedForm } from './managed-form'

interface ManagedEventPageProps extends ManagedEventOfflineProps {
  /** Undefined where the server was not reached. */
  event: ManagedEvent | undefined
}

/** The event of the link, as the server has it or this device knows it. */
export function ManagedEventPage({ event, ...props }: ManagedEventPageProps) {
  return event === undefined ? (
    <ManagedEventOffline {...props} />
  ) : (
    <FetchedEvent event={event} token={props.token} onChanged={props.onChanged} />
  )
}

interface FetchedEventProps {
  event: ManagedEvent
  token: string
  /** Called when something has reached the server. Resolves once it has been read again. */
  onChanged: () => Promise<unknown>
}

/** The event as the server has it: title, status, states of its dates, and the form. */
function FetchedEvent({ event, token, onChanged }: FetchedEventProps) {
  const [formCount, setFormCount] = useState(0)
  const entries = useManagedEntries(event.id, () => void onChanged())
  if (entries === undefined) return <Spinner label={m.manage_loading()} />
  return (
    <>
      <header className={stack({ gap: '2' })}>
        <h1 className={heading}>
          {event.status === 'REJECTED' ? m.profile_again_title() : m.manage_title()}
        </h1>
        <p className={name}>
          <StatedTitle event={event} />
        </p>
        <StateLine event={event} />
        <p>{STATUS_TEXTS[event.status]()}</p>
        {event.status === 'PUBLISHED' ? (
          <Link to="/events/$id" params={{ id: event.id }} className={textLink()}>
            {m.manage_see_event()}
          </Link>
        ) : null}
      </header>
      {event.status === 'REJECTED' ? (
        <ResubmitManaged event={event} />
      ) : (
        <>
          {event.status === 'PUBLISHED' ? (
            <ManagedStates
              event={event}
              token={token}
              stateOf={entries.stateOf}
              onChanged={() => void onChanged()}
            />
          ) : null}
          <ManagedForm
            key={formCount}
            event={versionOf(event)}
            token={token}
            waiting={entries.change}
            onDone={async (hasResponse) => {
              // The next form begins with what is stored by now.
              if (hasResponse) await onChanged()
              setFormCount((before) => before + 1)
            }}
          />
        </>
      )}
    </>
  )
}

const STATUS_TEXTS: Record<ManagedEvent['status'], () => string> = {
  ON_REVIEW: m.manage_status_on_review,
  PUBLISHED: m.manage_status_published,
  REJECTED: m.manage_status_rejected,
}

const name = css({ textStyle: 'subheading', overflowWrap: 'anywhere' })

interface ManagedEventOfflineProps {
  id: string
  token: string
  isBusy: boolean
  /** Called when something has reached the server, or the person tries again. */
  onChanged: () => Promise<unknown>
  /** Shown where this device knows nothing of the event. */
  unknown: ReactNode
}

/** The event of the link by what this device has: the published event in its replica, and what waits in its outbox. */
function ManagedEventOffline({ id, token, isBusy, onChanged, unknown }: ManagedEventOfflineProps) {
  const [formCount, setFormCount] = useState(0)
  const again = () => void onChanged()
  const entries = useManagedEntries(id, again)
  const found = useLiveDevice(async ({ replica }) => (await replica.event(id)) ?? null, [id])
  if (entries === undefined || found === 'loading') return <Spinner label={m.manage_loading()} />
  const known = found === 'unreadable' ? undefined : found?.event
  const { change, state } = entries
  const title = known?.title ?? state?.payload.title ?? change?.payload.change.title
  if (title === undefined) return unknown
  // A state is said of what is published.
  const isPublished = known !== undefined || state !== undefined
  return (
    <>
      <header className={stack({ gap: '2' })}>
        <h1 className={heading}>{m.manage_title()}</h1>
        <p className={managedEventOfflineName}>
          <StatedTitle event={{ title, ...(known && announcementOf(known, undefined)) }} />
        </p>
      </header>
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
      {isPublished ? (
        <ManagedStates
          event={{ id, title, schedules: known?.schedules ?? [], states: known?.states }}
          token={token}
          stateOf={entries.stateOf}
          onChanged={again}
        />
      ) : null}
      {change === undefined ? null : (
        <ManagedForm
          key={formCount}
          event={versionOfWaiting(change, known)}
          token={token}
          waiting={change}
          onDone={async () => setFormCount((before) => before + 1)}
        />
      )}
    </>
  )
}

const heading = css({ textStyle: 'title' })
const managedEventOfflineName = css({ textStyle: 'subheading', overflowWrap: 'anywhere' })

/** A rejected event as the form of another submission. Its address and photo are not filled in: whoever has the mail could read them. */
function ResubmitManaged({ event }: { event: ManagedEvent }) {
  const draft = useDraft(`manage/${event.id}`)
  const navigate = useNavigate()
  const { history } = useRouter()
  const choices = usePlaceAndTagOptions()
  const today = villageDay(useNow())
  useUnsaved(draft.isDirty)
  if (!draft.isReady) return <Spinner label={m.manage_loading()} />
  return (
    <>
      {event.review_reason === undefined ? null : (
        <Banner tone="danger" title={m.profile_again_reason()}>
          <p dir="auto" className={reason}>
            {event.review_reason}
          </p>
        </Banner>
      )}
      <p className={hint}>{m.manage_again_photo()}</p>
      <EventForm
        initialValues={
          draft.restored?.values ?? fromSubmission(withInfoUrl(payloadOf(event), event.info_url))
        }
        initialPhoto={draft.restored?.photo}
        // The minimum fill time passed when it was first written.
        wasBegunBefore
        today={today}
        choices={choices}
        submitLabel={m.profile_again_submit()}
        busyLabel={m.manage_form_busy()}
        onChange={draft.change}
        onSubmit={async (payload, photo) => {
          try {
            const stored = await draft.submit({ kind: 'submitEvent', payload }, photo)
            const { outcome, entry } = await initialOutcome(stored)
            if (outcome === 'sent') toast.success(m.form_sent_title())
            if (!isOnPage(history, `/manage/${event.id}`)) {
              if (outcome === 'refused')
                toast.error(m.form_refused_title({ title: payload.title }), {
                  description: m.form_refused_text(),
                })
              return
            }
            const search = outcome === 'refused' ? { edit: entry.id } : { sent: entry.id }
            await navigate({ to: '/add-event', search })
          } catch (error) {
            if (error instanceof Error && error.name === 'AlreadySubmitted') {
              toast.error(m.form_already_title(), { description: m.form_already_text() })
              return
            }
            report('The event could not be stored on this device.', error)
            toast.error(m.form_failed_title(), { description: unstoredText(error) })
          }
        }}
      />
    </>
  )
}

const reason = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
const hint = css({ textStyle: 'small', color: 'fg.muted' })

/** An organiser does not call off more dates at once. */
const DAYS_SHOWN = 12

interface ManagedStatesProps extends Pick<ManagedEntries, 'stateOf'> {
  event: Pick<ManagedEvent, 'id' | 'title' | 'schedules' | 'states'>
  token: string
  onChanged: () => void
}

/** Says of the event, or of one of its next dates, that it is cancelled or sold out; pressed again, it is taken back. */
function ManagedStates({ event, token, stateOf, onChanged }: ManagedStatesProps) {
  const now = useNow()
  const [busyDay, setBusyDay] = useState<string>()
  const [result, setResult] = useState('')
  const days = daysToCome(event, now).slice(0, DAYS_SHOWN)
  const announce = async (day: string | undefined, state: OrganisersState | null) => {
    setBusyDay(day ?? WHOLE)
    setResult('')
    const waiting = stateOf(day)
    const seen =
      waiting === undefined ? (announcementOf(event, day)?.state ?? null) : waiting.payload.said.seen
    const said = { token, state, seen, ...(day !== undefined && { day }) }
    const { text, isSent } = await sendState({ eventId: event.id, title: event.title, said }, waiting)
    setResult(text)
    if (isSent) onChanged()
    setBusyDay(undefined)
  }
  return (
    <section className={stack({ gap: '3' })}>
      <h2 className={managedStatesHeading}>{m.manage_states_title()}</h2>
      <p className={hint}>{m.manage_states_text()}</p>
      <ul className={stack({ gap: '3' })}>
        {[undefined, ...(days.length > 1 ? days : [])].map((day) => {
          const of = day === undefined ? m.manage_states_whole() : dayText(day, getLocale())
          const waiting = stateOf(day)
          const announcement = announcementOf(event, day)
          const state = waiting === undefined ? announcement?.state : waiting.payload.said.state
          return (
            <li key={day ?? WHOLE} className={cluster({ gap: '2' })}>
              <span className={label}>{of}</span>
              {ORGANISERS_STATES.map((one) => (
                <button
                  key={one}
                  type="button"
                  className={chip()}
                  aria-pressed={state === one}
                  aria-label={m.manage_state_of({ state: STATE_LABELS[one](), of })}
                  disabled={busyDay !== undefined}
                  onClick={() => void announce(day, state === one ? null : one)}
                >
                  {STATE_LABELS[one]()}
                </button>
              ))}
              {waiting === undefined ? null : <span className={hint}>{m.manage_state_pending()}</span>}
              {waiting === undefined && announcement !== undefined && !isOrganisers(announcement) ? (
                <StateLine event={announcement} />
              ) : null}
            </li>
          )
        })}
      </ul>
      <output className={hint}>{result}</output>
    </section>
  )
}

const WHOLE = 'whole'

/** Whether the buttons say all of it: no other state, and no note of the team. */
function isOrganisers({ state, note }: { state: string; note?: string | undefined }): boolean {
  return note === undefined && ORGANISERS_STATES.some((one) => one === state)
}

const managedStatesHeading = css({ textStyle: 'subheading' })
const label = css({ textStyle: 'label' })
