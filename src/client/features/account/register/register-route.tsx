import {
  createFileRoute,
  Link,
  getRouteApi,
  useLocation,
  Navigate,
  useHydrated,
} from '@tanstack/react-router'
import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import * as m from '@/messages/compiled/messages.js'
import {
  sendRegistration,
  AccountFrame,
  emailDraft,
  TOGGLED,
  useLeaveWhenSignedIn,
} from '@/client/features/account/account-frame'
import { Skeleton } from '@/client/design-system/skeleton'
import { css } from 'styled-system/css'
import { textLink, button } from 'styled-system/recipes'
import { RegisterForm } from './register-form'

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
        onRegistered={(registeredEmail) =>
          void navigate({ search: { sent: true }, state: { registeredEmail }, replace: true })
        }
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

/** 'Registration Successful!' (rules 2.10); a reload finds it again. */
function RegistrationSent() {
  // The server knows no state of the browser's history.
  const isHydrated = useHydrated()
  const email = useLocation({ select: ({ state }) => state.registeredEmail })
  if (isHydrated && email === undefined) return <Navigate to="/login" replace />
  return (
    <AccountFrame title={m.sign_in_registered_title()} focusTitle>
      {isHydrated && email !== undefined ? (
        <>
          <p>{m.sign_in_registered_text({ email })}</p>
          <p>{m.sign_in_registered_where()}</p>
        </>
      ) : (
        <Skeleton height="9rem" />
      )}
      <Link to="/login" className={button({ variant: 'secondary' })}>
        {m.sign_in_back_to_login()}
      </Link>
    </AccountFrame>
  )
}

export const Route = createFileRoute('/register')({
  /** `sent`: the form was sent just now. */
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
