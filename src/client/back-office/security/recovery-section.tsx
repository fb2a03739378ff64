import { useState } from 'react'
import { failureText, isUncertain } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { makeRecoveryCodes } from '@/contract/accounts/second-factor-setup'
import * as m from '@/messages/compiled/messages.js'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { SecuritySection } from './security-section'
import type { SectionProps } from './security-section'

/** The page says that there are few from this number on. */
const FEW = 3

export function RecoverySection({ state, run, onChanged }: SectionProps) {
  const [isOpen, setOpen] = useState(false)
  /** The server may have stored new codes in place of the old ones, and their response was lost. */
  const [isUnsure, setUnsure] = useState(false)
  const { recovery_codes_left: left } = state

  const make = async () => {
    setOpen(false)
    const outcome = await run((proof) => callEndpoint(makeRecoveryCodes, { body: proof }))
    if (outcome === undefined) return
    if (outcome.kind === 'ok') {
      setUnsure(false)
      onChanged(outcome.data.recovery_codes)
    } else if (isUncertain(outcome)) {
      setUnsure(true)
      onChanged()
    } else toast.error(failureText(outcome), { durationMs: 5000 })
  }
  return (
    <SecuritySection
      title={m.second_factor_codes()}
      text={m.second_factor_codes_text()}
      action={
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {m.second_factor_codes_make()}
        </Button>
      }
    >
      {isUnsure ? (
        <Banner tone="warning" role="alert">
          {m.second_factor_codes_uncertain()}
        </Banner>
      ) : (
        <p>
          {m.second_factor_codes_left({ count: left })}
          {left <= FEW ? ` ${m.second_factor_codes_few()}` : null}
        </p>
      )}
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={m.second_factor_codes_make()}
        description={m.second_factor_codes_make_text()}
        confirmLabel={m.second_factor_codes_make()}
        cancelLabel={m.second_factor_cancel()}
        closeLabel={m.second_factor_close()}
        onConfirm={() => void make()}
      />
    </SecuritySection>
  )
}
