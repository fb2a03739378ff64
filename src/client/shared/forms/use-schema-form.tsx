import {
  revalidateLogic,
  useField,
  useForm,
  useStore,
  type AnyFieldApi,
  type DeepKeys,
} from '@tanstack/react-form'
import { useHydrated } from '@tanstack/react-router'
import { EyeIcon, EyeOffIcon } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import type { ZodMiniType } from 'zod/mini'
import { Banner } from '@/client/design-system/banner'
import { Button, IconButton } from '@/client/design-system/button'
import { EmailField as AnyEmailField, Field, type TextField } from '@/client/design-system/forms/field'
import { PASSWORD_MIN } from '@/domain/accounts/account'
import { isProblemCode, problemsOf, type Problem } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { Failure, Outcome } from '@/offline/api/next-step'
import { css, cx } from 'styled-system/css'
import { input } from 'styled-system/recipes'
import { formFailureText } from './server-error-text'
import { useUnsaved } from './unsaved'

export interface SchemaFormOptions<Values extends Record<string, string>, Output> {
  /** A domain schema, whose issues are problem codes. */
  schema: ZodMiniType<Output>
  initialValues: Values
  /** The server's validation errors for these values, the same object until the next; such a form is validated from the start. */
  refused?: { values: Values; problems: readonly Problem[] } | undefined
  onChange?: (values: Values) => void
  /** Its outcome is shown: the server's validation errors at their fields, any other failure as `failure`. */
  onValid: (output: Output) => Promise<Outcome<unknown> | void>
}

/**
 * A form whose rules are a schema of the domain, on TanStack Form. A submit that fails focuses the first invalid field and keeps every
 * value; what is typed counts as unsaved. Spread `formProps` on the form and each of `fields` on its control.
 */
export function useSchemaForm<Values extends Record<string, string>, Output>(
  options: SchemaFormOptions<Values, Output>,
) {
  const { schema, initialValues, onChange, onValid } = options
  const element = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<Failure>()
  const [ofServer, setOfServer] = useState<SchemaFormOptions<Values, Output>['refused']>()
  const refused = options.refused ?? ofServer

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
  const submit = async (values: Values) => {
    const parsed = schema.safeParse(values)
    if (!parsed.success) return
    setFailure(undefined)
    setOfServer(undefined)
    const outcome = await onValid(parsed.data)
    if (outcome === undefined || outcome.kind === 'ok') return
    const problems = outcome.kind === 'refused' && outcome.code === 'VALIDATION_FAILED' ? outcome.fields : []
    if (problems.length === 0 || problems.some(({ path }) => !(path in initialValues)))
      return setFailure(outcome)
    setOfServer({ values, problems })
    focusFirstInvalid()
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
    onSubmit: ({ value }) => submit(value),
    onSubmitInvalid: focusFirstInvalid,
  })
  const [names] = useState(() => Object.keys(initialValues))
  const fields = Object.fromEntries(
    names.map((name) => [
      name,
      // oxlint-disable-next-line react/rules-of-hooks -- the names stay, so each render calls the same hooks
      controlProps(useField({ form, name: name as DeepKeys<Values> })),
    ]),
  ) as Record<keyof Values, ReturnType<typeof controlProps>>
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
  const isDirty = useStore(form.store, (state) => !state.isDefaultValue)
  useUnsaved(isDirty)
  return {
    form,
    fields,
    failure,
    focusFirstInvalid,
    // POST keeps a password out of the address should the form be sent without the script.
    formProps: { ref: element, method: 'post', noValidate: true, onSubmit } as const,
    isDirty,
    isSubmitting: useStore(form.store, (state) => state.isSubmitting),
  }
}

function controlProps({ name, state, handleChange }: AnyFieldApi) {
  const code: unknown = state.meta.errors[0]
  return {
    name,
    value: String(state.value),
    error: typeof code === 'string' && isProblemCode(code) ? problemText(code) : undefined,
    onChange: (event: { target: { value: string } }) => handleChange(event.target.value),
  }
}

type PasswordFieldProps = Partial<
  Pick<ComponentProps<typeof TextField>, 'label' | 'name' | 'value' | 'error' | 'onChange'>
> & {
  /** It is chosen here: password managers offer one, and the rule is said. */
  isNew?: boolean
  /** It is typed for a second time, under the rule that was said. */
  isAgain?: boolean
}

/** Masked until it is to be seen. The button of Ark's PasswordInput (5.39) leaves the tab order and listens to pointers only. */
export function PasswordField(props: PasswordFieldProps) {
  const { isNew = false, isAgain = false, label = m.sign_in_password(), error, ...rest } = props
  const [isShown, setShown] = useState(false)
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Hidden when it is sent: browsers remember what was typed into a field of plain text.
    const form = element.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  const hint = isNew && !isAgain ? m.sign_in_password_rule({ n: PASSWORD_MIN }) : undefined
  return (
    <Field {...{ label, hint, error }}>
      {(wiring) => (
        <div className={frame}>
          <input
            required
            autoComplete={isNew ? 'new-password' : 'current-password'}
            minLength={isNew ? PASSWORD_MIN : undefined}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...wiring}
            ref={element}
            type={isShown ? 'text' : 'password'}
            className={cx(input({ kind: 'text' }), control)}
          />
          <IconButton
            label={isShown ? m.sign_in_password_hide() : m.sign_in_password_show()}
            icon={isShown ? <EyeOffIcon size="1.25rem" /> : <EyeIcon size="1.25rem" />}
            className={toggle}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}

const frame = css({ position: 'relative' })
// Edge draws an eye of its own.
const control = css({ paddingRight: '12', '&::-ms-reveal': { display: 'none' } })
const toggle = css({ position: 'absolute', top: '0', right: '0', color: 'fg.muted' })

/** The address that is the name of an account: password managers keep it as that. */
export function EmailField(props: Omit<ComponentProps<typeof AnyEmailField>, 'label'>) {
  return <AnyEmailField label={m.sign_in_email()} autoComplete="username" autoCorrect="off" {...props} />
}

interface FormFailureProps {
  failure: Failure | undefined
  title?: string
  /** The sentence; by default the one of the failure. */
  text?: (failure: Failure) => ReactNode
}

export function FormFailure({ failure, title, text = formFailureText }: FormFailureProps) {
  return failure === undefined ? null : (
    <Banner tone="danger" role="alert" title={title}>
      {text(failure)}
    </Banner>
  )
}

/** The button waits for the script, without which it says that it needs one. */
export function SubmitButton(props: { isBusy: boolean; label: string; busyLabel: string }) {
  const { isBusy, label, busyLabel } = props
  const isHydrated = useHydrated()
  return (
    <>
      <Button type="submit" full disabled={!isHydrated} busy={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
      <noscript>{m.sign_in_scripts()}</noscript>
    </>
  )
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
