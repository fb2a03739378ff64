import { useState } from 'react'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { beginTotp, removeTotp } from '@/contract/accounts/second-factor-setup'
import * as m from '@/messages/compiled/messages.js'
import { AddTotpDialog } from './add-totp-dialog'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { SecuritySection } from './security-section'
import type { SectionProps } from './security-section'

export function TotpSection({ state, run, onChanged }: SectionProps) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [isLeaving, setLeaving] = useState(false)

  const begin = async () => {
    const outcome = await run((proof) => callEndpoint(beginTotp, { body: proof }))
    if (outcome?.kind === 'ok') setBegun(outcome.data)
    else if (outcome !== undefined) toast.error(failureText(outcome), { durationMs: 5000 })
  }
  const remove = async () => {
    setLeaving(false)
    const outcome = await run((proof) => callEndpoint(removeTotp, { body: proof }))
    if (outcome === undefined) return
    if (outcome.kind === 'ok') toast.success(m.second_factor_totp_removed())
    else toast.error(failureText(outcome), { durationMs: 5000 })
    onChanged()
  }
  return (
    <SecuritySection
      title={m.second_factor_totp()}
      text={m.second_factor_totp_text()}
      state={
        <Badge tone={state.totp ? 'sea' : 'neutral'}>
          {state.totp ? m.second_factor_totp_on() : m.second_factor_totp_off()}
        </Badge>
      }
      action={
        state.totp ? (
          <Button variant="secondary" onClick={() => setLeaving(true)}>
            {m.second_factor_totp_remove()}
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => void begin()}>
            {m.second_factor_totp_add()}
          </Button>
        )
      }
    >
      {begun === undefined ? null : (
        <AddTotpDialog
          {...begun}
          onClose={() => setBegun(undefined)}
          onAdded={(codes) => {
            setBegun(undefined)
            toast.success(m.second_factor_totp_added())
            onChanged(codes)
          }}
        />
      )}
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={m.second_factor_totp_remove()}
        description={m.second_factor_totp_remove_text()}
        confirmLabel={m.second_factor_remove()}
        cancelLabel={m.second_factor_cancel()}
        closeLabel={m.second_factor_close()}
        tone="danger"
        onConfirm={() => void remove()}
      >
        {state.passkeys.length === 0 ? <p>{m.second_factor_last_text()}</p> : null}
      </ConfirmDialog>
    </SecuritySection>
  )
}
