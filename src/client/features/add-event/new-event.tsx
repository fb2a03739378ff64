import { useState } from 'react'
import { usePlaceAndTagOptions } from '@/client/kit/event-form/place-and-tag-options'
import { EventForm } from '@/client/kit/event-form/event-form'
import { emptyValues } from '@/client/kit/event-form/form-values'
import { loadWhenIdle } from '@/client/shell/load-when-idle'
import { useUnsaved } from '@/client/shell/unsaved'
import { Button } from '@/client/ui/button'
import { Banner } from '@/client/ui/banner'
import { villageDay } from '@/client/kit/event-dates'
import { useNow } from '@/client/kit/use-now'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'
import { submitEvent } from './submission-result'
import type { EventResult } from './submission-result'
import { useDraft } from './use-draft'
import { useSharedPhoto } from './use-shared-photo'

// It subscribes to a live query of Dexie, whose chunk the form does not wait for.
const OtherDraft = loadWhenIdle(async () => (await import('./other-draft')).OtherDraft)
const SLOT = 'event/new'

interface NewEventProps {
  withSharedPhoto: boolean
  onResult: (result: EventResult) => void
}

/** A new event, restored from its draft when there is one. */
export function NewEvent({ withSharedPhoto, onResult }: NewEventProps) {
  const draft = useDraft(SLOT, { beginsWithOwnEmail: true })
  const today = villageDay(useNow())
  const sharedPhoto = useSharedPhoto(withSharedPhoto)
  const [resetCount, setResetCount] = useState(0)
  const choices = usePlaceAndTagOptions()
  useUnsaved(draft.isDirty)

  const isReady = draft.isReady && !sharedPhoto.isLoading
  const restored = resetCount === 0 ? draft.restored : undefined
  const startOver = () => {
    draft.discard()
    setResetCount((before) => before + 1)
  }
  return (
    // Until hydration and the draft are done, typing would be lost.
    <div className={stack({ gap: '6' })} inert={!isReady}>
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
            {m.form_draft_restored()} {restored.lostPhoto && !sharedPhoto.photo ? m.form_draft_photo() : null}
          </p>
        </Banner>
      ) : null}
      {draft.session?.isKept === false ? <Banner tone="warning">{m.form_not_kept()}</Banner> : null}
      {draft.session?.isKept ? (
        <OtherDraft
          slot={SLOT}
          session={draft.session}
          onOpen={() => {
            draft.openOther()
            setResetCount(0)
          }}
        />
      ) : null}
      <EventForm
        key={`${isReady ? draft.formKey : 'loading'}-${resetCount}`}
        initialValues={restored?.values ?? { ...emptyValues(), email: draft.ownEmail }}
        initialPhoto={sharedPhoto.photo ?? restored?.photo}
        wasBegunBefore={restored !== undefined}
        today={today}
        choices={choices}
        submitLabel={m.form_submit()}
        busyLabel={m.form_submitting()}
        onChange={draft.change}
        onSubmit={async (payload, photo) => {
          const result = await submitEvent(payload.title, () =>
            draft.submit({ kind: 'submitEvent', payload }, photo),
          )
          if (result !== undefined) onResult(result)
        }}
      />
    </div>
  )
}
