import { useState, useId } from 'react'
import type { ReactNode } from 'react'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { getSecondFactor } from '@/contract/accounts/second-factor'
import type { Proof, SecondFactor } from '@/contract/accounts/second-factor'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { Outcome, Refused } from '@/offline/api/next-step'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { TextField } from '@/client/design-system/forms/field'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { toast } from '@/client/shared/notifications/toast'
import { stack } from 'styled-system/patterns'
import { css } from 'styled-system/css'
import { card } from 'styled-system/recipes'

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

interface ProofDialogProps {
  has_password: boolean
  totp: boolean
  error: string | undefined
  isBusy: boolean
  /** An undefined proof means that the person has cancelled. */
  onResolve: (proof: Proof | undefined) => void
}

const FORM = 'fresh-proof'

function ProofDialog({ has_password: hasPassword, totp, error, isBusy, onResolve }: ProofDialogProps) {
  const [isByCode, setByCode] = useState(!hasPassword)
  const [typed, setTyped] = useState('')
  const canProve = hasPassword || totp
  const field = {
    value: typed,
    required: true,
    ...(error !== undefined && { error }),
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  }
  return (
    <Dialog
      open
      onClose={() => (isBusy ? undefined : onResolve(undefined))}
      title={m.second_factor_proof_title()}
      closeLabel={m.second_factor_close()}
      footer={
        <>
          <Button variant="secondary" onClick={() => (isBusy ? undefined : onResolve(undefined))}>
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
          if (!isBusy && typed !== '') onResolve(isByCode ? { totp: typed } : { password: typed })
        }}
      >
        <p>{m.second_factor_proof_text()}</p>
        {canProve ? null : <Banner tone="warning">{m.second_factor_proof_sign_in()}</Banner>}
        {canProve && isByCode ? (
          <TextField
            label={m.second_factor_code_label()}
            hint={m.second_factor_code_hint()}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...field}
          />
        ) : null}
        {canProve && !isByCode ? (
          <PasswordField
            label={m.second_factor_proof_password()}
            showLabel={m.sign_in_password_show()}
            hideLabel={m.sign_in_password_hide()}
            autoComplete="current-password"
            {...field}
          />
        ) : null}
        {hasPassword && totp ? (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setTyped('')
              setByCode(!isByCode)
            }}
          >
            {isByCode ? m.second_factor_proof_by_password() : m.second_factor_proof_totp()}
          </Button>
        ) : null}
      </form>
    </Dialog>
  )
}

export interface SectionProps {
  state: SecondFactor
  run: ReturnType<typeof useProven>['run']
  /** Something was changed; with new recovery codes they are shown. */
  onChanged: (recoveryCodes?: string[]) => void
}

interface SecuritySectionProps {
  title: string
  text: string
  state?: ReactNode
  children: ReactNode
  action?: ReactNode
}

export function SecuritySection({ title, text, state, children, action }: SecuritySectionProps) {
  const id = useId()
  return (
    <section className={card({ pad: true })} aria-labelledby={id}>
      <div className={body}>
        <div className={head}>
          <h2 id={id} className={heading}>
            {title}
          </h2>
          {state}
        </div>
        <p className={muted}>{text}</p>
        {children}
        {action ? <div className={actions}>{action}</div> : null}
      </div>
    </section>
  )
}

const body = css({ display: 'grid', gap: '4', minWidth: '0' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const heading = css({ textStyle: 'subheading' })
const muted = css({ color: 'fg.muted' })
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '3' })

/**
 * Whether a factor is on although adding it failed: a response may be lost after the server has stored it. With the first one the
 * recovery codes are lost too, and the person is told to make others; later ones have none.
 */
export async function isAddedAfterAll(isThere: (state: SecondFactor) => boolean): Promise<boolean> {
  const outcome = await callEndpoint(getSecondFactor, {})
  if (outcome.kind !== 'ok' || !isThere(outcome.data)) return false
  const { totp, passkeys } = outcome.data
  const isFirst = passkeys.length + Number(totp) === 1
  toast.success(
    m.second_factor_after_all(),
    isFirst ? { description: m.second_factor_after_all_text() } : undefined,
  )
  return true
}
