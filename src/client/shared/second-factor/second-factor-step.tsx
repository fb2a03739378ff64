import { useEffect, useId, useRef, useState } from 'react'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import type { SecondFactorPrompt } from '@/contract/accounts/second-factor-prompt'
import * as m from '@/messages/compiled/messages.js'
import type { Refused, Unreachable } from '@/offline/api/outcome'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { CodeForm } from './code-form'
import { confirmSignIn, signWithPasskey } from './confirm-sign-in'

export interface SecondFactorStepProps {
  prompt: SecondFactorPrompt
  /** The first step was a provider's. */
  isByProvider?: boolean
  onSignedIn: () => void
  /** Called to go back to the first step; with the reason when the person did not ask for it. */
  onStartAgain: (reason?: string) => void
  send?: typeof confirmSignIn
}

type Way = 'passkey' | 'totp' | 'recovery_code'

/** The second step of an administrator's sign-in: a passkey, a code of the app, or a recovery code. */
export function SecondFactorStep({
  prompt,
  isByProvider,
  onSignedIn,
  onStartAgain,
  send = confirmSignIn,
}: SecondFactorStepProps) {
  const id = useId()
  const frame = useRef<HTMLElement>(null)
  const [isRecovering, setRecovering] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const [failure, setFailure] = useState<{ of: Way; text: string }>()
  const has = (method: Way) => prompt.methods.includes(method)
  const errorOf = (way: Way) => (failure?.of === way ? failure.text : undefined)

  const focusFirst = () => frame.current?.querySelector<HTMLElement>('input, button')?.focus()
  // The element that had the focus is gone.
  useEffect(focusFirst, [])

  const confirm = async (way: Way, proof: Omit<Parameters<typeof confirmSignIn>[0], 'token'>) => {
    setFailure(undefined)
    const outcome = await send({ token: prompt.token, ...proof })
    if (outcome.kind === 'ok') onSignedIn()
    else if (outcome.kind === 'refused' && outcome.code === 'UNAUTHENTICATED')
      onStartAgain(m.second_factor_expired())
    else setFailure({ of: way, text: failureOf(way, outcome) })
  }
  const usePasskey = async () => {
    setFailure(undefined)
    setWaiting(true)
    const passkey = await signWithPasskey(prompt)
    if (passkey === undefined) setFailure({ of: 'passkey', text: m.second_factor_passkey_cancelled() })
    else await confirm('passkey', { passkey })
    setWaiting(false)
  }
  const switchWay = () => {
    setFailure(undefined)
    setRecovering(!isRecovering)
    requestAnimationFrame(focusFirst)
  }
  return (
    <section ref={frame} aria-labelledby={id} className={stack({ gap: '5' })}>
      <div className={stack({ gap: '2' })}>
        <h2 id={id} className={title}>
          {m.second_factor_step_title()}
        </h2>
        <p className={muted}>
          {isByProvider === true ? m.second_factor_step_text_provider() : m.second_factor_step_text()}
        </p>
      </div>
      {isRecovering ? (
        <CodeForm
          key="recovery"
          kind="recovery_code"
          error={errorOf('recovery_code')}
          onCode={(code) => confirm('recovery_code', { recovery_code: code })}
        />
      ) : (
        <>
          {has('passkey') ? (
            <div className={stack({ gap: '4' })}>
              <Button full busy={isWaiting} onClick={() => void usePasskey()}>
                {isWaiting ? m.second_factor_passkey_waiting() : m.second_factor_passkey_use()}
              </Button>
              {errorOf('passkey') === undefined ? null : (
                <Banner tone="danger" role="alert">
                  {errorOf('passkey')}
                </Banner>
              )}
            </div>
          ) : null}
          {has('totp') ? (
            <CodeForm
              key="totp"
              isSecondary={has('passkey')}
              kind="totp"
              error={errorOf('totp')}
              onCode={(code) => confirm('totp', { totp: code })}
            />
          ) : null}
        </>
      )}
      <div className={stack({ gap: '2' })}>
        {has('recovery_code') ? (
          <Button variant="ghost" full onClick={switchWay}>
            {isRecovering ? m.second_factor_recovery_back() : m.second_factor_recovery_use()}
          </Button>
        ) : null}
        <Button variant="ghost" full onClick={() => onStartAgain()}>
          {m.second_factor_start_again()}
        </Button>
      </div>
    </section>
  )
}

function failureOf(way: Way, outcome: Refused | Unreachable): string {
  if (outcome.kind !== 'refused' || outcome.code !== 'SECOND_FACTOR_REFUSED') return formFailureText(outcome)
  if (way === 'passkey') return m.second_factor_passkey_cancelled()
  return way === 'totp' ? m.second_factor_code_wrong() : m.second_factor_recovery_wrong()
}

const title = css({ textStyle: 'subheading' })
const muted = css({ color: 'fg.muted' })
