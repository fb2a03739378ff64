import {
  createFileRoute,
  Link,
  getRouteApi,
  useLocation,
  Navigate,
  useHydrated,
} from '@tanstack/react-router'
import { useState, useEffect } from 'react'
import type { ReactNode } from 'react'
import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { rememberRegistration, readRegistration } from '@/client/shared/sign-in/provider-sign-in'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import * as m from '@/messages/compiled/messages.js'
import {
  sendRegistration,
  sendConfirmationAgain,
  AccountFrame,
  accountForm,
  emailDraft,
  EmailField,
  TOGGLED,
  useLeaveWhenSignedIn,
} from '@/client/features/account/account-frame'
import type { Failure } from '@/client/features/account/account-frame'
import { Skeleton } from '@/client/design-system/skeleton'
import { failureText, formFailureText, useServerErrors } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import type { Outcome } from '@/offline/api/next-step'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { TextField } from '@/client/design-system/forms/field'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { registrationSchema, PASSWORD_MIN } from '@/domain/accounts/account'
import type { RegistrationForm } from '@/domain/accounts/account'
import { css } from 'styled-system/css'
import { textLink, button } from 'styled-system/recipes'

const route = getRouteApi('/register')

/** A new account (rules 2.10): the form, then 'Registration Successful!'. */
function RegisterPage() {
  const { sent } = route.useSearch()
  const navigate = route.useNavigate()
  const isToggled = useLocation({ select: ({ state }) => state.isToggled })
  useLeaveWhenSignedIn(useCurrentUser())
  if (sent) return <RegistrationSent />
  return (
    <AccountFrame
      title={m.sign_in_register_title()}
      intro={m.sign_in_register_intro()}
      focusTitle={isToggled}
      foot={
        <>
          {m.sign_in_to_login_question()}{' '}
          <Link to="/login" state={TOGGLED} className={textLink()}>
            {m.sign_in_to_login()}
          </Link>
        </>
      }
    >
      <RegisterForm
        initialEmail={emailDraft.get()}
        onEmail={emailDraft.set}
        send={sendRegistration}
        onRegistered={(registered) => {
          rememberRegistration({ ...registered, registeredAt: Date.now() })
          void navigate({ search: { sent: true }, replace: true })
        }}
        terms={<Terms />}
      />
      <ProviderButtons />
    </AccountFrame>
  )
}

const LINK = '|'

/** The sentence with its two links, wherever the language puts them. */
function Terms() {
  const [start, middle, end] = m.sign_in_register_terms({ terms: LINK, privacy: LINK }).split(LINK)
  return (
    <p className={small}>
      {start}
      <Link to="/terms" className={textLink()}>
        {m.legal_terms_title()}
      </Link>
      {middle}
      <Link to="/privacy" className={textLink()}>
        {m.legal_privacy_title()}
      </Link>
      {end}
    </p>
  )
}

const small = css({ textStyle: 'small', color: 'fg.muted' })

/** 'Registration Successful!' (rules 2.10), until the address is confirmed; a reload finds it again. */
function RegistrationSent() {
  // The server has no storage.
  return useHydrated() ? (
    <StoredRegistration />
  ) : (
    <AccountFrame title={m.sign_in_registered_title()}>
      <Skeleton height="9rem" />
    </AccountFrame>
  )
}

function StoredRegistration() {
  const [registration] = useState(() => readRegistration(Date.now()))
  // The registration was confirmed meanwhile, is too old, or belongs to another browser.
  if (registration === undefined) return <Navigate to="/login" replace />
  const { email, secret } = registration
  return (
    <AccountFrame title={m.sign_in_registered_title()} focusTitle>
      <p>{m.sign_in_registered_text({ email })}</p>
      <p>{m.sign_in_registered_where()}</p>
      <ResendConfirmation send={() => sendConfirmationAgain(secret)} />
      <Link to="/login" className={button({ variant: 'ghost' })}>
        {m.sign_in_back_to_login()}
      </Link>
    </AccountFrame>
  )
}

/** The server writes one mail in this time. */
const PAUSE_MS = 10 * 60_000

type State = 'ready' | 'sending' | 'sent' | Failure

/** Has the confirmation mail sent again, once in ten minutes at most. */
export function ResendConfirmation({ send }: { send: () => Promise<Outcome<unknown>> }) {
  const [state, setState] = useState<State>('ready')
  const [pauseMs, setPauseMs] = useState(0)

  const resend = async () => {
    setState('sending')
    const outcome = await send()
    setState(outcome.kind === 'ok' ? 'sent' : outcome)
    setPauseMs(outcome.kind === 'ok' ? PAUSE_MS : (outcome.retryAfterMs ?? 0))
  }
  useEffect(() => {
    if (pauseMs === 0) return undefined
    const timer = setTimeout(() => setPauseMs(0), pauseMs)
    return () => clearTimeout(timer)
  }, [pauseMs])

  const isSending = state === 'sending'
  return (
    // The region is in the page from the start, so that what comes into it is announced.
    <div aria-live="polite" className={accountForm}>
      {state === 'sent' ? <Banner tone="success">{m.sign_in_resent()}</Banner> : null}
      {typeof state === 'object' ? (
        <Banner tone="danger" title={m.sign_in_resend_failed()}>
          {failureText(state)}
        </Banner>
      ) : null}
      <Button
        variant="secondary"
        busy={isSending}
        aria-disabled={pauseMs > 0}
        onClick={() => (pauseMs > 0 ? undefined : void resend())}
      >
        {isSending ? m.sign_in_resending() : m.sign_in_resend()}
      </Button>
    </div>
  )
}

interface RegisterFormProps {
  initialEmail: string
  onEmail: (email: string) => void
  send: (registration: RegistrationForm) => Promise<Outcome<{ registration_secret: string }>>
  onRegistered: (registered: { email: string; secret: string }) => void
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
      if (outcome.kind === 'ok')
        return onRegistered({ email: registration.email, secret: outcome.data.registration_secret })
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

export const Route = createFileRoute('/register')({
  /** `sent`: the registration of this browser waits for its address to be confirmed. */
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: true | undefined } =>
    sent === undefined ? {} : { sent: sent === true || undefined },
  loader: async ({ context: { api, origin, queryClient } }) => {
    // The buttons of the page that the server renders move nothing when they come.
    if (!import.meta.env.SSR || api === undefined) return
    const { signInProvidersQuery } = await import('@/client/shared/sign-in/provider-sign-in')
    await queryClient.prefetchQuery(signInProvidersQuery({ api, origin }))
  },
  head: async ({ match }) =>
    (await import('@/client/features/account/account-frame')).registerHead(match.context),
  component: RegisterPage,
})
