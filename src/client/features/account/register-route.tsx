import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import {
  EmailField,
  FormFailure,
  PasswordField,
  SubmitButton,
  useSchemaForm,
} from '@/client/shared/forms/use-schema-form'
import { noindexHead } from '@/client/shared/layout/page-head'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { TextField } from '@/client/design-system/forms/field'
import { smallText } from '@/client/design-system/text'
import { register } from '@/contract/accounts/auth'
import { registrationSchema } from '@/domain/accounts/account'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { accountForm, AccountFrame, lastTyped, useLeaveWhenSignedIn } from './account-frame'

/** A new account (rules 2.10): the form, then 'Registration Successful!'. */
function RegisterPage() {
  const [sentTo, setSentTo] = useState<string>()
  useLeaveWhenSignedIn(useCurrentUser())
  if (sentTo !== undefined)
    return (
      <AccountFrame key="sent" title={m.sign_in_registered_title()} focusTitle>
        <p>{m.sign_in_registered_text({ email: sentTo })}</p>
        <p>{m.sign_in_registered_where()}</p>
        <ButtonLink to="/login" variant="secondary">
          {m.sign_in_back_to_login()}
        </ButtonLink>
      </AccountFrame>
    )
  return (
    <AccountFrame
      title={m.sign_in_register_title()}
      intro={m.sign_in_register_intro()}
      foot={
        <>
          {m.sign_in_to_login_question()} <TextLink to="/login">{m.sign_in_to_login()}</TextLink>
        </>
      }
    >
      <RegisterForm onSent={setSentTo} />
      <ProviderButtons />
    </AccountFrame>
  )
}

function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const { fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: registrationSchema,
    initialValues: { name: '', email: lastTyped.email, password: '' },
    onChange: ({ email }) => void (lastTyped.email = email),
    onValid: async (body) => {
      const outcome = await callEndpoint(register, { body })
      if (outcome.kind === 'ok') onSent(body.email)
      return outcome
    },
  })
  return (
    <form {...formProps} className={accountForm}>
      <TextField label={m.sign_in_name()} autoComplete="name" required {...fields.name} />
      <EmailField {...fields.email} />
      <PasswordField isNew {...fields.password} />
      <Terms />
      <FormFailure failure={failure} title={m.sign_in_register_failed()} />
      <SubmitButton
        isBusy={isSubmitting}
        label={m.sign_in_register_submit()}
        busyLabel={m.sign_in_register_submitting()}
      />
    </form>
  )
}

const LINK = '|'

/** The sentence with its two links, wherever the language puts them. */
function Terms() {
  const [start, middle, end] = m.sign_in_register_terms({ terms: LINK, privacy: LINK }).split(LINK)
  return (
    <p className={smallText}>
      {start}
      <TextLink to="/terms">{m.legal_terms_title()}</TextLink>
      {middle}
      <TextLink to="/privacy">{m.legal_privacy_title()}</TextLink>
      {end}
    </p>
  )
}

export const Route = createFileRoute('/register')({
  // Its schemas are no part of the first load.
  loader: async ({ context }) =>
    (await import('@/client/shared/sign-in/provider-buttons')).prefetchProviders(context),
  head: noindexHead(m.sign_in_register_title),
  component: RegisterPage,
})
