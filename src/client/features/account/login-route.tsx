import { createFileRoute, getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { CheckIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  EmailField,
  fieldProps,
  FormFailure,
  PasswordField,
  SubmitButton,
  useSchemaForm,
  type Failure,
} from '@/client/shared/forms/use-schema-form'
import { searchTexts } from '@/client/shared/links/web-url'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { callEndpoint, withOfflineClient } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { signInFailure } from '@/client/shared/sign-in/provider-sign-in'
import { SecondFactorGate } from '@/client/shared/sign-in/second-factor-gate'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { confirmEmail } from '@/contract/accounts/auth'
import type { SecondFactorPrompt } from '@/contract/errors'
import { ownPasswordSchema, signInSchema, type OwnPassword, type SignIn } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { accountForm, AccountFrame, emailDraft, TOGGLED, useLeaveWhenSignedIn } from './account-frame'

const route = getRouteApi('/login')

/** Sign-in (rules 2.10), and where the link of a confirmation mail leads. */
function LoginPage() {
  const { 'confirm-email-token': token } = route.useSearch()
  const navigate = route.useNavigate()
  const { isToggled, isSessionOver } = useLocation({ select: ({ state }) => state })
  const [confirmed, setConfirmed] = useState<{ password: string | undefined }>()
  const [isByPassword, setByPassword] = useState(false)
  const [isSending, setSending] = useState(false)
  const [isSessionOnly, setSessionOnly] = useState(false)
  const [secondFactor, setSecondFactor] = useState<SecondFactorPrompt>()
  const [startedAgain, setStartedAgain] = useState<string>()
  const forgot = useForgotPassword()
  const user = useCurrentUser()
  const isAsked = token !== undefined
  // A user who is signed in already sees what became of the link, and how long it lasts.
  useLeaveWhenSignedIn(user, {
    isStaying: isAsked || confirmed !== undefined || isSending || isSessionOnly || secondFactor !== undefined,
    isByPassword,
  })

  const signedIn = async () => {
    setByPassword(true)
    setSessionOnly(await sessionEndsWithPage())
    setConfirmed(undefined)
    setSecondFactor(undefined)
  }
  const signIn = async (credentials: SignIn) => {
    setSending(true)
    setStartedAgain(undefined)
    const outcome = await withOfflineClient(({ session }) =>
      session.login(credentials.email, credentials.password),
    )
    if (outcome.kind === 'ok') await signedIn()
    else if (outcome.kind === 'refused') setSecondFactor(outcome.secondFactor)
    setSending(false)
    return outcome
  }
  const goOn = () => {
    setConfirmed(undefined)
    setSessionOnly(false)
  }
  return (
    <AccountFrame
      title={isAsked ? m.sign_in_confirm_title() : m.sign_in_title()}
      intro={isAsked ? m.sign_in_confirm_intro() : secondFactor ? undefined : m.sign_in_intro()}
      focusTitle={confirmed !== undefined || isToggled === true || isSessionOver === true || isSessionOnly}
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
            {m.sign_in_to_register_question()}{' '}
            <Link to="/register" state={TOGGLED} className={textLink()}>
              {m.sign_in_to_register()}
            </Link>
          </>
        )
      }
    >
      {secondFactor ? (
        <SecondFactorGate
          prompt={secondFactor}
          onSignedIn={() => void signedIn()}
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
          forgot={forgot.button}
        />
      ) : user && !isSending ? (
        <>
          {isSessionOnly ? (
            <Warning title={m.sign_in_session_only_title()} text={m.sign_in_session_only_text()} />
          ) : null}
          <Button onClick={goOn}>{m.sign_in_go_on()}</Button>
        </>
      ) : (
        <>
          <LoginForm password={confirmed?.password} signIn={signIn} forgot={forgot.button} />
          <ProviderButtons />
        </>
      )}
      {forgot.dialog}
    </AccountFrame>
  )
}

function Warning({ title, text }: { title?: string; text: string }) {
  return (
    <Banner tone="warning" role="alert" title={title}>
      {text}
    </Banner>
  )
}

/** Whether whoever is signed in stays so only until the page is closed: nothing can be stored. */
async function sessionEndsWithPage(): Promise<boolean> {
  const client = await loadOfflineClient().catch(() => undefined)
  return client?.session.isInMemory() ?? false
}

interface LoginFormProps {
  /** The password that was typed to confirm the address. */
  password: string | undefined
  /** Signs in; the page goes on by itself when somebody is. */
  signIn: (credentials: SignIn) => ReturnType<Parameters<typeof useSchemaForm<SignIn, SignIn>>[0]['onValid']>
  /** The way to a new password, under the fields. */
  forgot: ReactNode
}

/** Email and password. What was typed stays after every failure. */
function LoginForm({ password = '', signIn, forgot }: LoginFormProps) {
  const { form, formProps, failure, isSubmitting } = useSchemaForm<SignIn, SignIn>({
    schema: signInSchema,
    initialValues: { email: emailDraft.get(), password },
    onChange: ({ email }) => emailDraft.set(email),
    onValid: async (credentials) => {
      const outcome = await signIn(credentials)
      // Which of the two is wrong is not said.
      return outcome?.kind === 'refused' ? { ...outcome, fields: [] } : outcome
    },
  })
  return (
    <form {...formProps} className={accountForm}>
      <form.Field name="email">{(field) => <EmailField {...fieldProps(field)} />}</form.Field>
      <form.Field name="password">
        {(field) => (
          <PasswordField
            label={m.sign_in_password()}
            autoComplete="current-password"
            {...fieldProps(field)}
          />
        )}
      </form.Field>
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
  const { form, formProps, failure, isSubmitting } = useSchemaForm<OwnPassword, OwnPassword>({
    schema: ownPasswordSchema,
    initialValues: { password: '' },
    onValid: async ({ password }) => {
      const delay = new Promise((resolve) => setTimeout(resolve, RESULT_DELAY_MS))
      const [outcome] = await Promise.all([callEndpoint(confirmEmail, { body: { token, password } }), delay])
      const isOver = outcome.kind === 'ok' || isAboutLink(outcome)
      if (isOver) onResult(outcome.kind === 'ok' ? password : undefined)
      return isOver ? undefined : outcome
    },
  })
  return (
    <form {...formProps} className={accountForm}>
      <div aria-live="polite">
        {isSubmitting ? <Banner icon={<Spinner />}>{m.sign_in_confirming()}</Banner> : null}
      </div>
      <form.Field name="password">
        {(field) => (
          <PasswordField
            label={m.sign_in_password()}
            autoComplete="current-password"
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      {forgot}
      <FormFailure failure={failure} title={m.sign_in_confirm_unreachable_title()} />
      <SubmitButton isBusy={isSubmitting} label={m.sign_in_confirm()} busyLabel={m.sign_in_confirm()} />
    </form>
  )
}

/** Whether the link is expired, or never was one of ours; a wrong password is said at its field. */
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

// Ark's dialog weighs more than the page.
const loadDialog = async () => (await import('./forgot-password-dialog')).ForgotPasswordDialog
const preloadDialog = () => void loadDialog().catch(() => undefined)
const ForgotPasswordDialog = lazyPart(loadDialog)

/**
 * 'Forgot Password?' and its dialog (rules 2.10), apart: React's events bubble out of a portal, so a dialog below the login form would
 * submit that one too.
 */
function useForgotPassword() {
  const [isOpen, setOpen] = useState(false)
  return {
    button: (
      <Button
        variant="ghost"
        className={link}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setOpen(true)}
      >
        {m.sign_in_forgot()}
      </Button>
    ),
    dialog: isOpen ? <ForgotPasswordDialog onClose={() => setOpen(false)} /> : null,
  }
}

const link = css({ justifySelf: 'start', marginLeft: '-3', marginBlock: '[-0.5rem]' })

/** The token of the link in the mail that confirms an address. */
const readSearch = searchTexts('confirm-email-token')

export const Route = createFileRoute('/login')({
  validateSearch: readSearch,
  // Its schemas are no part of the first load.
  loader: async ({ context }) =>
    (await import('@/client/shared/sign-in/provider-buttons')).prefetchProviders(context),
  head: async ({ match: { context, search } }) => {
    const { accountHead } = await import('./account-frame')
    const { meta, links } = accountHead(m.sign_in_page_title(), '/login', context)
    // The shell that a service worker answers with has no header that says so.
    const isLink = 'confirm-email-token' in search
    return { meta: isLink ? [...meta, { name: 'referrer', content: 'no-referrer' }] : meta, links }
  },
  component: LoginPage,
})
