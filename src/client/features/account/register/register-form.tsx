import { useHydrated } from '@tanstack/react-router'
import { useState, useEffect } from 'react'
import type { ReactNode } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { accountForm, EmailField } from '@/client/features/account/account-frame'
import type { Failure } from '@/client/features/account/account-frame'
import { failureText, formFailureText, useServerErrors } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import type { Outcome } from '@/offline/api/next-step'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { TextField } from '@/client/design-system/forms/field'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { registrationSchema, PASSWORD_MIN } from '@/domain/accounts/account'
import type { RegistrationForm } from '@/domain/accounts/account'

/** The server writes one mail in this time. */
const PAUSE_MS = 10 * 60_000

type State = 'ready' | 'sending' | 'sent' | Failure

/** Has the confirmation mail sent again, once in ten minutes at most. */
export function ResendConfirmation({ send }: { send: () => Promise<Outcome<unknown>> }) {
  const [state, setState] = useState<State>('ready')
  const [pauseMs, setPauseMs] = useState(0)

  const resend = async () => {
    setState('sending')
    const outcome = await send()
    setState(outcome.kind === 'ok' ? 'sent' : outcome)
    setPauseMs(outcome.kind === 'ok' ? PAUSE_MS : (outcome.retryAfterMs ?? 0))
  }
  useEffect(() => {
    if (pauseMs === 0) return undefined
    const timer = setTimeout(() => setPauseMs(0), pauseMs)
    return () => clearTimeout(timer)
  }, [pauseMs])

  const isSending = state === 'sending'
  return (
    // The region is in the page from the start, so that what comes into it is announced.
    <div aria-live="polite" className={accountForm}>
      {state === 'sent' ? <Banner tone="success">{m.sign_in_resent()}</Banner> : null}
      {typeof state === 'object' ? (
        <Banner tone="danger" title={m.sign_in_resend_failed()}>
          {failureText(state)}
        </Banner>
      ) : null}
      <Button
        variant="secondary"
        busy={isSending}
        aria-disabled={pauseMs > 0}
        onClick={() => (pauseMs > 0 ? undefined : void resend())}
      >
        {isSending ? m.sign_in_resending() : m.sign_in_resend()}
      </Button>
    </div>
  )
}

interface RegisterFormProps {
  initialEmail: string
  onEmail: (email: string) => void
  send: (registration: RegistrationForm) => Promise<Outcome<{ registration_secret: string }>>
  onRegistered: (registered: { email: string; secret: string }) => void
  /** The terms that registering accepts, over the button. */
  terms?: ReactNode
}

/** A new account. What was typed stays after every failure. */
export function RegisterForm({ initialEmail, onEmail, send, onRegistered, terms }: RegisterFormProps) {
  const [failure, setFailure] = useState<{ title: string; text: string }>()
  const isHydrated = useHydrated()
  const { refused, setRefused } = useServerErrors<RegistrationForm>()
  const { form, formProps, isDirty, isSubmitting, focusFirstInvalid } = useSchemaForm<
    RegistrationForm,
    RegistrationForm
  >({
    schema: registrationSchema,
    initialValues: { name: '', email: initialEmail, password: '' },
    refused,
    onChange: ({ email }) => onEmail(email),
    onValid: async (registration): Promise<void> => {
      setFailure(undefined)
      setRefused(undefined)
      const outcome = await send(registration)
      if (outcome.kind === 'ok')
        return onRegistered({ email: registration.email, secret: outcome.data.registration_secret })
      if (setRefused(outcome, form.state.values)) return focusFirstInvalid()
      setFailure({ title: m.sign_in_register_failed(), text: formFailureText(outcome) })
    },
  })
  useUnsaved(isDirty)
  return (
    <form {...formProps} method="post" className={accountForm}>
      <form.Field name="name">
        {(field) => (
          <TextField label={m.sign_in_name()} autoComplete="name" required {...fieldProps(field)} />
        )}
      </form.Field>
      <form.Field name="email">{(field) => <EmailField {...fieldProps(field)} />}</form.Field>
      <form.Field name="password">
        {(field) => (
          <PasswordField
            label={m.sign_in_password()}
            hint={m.sign_in_password_rule({ n: PASSWORD_MIN })}
            autoComplete="new-password"
            showLabel={m.sign_in_password_show()}
            hideLabel={m.sign_in_password_hide()}
            minLength={PASSWORD_MIN}
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      {terms}
      {failure ? (
        <Banner tone="danger" role="alert" title={failure.title}>
          {failure.text}
        </Banner>
      ) : null}
      <Button type="submit" full disabled={!isHydrated} busy={isSubmitting}>
        {isSubmitting ? m.sign_in_register_submitting() : m.sign_in_register_submit()}
      </Button>
      <noscript>{m.sign_in_scripts()}</noscript>
    </form>
  )
}
