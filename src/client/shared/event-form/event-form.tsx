import { useStore } from '@tanstack/react-form'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { PhotoField } from '@/client/shared/photos/photo-field'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import { busyFormProps, afterPress } from '@/client/shared/forms/use-schema-form'
import { pause } from '@/client/shared/time/use-now'
import { Button } from '@/client/design-system/button'
import { settings } from '@/contract/settings'
import type { ProblemCode } from '@/domain/validation/problem'
import { ensureTemporal } from '@/domain/time/village-time'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { serverTimeMs } from '@/offline/replica/server-time'
import { ErrorSummary } from '@/client/shared/event-form/problems/error-summary'
import {
  fieldId,
  SUMMARY_ID,
  remainingProblems,
  toFormProblems,
  formProblemLine,
  payloadProblems,
} from '@/client/shared/event-form/problems/form-problems'
import type {
  FormProblem,
  ServerErrors,
  FormFieldName,
} from '@/client/shared/event-form/problems/form-problems'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import type { EventFormValues, SubmissionPayload } from './form-values'
import { Basics, Description, When, Where, WholeError } from './form-sections'
import { Honeypot } from './honeypot'
import type { PlaceAndTagOptions } from './place-and-tag-options'
import { MoreInformation } from './more-information'
import { toSubmission } from './form-values'
import { useEventForm, useFormChange } from './use-event-form'

export interface EventFormProps {
  initialValues: EventFormValues
  initialPhoto?: OutboxPhoto | undefined
  staff?: StaffForm | undefined
  serverErrors?: ServerErrors | undefined
  wasBegunBefore?: boolean
  /** The day it is in the village, `YYYY-MM-DD`. */
  today: string
  choices: PlaceAndTagOptions
  beforeSubmit?: ReactNode
  submitLabel: string
  busyLabel: string
  /** Called with what may be sent. The form keeps its values until its owner unmounts it. */
  onSubmit: (
    payload: SubmissionPayload,
    photo: OutboxPhoto | undefined,
    keepsStoredPhoto: boolean,
  ) => Promise<void>
  onChange?: (values: EventFormValues, photo: OutboxPhoto | undefined, keepsStoredPhoto: boolean) => void
}

/** The form of administrators, and of an organiser who changes an event, asks for no contact address (rules 2.12, 2.15). */
export interface StaffForm {
  isOrganisers?: boolean
  /** Whether the event has begun: then its times may lie in the past. Called once the rules of times are loaded. */
  allowPast: () => boolean
  storedPhotoUrl?: string | undefined
  hasWithheldPhoto?: boolean
}

/** The event form of rules 2.7 with the rules of rules 5. The values stay until they have been stored. */
export function EventForm(props: EventFormProps) {
  const { initialValues, serverErrors, staff, today, onSubmit, onChange } = props
  const hasRules = useRef(false)
  const serverNow = useRef((deviceTimeMs: number) => deviceTimeMs)
  const honeypot = useRef<HTMLInputElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  const [photo, setPhoto] = useState(props.initialPhoto)
  const [storedPhotoUrl, setStoredPhotoUrl] = useState(staff?.storedPhotoUrl)
  const [isWithheld, setWithheld] = useState(staff?.hasWithheldPhoto === true)
  const [photoError, setPhotoError] = useState(photoProblem(serverErrors))
  const [photoBusy, setPhotoBusy] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const shown = useShownProblems()
  const reported = useReportedFields()
  // The clock is monotonic: the system clock can be set back.
  const [openedAt] = useState(() => performance.now())

  const ensureRules = async () => {
    await ensureTemporal()
    hasRules.current = true
  }
  useEffect(() => {
    // The form does not wait for this: a storage that does not respond must not hold it up.
    void loadServerTime().then(
      (found) => (serverNow.current = found),
      () => undefined,
    )
  }, [])
  const { minFillMs } = settings()
  const filledInMs = () => performance.now() - openedAt + (props.wasBegunBefore === true ? minFillMs : 0)
  const payloadOf = (values: EventFormValues) =>
    toSubmission(values, { website: honeypot.current?.value ?? '', filledInMs: filledInMs() })
  const problemsOf = (values: EventFormValues): FormProblem[] => {
    const payload = payloadOf(values)
    const nowSeconds = Math.floor(serverNow.current(Date.now()) / 1000)
    const found = hasRules.current
      ? payloadProblems(payload, nowSeconds, { allowPast: staff?.allowPast() ?? false })
      : []
    const problems = staff === undefined ? found : found.filter(({ path }) => path !== 'email')
    const remaining = serverErrors ? remainingProblems(serverErrors, payload) : []
    return toFormProblems([...problems, ...remaining], values, today)
  }
  const show = (problems: readonly FormProblem[]) => {
    reported.only(problems)
    shown.show(problems)
  }
  const keepsStoredPhoto = (storedPhotoUrl !== undefined || isWithheld) && photo === undefined
  const form = useEventForm({
    initialValues,
    problemsOf: (values) => problemsOf(values).filter(({ field }) => reported.has(field)),
    wasRefused: serverErrors !== undefined,
    onInvalid: (values) => show(problemsOf(values)),
    onValid: async (values) => {
      setPhotoError(undefined)
      // Speed is no error of a person: who is too fast waits.
      await pause(minFillMs - filledInMs())
      await onSubmit(payloadOf(values), photo, keepsStoredPhoto)
    },
  })
  const isValid = useStore(form.store, (state) => state.isValid)
  // A form that shows an error takes input in that same commit: a letter that follows at once is not lost.
  const busy = isSubmitting && isValid
  const validateLeft = useEffectEvent((control: Element) =>
    reported.leave(control, () => void form.validate('change')),
  )
  useEffect(() => {
    const element = formElement.current
    const onLeave = ({ target }: FocusEvent) => target instanceof Element && validateLeft(target)
    element?.addEventListener('focusout', onLeave)
    return () => element?.removeEventListener('focusout', onLeave)
  }, [])
  const changePhoto = (next: OutboxPhoto | undefined) => {
    setPhoto(next)
    if (next === undefined) {
      setStoredPhotoUrl(undefined)
      setWithheld(false)
    }
    setPhotoError(undefined)
    onChange?.(form.state.values, next, false)
  }
  useFormChange(form, (values) => onChange?.(values, photo, keepsStoredPhoto))
  const showServerErrors = useEffectEvent(async (refused: ServerErrors) => {
    await ensureRules()
    reported.all()
    await form.validate('submit')
    setPhotoError(photoProblem(refused))
    show(toFormProblems(refused.problems, form.state.values, today))
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the errors come after the rules have been loaded
    if (serverErrors && serverErrors.problems.length > 0) void showServerErrors(serverErrors)
  }, [serverErrors])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSubmitting || photoBusy) return
    setSubmitting(true)
    try {
      await ensureRules()
      reported.all()
      await form.handleSubmit()
    } catch (error) {
      report('The event form could not be submitted.', error)
      toast.error(m.form_failed_title(), { description: m.form_failed_text(), durationMs: 5000 })
    } finally {
      setSubmitting(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      ref={formElement}
      {...busyFormProps(busy)}
      className={stack({ gap: '6' })}
    >
      {shown.hasSummary ? <ErrorSummary {...{ form, photoError }} onGoTo={shown.goTo} /> : null}
      <Basics form={form} hasEmail={staff === undefined} />
      <PhotoField
        id={fieldId('photo')}
        photo={photo}
        storedUrl={storedPhotoUrl}
        isWithheld={isWithheld}
        onChange={changePhoto}
        onBusy={setPhotoBusy}
        error={photoError && problemText(photoError)}
      />
      <Description form={form} />
      <Where form={form} choices={props.choices} />
      <When form={form} today={today} isStaff={staff !== undefined && staff.isOrganisers !== true} />
      <MoreInformation form={form} open={shown.isMoreOpen} onOpenChange={shown.setMoreOpen} />
      <Honeypot ref={honeypot} />
      <WholeError form={form} />
      {props.beforeSubmit}
      <Button type="submit" size="lg" busy={busy} disabled={photoBusy} className={submitButton}>
        {busy ? props.busyLabel : props.submitLabel}
      </Button>
    </form>
  )
}

/** A device's clock may be a day off: whether a start has passed is the server's to say. */
async function loadServerTime(): Promise<(deviceTimeMs: number) => number> {
  const sync = await (await loadOfflineClient()).replica.sync()
  return (deviceTimeMs) => serverTimeMs(sync, deviceTimeMs)
}

function photoProblem(serverErrors: ServerErrors | undefined): ProblemCode | undefined {
  return serverErrors?.problems.find(({ path }) => path === 'photo')?.code
}

const submitButton = css({ justifySelf: 'start', alignSelf: 'flex-start' })

/** The fields whose errors are shown: those that were wrong at the last submit, and those that were left since. */
function useReportedFields() {
  const reported = useRef<Set<string>>(undefined)
  return {
    has: (field: FormFieldName) => reported.current?.has(fieldId(field)) ?? true,
    all() {
      reported.current = undefined
    },
    only(problems: readonly FormProblem[]) {
      reported.current = new Set(problems.map(({ field }) => fieldId(field)))
    },
    /** The focus has left a control: its errors, and those of the groups that it is in, are shown from now on. */
    leave(control: Element, validate: () => void) {
      const before = reported.current
      if (before === undefined) return
      const { size } = before
      for (let at: Element | null = control; at !== null; at = at.parentElement)
        if (at.id !== '') before.add(at.id)
      if (before.size > size) afterPress(validate)
    },
  }
}

/** How a refused submit is shown: a toast (rules 8), a summary that stays, and the focus where one goes on. */
function useShownProblems() {
  const [isMoreOpen, setMoreOpen] = useState(false)
  const [hasSummary, setSummary] = useState(false)
  const focusById = useFocusById()
  const goTo = (field: FormFieldName) => {
    if (isFolded(field)) setMoreOpen(true)
    focusById(fieldId(field))
  }
  return {
    hasSummary,
    isMoreOpen,
    setMoreOpen,
    goTo,
    show(problems: readonly FormProblem[]) {
      const [first, second] = problems
      if (problems.some(({ field }) => isFolded(field))) setMoreOpen(true)
      setSummary(true)
      toast.error(m.form_invalid_title(), {
        description: [m.form_invalid_intro(), ...problems.map(formProblemLine)].join('\n• '),
        durationMs: 5000,
      })
      // A single error is corrected at once; several are read first.
      if (first !== undefined && second === undefined) goTo(first.field)
      else focusById(SUMMARY_ID)
    },
  }
}

function isFolded(field: FormFieldName): boolean {
  return field.startsWith('links') || field === 'price'
}

/** Returns what focuses an element by its id, also one that the same change renders or unfolds. */
function useFocusById(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string }>()
  useEffect(() => {
    if (wanted === undefined) return
    // Ark unfolds after an effect of its own.
    const frame = requestAnimationFrame(() => {
      const element = document.getElementById(wanted.id)
      element?.focus({ preventScroll: true })
      // It comes to the middle, where neither the header nor the toast covers it; the summary may be taller than the screen.
      element?.scrollIntoView({ block: wanted.id === SUMMARY_ID ? 'start' : 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted])
  return (id) => setWanted({ id })
}
