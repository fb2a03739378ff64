import { useEffect, useRef, type ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import { originOf, privatePageHead } from '@/client/shared/layout/page-head'
import { consumeReturnAddress } from '@/client/shared/session/return-address'
import type { User } from '@/contract/accounts/auth'
import { tabStorage } from '@/offline/page/page-storage'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { headingText, mutedText } from '@/client/design-system/text'
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
          <h1 ref={heading} tabIndex={-1} className={headingText}>
            {title}
          </h1>
          {intro ? <p className={mutedText}>{intro}</p> : null}
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
const footLine = css({ textAlign: 'center' })

export const accountForm = css({ display: 'grid', gap: '5' })

/** Split from the first load, where every route's head would be otherwise. */
export const accountHead = (title: string, path: string, context: object) =>
  privatePageHead({ title, path, origin: originOf(context) })

/** The address that was typed last on this page visit, for the other form. It is never in the URL or in storage. */
let typed = ''

export const emailDraft = {
  get: () => typed,
  set: (email: string) => void (typed = email),
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
