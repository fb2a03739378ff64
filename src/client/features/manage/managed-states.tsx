import { useState } from 'react'
import { STATE_LABELS, StateLine } from '@/client/shared/programme/event-state'
import { daysToCome, announcementOf } from '@/client/shared/programme/state-days'
import { dayText } from '@/client/shared/time/event-dates'
import { useNow } from '@/client/shared/time/use-now'
import type { ManagedEvent } from '@/contract/managed-events/read-managed-event'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import type { OrganisersState } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { chip } from 'styled-system/recipes'
import type { ManagedEntries } from './managed-entries'
import { sendState } from './send-managed'

/** An organiser does not call off more dates at once. */
const DAYS_SHOWN = 12

interface ManagedStatesProps extends Pick<ManagedEntries, 'stateOf'> {
  event: Pick<ManagedEvent, 'id' | 'title' | 'schedules' | 'states'>
  token: string
  onChanged: () => void
}

/** Says of the event, or of one of its next dates, that it is cancelled or sold out; pressed again, it is taken back. */
export function ManagedStates({ event, token, stateOf, onChanged }: ManagedStatesProps) {
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
      <h2 className={heading}>{m.manage_states_title()}</h2>
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

const heading = css({ textStyle: 'subheading' })
const hint = css({ textStyle: 'small', color: 'fg.muted' })
const label = css({ textStyle: 'label' })
