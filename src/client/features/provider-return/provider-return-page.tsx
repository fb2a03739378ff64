import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { withOfflineClient } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { consumeReturnAddress } from '@/client/shared/session/return-address'
import {
  consumeAttempt,
  notifyOpener,
  type ProviderAttempt,
  type ProviderName,
} from '@/client/shared/sign-in/provider-sign-in'
import { SecondFactorGate } from '@/client/shared/sign-in/second-factor-gate'
import { EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { loginWithApple, loginWithGoogle, type Session } from '@/contract/accounts/auth'
import type { ErrorCode, SecondFactorPrompt } from '@/contract/errors'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/next-step'
import { css, cx } from 'styled-system/css'
import { page, pageColumn } from 'styled-system/patterns'

/** The way back from a provider (rules 2.10): signs in, or says why not. */
export function ProviderReturnPage({ provider }: { provider: ProviderName }) {
  const { failure, tryAgain, goOn } = useProviderReturn(provider)
  const frame = useRef<HTMLDivElement>(null)
  if (failure !== undefined && 'prompt' in failure)
    return (
      <div className={pageColumn({ width: 'form' })}>
        <SecondFactorGate
          prompt={failure.prompt}
          isByProvider
          onSignedIn={() => goOn('signed-in')}
          onStartAgain={() => goOn('failed')}
        />
      </div>
    )
  const retry = () => {
    // The button is about to disappear, so the focus moves to the frame.
    frame.current?.focus()
    tryAgain()
  }
  return (
    <div ref={frame} tabIndex={-1} aria-live="polite" className={cx(page({ width: 'text' }), stage)}>
      {failure === undefined ? (
        <EmptyState level={1} title={m.provider_authenticating()} art={<Spinner />} />
      ) : (
        <EmptyState
          level={1}
          title={m.provider_failed_title()}
          actions={
            <>
              {failure.canTryAgain ? <Button onClick={retry}>{m.app_try_again()}</Button> : null}
              <ButtonLink to="/login" replace variant="secondary">
                {m.sign_in_back_to_login()}
              </ButtonLink>
            </>
          }
        >
          <p>{failure.text}</p>
          {failure.hint ? <p>{failure.hint}</p> : null}
          {failure.canTryAgain ? null : <p>{m.provider_redirecting()}</p>}
        </EmptyState>
      )}
    </div>
  )
}

/** Tall enough that the footer stays where it is when the outcome comes. */
const stage = css({
  display: 'grid',
  alignContent: 'center',
  minHeight: '[60dvh]',
  _focusVisible: { outline: 'none' },
})

/** Time to read why it failed (rules 9). */
const TO_LOGIN_AFTER_MS = 3000

/** Why nobody is signed in (rules 8), and what may help. `prompt`: the provider was right, and the account has a second factor. */
type Failure =
  | { prompt: SecondFactorPrompt }
  /** Where the person can try again, the code may still be good. */
  | { text: string; hint?: string | undefined; canTryAgain?: true }

/** Finishes the sign-in that comes back with this visit, and goes on: to the remembered address or `/`, else to the login. */
function useProviderReturn(provider: ProviderName) {
  const { history } = useRouter()
  const [failure, setFailure] = useState<Failure>()
  const exchange = useRef<() => void>(undefined)
  const attempt = useRef<ProviderAttempt>(undefined)

  const goOn = useCallback(
    (outcome: 'signed-in' | 'failed') => {
      if (attempt.current?.opensIn === 'popup') {
        notifyOpener(attempt.current, outcome)
        // The page that opened this one goes on. Where the browser does not let a popup close itself, this one does, too.
        window.close()
      }
      history.replace(outcome === 'failed' ? '/login' : (consumeReturnAddress('public') ?? '/'))
    },
    [history],
  )

  useEffect(() => {
    // React's strict mode runs effects twice; a response counts once.
    if (exchange.current !== undefined) return
    const response = consumeResponse(provider, window.location)
    // Out of the address bar, the history, and what an address is shared or reloaded from.
    history.replace(window.location.pathname)
    attempt.current = 'attempt' in response ? response.attempt : undefined
    const about = { name: NAMES[provider] }
    exchange.current = async () => {
      setFailure(undefined)
      if (response.kind === 'code') {
        const outcome = await exchangeCode(response)
        if (outcome.kind === 'ok') goOn('signed-in')
        else setFailure(failureOf(outcome, provider))
      } else if (response.kind === 'stray' && (await isSignedIn())) goOn('signed-in')
      else
        setFailure({
          text: response.kind === 'denied' ? m.provider_failed(about) : m.provider_invalid(about),
        })
    }
    exchange.current()
  }, [provider, history, goOn])

  const isOver = failure !== undefined && !('prompt' in failure) && failure.canTryAgain !== true
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setTimeout(() => goOn('failed'), TO_LOGIN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOver, goOn])

  return { failure, tryAgain: () => exchange.current?.(), goOn }
}

function exchangeCode({ attempt, code, name }: Extract<ProviderResponse, { kind: 'code' }>) {
  const { provider, nonce, codeVerifier } = attempt
  return withOfflineClient<Session>(({ api, session }) =>
    session.open(() =>
      provider === 'google'
        ? api.call(loginWithGoogle, { body: { code, nonce, code_verifier: codeVerifier } })
        : api.call(loginWithApple, { body: { authorization_code: code, nonce, name } }),
    ),
  )
}

const NAMES = { google: 'Google', apple: 'Apple' }
const NO_EMAIL = { google: m.provider_google_no_email, apple: m.provider_apple_no_email }

function failureOf(outcome: Exclude<Outcome<Session>, { kind: 'ok' }>, provider: ProviderName): Failure {
  const about = { name: NAMES[provider] }
  if (outcome.kind === 'unreachable')
    return outcome.reason === 'not-ours' && outcome.status === 200
      ? { text: m.provider_invalid_response() }
      : { text: m.provider_unreachable(), canTryAgain: true }
  if (outcome.secondFactor !== undefined) return { prompt: outcome.secondFactor }
  const text = m.provider_refused(about)
  const busy = m.provider_busy(about)
  if (outcome.code === 'UNAVAILABLE') return { text: busy, canTryAgain: true }
  if (outcome.code === 'TOO_MANY_REQUESTS')
    return { text: serverErrorText(outcome) ?? busy, canTryAgain: true }
  const hints: Partial<Record<ErrorCode, string>> = {
    EMAIL_NOT_CONFIRMED: NO_EMAIL[provider](),
    CONFLICT: m.provider_other_account(about),
    FORBIDDEN: m.provider_administrator(about),
    ACCOUNT_SUSPENDED: m.error_ACCOUNT_SUSPENDED(),
  }
  return { text, hint: hints[outcome.code] }
}

async function isSignedIn(): Promise<boolean> {
  const client = await loadOfflineClient().catch(() => undefined)
  await client?.session.ready
  return client?.session.current() !== undefined
}

/** The provider's response to an attempt of this tab. */
type ProviderResponse =
  | { kind: 'code'; attempt: ProviderAttempt; code: string; name: string | undefined }
  /** It says no, or the person did. */
  | { kind: 'denied'; attempt: ProviderAttempt }
  /** The response has no code, or the state of another attempt: nothing of it is sent anywhere. */
  | { kind: 'invalid' }
  /** This tab has begun nothing: the page was opened by hand, used before (back button, reload), or too late. */
  | { kind: 'stray' }

/** Reads the response and uses up the attempt that it belongs to. Google responds in the query, Apple by way of our server in the fragment. */
export function consumeResponse(
  provider: ProviderName,
  { search, hash }: Pick<Location, 'search' | 'hash'>,
): ProviderResponse {
  const attempt = consumeAttempt(provider)
  if (attempt === undefined) return { kind: 'stray' }
  const parameters = new URLSearchParams(provider === 'google' ? search : hash.slice(1))
  if (parameters.get('state') !== attempt.state) return { kind: 'invalid' }
  if (parameters.has('error')) return { kind: 'denied', attempt }
  const code = parameters.get('code')
  const name = parameters.get('name') ?? undefined
  return code ? { kind: 'code', attempt, code, name } : { kind: 'invalid' }
}
