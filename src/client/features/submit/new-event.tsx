import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useRef, useState } from 'react'
import { removeDraft, useDraft, useDrafts } from '@/client/shared/drafts/use-draft'
import { EventEditor } from '@/client/shared/event-form/event-editor'
import { emptyValues, isEmptyEvent, readDraft } from '@/client/shared/event-form/event-values'
import type { EventValues } from '@/client/shared/event-form/event-values'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { likeNamedQuery } from '@/client/shared/similar/similar-queries'
import { cardDate } from '@/client/shared/time/event-dates'
import { Banner } from '@/client/design-system/banner'
import { Button, IconButton } from '@/client/design-system/button'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { toOneLine } from '@/domain/text/plain-text'
import { isCalendarDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { Draft, WhichDraft } from '@/offline/outbox/drafts'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import { readBegun } from './begun-event'
import type { BegunEvent } from './begun-event'
import { submitEvent } from './submission-result'
import type { EventResult } from './submission-result'
import { ImageIcon, Trash2Icon } from 'lucide-react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { PhotoPreview } from '@/client/shared/photos/photo'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useDeviceNow } from '@/client/shared/time/use-now'

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
  const [resetCount, setResetCount] = useState(0)
  const [email, setEmail] = useState(ownEmail)
  const [{ title, day }, setCompared] = useState<Compared>({ title: '', day: '' })
  const compared = useDeferredValue(title)
  useUnsaved(draft.isDirty)
  // A form in which something is written stays, whatever becomes of the session.
  if (!draft.isDirty && email !== ownEmail) setEmail(ownEmail)

  const restored = resetCount === 0 ? draft.restored : undefined
  const open = (which: WhichDraft) => {
    draft.open(which)
    setResetCount(0)
    onReset()
  }
  return (
    // Until hydration and the draft are done, typing would be lost.
    <div className={stack({ gap: '6' })} inert={!draft.isReady || user === undefined}>
      {restored ? (
        <Banner
          tone="info"
          actions={
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                draft.discard()
                setResetCount((before) => before + 1)
              }}
            >
              {m.form_start_over()}
            </Button>
          }
        >
          <p>{restoredNote(restored.content, restored.lostPhoto)}</p>
        </Banner>
      ) : null}
      {draft.isStored ? null : <Banner tone="warning">{m.form_not_stored()}</Banner>}
      <OtherDrafts token={draft.token} onOpen={(token) => open({ token })} />
      <EventEditor
        // The same form before and after its draft is opened, unless it begins with other values.
        key={`${draft.formKey}-${resetCount}-${restored ? 'restored' : email}`}
        mode="visitor"
        initial={restored?.content.values ?? { ...emptyValues(), ...another, email }}
        photo={restored?.photo}
        wasBegunBefore={restored !== undefined}
        beforeSubmit={
          compared.length >= TITLE_COMPARED && isCalendarDay(day) ? (
            <SimilarEvent title={compared} day={day} />
          ) : null
        }
        submitLabel={m.form_submit()}
        busyLabel={m.form_submitting()}
        onChange={(values) => {
          draft.change({ values })
          setCompared(comparedOf(values))
        }}
        onPhoto={(photo, _, values) => {
          draft.change({ values })
          draft.changePhoto(photo)
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
function restoredNote({ origin }: BegunEvent, lostPhoto: boolean): string {
  if (origin === undefined) return `${m.form_draft_restored()} ${lostPhoto ? m.form_draft_photo() : ''}`
  if (origin.kind === 'shared') return lostPhoto ? m.form_draft_photo() : m.form_draft_shared()
  return lostPhoto ? m.form_draft_again_photo(origin) : m.form_draft_again(origin)
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
                <Link to="/events/$id" params={{ id: event.id }} target="_blank" className={textLink()}>
                  <bdi>{event.title}</bdi>
                </Link>{' '}
                {cardDate(event, getLocale())} · <bdi>{event.location_name}</bdi>
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
    </>
  )
}

const ConfirmDialog = lazyPart(
  async () => (await import('@/client/design-system/overlays/confirm-dialog')).ConfirmDialog,
)

const SHOWN = 3

interface OtherDraftsProps {
  /** The draft of the form below is not among the others; undefined until it is opened. */
  token: string | undefined
  onOpen: (token: string) => void
}

/** The other half-written events on this device, also of another tab: to open, or to delete. */
export function OtherDrafts({ token, onOpen }: OtherDraftsProps) {
  const drafts = useDrafts('event/new')
  const [isAllShown, setAllShown] = useState(false)
  const [deleting, setDeleting] = useState<Draft>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusAfterwards = useRef<HTMLElement | null>(null)
  const others = drafts.filter((draft) => draft.token !== token && readDraft(draft.content) !== undefined)
  if (token === undefined || others.length === 0) return null
  return (
    <section aria-labelledby="other-drafts" className={card({ pad: true })}>
      <h2 id="other-drafts" ref={heading} tabIndex={-1} className={css({ textStyle: 'subheading' })}>
        {m.form_drafts_title()}
      </h2>
      <ul>
        {(isAllShown ? others : others.slice(0, SHOWN)).map((draft) => (
          <DraftRow
            key={draft.token}
            draft={draft}
            onOpen={() => onOpen(draft.token)}
            onDelete={() => {
              focusAfterwards.current = null
              setDeleting(draft)
            }}
          />
        ))}
      </ul>
      {isAllShown || others.length <= SHOWN ? null : (
        <Button variant="ghost" size="sm" onClick={() => setAllShown(true)}>
          {m.form_drafts_all({ n: others.length })}
        </Button>
      )}
      {deleting === undefined ? null : (
        <ConfirmDialog
          open
          onClose={() => setDeleting(undefined)}
          title={m.form_draft_delete_title()}
          description={m.form_draft_delete_text({ title: titleOf(deleting) })}
          confirmLabel={m.form_draft_delete()}
          cancelLabel={m.outbox_discard_cancel()}
          closeLabel={m.outbox_close()}
          tone="danger"
          finalFocus={() => focusAfterwards.current}
          onConfirm={() => {
            // The whole section goes with its last row.
            focusAfterwards.current = others.length > 1 ? heading.current : document.querySelector('h1')
            removeDraft(deleting)
            setDeleting(undefined)
          }}
        />
      )}
    </section>
  )
}

interface DraftRowProps {
  draft: Draft
  onOpen: () => void
  onDelete: () => void
}

function DraftRow({ draft, onOpen, onDelete }: DraftRowProps) {
  const now = useDeviceNow()
  const name = titleOf(draft)
  return (
    <li className={row}>
      <span className={picture}>{draft.hasPhoto ? <DraftPhoto token={draft.token} /> : <ImageIcon />}</span>
      <div className={facts}>
        <h3 className={css({ fontWeight: 'medium', overflowWrap: 'anywhere', lineClamp: 2 })}>
          <bdi>{name}</bdi>
        </h3>
        <p className={css({ textStyle: 'small', color: 'fg.muted' })}>
          {m.outbox_written({ when: timeAgo(draft.writtenAt, now, getLocale()) })}
        </p>
      </div>
      <div className={cluster({ gap: '3' })}>
        <Button
          variant="secondary"
          size="sm"
          aria-label={m.form_draft_open_of({ title: name })}
          onClick={onOpen}
        >
          {m.form_draft_open()}
        </Button>
        <IconButton
          label={m.form_draft_delete_of({ title: name })}
          icon={<Trash2Icon size="1.25rem" />}
          onClick={onDelete}
        />
      </div>
    </li>
  )
}

function DraftPhoto({ token }: { token: string }) {
  const photo = useLiveOutbox(async (outbox) => (await outbox.photo(token)) ?? 'none', [token])
  return typeof photo === 'string' ? (
    <ImageIcon />
  ) : (
    <PhotoPreview
      photo={photo}
      alt=""
      className={css({ width: 'full', height: 'full', objectFit: 'cover' })}
    />
  )
}

function titleOf({ content }: Draft): string {
  return toOneLine(readDraft(content)?.values.title ?? '') || m.form_draft_untitled()
}

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'center',
  paddingBlock: '3',
  '& + &': { borderTop: 'hairline' },
  _last: { paddingBottom: '0' },
})
const picture = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: '12',
  height: '12',
  borderRadius: 'md',
  overflow: 'hidden',
  bg: 'bg.sunken',
  color: 'fg.muted',
})
const facts = css({ flex: '[1 1 10rem]', minWidth: '0' })
