import { Link, getRouteApi, useLocation } from '@tanstack/react-router'
import { ProviderButtons } from '@/client/shared/sign-in/provider-buttons'
import { rememberRegistration } from '@/client/shared/sign-in/registration-secret'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { sendRegistration } from '../account-calls'
import { AccountFrame } from '../account-frame'
import { RegisterForm } from './register-form'
import { RegistrationSent } from './registration-sent'
import { TOGGLED } from '../toggled'
import { emailDraft } from '../email-draft'
import { useLeaveWhenSignedIn } from '../use-leave-when-signed-in'

const route = getRouteApi('/register')

/** A new account (rules 2.10): the form, then 'Registration Successful!'. */
export function RegisterPage() {
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
