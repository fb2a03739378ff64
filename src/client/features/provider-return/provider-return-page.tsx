import { Link, useRouter } from '@tanstack/react-router'
import { useRef, useCallback, useEffect, useState } from 'react'
import { SecondFactorGate } from '@/client/shared/sign-in/second-factor-gate'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { Spinner } from '@/client/design-system/skeleton'
import {
  consumeAttempt,
  type ProviderName,
  type ProviderAttempt,
} from '@/client/shared/sign-in/provider-sign-in'
import * as m from '@/messages/compiled/messages.js'
import { consumeReturnAddress } from '@/client/shared/session/return-address'
import { tabStorage } from '@/offline/page/page-storage'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { withOfflineClient } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { Session } from '@/contract/accounts/auth'
import type { Outcome } from '@/offline/api/next-step'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button, textLink } from 'styled-system/recipes'
import type { SecondFactorPrompt } from '@/contract/errors'

/** The way back from a provider (rules 2.10): signs in, or says why not. */
export function ProviderReturnPage({ provider }: { provider: ProviderName }) {
  const { failure, tryAgain, goOn } = useProviderReturn(provider)
  const frame = useRef<HTMLDivElement>(null)
  const retry =
    tryAgain &&
    (() => {
      // The button is about to disappear, so the focus moves to the frame.
      frame.current?.focus()
      tryAgain()
    })
  if (failure?.kind === 'second-factor')
    return (
      <div className={page({ width: 'form' })}>
        <div className={secondStep}>
          <SecondFactorGate
            prompt={failure.prompt}
            isByProvider
            onSignedIn={() => goOn('signed-in')}
            onStartAgain={() => goOn('failed')}
          />
        </div>
      </div>
    )
  return (
    <div className={page({ width: 'text' })}>
      <div ref={frame} tabIndex={-1} aria-live="polite" className={stage}>
        {failure === undefined ? (
          <EmptyState
            level={1}
            title={m.provider_authenticating()}
            art={
              <span className={art}>
                <Spinner />
              </span>
            }
          />
        ) : (
          <SignInFailed {...providerFailureText(provider, failure)} tryAgain={retry} />
        )}
      </div>
    </div>
  )
}

interface SignInFailedProps {
  text: string
  hint?: string | undefined
  tryAgain: (() => void) | undefined
}

function SignInFailed({ text, hint, tryAgain }: SignInFailedProps) {
  return (
    <EmptyState
      level={1}
      title={m.provider_failed_title()}
      actions={
        tryAgain ? (
          <>
            <Button onClick={tryAgain}>{m.provider_try_again()}</Button>
            <ToLogin className={button({ variant: 'secondary' })} />
          </>
        ) : (
          <ToLogin className={textLink()} />
        )
      }
    >
      <p>{text}</p>
      {hint ? <p>{hint}</p> : null}
      {tryAgain ? null : <p className={note}>{m.provider_redirecting()}</p>}
    </EmptyState>
  )
}

function ToLogin({ className }: { className: string }) {
  return (
    <Link to="/login" replace className={className}>
      {m.provider_to_login()}
    </Link>
  )
}

/** Tall enough that the footer stays where it is when the outcome comes. */
const stage = css({
  display: 'grid',
  alignContent: 'center',
  minHeight: '[60dvh]',
  _focusVisible: { outline: 'none' },
})
const secondStep = css({ paddingBlock: { base: '6', md: '12' } })
const art = css({ fontSize: '[2rem]' })
const note = css({ marginTop: '3', fontSize: 'sm' })

const NAMES = { google: 'Google', apple: 'Apple' }

/** The sentence for a provider's failure (rules 8), and what may help. */
function providerFailureText(
  provider: ProviderName,
  failure: Exclude<Failure, { kind: 'second-factor' }>,
): { text: string; hint?: string } {
  const about = { name: NAMES[provider] }
  const text = m.provider_refused(about)
  switch (failure.kind) {
    case 'denied':
      return { text: m.provider_failed(about) }
    case 'invalid':
      return { text: m.provider_invalid(about) }
    case 'refused':
      return { text }
    case 'no-email':
      return {
        text,
        hint: provider === 'google' ? m.provider_google_no_email() : m.provider_apple_no_email(),
      }
    case 'other-account':
      return { text, hint: m.provider_other_account(about) }
    case 'administrator':
      return { text, hint: m.provider_administrator(about) }
    case 'suspended':
      return { text, hint: m.error_ACCOUNT_SUSPENDED() }
    case 'bad-reply':
      return { text: m.provider_invalid_response() }
    case 'unreachable':
      return { text: m.provider_unreachable() }
    case 'busy':
      return { text: failure.text ?? m.provider_busy(about) }
  }
}

/** Time to read why it failed (rules 9). */
const TO_LOGIN_AFTER_MS = 3000

interface ProviderReturn {
  /** The failure; undefined while signing in. */
  failure: Failure | undefined
  /** Begins another attempt; undefined when it could not help. */
  tryAgain: (() => void) | undefined
  /** Called after the second step, if there is one. */
  goOn: (outcome: 'signed-in' | 'failed') => void
}

/** Finishes the sign-in that comes back with this visit, and goes on: to the remembered address or `/`, else to the login. */
function useProviderReturn(provider: ProviderName): ProviderReturn {
  const { history } = useRouter()
  const [failure, setFailure] = useState<Failure>()
  const exchange = useRef<() => void>(undefined)

  const goOn = useCallback(
    (outcome: 'signed-in' | 'failed') => {
      history.replace(outcome === 'failed' ? '/login' : (consumeReturnAddress(tabStorage(), 'public') ?? '/'))
    },
    [history],
  )

  useEffect(() => {
    // React's strict mode runs effects twice; a response counts once.
    if (exchange.current !== undefined) return
    const response = consumeResponse(provider, {
      location: window.location,
      storage: tabStorage(),
      nowMs: Date.now(),
    })
    // Out of the address bar, the history, and what an address is shared or reloaded from.
    history.replace(window.location.pathname)
    exchange.current = async () => {
      setFailure(undefined)
      if (response.kind === 'code') {
        const error = await exchangeCode(response)
        if (error === undefined) goOn('signed-in')
        else setFailure(error)
      } else if (response.kind === 'stray' && (await isSignedIn())) goOn('signed-in')
      else setFailure({ kind: response.kind === 'stray' ? 'invalid' : response.kind })
    }
    exchange.current()
  }, [provider, history, goOn])

  const canTryAgain = failure?.kind === 'unreachable' || failure?.kind === 'busy'
  const isOver = failure !== undefined && !canTryAgain && failure.kind !== 'second-factor'
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setTimeout(() => goOn('failed'), TO_LOGIN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOver, goOn])

  return { failure, tryAgain: canTryAgain ? () => exchange.current?.() : undefined, goOn }
}

/** The reason why nobody was signed in. With `busy` and `unreachable` the code may still be good: the person can try again. */
type Failure =
  | {
      kind:
        | 'denied'
        | 'invalid'
        | 'refused'
        | 'no-email'
        | 'other-account'
        | 'administrator'
        | 'suspended'
        | 'bad-reply'
        | 'unreachable'
    }
  | { kind: 'busy'; text: string | undefined }
  /** The provider was right; the account has a second factor. */
  | { kind: 'second-factor'; prompt: SecondFactorPrompt }

/** Signs in with the code; undefined when it worked, and the session is stored. */
async function exchangeCode({
  attempt: { provider, nonce, codeVerifier },
  code,
  name,
}: Extract<ProviderResponse, { kind: 'code' }>): Promise<Failure | undefined> {
  const outcome = await withOfflineClient(({ session }) =>
    provider === 'google'
      ? session.loginWithGoogle({ code, nonce, code_verifier: codeVerifier })
      : session.loginWithApple({ authorization_code: code, nonce, name }),
  )
  return outcome.kind === 'ok' ? undefined : failureOf(outcome)
}

/** The failures that the server names by a code of their own. */
const KINDS = {
  EMAIL_NOT_CONFIRMED: 'no-email',
  CONFLICT: 'other-account',
  FORBIDDEN: 'administrator',
  ACCOUNT_SUSPENDED: 'suspended',
} as const

function failureOf(outcome: Exclude<Outcome<Session>, { kind: 'ok' }>): Failure {
  if (outcome.kind === 'unreachable')
    return { kind: outcome.reason === 'not-ours' && outcome.status === 200 ? 'bad-reply' : 'unreachable' }
  if (outcome.secondFactor !== undefined) return { kind: 'second-factor', prompt: outcome.secondFactor }
  const { code } = outcome
  if (code === 'UNAVAILABLE') return { kind: 'busy', text: undefined }
  if (code === 'TOO_MANY_REQUESTS') return { kind: 'busy', text: serverErrorText(outcome) }
  return { kind: code in KINDS ? KINDS[code as keyof typeof KINDS] : 'refused' }
}

async function isSignedIn(): Promise<boolean> {
  try {
    const { session } = await loadOfflineClient()
    await session.ready
    return session.current() !== undefined
  } catch {
    return false
  }
}

/** The provider's response to an attempt of this tab. */
type ProviderResponse =
  | { kind: 'code'; attempt: ProviderAttempt; code: string; name: string | undefined }
  /** It says no, or the person did. */
  | { kind: 'denied' }
  /** The response has no code, or the state of another attempt: nothing of it is sent anywhere. */
  | { kind: 'invalid' }
  /** This tab has begun nothing: the page was opened by hand, used before (back button, reload), or too late. */
  | { kind: 'stray' }

interface ReturnVisit {
  /** Google says it in the query, Apple by way of our server in the fragment. */
  location: Pick<Location, 'search' | 'hash'>
  /** The storage; undefined where it is forbidden. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  nowMs: number
}

/** Reads the response and uses up the attempt that it belongs to. */
export function consumeResponse(
  provider: ProviderName,
  { location, storage, nowMs }: ReturnVisit,
): ProviderResponse {
  const attempt = storage && consumeAttempt(storage, { provider, nowMs })
  if (attempt === undefined) return { kind: 'stray' }
  const parameters = new URLSearchParams(provider === 'google' ? location.search : location.hash.slice(1))
  if (parameters.get('state') !== attempt.state) return { kind: 'invalid' }
  if (parameters.has('error')) return { kind: 'denied' }
  const code = parameters.get('code')
  const name = parameters.get('name') ?? undefined
  return code ? { kind: 'code', attempt, code, name } : { kind: 'invalid' }
}
