import { useState } from 'react'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { EmailField } from '@/client/design-system/forms/field'
import { requestManageLink } from '@/contract/managed-events/managed-writes'
import { passwordResetSchema } from '@/domain/accounts/account-forms'
import type { PasswordResetForm } from '@/domain/accounts/account-forms'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'
import { css } from 'styled-system/css'

/** Asks for the link again. What is said then is the same for every address: nobody finds out whose event it is. */
export function AskForLink({ id }: { id: string }) {
  const [result, setResult] = useState<{ isSent: boolean; failure?: string }>()
  const { form, formProps } = useSchemaForm<PasswordResetForm, PasswordResetForm>({
    schema: passwordResetSchema,
    initialValues: { email: '' },
    onValid: async (body) => {
      setResult(undefined)
      const outcome = await callEndpoint(requestManageLink, { params: { id }, body })
      setResult(
        outcome.kind === 'ok' ? { isSent: true } : { isSent: false, failure: formFailureText(outcome) },
      )
    },
  })
  return (
    <section className={stack({ gap: '4' })}>
      <h1 className={title}>{m.manage_ask_title()}</h1>
      <p>{m.manage_ask_text()}</p>
      <form {...formProps} className={stack({ gap: '4', alignItems: 'start' })}>
        <form.Field name="email">
          {(field) => <EmailField label={m.manage_ask_email()} {...fieldProps(field)} />}
        </form.Field>
        <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
          {(isSubmitting) => (
            <Button type="submit" busy={isSubmitting}>
              {isSubmitting ? m.manage_ask_busy() : m.manage_ask_submit()}
            </Button>
          )}
        </form.Subscribe>
      </form>
      {result === undefined ? null : result.isSent ? (
        <output>
          <Banner tone="success">{m.manage_ask_done()}</Banner>
        </output>
      ) : (
        <Banner tone="danger" role="alert" title={m.manage_ask_failed()}>
          {result.failure}
        </Banner>
      )}
    </section>
  )
}

const title = css({ textStyle: 'title' })
