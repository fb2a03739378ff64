import { useEffect, type ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import { takeFocus } from '@/client/shared/layout/focus-after-removal'
import { consumeReturnAddress } from '@/client/shared/session/return-address'
import type { User } from '@/contract/accounts/auth'
import { css, cx } from 'styled-system/css'
import { column, pageColumn } from 'styled-system/patterns'
import { headingText, mutedText } from '@/client/design-system/text'
import { card } from 'styled-system/recipes'

interface AccountFrameProps {
  title: string
  intro?: ReactNode
  /** It stands over the card and says what became of a link. */
  notice?: ReactNode
  children: ReactNode
  /** The way to the other screen, under the card. */
  foot?: ReactNode
  /** The title takes the focus: the screen before it, and what had the focus there, is gone. */
  focusTitle?: boolean
}

export function AccountFrame({ title, intro, notice, children, foot, focusTitle }: AccountFrameProps) {
  return (
    <div className={pageColumn({ width: 'form', gap: '5' })}>
      {notice}
      <div className={cx(card({ pad: true }), column({ gap: '5', overflowWrap: 'anywhere' }))}>
        <header className={column({ gap: '2' })}>
          <h1 ref={focusTitle ? takeFocus : undefined} tabIndex={-1} className={headingText}>
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

const footLine = css({ textAlign: 'center' })

export const accountForm = column({ gap: '5' })

/** The address that was typed last on this page visit, for the other form. It is never in the URL or in storage. */
export const lastTyped = { email: '' }

/** Goes on to the remembered address, else to the profile, as soon as somebody is signed in, here or in another tab (rules 4.2). */
export function useLeaveWhenSignedIn(user: User | null | undefined, isStaying = false): void {
  const router = useRouter()
  const isLeaving = Boolean(user) && !isStaying
  useEffect(() => {
    if (!isLeaving) return
    lastTyped.email = ''
    router.history.replace(consumeReturnAddress('public') ?? '/profile')
  }, [isLeaving, router])
}
