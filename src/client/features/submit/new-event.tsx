import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Trash2Icon } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { removeDraft, useDraft, useDrafts } from '@/client/shared/drafts/use-draft'
import { DraftNotice, readDraft } from '@/client/shared/event-form/event-draft'
import { EventEditor } from '@/client/shared/event-form/event-editor'
import { emptyValues, isEmptyEvent, type EventValues } from '@/client/shared/event-form/event-values'
import { useValue, type FieldProps } from '@/client/shared/event-form/use-editor'
import { useFocusAfterRemoval } from '@/client/shared/layout/focus-after-removal'
import { ConfirmDialog } from '@/client/shared/loading/lazy-part'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { likeNamedQuery } from '@/client/shared/similar/similar-queries'
import { cardDate } from '@/client/shared/time/event-dates'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useDeviceNow } from '@/client/shared/time/use-now'
import { Banner } from '@/client/design-system/banner'
import { Button, IconButton } from '@/client/design-system/button'
import { smallText, subheadingText } from '@/client/design-system/text'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { toOneLine } from '@/domain/text/plain-text'
import { isCalendarDay } from '@/domain/time/local-time'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { Draft, WhichDraft } from '@/offline/outbox/drafts'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import { submitEvent, type EventResult } from './submission-result'

interface NewEventProps {
  /** The values that another event takes from the one that was submitted just now: the last draft is left alone. */
  another: Partial<EventValues> | undefined
  /** Called when another form is there: the person begins to read at its top. */
  onReset: () => void
  onResult: (result: EventResult) => Promise<void>
}

/** A new event, restored from its draft when there is one. */
export function NewEvent({ another, onReset, onResult }: NewEventProps) {
  const user = useCurrentUser()
  const ownEmail = another?.email ?? user?.email ?? ''
  const draft = useDraft({
    slot: 'event/new',
    read: readDraft,
    isEmpty: ({ values }) => isEmptyEvent(values, ownEmail),
    which: another === undefined ? undefined : 'none',
  })
  const [email, setEmail] = useState(ownEmail)
  // A form in which something is written stays, whatever becomes of the session.
  if (!draft.isDirty && email !== ownEmail) setEmail(ownEmail)

  const { restored } = draft
  const open = (which: WhichDraft) => {
    draft.open(which)
    onReset()
  }
  return (
    // Until hydration and the draft are done, typing would be lost.
    <div className={stack({ gap: '6' })} inert={!draft.isReady || user === undefined}>
      <DraftNotice draft={draft} />
      <OtherDrafts token={draft.token} onOpen={(token) => open({ token })} />
      <EventEditor
        // The same form before and after its draft is opened, unless it begins with other values.
        key={`${draft.formKey}-${restored ? 'restored' : email}`}
        mode="visitor"
        draft={draft}
        begun={restored ?? { content: { values: { ...emptyValues(), ...another, email } } }}
        isNew={restored === undefined}
        BeforeSubmit={SimilarToTyped}
        submitLabel={m.form_submit()}
        busyLabel={m.form_submitting()}
        onSubmit={async (payload, chosen) => {
          const result = await submitEvent(chosen, (photo) =>
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

interface OtherDraftsProps {
  /** The draft of the form below is not among the others; undefined until it is opened. */
  token: string | undefined
  onOpen: (token: string) => void
}

/** The other half-written events on this device, also of another tab: to open, or to delete. */
export function OtherDrafts({ token, onOpen }: OtherDraftsProps) {
  const drafts = useDrafts('event/new')
  const [deleting, setDeleting] = useState<{ draft: Draft; title: string }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const now = useDeviceNow()
  const others = drafts.flatMap((draft) => {
    const { values } = readDraft(draft.content) ?? {}
    if (values === undefined || draft.token === token) return []
    return { draft, title: toOneLine(values.title) || m.form_draft_untitled() }
  })
  useFocusAfterRemoval(heading, others.length)
  if (token === undefined || others.length === 0) return null
  return (
    <section aria-labelledby="other-drafts" className={card({ pad: true })}>
      <h2 id="other-drafts" ref={heading} tabIndex={-1} className={subheadingText}>
        {m.form_drafts_title()}
      </h2>
      <ul>
        {others.map(({ draft, title }) => (
          <li key={draft.token} className={row}>
            <div className={facts}>
              <h3 className={name}>
                <bdi>{title}</bdi>
              </h3>
              <p className={smallText}>
                {m.outbox_written({ when: timeAgo(draft.writtenAt, now, getLocale()) })}
              </p>
            </div>
            <div className={cluster({ gap: '3' })}>
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.form_draft_open_of({ title })}
                onClick={() => onOpen(draft.token)}
              >
                {m.form_draft_open()}
              </Button>
              <IconButton
                label={m.form_draft_delete_of({ title })}
                icon={<Trash2Icon size="1.25rem" />}
                onClick={() => setDeleting({ draft, title })}
              />
            </div>
          </li>
        ))}
      </ul>
      {deleting === undefined ? null : (
        <ConfirmDialog
          onClose={() => setDeleting(undefined)}
          title={m.form_draft_delete_title()}
          description={m.form_draft_delete_text(deleting)}
          confirmLabel={m.form_draft_delete()}
          cancelLabel={m.outbox_discard_cancel()}
          closeLabel={m.outbox_close()}
          tone="danger"
          // The whole section goes with its last row.
          finalFocus={() =>
            drafts.includes(deleting.draft) ? null : (heading.current ?? document.querySelector('h1'))
          }
          onConfirm={() => {
            removeDraft(deleting.draft)
            setDeleting(undefined)
          }}
        />
      )}
    </section>
  )
}

const row = cluster({ gap: '3', paddingBlock: '3', '& + &': { borderTop: 'hairline' } })
const facts = css({ flex: '[1 1 10rem]', minWidth: '0' })
const name = css({ fontWeight: 'medium', overflowWrap: 'anywhere', lineClamp: 2 })

/** A title of fewer letters names nothing. */
const TITLE_COMPARED = 4

function SimilarToTyped({ editor }: FieldProps) {
  const title = toOneLine(useDeferredValue(useValue(editor, 'title')))
  const timetable = useValue(editor, 'timetable')
  const first = 'list' in timetable ? timetable.list[0]?.start_time : timetable.repeated.period_start_date
  const day = first?.slice(0, 10) ?? ''
  return title.length >= TITLE_COMPARED && isCalendarDay(day) ? <SimilarEvent {...{ title, day }} /> : null
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
        <Banner title={m.form_similar_title()}>
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
