import { useEffect, useRef, useState } from 'react'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { passwordResetSchema } from '@/domain/accounts/account'
import type { PasswordResetForm } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/next-step'
import { css } from 'styled-system/css'
import { accountForm, EmailField } from '@/client/features/account/account-frame'

export interface ForgotPasswordDialogProps {
  open: boolean
  onClose: () => void
  initialEmail: string
  send: (form: PasswordResetForm) => Promise<Outcome<unknown>>
}

/** Asks for a link to choose a new password. The result is the same whether or not there is such an account. */
export function ForgotPasswordDialog({ open, onClose, ...form }: ForgotPasswordDialogProps) {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.sign_in_forgot_title()}
      description={sentTo === undefined ? m.sign_in_forgot_text() : undefined}
      closeLabel={m.sign_in_close()}
    >
      {sentTo === undefined ? (
        <ResetRequestForm {...form} onSent={setSentTo} />
      ) : (
        <ResetRequestSent email={sentTo} onClose={onClose} />
      )}
    </Dialog>
  )
}

function ResetRequestSent({ email, onClose }: { email: string; onClose: () => void }) {
  const message = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone; what takes it is read aloud.
  useEffect(() => message.current?.focus(), [])
  return (
    <div className={accountForm}>
      <div ref={message} tabIndex={-1} className={longWords}>
        <Banner tone="success" title={m.sign_in_forgot_sent()}>
          {m.sign_in_forgot_sent_text({ email })}
        </Banner>
      </div>
      <Button variant="secondary" onClick={onClose}>
        {m.sign_in_close()}
      </Button>
    </div>
  )
}

type ResetRequestFormProps = Pick<ForgotPasswordDialogProps, 'initialEmail' | 'send'> & {
  onSent: (email: string) => void
}

function ResetRequestForm({ initialEmail, send, onSent }: ResetRequestFormProps) {
  const [failure, setFailure] = useState<string>()
  const { form, formProps, isSubmitting } = useSchemaForm<PasswordResetForm, PasswordResetForm>({
    schema: passwordResetSchema,
    initialValues: { email: initialEmail },
    onValid: async (request) => {
      setFailure(undefined)
      const outcome = await send(request)
      if (outcome.kind === 'ok') onSent(request.email)
      else setFailure(formFailureText(outcome))
    },
  })
  return (
    <form {...formProps} method="post" className={accountForm}>
      <form.Field name="email">{(field) => <EmailField {...fieldProps(field)} />}</form.Field>
      {failure ? (
        <Banner tone="danger" role="alert" title={m.sign_in_forgot_failed()}>
          {failure}
        </Banner>
      ) : null}
      <Button type="submit" full busy={isSubmitting}>
        {isSubmitting ? m.sign_in_forgot_submitting() : m.sign_in_forgot_submit()}
      </Button>
    </form>
  )
}

const longWords = css({ overflowWrap: 'anywhere', _focusVisible: { outline: 'none' } })
