import { useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accountForm } from '@/client/features/account/account-frame'
import type { Failure } from '@/client/features/account/account-frame'
import { formFailureText, useServerErrors } from '@/client/shared/forms/server-error-text'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { CheckIcon } from 'lucide-react'
import { Spinner } from '@/client/design-system/skeleton'
import { emailConfirmationSchema } from '@/domain/accounts/account'
import type { EmailConfirmation } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/next-step'

/** Rules 9: the result comes after about a second, so that the spinner does not flash. */
const RESULT_DELAY_MS = 1000

/** `refused`: the link is expired, or never was one. After a `Failure` it can be tried again. */
export type ConfirmationState = 'asked' | 'pending' | 'confirmed' | 'refused' | Failure

interface ConfirmationFormProps {
  confirm: (password: string) => Promise<Outcome<unknown>>
  onState: (state: ConfirmationState, password: string) => void
  /** The way to a new password, under the field. */
  forgot?: ReactNode
}

/**
 * Confirms the address that a mail went to (rules 4.8), when its button is pressed: programs that scan mails open links, and run what is
 * on the page. The password shows that whoever has the mailbox is whoever registered.
 */
export function ConfirmationForm({ confirm, onState, forgot }: ConfirmationFormProps) {
  const isHydrated = useHydrated()
  const { refused, setRefused } = useServerErrors<EmailConfirmation>()
  const { form, formProps, isDirty, isSubmitting, focusFirstInvalid } = useSchemaForm<
    EmailConfirmation,
    EmailConfirmation
  >({
    schema: emailConfirmationSchema,
    initialValues: { password: '' },
    refused,
    onValid: async (typed): Promise<void> => {
      const { password } = typed
      setRefused(undefined)
      onState('pending', password)
      const [outcome] = await Promise.all([confirm(password), afterDelay()])
      if (outcome.kind === 'ok') return onState('confirmed', password)
      if (setRefused(outcome, typed)) {
        onState('asked', password)
        return focusFirstInvalid()
      }
      onState(isAboutLink(outcome) ? 'refused' : outcome, password)
    },
  })
  useUnsaved(isDirty)
  return (
    <form {...formProps} method="post" className={accountForm}>
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
      <Button type="submit" full disabled={!isHydrated} busy={isSubmitting}>
        {m.sign_in_confirm()}
      </Button>
      <noscript>{m.sign_in_scripts()}</noscript>
    </form>
  )
}

/** Says what becomes of the link. The region is in the page from the start, so that it is announced. */
export function ConfirmationBanner({ state }: { state: ConfirmationState }) {
  return <div aria-live="polite">{bannerOf(state)}</div>
}

function bannerOf(state: ConfirmationState): ReactNode {
  switch (state) {
    case 'asked':
      return null
    case 'pending':
      return <Banner icon={<Spinner />}>{m.sign_in_confirming()}</Banner>
    case 'confirmed':
      return (
        <Banner tone="success" icon={<CheckIcon />} title={m.sign_in_confirmed_title()}>
          {m.sign_in_confirmed_text()}
        </Banner>
      )
    case 'refused':
      return (
        <Banner tone="danger" title={m.sign_in_confirm_failed_title()}>
          <p>{m.sign_in_confirm_failed_text()}</p>
          <p>{m.sign_in_confirm_failed_hint()}</p>
        </Banner>
      )
    default:
      return (
        <Banner tone="warning" title={m.sign_in_confirm_unreachable_title()}>
          {formFailureText(state)}
        </Banner>
      )
  }
}

/** Whether the link is expired, or never was one of ours. */
function isAboutLink(failure: Failure): boolean {
  if (failure.kind !== 'refused') return false
  return ['NOT_FOUND', 'VALIDATION_FAILED', 'MALFORMED_REQUEST'].includes(failure.code)
}

function afterDelay(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RESULT_DELAY_MS))
}
