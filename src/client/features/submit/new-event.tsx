import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useDraft } from '@/client/shared/drafts/use-draft'
import {
  DraftNotice,
  draftedEditor,
  restoredNote,
  type EventDraft,
} from '@/client/shared/event-form/event-draft'
import { EventEditor } from '@/client/shared/event-form/event-editor'
import {
  emptyValues,
  isEmptyEvent,
  readDraft,
  type EventValues,
} from '@/client/shared/event-form/event-values'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { likeNamedQuery } from '@/client/shared/similar/similar-queries'
import { cardDate } from '@/client/shared/time/event-dates'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { toOneLine } from '@/domain/text/plain-text'
import { isCalendarDay } from '@/domain/time/local-time'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { WhichDraft } from '@/offline/outbox/drafts'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { submitEvent, type EventResult } from './submission-result'

// It is lazy: it reads the device's database.
const OtherDrafts = lazyPart(async () => (await import('./other-drafts')).OtherDrafts, { isOptional: true })

/** The content of a draft of a new event; where it comes from until somebody has written on it. */
export interface BegunEvent extends EventDraft {
  origin?: { kind: 'shared' } | { kind: 'earlier-event'; title: string } | undefined
}

export function readBegun(content: unknown): BegunEvent | undefined {
  const draft = readDraft(content)
  return draft && { values: draft.values, origin: draft['origin'] as BegunEvent['origin'] }
}

/** What the next event has of the one that was submitted. */
export type AnotherEvent = Pick<EventValues, 'email'> &
  Partial<Pick<EventValues, 'location_name' | 'latitude' | 'longitude'>>

interface NewEventProps {
  /** Another event after one that was submitted just now: the last draft is left alone. */
  another: AnotherEvent | undefined
  /** Called when another form is there: the person begins to read at its top. */
  onReset: () => void
  onResult: (result: EventResult) => Promise<void>
}

/** A new event, restored from its draft when there is one. */
export function NewEvent({ another, onReset, onResult }: NewEventProps) {
  const user = useCurrentUser()
  const ownEmail = another?.email ?? user?.email ?? ''
  const draft = useDraft<BegunEvent>({
    slot: 'event/new',
    read: readBegun,
    isEmpty: ({ values }) => isEmptyEvent(values, ownEmail),
    which: another === undefined ? undefined : 'none',
  })
  const [email, setEmail] = useState(ownEmail)
  const [{ title, day }, setCompared] = useState<Compared>({ title: '', day: '' })
  const compared = useDeferredValue(title)
  // A form in which something is written stays, whatever becomes of the session.
  if (!draft.isDirty && email !== ownEmail) setEmail(ownEmail)

  const { restored } = draft
  const values = restored?.content.values ?? { ...emptyValues(), ...another, email }
  // Where it comes from is said until somebody has written on it.
  const editor = draftedEditor(draft, { content: { values } }, { photo: restored?.photo })
  const open = (which: WhichDraft) => {
    draft.open(which)
    onReset()
  }
  return (
    // Until hydration and the draft are done, typing would be lost.
    <div className={stack({ gap: '6' })} inert={!draft.isReady || user === undefined}>
      <DraftNotice draft={draft} note={restored && noteOf(restored)} />
      <OtherDrafts token={draft.token} onOpen={(token) => open({ token })} />
      <EventEditor
        // The same form before and after its draft is opened, unless it begins with other values.
        key={`${draft.formKey}-${restored ? 'restored' : email}`}
        mode="visitor"
        {...editor}
        wasBegunBefore={restored !== undefined}
        beforeSubmit={
          compared.length >= TITLE_COMPARED && isCalendarDay(day) ? (
            <SimilarEvent title={compared} day={day} />
          ) : null
        }
        submitLabel={m.form_submit()}
        busyLabel={m.form_submitting()}
        onChange={(changed) => {
          editor.onChange(changed)
          setCompared(comparedOf(changed))
        }}
        onSubmit={async (payload, photo) => {
          const result = await submitEvent({ title: payload.title, photo }, () =>
            draft.submit({ kind: 'submitEvent', payload }, photo),
          )
          if (result !== undefined) await onResult(result)
        }}
      />
      {draft.isDirty && draft.isStored ? (
        <Button variant="ghost" className={keep} onClick={() => open('none')}>
          {m.form_draft_keep()}
        </Button>
      ) : null}
    </div>
  )
}

// Its text is in line with the form.
const keep = css({ alignSelf: 'flex-start', marginLeft: '-3', textAlign: 'start' })

/** Says where the values of the form come from, when they are not what the person had written, and what did not come with them. */
function noteOf(restored: { content: BegunEvent; lostPhoto: boolean }): string {
  const { origin } = restored.content
  if (origin === undefined) return restoredNote(restored)
  if (origin.kind === 'shared') return restored.lostPhoto ? m.form_draft_photo() : m.form_draft_shared()
  return restored.lostPhoto ? m.form_draft_again_photo(origin) : m.form_draft_again(origin)
}

/** A title of fewer letters names nothing. */
const TITLE_COMPARED = 4

interface Compared {
  title: string
  /** The first day of it, `YYYY-MM-DD`; anything else while it is not filled in. */
  day: string
}

function comparedOf({ title, timetable }: EventValues): Compared {
  const first = 'list' in timetable ? timetable.list[0]?.start_time : timetable.repeated.period_start_date
  return { title: toOneLine(title), day: first?.slice(0, 10).trim() ?? '' }
}

const route = getRouteApi('/add-event')

/** Asks whether the event is in the programme already: like-named ones on its day, with and without a network. It refuses nothing. */
export function SimilarEvent({ title, day }: { title: string; day: string }) {
  const { programme } = route.useRouteContext()
  const events = useQuery(likeNamedQuery(programme, title, day)).data ?? []
  const isLike = events.length > 0
  return (
    <>
      <LiveRegion>{isLike ? m.form_similar_title() : null}</LiveRegion>
      {isLike ? (
        <Banner tone="info" title={m.form_similar_title()}>
          <p>{m.form_similar_text()}</p>
          <ul>
            {events.map((event) => (
              <li key={event.id}>
                <TextLink to="/events/$id" params={{ id: event.id }} target="_blank">
                  <bdi>{event.title}</bdi>
                </TextLink>{' '}
                {cardDate(event, getLocale())} · <bdi>{event.location_name}</bdi>
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
    </>
  )
}
