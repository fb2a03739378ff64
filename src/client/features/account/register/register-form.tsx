import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { accountForm, EmailField } from '@/client/features/account/account-frame'
import { formFailureText, useServerErrors } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import type { Outcome } from '@/offline/api/next-step'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { TextField } from '@/client/design-system/forms/field'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { registrationSchema, PASSWORD_MIN } from '@/domain/accounts/account'
import type { RegistrationForm } from '@/domain/accounts/account'

interface RegisterFormProps {
  initialEmail: string
  onEmail: (email: string) => void
  send: (registration: RegistrationForm) => Promise<Outcome<unknown>>
  onRegistered: (email: string) => void
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
      if (outcome.kind === 'ok') return onRegistered(registration.email)
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
