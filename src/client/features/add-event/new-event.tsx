import { useState } from 'react'
import { useKnownChoices } from '@/client/kit/event-form/known-choices'
import { EventForm } from '@/client/kit/event-form/event-form'
import { emptyValues } from '@/client/kit/event-form/form-values'
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

interface NewEventProps {
  takesShared: boolean
  onResult: (result: EventResult) => void
}

/** A new event, with what was half-written before on this device. */
export function NewEvent({ takesShared, onResult }: NewEventProps) {
  const draft = useDraft('new')
  const today = villageDay(useNow())
  const sharedPhoto = useSharedPhoto(takesShared)
  const [turn, setTurn] = useState(0)
  const choices = useKnownChoices()
  useUnsaved(draft.isDirty)

  const startOver = () => {
    draft.drop()
    setTurn((before) => before + 1)
  }
  return (
    // Until the script has taken over, typing would be lost.
    <div className={stack({ gap: '6' })} inert={!draft.isReady || sharedPhoto.isLoading}>
      {draft.restored && turn === 0 ? (
        <Banner
          tone="info"
          actions={
            <Button variant="secondary" size="sm" onClick={startOver}>
              {m.form_start_over()}
            </Button>
          }
        >
          <p>
            {m.form_draft_restored()}{' '}
            {draft.restored.hadPhoto && !sharedPhoto.photo ? m.form_draft_photo() : null}
          </p>
        </Banner>
      ) : null}
      <EventForm
        key={`${draft.isReady && !sharedPhoto.isLoading ? 'ready' : 'waiting'}-${turn}`}
        initialValues={(turn === 0 ? draft.restored?.values : undefined) ?? emptyValues()}
        initialPhoto={sharedPhoto.photo}
        openedAt={draft.openedAt}
        today={today}
        choices={choices}
        submitLabel={m.form_submit()}
        busyLabel={m.form_submitting()}
        onChange={draft.keep}
        onSubmit={async (payload, photo) => {
          const result = await submitEvent(payload, photo)
          if (result === undefined) return
          draft.drop()
          onResult(result)
        }}
      />
    </div>
  )
}
