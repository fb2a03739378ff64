import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { STATE_LABELS, daysToCome, announcementOf } from '@/client/shared/programme/event-state'
import { useNow } from '@/client/shared/time/use-now'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { SelectField, TextField } from '@/client/design-system/forms/field'
import { setDayState, setEventState, type BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { EVENT_STATES, STATE_NOTE_MAX, type Announcement } from '@/domain/events/event-state'
import { oneLine, maxCharacters } from '@/domain/text/text-fields'
import * as m from '@/messages/compiled/messages.js'
import { eventQuery } from './back-office-queries'
import { dayWithWeekday } from './event-labels'
import { FormDialog } from './form-dialog'
import { ListSkeleton, LoadFailed } from './page'
import { isConflict, useAction } from './use-action'

/** `day` is '' for the event as a whole. */
const formSchema = z.strictObject({
  day: z.string(),
  state: z.enum(['', ...EVENT_STATES]),
  note: z.string().check(oneLine(), maxCharacters(STATE_NOTE_MAX, 'text_too_long')),
})
type StateForm = Record<'day' | 'state' | 'note', string>

interface StateDialogProps {
  event: Pick<BackOfficeEvent, 'id' | 'title'>
  /** The village day that it opens with; without one the event as a whole. */
  day?: string | undefined
  onClose: () => void
}

/** Says that an event, or one of its days, is on, off, moved or sold out. It opens with the event as it is stored now. */
export function StateDialog({ event: shown, day = '', onClose }: StateDialogProps) {
  const query = useQuery(eventQuery(shown.id))
  // The form takes the place of the dialog that waits for it, and gives the focus back to the button that opened that.
  const [opener] = useState(() => document.activeElement)
  const finalFocus = () => (opener instanceof HTMLElement ? opener : null)
  if (query.data !== undefined && query.isFetchedAfterMount)
    return <OpenDialog {...{ event: query.data, day, onClose, finalFocus }} />
  return (
    <Dialog
      onClose={onClose}
      closeOnInteractOutside={false}
      finalFocus={finalFocus}
      title={m.admin_state_title({ title: shown.title })}
      closeLabel={m.admin_close()}
    >
      {query.isFetching ? <ListSkeleton /> : <LoadFailed title={m.admin_event_load_failed()} query={query} />}
    </Dialog>
  )
}

interface OpenDialogProps {
  event: BackOfficeEvent
  day: string
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

function OpenDialog({ event, day: first, onClose, finalFocus }: OpenDialogProps) {
  const now = useNow()
  const stored = (day: string) => announcementOf(event, day === '' ? undefined : day)
  const begin = (day: string) => {
    const before = stored(day)
    const values: StateForm = { day, state: before?.state ?? '', note: before?.note ?? '' }
    return { values, before, revision: event.revision }
  }
  /** The values that the form was begun with, and those that were stored by then. */
  const [begun, setBegun] = useState(() => begin(first))
  /** Somebody else has set another state meanwhile. Pressed again below both versions, one's own is meant. */
  const [hasConflict, setConflict] = useState(false)
  const write = useSetState({ onStored: onClose, onConflict: () => setConflict(true) })
  const { form, fields, formProps, isDirty, isSubmitting } = useSchemaForm({
    schema: schemaOver(begun.before),
    initialValues: begun.values,
    onValid: async (values) => {
      const { before, revision } = hasConflict ? begin(values.day) : begun
      setConflict(false)
      setBegun({ ...begun, before, revision })
      const day = values.day === '' ? undefined : values.day
      const change = { id: event.id, day, revision, before, wanted: announcementFrom(values) }
      await write.mutateAsync(change).catch(() => undefined)
    },
  })
  const chooseDay = (day: string) => {
    const next = begin(day)
    // A form that was filled in first is meant for the day that is chosen last.
    setBegun(isDirty ? { ...next, values: begun.values } : next)
    setConflict(false)
    if (isDirty) form.setFieldValue('day', day)
    else form.reset(next.values)
  }
  const { day, ...values } = form.state.values
  const days = [...new Set([...daysToCome(event, now), ...(day === '' ? [] : [day])])].toSorted()
  const versions = { theirs: announcementText(stored(day)), mine: announcementText(announcementFrom(values)) }
  return (
    <FormDialog
      {...{ formProps, isSubmitting }}
      title={m.admin_state_title({ title: event.title })}
      submitLabel={hasConflict ? m.admin_state_save_mine() : m.admin_state_save()}
      failure={hasConflict ? m.admin_state_conflict(versions) : undefined}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <SelectField
        label={m.admin_state_day()}
        {...fields.day}
        placeholder={m.admin_state_whole()}
        options={days.map((one) => ({ value: one, label: dayWithWeekday(one) }))}
        onChange={({ target }) => chooseDay(target.value)}
      />
      <SelectField
        label={m.admin_state_state()}
        placeholder={m.admin_state_none()}
        options={EVENT_STATES.map((state) => ({ value: state, label: STATE_LABELS[state]() }))}
        {...fields.state}
        // The schema refuses a choice for this reason only.
        error={fields.state.error && m.admin_state_note_alone()}
      />
      <TextField
        label={m.admin_state_note()}
        hint={m.admin_state_note_hint({ max: STATE_NOTE_MAX })}
        optionalText={m.admin_optional()}
        autoComplete="off"
        {...fields.note}
      />
    </FormDialog>
  )
}

/** A note that is written needs a state. The stored one goes with its state, and need not be erased first. */
function schemaOver(stored: Announcement | undefined) {
  return formSchema.check(({ value: { state, note }, issues }) => {
    if (state !== '' || note === '' || note === stored?.note) return
    issues.push({ code: 'custom', message: 'invalid', path: ['state'], input: state })
  })
}

/** A note needs a state: what is said without one is that there is nothing to say. */
function announcementFrom({
  state: chosen,
  note,
}: Pick<StateForm, 'state' | 'note'>): Announcement | undefined {
  const state = EVENT_STATES.find((one) => one === chosen)
  return state && { state, ...(note !== '' && { note }) }
}

function announcementText(current: Announcement | undefined): string {
  if (current === undefined) return m.admin_state_none()
  return [STATE_LABELS[current.state](), ...(current.note ? [current.note] : [])].join(' – ')
}

/** Replaces the state of an event, or of one of its village days; undefined removes it. */
interface StateChange {
  id: string
  day?: string | undefined
  revision: number
  before: Announcement | undefined
  wanted: Announcement | undefined
  isUndo?: boolean
}

interface SetStateOptions {
  /** Comes at once, before lists are fetched again. */
  onStored?: () => void
  /** Is for who shows both versions; without it the toast of a failure says that somebody else was first. */
  onConflict?: () => void
}

/** Sets the state of an event, which can be undone for as long as a review can. */
export function useSetState({ onStored, onConflict }: SetStateOptions = {}) {
  const queryClient = useQueryClient()
  const action = useAction<StateChange, BackOfficeEvent>({
    run: ({ id, day, revision, wanted }, api) => {
      const body = { state: wanted?.state ?? null, note: wanted?.note ?? '', revision }
      return day === undefined
        ? api.call(setEventState, { params: { id }, body })
        : api.call(setDayState, { params: { id, day }, body })
    },
    done: ({ title }, { isUndo }) =>
      isUndo ? [m.admin_state_undone({ title })] : [m.admin_state_saved(), title],
    undo: ({ revision }, { isUndo, ...change }) =>
      isUndo
        ? undefined
        : () =>
            action.mutate({
              ...change,
              revision,
              before: change.wanted,
              wanted: change.before,
              isUndo: true,
            }),
    failed: () => m.admin_state_failed(),
    onDone: (event, { isUndo }) => {
      queryClient.setQueryData(eventQuery(event.id).queryKey, event)
      if (!isUndo) onStored?.()
    },
    onFailed: (error, { isUndo }) => {
      if (isUndo || onConflict === undefined || !isConflict(error)) return
      onConflict()
      return true
    },
  })
  return action
}
