import { Link, Navigate, useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { readRegistration } from '@/client/shared/sign-in/registration-secret'
import { Skeleton } from '@/client/design-system/skeleton'
import * as m from '@/messages/compiled/messages.js'
import { button } from 'styled-system/recipes'
import { AccountFrame } from '../account-frame'
import { sendConfirmationAgain } from '../account-calls'
import { ResendConfirmation } from './resend-confirmation'

/** 'Registration Successful!' (rules 2.10), until the address is confirmed; a reload finds it again. */
export function RegistrationSent() {
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
