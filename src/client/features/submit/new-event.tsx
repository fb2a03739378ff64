import { useDeferredValue, useState } from 'react'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { EventForm } from '@/client/shared/event-form/event-form'
import { emptyValues } from '@/client/shared/event-form/form-values'
import type { EventFormValues } from '@/client/shared/event-form/form-values'
import { OtherDrafts } from './drafts/other-drafts'
import { KeepDraft } from './drafts/draft-notes'
import { OriginNote } from './drafts/draft-notes'
import { SimilarEvent } from './similar-event'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Button } from '@/client/design-system/button'
import { Banner } from '@/client/design-system/banner'
import { villageDay } from '@/domain/time/local-time'
import { isDay } from '@/client/shared/time/village-days'
import { useNow } from '@/client/shared/time/use-now'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'
import type { WhichDraft } from '@/offline/outbox/drafts/draft-session'
import { submitEvent } from './submission-result'
import type { EventResult } from './submission-result'
import { useDraft } from '@/client/shared/event-form/draft/use-draft'

// It subscribes to a live query of Dexie, whose chunk the form does not wait for.
const SLOT = 'event/new'
/** A title of fewer letters names nothing. */
const TITLE_COMPARED = 4

/** The values that stay in the form for the next event. */
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
          compared.length >= TITLE_COMPARED && isDay(day) ? <SimilarEvent title={compared} day={day} /> : null
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
  return { title: title.trim(), day }
}

function valuesFor(another: AnotherEvent | undefined, email: string): EventFormValues {
  const empty = emptyValues()
  return { ...empty, email, place: another?.place ?? empty.place }
}
