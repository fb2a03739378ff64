import {
  createFileRoute,
  Link,
  getRouteApi,
  useLocation,
  Navigate,
  useHydrated,
} from '@tanstack/react-router'
import { useState } from 'react'
import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { rememberRegistration, readRegistration } from '@/client/shared/sign-in/provider-sign-in'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import * as m from '@/messages/compiled/messages.js'
import {
  sendRegistration,
  sendConfirmationAgain,
  AccountFrame,
  emailDraft,
  TOGGLED,
  useLeaveWhenSignedIn,
} from '@/client/features/account/account-frame'
import { Skeleton } from '@/client/design-system/skeleton'
import { css } from 'styled-system/css'
import { textLink, button } from 'styled-system/recipes'
import { ResendConfirmation, RegisterForm } from './register-form'

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
