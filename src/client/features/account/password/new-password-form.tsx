import { useState } from 'react'
import type { ReactNode } from 'react'
import { formFailureText, isUncertain } from '@/client/shared/forms/server-error-text'
import { useServerErrors } from '@/client/shared/forms/use-server-errors'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { choosePasswordSchema } from '@/domain/accounts/account-forms'
import { PASSWORD_MIN } from '@/domain/accounts/password'
import type { ChoosePassword } from '@/domain/accounts/account-forms'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/outcome'
import type { Failure } from '../account-calls'
import { accountForm } from '../account-form'

interface NewPasswordFormProps {
  send: (chosen: ChoosePassword) => Promise<Outcome<unknown>>
  onDone: () => void
  /** The way out where the password may have been set already. */
  loginLink?: ReactNode
}

/** A new password, twice. What was typed stays after every failure. */
export function NewPasswordForm({ send, onDone, loginLink }: NewPasswordFormProps) {
  const [failure, setFailure] = useState<Failure>()
  /** A link that is used up says nothing else once this is true. */
  const [mayBeSet, setMayBeSet] = useState(false)
  const { refused, setRefused } = useServerErrors<ChoosePassword>()
  const { form, formProps, isDirty, isSubmitting, focusFirstInvalid } = useSchemaForm<
    ChoosePassword,
    ChoosePassword
  >({
    schema: choosePasswordSchema,
    initialValues: { new_password: '', confirmation: '' },
    refused,
    onValid: async (chosen): Promise<void> => {
      setFailure(undefined)
      setRefused(undefined)
      const outcome = await send(chosen)
      if (outcome.kind === 'ok') return onDone()
      if (setRefused(outcome, chosen)) return focusFirstInvalid()
      setFailure(outcome)
      if (isUncertain(outcome)) setMayBeSet(true)
    },
  })
  useUnsaved(isDirty)
  const shared = {
    autoComplete: 'new-password',
    showLabel: m.sign_in_password_show(),
    hideLabel: m.sign_in_password_hide(),
    minLength: PASSWORD_MIN,
    required: true,
  } as const
  return (
    <form {...formProps} method="post" className={accountForm}>
      <form.Field name="new_password">
        {(field) => (
          <PasswordField
            label={m.sign_in_reset_new()}
            hint={m.sign_in_password_rule({ n: PASSWORD_MIN })}
            {...shared}
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      <form.Field name="confirmation">
        {(field) => (
          <PasswordField label={m.sign_in_reset_confirmation()} {...shared} {...fieldProps(field)} />
        )}
      </form.Field>
      {failure ? (
        <Banner tone="danger" role="alert">
          {mayBeSet && (isUncertain(failure) || isAboutLink(failure)) ? (
            <>
              <p>{m.sign_in_reset_uncertain()}</p>
              {loginLink}
            </>
          ) : (
            <Why failure={failure} />
          )}
        </Banner>
      ) : null}
      <Button type="submit" full busy={isSubmitting}>
        {isSubmitting ? m.sign_in_reset_submitting() : m.sign_in_reset_submit()}
      </Button>
    </form>
  )
}

function Why({ failure }: { failure: Failure }) {
  return (
    <>
      <p>{m.sign_in_reset_failed()}</p>
      {isAboutLink(failure) ? null : <p>{formFailureText(failure)}</p>}
    </>
  )
}

/** Whether the link was used or expired since the page validated it: the sentence says it already. */
function isAboutLink(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.code === 'NOT_FOUND'
}
