import { createFileRoute, getRouteApi, useLocation } from '@tanstack/react-router'
import { CheckIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  EmailField,
  FormFailure,
  PasswordField,
  SubmitButton,
  useSchemaForm,
  type SchemaFormOptions,
} from '@/client/shared/forms/use-schema-form'
import { takeFocus } from '@/client/shared/layout/focus-after-removal'
import { noindexHead } from '@/client/shared/layout/page-head'
import { searchTexts } from '@/client/shared/links/web-url'
import { Dialog } from '@/client/shared/loading/lazy-part'
import { callEndpoint, withOfflineClient } from '@/client/shared/offline/client-call'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { signInFailure } from '@/client/shared/sign-in/provider-sign-in'
import { SecondFactorGate } from '@/client/shared/sign-in/second-factor-gate'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { confirmEmail, requestPasswordReset } from '@/contract/accounts/auth'
import type { SecondFactorPrompt } from '@/contract/errors'
import { ownPasswordSchema, passwordResetSchema, signInSchema, type SignIn } from '@/domain/accounts/account'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import type { Failure } from '@/offline/api/next-step'
import { css } from 'styled-system/css'
import { accountForm, AccountFrame, lastTyped, useLeaveWhenSignedIn } from './account-frame'

const route = getRouteApi('/login')

/** Sign-in (rules 2.10), and where the link of a confirmation mail leads. */
function LoginPage() {
  const { 'confirm-email-token': token } = route.useSearch()
  const navigate = route.useNavigate()
  const isSessionOver = useLocation({ select: ({ state }) => state.isSessionOver })
  const [confirmed, setConfirmed] = useState<{ password: string | undefined }>()
  const [isSending, setSending] = useState(false)
  const [secondFactor, setSecondFactor] = useState<SecondFactorPrompt>()
  const [startedAgain, setStartedAgain] = useState<string>()
  const [isForgotten, setForgotten] = useState(false)
  const user = useCurrentUser()
  const isAsked = token !== undefined
  // A user who is signed in already sees what became of the link.
  const isStaying = isAsked || confirmed !== undefined || isSending || secondFactor !== undefined
  useLeaveWhenSignedIn(user, isStaying)

  const signedIn = () => {
    setConfirmed(undefined)
    setSecondFactor(undefined)
  }
  const signIn = async ({ email, password }: SignIn) => {
    setSending(true)
    setStartedAgain(undefined)
    const outcome = await withOfflineClient(({ session }) => session.login(email, password))
    if (outcome.kind === 'ok') signedIn()
    else if (outcome.kind === 'refused') setSecondFactor(outcome.secondFactor)
    setSending(false)
    // Which of the two is wrong is not said.
    return outcome.kind === 'refused' ? { ...outcome, fields: [] } : outcome
  }
  const forgot = (
    <Button variant="ghost" className={link} onClick={() => setForgotten(true)}>
      {m.sign_in_forgot()}
    </Button>
  )
  return (
    <AccountFrame
      title={isAsked ? m.sign_in_confirm_title() : m.sign_in_title()}
      intro={isAsked ? m.sign_in_confirm_intro() : secondFactor ? undefined : m.sign_in_intro()}
      focusTitle={confirmed !== undefined}
      notice={
        <>
          {isSessionOver && !user ? <Warning text={m.sign_in_session_over()} /> : null}
          {startedAgain === undefined ? null : <Warning text={startedAgain} />}
          <div aria-live="polite">{confirmed ? <ConfirmationResult {...confirmed} /> : null}</div>
        </>
      }
      foot={
        secondFactor || isAsked ? undefined : (
          <>
            {m.sign_in_to_register_question()} <TextLink to="/register">{m.sign_in_to_register()}</TextLink>
          </>
        )
      }
    >
      {secondFactor ? (
        <SecondFactorGate
          prompt={secondFactor}
          onSignedIn={signedIn}
          onStartAgain={(reason) => {
            setStartedAgain(reason)
            setSecondFactor(undefined)
          }}
        />
      ) : isAsked ? (
        <ConfirmationForm
          token={token}
          onResult={(password) => {
            setConfirmed({ password })
            void navigate({ search: {}, replace: true })
          }}
          forgot={forgot}
        />
      ) : user && !isSending ? (
        <Button onClick={signedIn}>{m.sign_in_go_on()}</Button>
      ) : (
        <>
          <LoginForm password={confirmed?.password} signIn={signIn} forgot={forgot} />
          <ProviderButtons onSignedIn={signedIn} />
        </>
      )}
      {/* Apart from the forms: React's events bubble out of a portal, and the dialog's form would submit theirs. */}
      {isForgotten ? <ForgotPasswordDialog onClose={() => setForgotten(false)} /> : null}
    </AccountFrame>
  )
}

const link = css({ justifySelf: 'start', marginLeft: '-3', marginBlock: '[-0.5rem]' })

function Warning({ text }: { text: string }) {
  return (
    <Banner tone="warning" role="alert">
      {text}
    </Banner>
  )
}

interface LoginFormProps {
  /** The password that was typed to confirm the address. */
  password: string | undefined
  /** Signs in; the page goes on by itself when somebody is. */
  signIn: SchemaFormOptions<SignIn, SignIn>['onValid']
  forgot: ReactNode
}

function LoginForm({ password = '', signIn, forgot }: LoginFormProps) {
  const { fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: signInSchema,
    initialValues: { email: lastTyped.email, password },
    onChange: ({ email }) => void (lastTyped.email = email),
    onValid: signIn,
  })
  return (
    <form {...formProps} className={accountForm}>
      <EmailField {...fields.email} />
      <PasswordField {...fields.password} />
      {forgot}
      <FormFailure failure={failure} text={signInFailure} />
      <SubmitButton isBusy={isSubmitting} label={m.sign_in_submit()} busyLabel={m.sign_in_submitting()} />
    </form>
  )
}

/** Rules 9: the result comes after about a second, so that the spinner does not flash. */
const RESULT_DELAY_MS = 1000

interface ConfirmationFormProps {
  token: string
  /** The link has confirmed the address by this password, or by none: it is expired, or never was one. */
  onResult: (password: string | undefined) => void
  forgot: ReactNode
}

/**
 * Confirms the address that a mail went to (rules 4.8), when its button is pressed: programs that scan mails open links, and run what is
 * on the page. The password shows that whoever has the mailbox is whoever registered.
 */
function ConfirmationForm({ token, onResult, forgot }: ConfirmationFormProps) {
  const { fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: ownPasswordSchema,
    initialValues: { password: '' },
    onValid: async ({ password }) => {
      const delay = new Promise((resolve) => setTimeout(resolve, RESULT_DELAY_MS))
      const [outcome] = await Promise.all([callEndpoint(confirmEmail, { body: { token, password } }), delay])
      if (outcome.kind === 'ok') onResult(password)
      else if (isAboutLink(outcome)) onResult(undefined)
      else return outcome
    },
  })
  return (
    <form {...formProps} className={accountForm}>
      <div aria-live="polite">
        {isSubmitting ? <Banner icon={<Spinner />}>{m.sign_in_confirming()}</Banner> : null}
      </div>
      <PasswordField {...fields.password} />
      {forgot}
      <FormFailure failure={failure} title={m.sign_in_confirm_unreachable_title()} />
      <SubmitButton isBusy={isSubmitting} label={m.sign_in_confirm()} busyLabel={m.sign_in_confirm()} />
    </form>
  )
}

/** The link is expired, or never was one of ours; a wrong password is said at its field. */
function isAboutLink(failure: Failure): boolean {
  if (failure.kind !== 'refused') return false
  const isOfField = failure.fields.some(({ path }) => path === 'password')
  return ['NOT_FOUND', 'VALIDATION_FAILED', 'MALFORMED_REQUEST'].includes(failure.code) && !isOfField
}

function ConfirmationResult({ password }: { password: string | undefined }) {
  return password === undefined ? (
    <Banner tone="danger" title={m.sign_in_confirm_failed_title()}>
      <p>{m.sign_in_confirm_failed_text()}</p>
      <p>{m.sign_in_confirm_failed_hint()}</p>
    </Banner>
  ) : (
    <Banner tone="success" icon={<CheckIcon />} title={m.sign_in_confirmed_title()}>
      {m.sign_in_confirmed_text()}
    </Banner>
  )
}

/** Asks for a link to choose a new password. The result is the same whether or not there is such an account. */
function ForgotPasswordDialog({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string>()
  const { fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: passwordResetSchema,
    initialValues: { email: lastTyped.email },
    onValid: async (body) => {
      const outcome = await callEndpoint(requestPasswordReset, { body })
      if (outcome.kind === 'ok') setSentTo(body.email)
      return outcome
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={m.sign_in_forgot_title()}
      description={sentTo === undefined ? m.sign_in_forgot_text() : undefined}
      closeLabel={m.app_close()}
    >
      {sentTo === undefined ? (
        <form {...formProps} className={accountForm}>
          <EmailField {...fields.email} />
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
            {m.app_close()}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

const longWords = css({ overflowWrap: 'anywhere', _focusVisible: { outline: 'none' } })

/** The token of the link in the mail that confirms an address. */
const readSearch = searchTexts('confirm-email-token')

export const Route = createFileRoute('/login')({
  validateSearch: readSearch,
  // Its schemas are no part of the first load.
  loader: async ({ context }) =>
    (await import('@/client/shared/sign-in/provider-buttons')).prefetchProviders(context),
  // The shell that a service worker answers with has no header that says so: the address may hold the token of a mail.
  head: () => ({
    meta: [...noindexHead(m.sign_in_page_title)().meta, { name: 'referrer', content: 'no-referrer' }],
  }),
  component: LoginPage,
})
