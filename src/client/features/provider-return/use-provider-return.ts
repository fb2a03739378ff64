import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProviderAttempt, ProviderName } from '@/client/shared/sign-in/provider-attempt'
import { notifyOpener } from '@/client/shared/sign-in/provider-sign-in'
import { consumeReturnAddress, storeReturnAddress } from '@/client/shared/session/return-address'
import { tabStorage } from '@/offline/page/page-storage'
import { exchangeCode, isSignedIn } from './exchange-code'
import type { Failure } from './exchange-code'
import { consumeResponse } from './provider-response'

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
export function useProviderReturn(provider: ProviderName): ProviderReturn {
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
      history.replace(outcome === 'failed' ? '/login' : destination(attempt.current))
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
    attempt.current = 'attempt' in response ? response.attempt : undefined
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

/** Reads where the attempt was to lead, and validates it like every stored address. */
function destination(attempt: ProviderAttempt | undefined): string {
  const storage = tabStorage()
  if (attempt?.returnTo !== undefined) storeReturnAddress(storage, attempt.returnTo)
  return consumeReturnAddress(storage, 'public') ?? '/'
}
