import { useEffect, useId, useRef, useState } from 'react'
import { startAuthentication } from '@simplewebauthn/browser'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import type { Refused, Unreachable, Outcome } from '@/offline/api/next-step'
import { withOfflineClient } from '@/client/shared/offline/client-call'
import type { Session } from '@/contract/accounts/auth'
import type { CallInput } from '@/contract/endpoint'
import { signInWithSecondFactor } from '@/contract/accounts/second-factor'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { TextField } from '@/client/design-system/forms/field'
import { recoveryCodeSchema, totpCodeSchema } from '@/domain/accounts/account'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import type { SecondFactorPrompt } from '@/contract/errors'

export interface SecondFactorStepProps {
  prompt: SecondFactorPrompt
  isByProvider?: boolean
  onSignedIn: () => void
  /** Called to go back to the first step; with the reason when the person did not ask for it. */
  onStartAgain: (reason?: string) => void
  send?: typeof confirmSignIn
}

type Way = 'passkey' | 'totp' | 'recovery_code'

export function SecondFactorStep(props: SecondFactorStepProps) {
  const { prompt, isByProvider, onSignedIn, onStartAgain, send = confirmSignIn } = props
  const id = useId()
  const frame = useRef<HTMLElement>(null)
  const [isRecovering, setRecovering] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const [failure, setFailure] = useState<{ of: Way; text: string }>()
  const has = (method: Way) => prompt.methods.includes(method)
  const errorOf = (way: Way) => (failure?.of === way ? failure.text : undefined)

  const focusFirst = () => frame.current?.querySelector<HTMLElement>('input, button')?.focus()
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
              <Failure text={errorOf('passkey')} />
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

function Failure({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Banner tone="danger" role="alert">
      {text}
    </Banner>
  )
}

function failureOf(way: Way, outcome: Refused | Unreachable): string {
  if (outcome.kind !== 'refused' || outcome.code !== 'SECOND_FACTOR_REFUSED') return formFailureText(outcome)
  if (way === 'passkey') return m.second_factor_passkey_cancelled()
  return way === 'totp' ? m.second_factor_code_wrong() : m.second_factor_recovery_wrong()
}

const title = css({ textStyle: 'subheading' })
const muted = css({ color: 'fg.muted' })

type Proof = CallInput<typeof signInWithSecondFactor>['body']

export function confirmSignIn(body: Proof): Promise<Outcome<Session>> {
  return withOfflineClient(({ api, session }) =>
    session.open(() => api.call(signInWithSecondFactor, { body })),
  )
}

/** Has the browser sign with a passkey; undefined when the person, or the browser, did not. */
async function signWithPasskey(prompt: SecondFactorPrompt): Promise<Proof['passkey']> {
  try {
    return await startAuthentication({
      // Our own server's, made by the library's other half.
      optionsJSON: prompt.passkey_options as unknown as PublicKeyCredentialRequestOptionsJSON,
    })
  } catch {
    return undefined
  }
}

interface CodeFormProps {
  kind: 'totp' | 'recovery_code'
  error: string | undefined
  /** The form stands below something better. */
  isSecondary?: boolean
  onCode: (code: string) => Promise<void>
}

function CodeForm({ kind, error, isSecondary = false, onCode }: CodeFormProps) {
  const isTotp = kind === 'totp'
  const { form, formProps, isSubmitting } = useSchemaForm<{ code: string }, { code: string }>({
    schema: isTotp ? totpCodeSchema : recoveryCodeSchema,
    initialValues: { code: '' },
    onValid: ({ code }) => onCode(code),
  })
  return (
    <form {...formProps} method="post" className={stack({ gap: '4' })}>
      <form.Field name="code">
        {(field) => (
          <TextField
            label={isTotp ? m.second_factor_code_label() : m.second_factor_recovery_label()}
            hint={isTotp ? m.second_factor_code_hint() : m.second_factor_recovery_hint()}
            inputMode={isTotp ? 'numeric' : 'text'}
            autoComplete={isTotp ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      <Failure text={error} />
      <Button type="submit" variant={isSecondary ? 'secondary' : 'primary'} full busy={isSubmitting}>
        {isSubmitting ? m.second_factor_submitting() : m.second_factor_submit()}
      </Button>
    </form>
  )
}
