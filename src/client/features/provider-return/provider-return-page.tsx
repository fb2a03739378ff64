import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { SecondFactorGate } from '@/client/shared/sign-in/second-factor-gate'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { Spinner } from '@/client/design-system/spinner'
import type { ProviderName } from '@/client/shared/sign-in/provider-attempt'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button, textLink } from 'styled-system/recipes'
import { providerFailureText } from './failure-texts'
import { useProviderReturn } from './use-provider-return'

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
