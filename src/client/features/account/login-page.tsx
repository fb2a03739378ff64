import { Link, getRouteApi, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { SecondFactorGate } from '@/client/shared/sign-in/second-factor-gate'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import type { SecondFactorPrompt } from '@/contract/accounts/second-factor-prompt'
import type { SignIn } from '@/domain/accounts/account-forms'
import { textLink } from 'styled-system/recipes'
import { AccountFrame } from './account-frame'
import { confirmAddress, sessionEndsWithPage, signIn } from './account-calls'
import { EmailConfirmation } from './register/email-confirmation'
import { useForgotPassword } from './password/forgot-password'
import { LoginForm } from './login-form'
import { TOGGLED } from './toggled'
import { emailDraft } from './email-draft'
import { useLeaveWhenSignedIn } from './use-leave-when-signed-in'

const route = getRouteApi('/login')

/** Sign-in (rules 2.10), and where the link of a confirmation mail leads. */
export function LoginPage() {
  const { 'confirm-email-token': token } = route.useSearch()
  const navigate = route.useNavigate()
  const isToggled = useLocation({ select: ({ state }) => state.isToggled })
  const isSessionOver = useLocation({ select: ({ state }) => state.isSessionOver })
  const [isConfirming, setConfirming] = useState(token !== undefined)
  const [isByPassword, setByPassword] = useState(false)
  const [isSending, setSending] = useState(false)
  const [isSessionOnly, setSessionOnly] = useState(false)
  const [secondFactor, setSecondFactor] = useState<SecondFactorPrompt>()
  const [startedAgain, setStartedAgain] = useState<string>()
  const forgot = useForgotPassword()
  const user = useCurrentUser()
  // A user who is signed in already sees what became of the link, and how long it lasts.
  useLeaveWhenSignedIn(user, {
    isStaying: isConfirming || isSending || isSessionOnly || secondFactor !== undefined,
    isByPassword,
  })

  const signedIn = async (isIn: boolean) => {
    setByPassword(isIn)
    setSessionOnly(isIn && (await sessionEndsWithPage()))
    if (isIn) setConfirming(false)
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
    setConfirming(false)
    setSessionOnly(false)
  }
  return (
    <AccountFrame
      title={m.sign_in_title()}
      intro={secondFactor === undefined ? m.sign_in_intro() : undefined}
      focusTitle={isToggled === true || isSessionOver === true || isSessionOnly}
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
          {isConfirming ? (
            <EmailConfirmation
              token={token}
              confirm={confirmAddress}
              onUsed={() => void navigate({ search: {}, replace: true })}
            />
          ) : null}
        </>
      }
      foot={
        secondFactor === undefined ? (
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
      {secondFactor !== undefined ? null : user && !isSending ? (
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
