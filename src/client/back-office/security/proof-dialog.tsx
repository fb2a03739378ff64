import { useState } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { TextField } from '@/client/design-system/forms/field'
import { PasswordField } from '@/client/design-system/forms/password-field'
import type { Proof } from '@/contract/accounts/second-factor-setup'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'

interface ProofDialogProps {
  has_password: boolean
  totp: boolean
  /** The reason why the last proof was refused. */
  error: string | undefined
  isBusy: boolean
  /** An undefined proof means that the person has cancelled. */
  onResolve: (proof: Proof | undefined) => void
}

const FORM = 'fresh-proof'

/** Asks for the password, or a code of the app, again. */
export function ProofDialog({ has_password: hasPassword, totp, error, isBusy, onResolve }: ProofDialogProps) {
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
