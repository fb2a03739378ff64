import { revalidateLogic, useForm, useStore } from '@tanstack/react-form'
import { useEffectEvent, useLayoutEffect } from 'react'
import type { ComponentProps } from 'react'
import { TextField } from '@/client/design-system/forms/field'
import { isProblemCode } from '@/domain/validation/problem'
import type { ProblemCode } from '@/domain/validation/problem'
import { css } from 'styled-system/css'
import { problemText } from '@/messages/problem-text'
import type { EventFormValues } from './form-values'
import { fieldId } from './problems/form-problems'
import type { FormFieldName, FormProblem } from './problems/form-problems'

interface EventFormOptions {
  initialValues: EventFormValues
  /** Finds everything wrong with these values; validated at submit, from then on as people type. */
  problemsOf: (values: EventFormValues) => FormProblem[]
  wasRefused: boolean
  onValid: (values: EventFormValues) => Promise<void>
  onInvalid: (values: EventFormValues) => void
}

/** TanStack Form over the domain's rules: its errors are problem codes at the form's paths. */
export function useEventForm(options: EventFormOptions) {
  return useForm({
    defaultValues: options.initialValues,
    // An invalid field must not disable the button: pressing it shows the errors.
    canSubmitWhenInvalid: true,
    validationLogic: revalidateLogic({
      mode: options.wasRefused ? 'change' : 'submit',
      modeAfterSubmission: 'change',
    }),
    validators: { onDynamic: ({ value }) => toFieldErrors(options.problemsOf(value)) },
    onSubmit: ({ value }) => options.onValid(value),
    onSubmitInvalid: ({ value }) => options.onInvalid(value),
  })
}

export type EventForm = ReturnType<typeof useEventForm>

function toFieldErrors(problems: readonly FormProblem[]) {
  if (problems.length === 0) return undefined
  const fields: Partial<Record<string, string>> = {}
  for (const { field, code } of problems) fields[field] = code
  return { form: fields['form'] ?? null, fields }
}

type FieldName = Exclude<FormFieldName, 'photo' | 'form'>

export function useFieldError(form: EventForm, field: FieldName): string | undefined {
  const code: unknown = useStore(form.store, (state) => state.fieldMeta[field]?.errors[0])
  return typeof code === 'string' && isProblemCode(code) ? problemText(code) : undefined
}

interface FormFieldProps extends Omit<ComponentProps<typeof TextField>, 'form' | 'onChange'> {
  form: EventForm
  field: FieldName
  onChange: (text: string) => void
}

export function FormField({ form, field, onChange, ...control }: FormFieldProps) {
  return (
    <TextField
      id={fieldId(field)}
      error={useFieldError(form, field)}
      {...(control.type === 'time' && { step: 60 })}
      {...control}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export const fieldRow = css({
  display: 'grid',
  gap: '3',
  alignItems: 'start',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr))]',
})

const MISSING_TIMES: ReadonlySet<unknown> = new Set<ProblemCode>([
  'blocks_required',
  'start_date_required',
  'end_date_required',
  'start_time_required',
  'end_time_required',
  'period_start_required',
  'period_end_required',
  'days_required',
])

export function useMissingTimes(form: EventForm): boolean {
  return useStore(form.store, ({ fieldMeta }) =>
    Object.entries(fieldMeta).some(
      ([field, meta]) => /^(?:blocks|recurring)/.test(field) && MISSING_TIMES.has(meta?.errors[0]),
    ),
  )
}

/** Not called when the form first appears. An effect after paint would miss the first letter, and a draft with it. */
export function useFormChange(form: EventForm, onChange: (values: EventFormValues) => void): void {
  const notify = useEffectEvent(onChange)
  useLayoutEffect(() => {
    let before = form.state.values
    const subscription = form.store.subscribe(() => {
      const { values } = form.state
      if (values === before) return
      before = values
      notify(values)
    })
    return () => subscription.unsubscribe()
  }, [form])
}
