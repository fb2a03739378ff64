import { revalidateLogic, useForm, useStore } from '@tanstack/react-form'
import type { AnyFieldApi } from '@tanstack/react-form'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { FormEvent, SyntheticEvent } from 'react'
import { isProblemCode, problemsOf } from '@/domain/validation/problem'
import type { Problem } from '@/domain/validation/problem'
import { problemText } from '@/messages/problem-text'

export interface SchemaFormOptions<Values extends Record<string, string>, Output> {
  /** A domain schema, whose issues are problem codes. */
  schema: {
    safeParse: (
      values: unknown,
    ) => { success: true; data: Output } | { success: false; error: { issues: readonly unknown[] } }
  }
  initialValues: Values
  /** The server's validation errors for these values, the same object until the next; such a form is validated from the start. */
  refused?: { values: Values; problems: readonly Problem[] } | undefined
  onChange?: (values: Values) => void
  onValid: (output: Output) => Promise<void>
}

/** A submit that fails focuses the first invalid field and keeps every value. Spread `formProps` on the form and `fieldProps` on controls. */
export function useSchemaForm<Values extends Record<string, string>, Output>(
  options: SchemaFormOptions<Values, Output>,
) {
  const { schema, initialValues, refused, onChange, onValid } = options
  const element = useRef<HTMLFormElement>(null)

  const focusFirstInvalid = () => {
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const validate = (values: Values) => {
    const parsed = schema.safeParse(values)
    const problems = parsed.success ? [] : problemsOf(parsed.error.issues)
    const remaining = refused?.problems.filter(({ path }) => values[path] === refused.values[path]) ?? []
    const fields: Record<string, string> = {}
    for (const { path, code } of [...problems, ...remaining]) if (path in initialValues) fields[path] ??= code
    return Object.keys(fields).length === 0 ? undefined : { fields }
  }
  const form = useForm({
    defaultValues: initialValues,
    // An invalid field must not disable the button: pressing it shows the errors.
    canSubmitWhenInvalid: true,
    validationLogic: revalidateLogic({
      mode: refused === undefined ? 'submit' : 'change',
      modeAfterSubmission: 'change',
    }),
    listeners: { onChange: ({ formApi }) => onChange?.(formApi.state.values) },
    validators: { onDynamic: ({ value }) => validate(value) },
    onSubmit: async ({ value }) => {
      const parsed = schema.safeParse(value)
      if (parsed.success) await onValid(parsed.data)
    },
    onSubmitInvalid: focusFirstInvalid,
  })
  const adoptTyped = useEffectEvent(() => {
    for (const control of element.current?.elements ?? []) {
      const isOther =
        control instanceof HTMLInputElement &&
        control.name in initialValues &&
        control.value !== form.state.values[control.name]
      if (isOther) form.setFieldValue(control.name as never, control.value as never)
    }
  })
  // A person, or a password manager, may have filled in something before hydration; some fill in without an event. It is read in
  // the commit itself: text that is typed between it and the effects is in the form already, and React has put the control back
  // for that moment.
  useLayoutEffect(() => adoptTyped(), [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (form.state.isSubmitting) return
    adoptTyped()
    void form.handleSubmit()
  }
  const refusedValues = refused?.values
  useEffect(() => {
    if (refusedValues !== undefined) void form.validate('submit')
  }, [form, refusedValues])
  return {
    form,
    focusFirstInvalid,
    formProps: { ref: element, noValidate: true, onSubmit },
    isDirty: useStore(form.store, (state) => !state.isDefaultValue),
    isSubmitting: useStore(form.store, (state) => state.isSubmitting),
  }
}

export function fieldProps({ name, state, handleChange, handleBlur }: AnyFieldApi) {
  const code: unknown = state.meta.errors[0]
  return {
    name,
    value: String(state.value),
    error: typeof code === 'string' && isProblemCode(code) ? problemText(code) : undefined,
    onBlur: handleBlur,
    onChange: (event: { target: { value: string } }) => handleChange(event.target.value),
  }
}

const ENDS = ['mouseup', 'dragend', 'pointercancel'] as const

/** For what moves a page when the focus leaves a field: a press that begins then is for what was under the pointer. */
export function afterPress(run: () => void): void {
  if (document.querySelector(':active') === null) {
    setTimeout(run)
    return
  }
  const end = () => {
    for (const type of ENDS) document.removeEventListener(type, end, true)
    // The click comes with the end of the press.
    setTimeout(run)
  }
  for (const type of ENDS) document.addEventListener(type, end, true)
}

/** Props of a form that takes no input while it is sent. `disabled` and `inert` would throw away the focus. */
export function busyFormProps(isBusy: boolean) {
  if (!isBusy) return {}
  return {
    'aria-busy': true,
    onChangeCapture: stop,
    onKeyDownCapture: stop,
    onClickCapture: refuse,
    onDropCapture: refuse,
  }
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}

function refuse(event: SyntheticEvent): void {
  event.stopPropagation()
  event.preventDefault()
}
