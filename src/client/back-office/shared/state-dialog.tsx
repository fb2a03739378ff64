import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { failureText } from '@/client/shared/forms/server-error-text'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { useDraft, type UsedDraft } from '@/client/shared/drafts/use-draft'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { STATE_LABELS, daysToCome, announcementOf } from '@/client/shared/programme/event-state'
import { dayWithWeekday } from './event-labels'
import { useNow } from '@/client/shared/time/use-now'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { SelectField, TextField } from '@/client/design-system/forms/field'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { EVENT_STATES, STATE_NOTE_MAX, type Announcement } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import { ListSkeleton } from './page'
import { RestoredNote, FormDialog, orPageHeading } from './form-dialog'
import { eventQuery } from './back-office-queries'
import { useSetState } from './use-set-state'
import { oneLine, maxCharacters } from '@/domain/text/text-fields'

const formSchema = z.strictObject({
  state: z.enum(['', ...EVENT_STATES]),
  note: z.string().check(oneLine(), maxCharacters(STATE_NOTE_MAX, 'text_too_long')),
})
type StateForm = Record<'state' | 'note', string>

const draftSchema = z.object({
  state: z.string(),
  note: z.string(),
  /** '' for the event as a whole. */
  day: z.string(),
  /** That of the event that it was written over. */
  revision: z.number(),
})
type StateDraft = z.infer<typeof draftSchema>

interface StateDialogProps {
  event: Pick<BackOfficeEvent, 'id' | 'title'>
  /** The village day that it opens with; without one the event as a whole. */
  day?: string | undefined
  onSaved?: (() => void) | undefined
  onClose: () => void
}

/** Says that an event, or one of its days, is on, off, moved or sold out. It opens with the event as it is stored now. */
export function StateDialog({ event: shown, day, onSaved, onClose }: StateDialogProps) {
  const draft = useDraft<StateDraft>({
    slot: `staff/form/state:${shown.id}:${day ?? ''}`,
    read: (content) => draftSchema.safeParse(content).data,
  })
  const { data: event, error, isFetchedAfterMount, isFetching, refetch } = useQuery(eventQuery(shown.id))
  // The form takes the place of the dialog that waits for it, and gives the focus back to the button that opened that. The button may
  // have gone with the line of the state that was taken back.
  const [opener] = useState(() => document.activeElement)
  const finalFocus = () => orPageHeading(opener)
  // With no network nothing is on its way.
  if (!draft.isReady || (!isFetchedAfterMount && isFetching))
    return (
      <Dialog
        open
        onClose={onClose}
        title={m.admin_state_title({ title: shown.title })}
        closeLabel={m.admin_close()}
        finalFocus={finalFocus}
      >
        <ListSkeleton />
      </Dialog>
    )
  if (event !== undefined && isFetchedAfterMount)
    return <OpenDialog {...{ draft, event, day, onSaved, onClose, finalFocus }} />
  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={finalFocus}
      title={m.admin_event_load_failed()}
      description={failureText(outcomeOf(error))}
      closeLabel={m.admin_close()}
      footer={
        <Button busy={isFetching} onClick={() => void refetch()}>
          {m.admin_try_again()}
        </Button>
      }
    />
  )
}

interface OpenDialogProps {
  draft: UsedDraft<StateDraft>
  event: BackOfficeEvent
  day: string | undefined
  onSaved: (() => void) | undefined
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

function OpenDialog({ draft, event, day: first, onSaved, onClose, finalFocus }: OpenDialogProps) {
  const now = useNow()
  const restored = draft.restored?.content
  const [day, setDay] = useState(restored === undefined ? first : restored.day || undefined)
  const current = announcementOf(event, day)
  /** The state that was stored when the form was filled in, and the one that somebody else has set meanwhile. */
  const [seen, setSeen] = useState({ current, revision: restored?.revision ?? event.revision })
  const [isConflict, setConflict] = useState(false)
  const keep = (values: StateForm, of: string | undefined, revision = seen.revision) => {
    const stored = valuesOf(announcementOf(event, of))
    if (values.state === stored.state && values.note === stored.note) draft.discard()
    else draft.change({ ...values, day: of ?? '', revision })
  }
  const write = useSetState({
    onStored: () => {
      draft.discard()
      onSaved?.()
      onClose()
    },
    onConflict: () => setConflict(true),
  })
  const { form, formProps, isDirty, isSubmitting } = useSchemaForm<StateForm, StateForm>({
    schema: schemaOver(seen.current),
    initialValues: restored ? { state: restored.state, note: restored.note } : valuesOf(current),
    onChange: (values) => keep(values, day),
    onValid: async (values) => {
      const wanted = announcementFrom(values)
      // Pressed again below both versions, one's own is meant.
      const revision = isConflict ? event.revision : seen.revision
      const change = { id: event.id, day, revision, before: isConflict ? current : seen.current, wanted }
      setConflict(false)
      await write.mutateAsync(change).catch(() => setSeen({ ...seen, revision }))
    },
  })
  const isFilledIn = isDirty || draft.isDirty
  useUnsaved(isFilledIn)
  const chooseDay = (next: string | undefined) => {
    const stored = announcementOf(event, next)
    setDay(next)
    setSeen({ current: stored, revision: event.revision })
    setConflict(false)
    // A form that was filled in first is meant for the day that is chosen last.
    if (isFilledIn) keep(form.state.values, next, event.revision)
    else form.reset(valuesOf(stored))
  }
  const firstField = () => formProps.ref.current?.querySelector('select') ?? null
  const discard = () => {
    draft.discard()
    const stored = announcementOf(event, first)
    setDay(first)
    setSeen({ current: stored, revision: event.revision })
    setConflict(false)
    form.reset(valuesOf(stored))
    // The button that was pressed goes.
    firstField()?.focus()
  }
  const days = [...new Set([...daysToCome(event, now), ...(day === undefined ? [] : [day])])].toSorted()
  return (
    <FormDialog
      title={m.admin_state_title({ title: event.title })}
      formProps={formProps}
      submitLabel={isConflict ? m.admin_state_save_mine() : m.admin_state_save()}
      isBusy={isSubmitting}
      failure={
        isConflict
          ? m.admin_state_conflict({
              theirs: announcementText(current),
              mine: announcementText(announcementFrom(form.state.values)),
            })
          : undefined
      }
      onClose={onClose}
      // 'Discard draft' stands above the fields: a key that is pressed at once is not meant for it.
      initialFocus={firstField}
      finalFocus={finalFocus}
    >
      {restored === undefined ? null : <RestoredNote onDiscard={discard} />}
      <SelectField
        label={m.admin_state_day()}
        value={day ?? ''}
        options={[
          { value: '', label: m.admin_state_whole() },
          ...days.map((one) => ({ value: one, label: dayWithWeekday(one) })),
        ]}
        onChange={({ target }) => chooseDay(target.value === '' ? undefined : target.value)}
      />
      <form.Field name="state">
        {(field) => {
          const { error, ...wired } = fieldProps(field)
          return (
            <SelectField
              label={m.admin_state_state()}
              options={[
                { value: '', label: m.admin_state_none() },
                ...EVENT_STATES.map((state) => ({ value: state, label: STATE_LABELS[state]() })),
              ]}
              {...wired}
              // The schema refuses a choice for this reason only.
              error={error && m.admin_state_note_alone()}
            />
          )
        }}
      </form.Field>
      <form.Field name="note">
        {(field) => (
          <TextField
            label={m.admin_state_note()}
            hint={m.admin_state_note_hint({ max: STATE_NOTE_MAX })}
            optionalText={m.admin_optional()}
            autoComplete="off"
            {...fieldProps(field)}
          />
        )}
      </form.Field>
    </FormDialog>
  )
}

function valuesOf(current: Announcement | undefined): StateForm {
  return { state: current?.state ?? '', note: current?.note ?? '' }
}

/** A note that is written needs a state. The stored one goes with its state, and need not be erased first. */
function schemaOver(stored: Announcement | undefined) {
  return formSchema.check(({ value: { state, note }, issues }) => {
    if (state !== '' || note === '' || note === stored?.note) return
    issues.push({ code: 'custom', message: 'invalid', path: ['state'], input: state })
  })
}

/** A note needs a state: what is said without one is that there is nothing to say. */
function announcementFrom({ state: chosen, note }: StateForm): Announcement | undefined {
  const state = EVENT_STATES.find((one) => one === chosen)
  return state && { state, ...(note !== '' && { note }) }
}

function announcementText(current: Announcement | undefined): string {
  if (current === undefined) return m.admin_state_none()
  return [STATE_LABELS[current.state](), ...(current.note ? [current.note] : [])].join(' – ')
}
