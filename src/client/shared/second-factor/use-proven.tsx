import { useState } from 'react'
import { PasswordField } from '@/client/shared/forms/use-schema-form'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
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

  async function run<T>(
    ways: Ways,
    attempt: (proof: Proof) => Promise<Outcome<T>>,
  ): Promise<Outcome<T> | undefined> {
    let outcome = await attempt({})
    while (outcome.kind === 'refused' && isAboutProof(outcome)) {
      const asked = { ways, error: proofError(outcome), isBusy: false }
      const proof = await new Promise<Proof | undefined>((onResolve) => setQuestion({ ...asked, onResolve }))
      setQuestion((before) => before && proof && { ...before, isBusy: true })
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

function proofError({ code, fields: [field] }: Refused): string | undefined {
  if (field !== undefined) return problemText(field.code)
  return code === 'SECOND_FACTOR_REFUSED' ? m.second_factor_code_wrong() : undefined
}

const FORM = 'fresh-proof'

function ProofDialog({ ways, error, isBusy, onResolve }: Question) {
  const [typed, setTyped] = useState('')
  const canProve = ways.totp || ways.has_password
  const cancel = () => (isBusy ? undefined : onResolve(undefined))
  const field = {
    value: typed,
    required: true,
    error,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  }
  return (
    <Dialog
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
        ) : ways.has_password ? (
          <PasswordField label={m.second_factor_proof_password()} {...field} />
        ) : (
          <Banner tone="warning">{m.second_factor_proof_sign_in()}</Banner>
        )}
      </form>
    </Dialog>
  )
}
