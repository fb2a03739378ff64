import { createFileRoute, Link, getRouteApi, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { searchTexts } from '@/client/shared/links/web-url'
import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { SecondFactorGate } from '@/client/shared/sign-in/second-factor-gate'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import type { SignIn } from '@/domain/accounts/account'
import { ConfirmationBanner, ConfirmationForm } from '@/client/features/account/register/email-confirmation'
import type { ConfirmationState } from '@/client/features/account/register/email-confirmation'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { textLink } from 'styled-system/recipes'
import { css } from 'styled-system/css'
import {
  AccountFrame,
  emailDraft,
  TOGGLED,
  useLeaveWhenSignedIn,
  confirmAddress,
  sessionEndsWithPage,
  signIn,
  sendResetInstructions,
} from './account-frame'
import type { SecondFactorPrompt } from '@/contract/errors'
import { LoginForm } from './login-form'

const route = getRouteApi('/login')

/** Sign-in (rules 2.10), and where the link of a confirmation mail leads. */
function LoginPage() {
  const { 'confirm-email-token': token } = route.useSearch()
  const navigate = route.useNavigate()
  const isToggled = useLocation({ select: ({ state }) => state.isToggled })
  const isSessionOver = useLocation({ select: ({ state }) => state.isSessionOver })
  const [confirmation, setConfirmation] = useState<ConfirmationState>('asked')
  const [password, setPassword] = useState('')
  const [isByPassword, setByPassword] = useState(false)
  const [isSending, setSending] = useState(false)
  const [isSessionOnly, setSessionOnly] = useState(false)
  const [secondFactor, setSecondFactor] = useState<SecondFactorPrompt>()
  const [startedAgain, setStartedAgain] = useState<string>()
  const forgot = useForgotPassword()
  const user = useCurrentUser()
  const hasResult = confirmation === 'confirmed' || confirmation === 'refused'
  const isAsked = token !== undefined && !hasResult
  // A user who is signed in already sees what became of the link, and how long it lasts.
  useLeaveWhenSignedIn(user, {
    isStaying: isAsked || hasResult || isSending || isSessionOnly || secondFactor !== undefined,
    isByPassword,
  })

  const signedIn = async (isIn: boolean) => {
    setByPassword(isIn)
    setSessionOnly(isIn && (await sessionEndsWithPage()))
    if (isIn) setConfirmation('asked')
  }
  const send = async (credentials: SignIn) => {
    setSending(true)
    setStartedAgain(undefined)
    const outcome = await signIn(credentials)
    if (outcome.kind === 'refused') setSecondFactor(outcome.secondFactor)
    await signedIn(outcome.kind === 'ok')
    setSending(false)
    return outcome
  }
  const goOn = () => {
    setConfirmation('asked')
    setSessionOnly(false)
  }
  const showConfirmation = (state: ConfirmationState, typed: string) => {
    setConfirmation(state)
    setPassword(typed)
    if (state === 'confirmed' || state === 'refused') void navigate({ search: {}, replace: true })
  }
  return (
    <AccountFrame
      title={isAsked ? m.sign_in_confirm_title() : m.sign_in_title()}
      intro={isAsked ? m.sign_in_confirm_intro() : secondFactor === undefined ? m.sign_in_intro() : undefined}
      focusTitle={hasResult || isToggled === true || isSessionOver === true || isSessionOnly}
      notice={
        <>
          {isSessionOver && !user ? (
            <Banner tone="warning" role="alert">
              {m.sign_in_session_over()}
            </Banner>
          ) : null}
          {startedAgain === undefined ? null : (
            <Banner tone="warning" role="alert">
              {startedAgain}
            </Banner>
          )}
          {isAsked || hasResult ? <ConfirmationBanner state={confirmation} /> : null}
        </>
      }
      foot={
        secondFactor === undefined && !isAsked ? (
          <>
            {m.sign_in_to_register_question()}{' '}
            <Link to="/register" state={TOGGLED} className={textLink()}>
              {m.sign_in_to_register()}
            </Link>
          </>
        ) : undefined
      }
    >
      {secondFactor === undefined ? null : (
        <SecondFactorGate
          prompt={secondFactor}
          onSignedIn={() => void signedIn(true).then(() => setSecondFactor(undefined))}
          onStartAgain={(reason) => {
            setStartedAgain(reason)
            setSecondFactor(undefined)
          }}
        />
      )}
      {secondFactor !== undefined ? null : isAsked ? (
        <ConfirmationForm
          confirm={(typed) => confirmAddress(token, typed)}
          onState={showConfirmation}
          forgot={forgot.button}
        />
      ) : user && !isSending ? (
        <>
          {isSessionOnly ? (
            <Banner tone="warning" role="alert" title={m.sign_in_session_only_title()}>
              {m.sign_in_session_only_text()}
            </Banner>
          ) : null}
          <Button onClick={goOn}>{m.sign_in_go_on()}</Button>
        </>
      ) : (
        <>
          <LoginForm
            initialEmail={emailDraft.get()}
            initialPassword={password}
            onEmail={emailDraft.set}
            send={send}
            forgot={forgot.button}
          />
          <ProviderButtons onSignedIn={goOn} />
        </>
      )}
      {forgot.dialog}
    </AccountFrame>
  )
}

// Ark's dialog weighs more than the page.
const loadDialog = async () =>
  (await import('@/client/features/account/password/forgot-password-dialog')).ForgotPasswordDialog
const preloadDialog = () => void loadDialog().catch(() => undefined)
const ForgotPasswordDialog = lazyPart(loadDialog)

/**
 * 'Forgot Password?' and its dialog (rules 2.10), apart: React's events bubble out of a portal, so a dialog below the login form would
 * submit that one too.
 */
function useForgotPassword() {
  const [opened, setOpened] = useState<{ email: string }>()
  const open = () => setOpened({ email: emailDraft.get() })
  return {
    button: (
      <Button
        variant="ghost"
        className={link}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={open}
      >
        {m.sign_in_forgot()}
      </Button>
    ),
    dialog: opened ? (
      <ForgotPasswordDialog
        open
        onClose={() => setOpened(undefined)}
        initialEmail={opened.email}
        send={sendResetInstructions}
      />
    ) : null,
  }
}

const link = css({ justifySelf: 'start', marginLeft: '-3', marginBlock: '[-0.5rem]' })

/** The token of the link in the mail that confirms an address. */
const readSearch = searchTexts('confirm-email-token')

export const Route = createFileRoute('/login')({
  validateSearch: readSearch,
  loader: async ({ context: { api, origin, queryClient } }) => {
    // The buttons of the page that the server renders move nothing when they come.
    if (!import.meta.env.SSR || api === undefined) return
    const { signInProvidersQuery } = await import('@/client/shared/sign-in/provider-sign-in')
    await queryClient.prefetchQuery(signInProvidersQuery({ api, origin }))
  },
  head: async ({ match }) => (await import('./account-frame')).loginHead(match),
  component: LoginPage,
})
