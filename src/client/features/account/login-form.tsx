import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { signInSchema } from '@/domain/accounts/account'
import type { SignIn } from '@/domain/accounts/account'
import { signInFailure } from '@/client/shared/sign-in/provider-sign-in'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { PasswordField } from '@/client/design-system/forms/password-field'
import type { Session } from '@/contract/accounts/auth'
import type { Outcome } from '@/offline/api/next-step'
import { accountForm, EmailField } from './account-frame'

interface LoginFormProps {
  initialEmail: string
  initialPassword?: string
  onEmail: (email: string) => void
  /** Signs in; the page goes on by itself when somebody is. */
  send: (credentials: SignIn) => Promise<Outcome<Session>>
  /** The way to a new password, under the fields. */
  forgot?: React.ReactNode
}

/** Email and password. What was typed stays after every failure. */
export function LoginForm({ initialEmail, initialPassword = '', onEmail, send, forgot }: LoginFormProps) {
  const [failure, setFailure] = useState<string>()
  const isHydrated = useHydrated()
  const { form, formProps, isDirty, isSubmitting } = useSchemaForm<SignIn, SignIn>({
    schema: signInSchema,
    initialValues: { email: initialEmail, password: initialPassword },
    onChange: ({ email }) => onEmail(email),
    onValid: async (credentials) => {
      setFailure(undefined)
      const outcome = await send(credentials)
      if (outcome.kind !== 'ok') setFailure(signInFailure(outcome))
    },
  })
  useUnsaved(isDirty)
  return (
    // The button waits for the script. POST keeps the password out of the address should the form be sent without it.
    <form {...formProps} method="post" className={accountForm}>
      <form.Field name="email">{(field) => <EmailField {...fieldProps(field)} />}</form.Field>
      <form.Field name="password">
        {(field) => (
          <PasswordField
            label={m.sign_in_password()}
            autoComplete="current-password"
            showLabel={m.sign_in_password_show()}
            hideLabel={m.sign_in_password_hide()}
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      {forgot}
      {failure ? (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      ) : null}
      <Button type="submit" full disabled={!isHydrated} busy={isSubmitting}>
        {isSubmitting ? m.sign_in_submitting() : m.sign_in_submit()}
      </Button>
      <noscript>{m.sign_in_scripts()}</noscript>
    </form>
  )
}
