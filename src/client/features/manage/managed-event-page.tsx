import { useRef, useState } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Fold } from '@/client/design-system/fold'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { Spinner } from '@/client/design-system/skeleton'
import { smallText, subheadingText, titleText } from '@/client/design-system/text'
import { proposedOver } from '@/client/shared/event-form/conflict'
import { DraftNotice } from '@/client/shared/event-form/event-draft'
import { payloadOf } from '@/client/shared/event-form/event-values'
import { StoredEventForm } from '@/client/shared/event-form/stored-event-form'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { callEndpoint } from '@/client/shared/offline/client-call'
import {
  StateLine,
  StatedTitle,
  STATE_LABELS,
  announcementOf,
  daysToCome,
} from '@/client/shared/programme/event-state'
import { dayLine } from '@/client/shared/time/event-dates'
import { useNow } from '@/client/shared/time/use-now'
import { setManagedState, updateManagedEvent, type ManagedEvent } from '@/contract/events/managed-events'
import { photoVariant, type EventStatus } from '@/domain/events/event'
import { ORGANISERS_STATES, type OrganisersState } from '@/domain/events/event-state'
import { villageMidnight } from '@/domain/time/local-time'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { chip } from 'styled-system/recipes'

export interface ManagedEventPageProps {
  id: string
  /** Undefined for the account of the event. */
  token: string | undefined
  /** The account that has opened the event is not signed in any more. */
  isSignedOut: boolean
  event: ManagedEvent
  refetch: () => Promise<ManagedEvent | undefined>
}

/** The event of an organiser: what holds at once is said above, what the team decides on is a form below. */
export function ManagedEventPage({ id, token, isSignedOut, event, refetch }: ManagedEventPageProps) {
  const top = useRef<HTMLHeadingElement>(null)
  const isPublished = event.status === 'PUBLISHED'
  const texts = TEXTS[event.status]
  return (
    <>
      <header className={stack({ gap: '2' })}>
        <h1 ref={top} tabIndex={-1} className={titleText}>
          {event.status === 'REJECTED' ? m.profile_again_title() : m.manage_title()}
        </h1>
        <p className={name}>
          <StatedTitle event={{ title: event.title, ...announcementOf(event, undefined) }} />
        </p>
        <StateLine event={event} />
        <p>{texts.status()}</p>
        {isPublished ? (
          <TextLink to="/events/$id" params={{ id }}>
            {m.manage_see_event()}
          </TextLink>
        ) : null}
      </header>
      {isSignedOut ? (
        <Banner
          tone="warning"
          role="alert"
          actions={
            // The link opens another tab: this one keeps the text.
            <ButtonLink to="/login" target="_blank" size="sm">
              {m.profile_sign_in()}
            </ButtonLink>
          }
        >
          {m.manage_signed_out()}
        </Banner>
      ) : null}
      {event.review_reason === undefined ? null : (
        <Banner tone="danger" title={m.profile_again_reason()}>
          <p dir="auto" className={reason}>
            {event.review_reason}
          </p>
        </Banner>
      )}
      {isPublished && !isSignedOut ? (
        <ManagedStates event={event} token={token} onChanged={() => void refetch()} />
      ) : null}
      <section className={stack({ gap: '6' })}>
        {isPublished ? <h2 className={subheadingText}>{m.manage_form_title()}</h2> : null}
        {event.proposal === undefined ? null : <Banner>{m.manage_status_proposal()}</Banner>}
        <StoredEventForm
          slot={`manage/${id}`}
          mode="organiser"
          event={event}
          valuesOf={lastWritten}
          photoOf={shownPhoto}
          allowPast={event.status !== 'REJECTED'}
          refetch={refetch}
          send={(api, change, options) =>
            api.call(updateManagedEvent, { params: { id }, body: { ...change, token } }, options)
          }
          onSaved={async (title) => {
            toastSaved(event.status, title)
            await refetch()
            top.current?.focus()
          }}
          submitLabel={texts.submit()}
          busyLabel={m.manage_form_busy()}
          failure={m.manage_refused()}
          missing={m.manage_dead_text()}
          opening={<Spinner label={m.manage_loading()} />}
          Notice={DraftNotice}
        />
      </section>
    </>
  )
}

/** The last that the organiser has written: what the team has not decided on, else the event. */
function lastWritten(event: ManagedEvent) {
  // The next change would else propose to undo what the team has changed since the proposal.
  return event.proposal ? proposedOver(event, event.proposal) : payloadOf(event)
}

function shownPhoto({ photo, proposal, is_photo_withheld: isWithheld }: ManagedEvent): string | undefined {
  if (isWithheld === true) return 'withheld'
  return photo === undefined || proposal?.photo === null ? undefined : photoVariant(photo, '400')
}

const TEXTS: Record<EventStatus, Record<'status' | 'submit' | 'saved', () => string>> = {
  ON_REVIEW: { status: m.manage_status_on_review, submit: m.manage_form_save, saved: m.manage_sent_saved },
  PUBLISHED: {
    status: m.manage_status_published,
    submit: m.manage_form_propose,
    saved: m.manage_sent_proposed,
  },
  REJECTED: { status: m.manage_status_rejected, submit: m.profile_again_submit, saved: m.form_sent_title },
}

function toastSaved(status: EventStatus, title: string): void {
  const next = {
    ON_REVIEW: undefined,
    PUBLISHED: m.manage_sent_proposed_text(),
    REJECTED: `${m.form_sent_text({ title })} ${m.form_sent_next()}`,
  }[status]
  toast.success(TEXTS[status].saved(), { durationMs: 10_000, ...(next && { description: next }) })
}

const name = css({ textStyle: 'subheading', overflowWrap: 'anywhere' })
const reason = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

/** An organiser does not call off more dates at once. */
const DAYS_SHOWN = 12

interface ManagedStatesProps {
  event: Pick<ManagedEvent, 'id' | 'title' | 'schedules' | 'states'>
  token: string | undefined
  onChanged: () => void
}

function dayText(day: string, now: number): string {
  const start = villageMidnight(day)
  return dayLine({ start_time: start, end_time: start + 1 }, getLocale(), now)
}

interface Asked {
  /** The village day; undefined for the event as a whole. */
  day: string | undefined
  of: string
  state: OrganisersState
  /** It holds already, and is taken back. */
  isSaid: boolean
}

/** Says of the event, or of one of its next dates, that it is cancelled or sold out, or takes it back: asked first, then for everybody to see. */
function ManagedStates({ event, token, onChanged }: ManagedStatesProps) {
  const now = useNow()
  const [asked, setAsked] = useState<Asked>()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState('')
  const pressed = useRef<HTMLElement>(null)
  const days = daysToCome(event, now).slice(0, DAYS_SHOWN)
  const [isDaySaid] = useState(() => days.some((day) => announcementOf(event, day)))
  const announce = async ({ day, state, isSaid }: Asked) => {
    setBusy(true)
    const seen = announcementOf(event, day)?.state ?? null
    const outcome = await callEndpoint(setManagedState, {
      params: { id: event.id },
      body: { token, state: isSaid ? null : state, seen, ...(day !== undefined && { day }) },
    })
    const isOld = outcome.kind === 'refused' && outcome.code === 'CONFLICT'
    if (outcome.kind === 'ok') setResult(m.manage_state_done())
    else setResult(isOld ? m.manage_state_changed() : `${m.manage_refused()}. ${failureText(outcome)}`)
    if (outcome.kind !== 'unreachable') onChanged()
    setBusy(false)
    setAsked(undefined)
  }
  const rowOf = (day: string | undefined) => {
    const of = day === undefined ? m.manage_states_whole() : dayText(day, now)
    const announcement = announcementOf(event, day)
    return (
      <li key={of} className={row}>
        <span className={label}>{of}</span>
        <span className={cluster({ gap: '2' })}>
          {ORGANISERS_STATES.map((state) => {
            const isSaid = announcement?.state === state
            return (
              <button
                key={state}
                type="button"
                className={chip()}
                aria-pressed={isSaid}
                aria-label={m.manage_state_of({ state: STATE_LABELS[state](), of })}
                onClick={({ currentTarget }) => {
                  pressed.current = currentTarget
                  setResult('')
                  setAsked({ day, of, state, isSaid })
                }}
              >
                {STATE_LABELS[state]()}
              </button>
            )
          })}
        </span>
        {announcement !== undefined && !isOrganisers(announcement) ? (
          <StateLine event={announcement} />
        ) : null}
      </li>
    )
  }
  const word = { state: asked === undefined ? '' : STATE_LABELS[asked.state](), title: event.title }
  return (
    <section className={stack({ gap: '3' })}>
      <h2 className={subheadingText}>{m.manage_states_title()}</h2>
      <p className={smallText}>{m.manage_states_text()}</p>
      <ul>{rowOf(undefined)}</ul>
      {days.length > 1 ? (
        <Fold summary={m.manage_states_days()} isOpen={isDaySaid}>
          <ul>{days.map(rowOf)}</ul>
        </Fold>
      ) : null}
      <output className={smallText}>{result}</output>
      {asked === undefined ? null : (
        <ConfirmDialog
          onClose={() => setAsked(undefined)}
          title={asked.isSaid ? m.manage_state_ask_back(word) : m.manage_state_ask(word)}
          description={m.manage_state_ask_text(asked)}
          confirmLabel={asked.isSaid ? m.manage_state_take_back() : m.manage_state_say(word)}
          cancelLabel={m.manage_state_keep()}
          closeLabel={m.manage_state_keep()}
          tone={asked.state === 'cancelled' && !asked.isSaid ? 'danger' : 'primary'}
          busy={isBusy}
          finalFocus={() => pressed.current}
          onConfirm={() => void announce(asked)}
        />
      )}
    </section>
  )
}

/** The buttons say all of it: it has no other state, and no note of the team. */
function isOrganisers({ state, note }: { state: string; note?: string | undefined }): boolean {
  return note === undefined && ORGANISERS_STATES.some((one) => one === state)
}

const row = cluster({ paddingBlock: '2', borderTop: 'hairline' })
const label = css({ textStyle: 'label', flex: '[1 1 7rem]' })
