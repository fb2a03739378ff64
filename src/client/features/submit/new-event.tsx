import { toOneLine } from '@/domain/text/plain-text'
import { useDeferredValue, useState, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { EventForm } from '@/client/shared/event-form/event-form'
import { emptyValues } from '@/client/shared/event-form/form-values'
import type { EventFormValues } from '@/client/shared/event-form/form-values'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Button, IconButton } from '@/client/design-system/button'
import { Banner } from '@/client/design-system/banner'
import { villageDay, isCalendarDay } from '@/domain/time/local-time'
import { useNow, useDeviceNow } from '@/client/shared/time/use-now'
import * as m from '@/messages/compiled/messages.js'
import type { WhichDraft, DraftSession } from '@/offline/outbox/drafts/draft-session'
import { useDraft, readDraftContent } from '@/client/shared/event-form/draft/use-draft'
import type { DraftOrigin } from '@/client/shared/event-form/draft/use-draft'
import { cardDate } from '@/client/shared/time/event-dates'
import { likeNamedQuery } from '@/client/shared/similar/similar-queries'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { getLocale } from '@/messages/compiled/runtime.js'
import { PhotoPreview } from '@/client/shared/photos/photo'
import { timeAgo } from '@/client/shared/time/saved-age'
import { report, loadOfflineClient } from '@/client/shared/offline/offline-client'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { ImageIcon, Trash2Icon } from 'lucide-react'
import type { DraftSlot, StoredDraft } from '@/offline/outbox/drafts/drafts'
import { stack, cluster } from 'styled-system/patterns'
import { css } from 'styled-system/css'
import { textLink, card } from 'styled-system/recipes'
import { submitEvent } from './submission-result'
import type { EventResult } from './submission-result'

// It subscribes to a live query of Dexie, whose chunk the form does not wait for.
const SLOT = 'event/new'
/** A title of fewer letters names nothing. */
const TITLE_COMPARED = 4

export type AnotherEvent = Pick<EventFormValues, 'email'> & Partial<Pick<EventFormValues, 'place'>>

interface NewEventProps {
  /** Whether the form begins without the last draft: something was submitted just now. */
  beginsEmpty: boolean
  /** The next event begins with these values of the one that was submitted. */
  another?: AnotherEvent | undefined
  /** Called when another form is there: the person begins to read at its top. */
  onReset: () => void
  onResult: (result: EventResult) => Promise<void>
}

/** A new event, restored from its draft when there is one. */
export function NewEvent({ beginsEmpty, another, onReset, onResult }: NewEventProps) {
  const draft = useDraft(SLOT, {
    beginsWithOwnEmail: true,
    lastEmail: another?.email,
    which: beginsEmpty ? 'none' : undefined,
  })
  const today = villageDay(useNow())
  const [resetCount, setResetCount] = useState(0)
  const [{ title, day }, setCompared] = useState<Compared>({ title: '', day: '' })
  const compared = useDeferredValue(title)
  const choices = usePlaceAndTagOptions()
  useUnsaved(draft.isDirty)

  const restored = resetCount === 0 ? draft.restored : undefined
  const startOver = () => {
    draft.discard()
    setResetCount((before) => before + 1)
  }
  const open = (which: WhichDraft) => {
    draft.open(which)
    setResetCount(0)
    onReset()
  }
  return (
    // Until hydration and the draft are done, typing would be lost.
    <div className={stack({ gap: '6' })} inert={!draft.isReady}>
      {restored ? (
        <Banner
          tone="info"
          actions={
            <Button variant="secondary" size="sm" onClick={startOver}>
              {m.form_start_over()}
            </Button>
          }
        >
          <p>
            {restored.origin ? (
              <OriginNote origin={restored.origin} lostPhoto={restored.lostPhoto} />
            ) : (
              `${m.form_draft_restored()} ${restored.lostPhoto ? m.form_draft_photo() : ''}`
            )}
          </p>
        </Banner>
      ) : null}
      {draft.isStored ? null : <Banner tone="warning">{m.form_not_stored()}</Banner>}
      {draft.session?.isStored ? (
        <OtherDrafts slot={SLOT} session={draft.session} onOpen={(token) => open({ token })} />
      ) : null}
      <EventForm
        // The same form before and after its draft is opened, unless it begins with other values.
        key={`${draft.formKey}-${resetCount}-${restored ? 'restored' : draft.ownEmail}`}
        initialValues={restored?.values ?? valuesFor(another, draft.ownEmail)}
        initialPhoto={restored?.photo}
        wasBegunBefore={restored !== undefined}
        today={today}
        choices={choices}
        beforeSubmit={
          compared.length >= TITLE_COMPARED && isCalendarDay(day) ? (
            <SimilarEvent title={compared} day={day} />
          ) : null
        }
        submitLabel={m.form_submit()}
        busyLabel={m.form_submitting()}
        onChange={(values, photo) => {
          draft.change(values, photo)
          setCompared(comparedOf(values))
        }}
        onSubmit={async (payload, photo) => {
          const result = await submitEvent({ title: payload.title, photo }, () =>
            draft.submit({ kind: 'submitEvent', payload }, photo),
          )
          if (result !== undefined) await onResult(result)
        }}
      />
      {draft.isDirty && draft.session && draft.isStored ? <KeepDraft onKeep={() => open('none')} /> : null}
    </div>
  )
}

interface Compared {
  title: string
  /** The first day of it, `YYYY-MM-DD`; anything else while it is not filled in. */
  day: string
}

function comparedOf({ title, eventType, blocks, recurring }: EventFormValues): Compared {
  const day = eventType === 'recurring' ? recurring.periodStartDate : (blocks[0]?.startDate ?? '')
  return { title: toOneLine(title), day }
}

function valuesFor(another: AnotherEvent | undefined, email: string): EventFormValues {
  const empty = emptyValues()
  return { ...empty, email, place: another?.place ?? empty.place }
}

/** Says where the values of the form come from, when they are not what the person had written, and what did not come with them. */
function OriginNote({ origin: { title }, lostPhoto }: { origin: DraftOrigin; lostPhoto: boolean }) {
  if (title === undefined) return lostPhoto ? m.form_draft_photo() : m.form_draft_shared()
  return lostPhoto ? m.form_draft_again_photo({ title }) : m.form_draft_again({ title })
}

/** The button below the form that leaves it as a draft, for another event. */
function KeepDraft({ onKeep }: { onKeep: () => void }) {
  return (
    <Button variant="ghost" className={keep} onClick={onKeep}>
      {m.form_draft_keep()}
    </Button>
  )
}

// Its text is in line with the form.
const keep = css({ alignSelf: 'flex-start', marginLeft: '-3', textAlign: 'start' })

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
  slot: DraftSlot
  /** The session of the form below: its own draft is not among the others. */
  session: DraftSession
  onOpen: (token: string) => void
}

/** The other half-written events on this device, also of another tab: to open, or to delete. */
export function OtherDrafts({ slot, session, onOpen }: OtherDraftsProps) {
  const stored = useLiveOutbox(({ drafts }) => drafts.list(slot), [slot])
  const [isAllShown, setAllShown] = useState(false)
  const [deleting, setDeleting] = useState<StoredDraft>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusAfterwards = useRef<HTMLElement | null>(null)
  const others = Array.isArray(stored)
    ? stored.filter((draft) => draft.key.token !== session.key().token && readDraftContent(draft.content))
    : []
  if (others.length === 0) return null
  const remove = async (draft: StoredDraft) => {
    // The whole section goes with its last row.
    focusAfterwards.current = others.length > 1 ? heading.current : document.querySelector('h1')
    const { outbox } = await loadOfflineClient()
    await outbox.drafts
      .remove(draft)
      .catch((error: unknown) => report('A draft could not be deleted.', error))
    setDeleting(undefined)
  }
  return (
    <section aria-labelledby="other-drafts" className={card({ pad: true })}>
      <h2 id="other-drafts" ref={heading} tabIndex={-1} className={otherDraftsTitle}>
        {m.form_drafts_title()}
      </h2>
      <ul>
        {(isAllShown ? others : others.slice(0, SHOWN)).map((draft) => (
          <DraftRow
            key={`${draft.key.token}-${draft.revision}`}
            draft={draft}
            onOpen={() => onOpen(draft.key.token)}
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
          onConfirm={() => void remove(deleting)}
        />
      )}
    </section>
  )
}

interface DraftRowProps {
  draft: StoredDraft
  onOpen: () => void
  onDelete: () => void
}

function DraftRow({ draft, onOpen, onDelete }: DraftRowProps) {
  const now = useDeviceNow()
  const name = titleOf(draft)
  return (
    <li className={row}>
      <span className={picture}>
        {draft.photo ? <PhotoPreview photo={draft.photo} alt="" className={image} /> : <ImageIcon />}
      </span>
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

function titleOf({ content }: StoredDraft): string {
  return toOneLine(readDraftContent(content)?.values.title ?? '') || m.form_draft_untitled()
}

const otherDraftsTitle = css({ textStyle: 'subheading' })
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
const image = css({ width: 'full', height: 'full', objectFit: 'cover' })
const facts = css({ flex: '[1 1 10rem]', minWidth: '0' })
