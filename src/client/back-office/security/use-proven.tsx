import { useState } from 'react'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import type { Proof, SecondFactor } from '@/contract/accounts/second-factor-setup'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { Outcome, Refused } from '@/offline/api/outcome'
import { ProofDialog } from './proof-dialog'

interface Question {
  error: string | undefined
  isBusy: boolean
  onResolve: (proof: Proof | undefined) => void
}

/**
 * Sends what needs a fresh proof: at once, and where the sign-in is too long ago after asking for it. Resolves with undefined when
 * the person would rather not. `dialog` goes into the page.
 */
export function useProven(state: Pick<SecondFactor, 'has_password' | 'totp'>) {
  const [question, setQuestion] = useState<Question>()

  const requestProof = (error: string | undefined) =>
    new Promise<Proof | undefined>((resolve) => {
      setQuestion({
        error,
        isBusy: false,
        onResolve: (proof) => {
          setQuestion((before) => (proof === undefined ? undefined : before && { ...before, isBusy: true }))
          resolve(proof)
        },
      })
    })

  async function run<T>(attempt: (proof: Proof) => Promise<Outcome<T>>): Promise<Outcome<T> | undefined> {
    let outcome = await attempt({})
    while (outcome.kind === 'refused' && isAboutProof(outcome)) {
      const proof = await requestProof(proofError(outcome))
      if (proof === undefined) return undefined
      outcome = await attempt(proof)
    }
    setQuestion(undefined)
    return outcome
  }

  return { run, dialog: question === undefined ? null : <ProofDialog {...state} {...question} /> }
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
