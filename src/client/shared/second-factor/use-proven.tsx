import { useState } from 'react'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { TextField } from '@/client/design-system/forms/field'
import { Dialog } from '@/client/design-system/overlays/dialog'
import type { Proof, SecondFactor } from '@/contract/accounts/auth'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { Outcome, Refused } from '@/offline/api/next-step'
import { stack } from 'styled-system/patterns'

type Ways = Pick<SecondFactor, 'has_password' | 'totp'>

interface Question {
  ways: Ways
  error: string | undefined
  isBusy: boolean
  /** An undefined proof means that the person has cancelled. */
  onResolve: (proof: Proof | undefined) => void
}

/**
 * Sends what needs a fresh proof: at once, and where the sign-in is too long ago after asking for it. Resolves with undefined when
 * the person would rather not. `dialog` goes into the page.
 */
export function useProven() {
  const [question, setQuestion] = useState<Question>()

  const requestProof = (ways: Ways, error: string | undefined) =>
    new Promise<Proof | undefined>((resolve) => {
      const onResolve = (proof: Proof | undefined) => {
        setQuestion((before) => (proof === undefined ? undefined : before && { ...before, isBusy: true }))
        resolve(proof)
      }
      setQuestion({ ways, error, isBusy: false, onResolve })
    })

  /** `ways`: what the current user can prove it with. */
  async function run<T>(
    ways: Ways,
    attempt: (proof: Proof) => Promise<Outcome<T>>,
  ): Promise<Outcome<T> | undefined> {
    let outcome = await attempt({})
    while (outcome.kind === 'refused' && isAboutProof(outcome)) {
      const proof = await requestProof(ways, proofError(outcome))
      if (proof === undefined) return undefined
      outcome = await attempt(proof)
    }
    setQuestion(undefined)
    return outcome
  }

  return { run, dialog: question === undefined ? null : <ProofDialog {...question} /> }
}

function isAboutProof({ code, fields }: Refused): boolean {
  return (
    code === 'REAUTHENTICATION_REQUIRED' ||
    code === 'SECOND_FACTOR_REFUSED' ||
    fields.some(({ path }) => path === 'password' || path === 'totp')
  )
}

function proofError(refused: Refused): string | undefined {
  const [field] = refused.fields
  if (field !== undefined) return problemText(field.code)
  if (refused.code === 'REAUTHENTICATION_REQUIRED') return undefined
  return refused.code === 'SECOND_FACTOR_REFUSED' ? m.second_factor_code_wrong() : formFailureText(refused)
}

const FORM = 'fresh-proof'

function ProofDialog({ ways, error, isBusy, onResolve }: Question) {
  const [typed, setTyped] = useState('')
  const canProve = ways.totp || ways.has_password
  const cancel = () => (isBusy ? undefined : onResolve(undefined))
  const field = {
    value: typed,
    required: true,
    ...(error !== undefined && { error }),
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  }
  return (
    <Dialog
      open
      onClose={cancel}
      title={m.second_factor_proof_title()}
      closeLabel={m.second_factor_close()}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            {m.second_factor_cancel()}
          </Button>
          {canProve ? (
            <Button type="submit" form={FORM} busy={isBusy}>
              {m.second_factor_submit()}
            </Button>
          ) : null}
        </>
      }
    >
      <form
        id={FORM}
        method="post"
        noValidate
        className={stack({ gap: '4' })}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && typed !== '') onResolve(ways.totp ? { totp: typed } : { password: typed })
        }}
      >
        <p>{m.second_factor_proof_text()}</p>
        {ways.totp ? (
          <TextField
            label={m.second_factor_code_label()}
            hint={m.second_factor_code_hint()}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...field}
          />
        ) : null}
        {ways.has_password && !ways.totp ? (
          <PasswordField
            label={m.second_factor_proof_password()}
            showLabel={m.sign_in_password_show()}
            hideLabel={m.sign_in_password_hide()}
            autoComplete="current-password"
            {...field}
          />
        ) : null}
        {canProve ? null : <Banner tone="warning">{m.second_factor_proof_sign_in()}</Banner>}
      </form>
    </Dialog>
  )
}
