import { useState } from 'react'
import {
  EmailField,
  fieldProps,
  FormFailure,
  SubmitButton,
  useSchemaForm,
} from '@/client/shared/forms/use-schema-form'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { requestPasswordReset } from '@/contract/accounts/auth'
import { passwordResetSchema, type PasswordResetForm } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { accountForm, emailDraft } from './account-frame'

/** Asks for a link to choose a new password. The result is the same whether or not there is such an account. */
export function ForgotPasswordDialog({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string>()
  const { form, formProps, failure, isSubmitting } = useSchemaForm<PasswordResetForm, PasswordResetForm>({
    schema: passwordResetSchema,
    initialValues: { email: emailDraft.get() },
    onValid: async (body) => {
      const outcome = await callEndpoint(requestPasswordReset, { body })
      if (outcome.kind === 'ok') setSentTo(body.email)
      return outcome
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.sign_in_forgot_title()}
      description={sentTo === undefined ? m.sign_in_forgot_text() : undefined}
      closeLabel={m.sign_in_close()}
    >
      {sentTo === undefined ? (
        <form {...formProps} className={accountForm}>
          <form.Field name="email">{(field) => <EmailField {...fieldProps(field)} />}</form.Field>
          <FormFailure failure={failure} title={m.sign_in_forgot_failed()} />
          <SubmitButton
            isBusy={isSubmitting}
            label={m.sign_in_forgot_submit()}
            busyLabel={m.sign_in_forgot_submitting()}
          />
        </form>
      ) : (
        <div className={accountForm}>
          <div ref={takeFocus} tabIndex={-1} className={longWords}>
            <Banner tone="success" title={m.sign_in_forgot_sent()}>
              {m.sign_in_forgot_sent_text({ email: sentTo })}
            </Banner>
          </div>
          <Button variant="secondary" onClick={onClose}>
            {m.sign_in_close()}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** The form that had the focus is gone; what takes it is read aloud. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

const longWords = css({ overflowWrap: 'anywhere', _focusVisible: { outline: 'none' } })
