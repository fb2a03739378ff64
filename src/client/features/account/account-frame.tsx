import { useEffect, useRef } from 'react'
import type { ReactNode, ComponentProps } from 'react'
import { useRouter } from '@tanstack/react-router'
import { originOf, privatePageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { EmailField as AnyEmailField } from '@/client/design-system/forms/field'
import { consumeReturnAddress } from '@/client/shared/session/return-address'
import type { User, Session } from '@/contract/accounts/auth'
import { tabStorage } from '@/offline/page/page-storage'
import { callEndpoint as call, withOfflineClient } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import {
  confirmEmail,
  confirmPasswordReset,
  register,
  requestPasswordReset,
  validateResetToken,
} from '@/contract/accounts/auth'
import { getProfile } from '@/contract/accounts/profile'
import type { ChoosePassword, PasswordResetForm, RegistrationForm, SignIn } from '@/domain/accounts/account'
import type { Outcome, Refused, Unreachable } from '@/offline/api/next-step'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

interface AccountFrameProps {
  title: string
  intro?: ReactNode
  /** The notice stands over the card and says what became of a link. */
  notice?: ReactNode
  children: ReactNode
  /** The way to the other screen, under the card. */
  foot?: ReactNode
  /** The title takes the focus: the screen before it, and what had the focus there, is gone. */
  focusTitle?: boolean
}

export function AccountFrame({
  title,
  intro,
  notice,
  children,
  foot,
  focusTitle = false,
}: AccountFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusTitle) heading.current?.focus({ preventScroll: true })
  }, [focusTitle])
  return (
    <div className={cx(page({ width: 'form' }), frame)}>
      {notice}
      <div className={cx(card({ pad: true }), stack)}>
        <header className={head}>
          <h1 ref={heading} tabIndex={-1} className={heading1}>
            {title}
          </h1>
          {intro ? <p className={muted}>{intro}</p> : null}
        </header>
        {children}
      </div>
      {foot ? <div className={footLine}>{foot}</div> : null}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '5', paddingBlock: { base: '6', md: '12' } })
const stack = css({ display: 'grid', gap: '5', overflowWrap: 'anywhere' })
const head = css({ display: 'grid', gap: '2' })
const heading1 = css({ textStyle: 'heading', _focusVisible: { outline: 'none' } })
const muted = css({ color: 'fg.muted' })
const footLine = css({ textAlign: 'center' })

export const accountForm = css({ display: 'grid', gap: '5' })

// Split from the first load, where every route's head would be otherwise.

export function loginHead({ context, search }: { context: object; search: object }) {
  const { meta, links } = privatePageHead({
    title: m.sign_in_page_title(),
    path: '/login',
    origin: originOf(context),
  })
  // The shell that a service worker answers with has no header that says so.
  const isLink = 'confirm-email-token' in search
  return { meta: isLink ? [...meta, { name: 'referrer', content: 'no-referrer' }] : meta, links }
}

export const registerHead = (context: object) =>
  privatePageHead({ title: m.sign_in_register_title(), path: '/register', origin: originOf(context) })

export const resetPasswordHead = (context: object) =>
  privatePageHead({ title: m.sign_in_reset_title(), path: '/reset-password', origin: originOf(context) })

/** The address that was typed last on this page visit, for the other form. It is never in the URL or in storage. */
let typed = ''

export const emailDraft = {
  get: () => typed,
  set: (email: string) => void (typed = email),
}

/** The address that is the name of an account: password managers keep it as that. */
export function EmailField(props: Omit<ComponentProps<typeof AnyEmailField>, 'label'>) {
  return <AnyEmailField label={m.sign_in_email()} autoComplete="username" autoCorrect="off" {...props} />
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the person came from the other of the two screens: its title takes the focus. */
    isToggled?: true
    /** The token of a reset link, out of the address: a reload finds it here. */
    resetToken?: string
    /** The address that was registered just now. */
    registeredEmail?: string
  }
}

export const TOGGLED = { isToggled: true } as const

interface LeaveOptions {
  isStaying?: boolean
  /** Whether somebody signed in with the form of this page. */
  isByPassword?: boolean
}

/**
 * Goes on to the remembered address, as soon as somebody is signed in, here or in another tab. Where there is none it leads to the profile,
 * or after a sign-in with a provider to the home page (rules 4.2).
 */
export function useLeaveWhenSignedIn(
  user: User | null | undefined,
  { isStaying = false, isByPassword = false }: LeaveOptions = {},
): void {
  const router = useRouter()
  const wasSignedOut = useRef(false)
  const isSignedIn = user !== undefined && user !== null
  useEffect(() => {
    if (user === null) wasSignedOut.current = true
  }, [user])
  useEffect(() => {
    if (!isSignedIn || isStaying) return
    emailDraft.set('')
    const usual = wasSignedOut.current && !isByPassword ? '/' : '/profile'
    router.history.replace(consumeReturnAddress(tabStorage(), 'public') ?? usual)
  }, [isSignedIn, isStaying, isByPassword, router])
}

export type Failure = Refused | Unreachable

export const signIn = ({ email, password }: SignIn): Promise<Outcome<Session>> =>
  withOfflineClient(({ session }) => session.login(email, password))

/** Whether whoever is signed in stays so only until the page is closed: nothing can be stored. */
export async function sessionEndsWithPage(): Promise<boolean> {
  const client = await loadOfflineClient().catch(() => undefined)
  return client?.session.isInMemory() ?? false
}

export const sendRegistration = (body: RegistrationForm) => call(register, { body })

export const confirmAddress = (token: string, password: string) =>
  call(confirmEmail, { body: { token, password } })

export const sendResetInstructions = (body: PasswordResetForm) => call(requestPasswordReset, { body })

export const validateToken = (token: string) => call(validateResetToken, { body: { token } })

const SESSION_CHECK_TIMEOUT_MS = 5000

/** The reset has ended all sessions of its account: where this device's is one, it ends before another page says so. */
export const setPassword = (token: string, { new_password }: ChoosePassword) =>
  withOfflineClient(async ({ api, session }) => {
    const outcome = await api.call(confirmPasswordReset, { body: { token, new_password } })
    if (outcome.kind === 'ok' && session.current() !== undefined)
      await api.call(getProfile, {}, { timeoutMs: SESSION_CHECK_TIMEOUT_MS })
    return outcome
  })
