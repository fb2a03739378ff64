import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureText } from '@/client/shared/forms/server-error-text'
import { removeRegistration, readRegistration } from '@/client/shared/sign-in/provider-sign-in'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { CheckIcon } from '@/client/design-system/icons/icons'
import { Spinner } from '@/client/design-system/skeleton'
import * as m from '@/messages/compiled/messages.js'
import { newId } from '@/offline/platform/deferred'
import type { Outcome } from '@/offline/api/next-step'
import { tabStorage } from '@/offline/page/page-storage'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import type { Failure } from '@/client/features/account/account-frame'

/** Rules 9: the result comes after about a second, so that the spinner does not flash. */
const RESULT_DELAY_MS = 1000

interface Confirmed {
  password_token?: string | undefined
}

type State =
  | { kind: 'pending' }
  | { kind: 'confirmed'; passwordToken: string | undefined }
  | { kind: 'refused' }
  /** The link is not at fault: it can be tried again. */
  | { kind: 'failed'; failure: Failure }

interface EmailConfirmationProps {
  /** The token of the link in the mail; undefined once it is used and gone from the address. */
  token: string | undefined
  confirm: (token: string, retryKey: string, secret: string | undefined) => Promise<Outcome<Confirmed>>
  /** The token is used up, or worth nothing. */
  onUsed: () => void
}

/** Confirms the address that a mail went to (rules 4.8). */
export function EmailConfirmation({ token, confirm, onUsed }: EmailConfirmationProps) {
  const [state, setState] = useState<State>({ kind: 'pending' })
  const started = useRef<string>(undefined)
  const frame = useRef<HTMLDivElement>(null)

  const [newKey] = useState(newId)

  const start = async (used: string) => {
    setState({ kind: 'pending' })
    const secret = readRegistration(Date.now())?.secret
    const [outcome] = await Promise.all([confirm(used, retryKeyOf(used, newKey), secret), afterDelay()])
    if (outcome.kind === 'ok') {
      const { password_token: passwordToken } = outcome.data
      // A reply without a token to choose a password has used the secret of the registration.
      if (passwordToken === undefined) removeRegistration()
      setState({ kind: 'confirmed', passwordToken })
    } else if (outcome.kind === 'refused' && isAboutLink(outcome.code)) setState({ kind: 'refused' })
    else return setState({ kind: 'failed', failure: outcome })
    removeRetryKey(used)
    onUsed()
  }
  const startOnce = useEffectEvent((given: string) => {
    // The link works once: React's strict mode runs effects twice.
    if (started.current === given) return
    started.current = given
    void start(given)
  })
  useEffect(() => {
    if (token !== undefined) startOnce(token)
  }, [token])

  const retry = () => {
    if (token === undefined) return
    // The button goes.
    frame.current?.focus()
    void start(token)
  }
  // The region is in the page from the start, so that the result is announced.
  return (
    <div ref={frame} tabIndex={-1} aria-live="polite" className={frameOutline}>
      <Result state={state} onRetry={retry} />
    </div>
  )
}

function Result({ state, onRetry }: { state: State; onRetry: () => void }) {
  switch (state.kind) {
    case 'pending':
      return <Banner icon={<Spinner />}>{m.sign_in_confirming()}</Banner>
    case 'confirmed':
      return (
        <Banner
          tone="success"
          icon={<CheckIcon />}
          title={m.sign_in_confirmed_title()}
          actions={
            state.passwordToken === undefined ? null : (
              <Link
                to="/reset-password"
                search={{ token: state.passwordToken }}
                className={button({ size: 'sm' })}
              >
                {m.sign_in_choose_password()}
              </Link>
            )
          }
        >
          {state.passwordToken === undefined ? m.sign_in_confirmed_text() : m.sign_in_confirmed_password()}
        </Banner>
      )
    case 'refused':
      return (
        <Banner tone="danger" title={m.sign_in_confirm_failed_title()}>
          <p>{m.sign_in_confirm_failed_text()}</p>
          <p>{m.sign_in_confirm_failed_hint()}</p>
        </Banner>
      )
    case 'failed':
      return (
        <Banner
          tone="warning"

          title={m.sign_in_confirm_unreachable_title()}
          actions={
            <Button variant="secondary" onClick={onRetry}>
              {m.sign_in_try_again()}
            </Button>
          }
        >
          {failureText(state.failure)}
        </Banner>
      )
  }
}

/** Whether the link was used, expired, or never a token of ours. */
function isAboutLink(code: string): boolean {
  return code === 'NOT_FOUND' || code === 'VALIDATION_FAILED' || code === 'MALFORMED_REQUEST'
}

function afterDelay(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RESULT_DELAY_MS))
}

const frameOutline = css({ _focusVisible: { outline: 'none' } })

/**
 * The Idempotency-Key that a link of a mail is used under: `fresh`, or the one of this tab's try before. The link works once; under its key a
 * try whose response was lost gets it again, also after the page was loaded anew.
 */
function retryKeyOf(token: string, fresh: string): string {
  try {
    const name = nameOf(token)
    const stored = tabStorage()?.getItem(name) ?? undefined
    if (stored === undefined) tabStorage()?.setItem(name, fresh)
    return stored ?? fresh
  } catch {
    // The storage is full: the key lasts as long as the page.
    return fresh
  }
}

/** Call once the link is used, or worth nothing. */
function removeRetryKey(token: string): void {
  tabStorage()?.removeItem(nameOf(token))
}

/** The token itself, which is worth an account, is not stored; from its digest (FNV-1a) it cannot be told. */
function nameOf(token: string): string {
  let digest = 0x811c9dc5
  for (const character of token) digest = Math.imul(digest ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return `email-confirmation:${(digest >>> 0).toString(36)}`
}
