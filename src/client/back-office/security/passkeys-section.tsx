import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useState } from 'react'
import { dateText } from '@/client/shared/time/event-dates'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { beginPasskey, removePasskey } from '@/contract/accounts/second-factor-setup'
import type { SecondFactor } from '@/contract/accounts/second-factor-setup'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { AddPasskeyDialog } from './add-passkey-dialog'
import type { BegunPasskey } from './add-passkey-dialog'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { accessRow } from '@/client/shared/session/access-row'
import { SecuritySection } from './security-section'
import type { SectionProps } from './security-section'

type Passkey = SecondFactor['passkeys'][number]

export function PasskeysSection({ state, run, onChanged }: SectionProps) {
  const [begun, setBegun] = useState<BegunPasskey>()
  const [leaving, setLeaving] = useState<Passkey>()
  const isSupported = browserSupportsWebAuthn()
  const isLast = state.passkeys.length === 1 && !state.totp

  const begin = async () => {
    const outcome = await run((proof) => callEndpoint(beginPasskey, { body: proof }))
    if (outcome?.kind === 'ok') setBegun(outcome.data)
    else if (outcome !== undefined) toast.error(failureText(outcome), { durationMs: 5000 })
  }
  const remove = async ({ id }: Passkey) => {
    setLeaving(undefined)
    const outcome = await run((proof) => callEndpoint(removePasskey, { body: { id, ...proof } }))
    if (outcome === undefined) return
    if (outcome.kind === 'ok') toast.success(m.second_factor_passkey_removed())
    else toast.error(failureText(outcome), { durationMs: 5000 })
    onChanged()
  }
  return (
    <SecuritySection
      title={m.second_factor_passkeys()}
      text={m.second_factor_passkeys_text()}
      action={
        isSupported ? (
          <Button variant="secondary" onClick={() => void begin()}>
            {m.second_factor_passkey_add()}
          </Button>
        ) : (
          <p>{m.second_factor_passkey_unsupported()}</p>
        )
      }
    >
      {state.passkeys.length === 0 ? (
        <p>{m.second_factor_passkeys_none()}</p>
      ) : (
        <ul>
          {state.passkeys.map((passkey) => (
            <li key={passkey.id} className={row}>
              <div className={facts}>
                <p className={name}>{passkey.name}</p>
                <p className={muted}>
                  {m.second_factor_passkey_added_on({ date: dateText(passkey.created_at, getLocale()) })}
                  {' · '}
                  {passkey.last_used_at === null
                    ? m.second_factor_passkey_unused()
                    : m.second_factor_passkey_used_on({ date: dateText(passkey.last_used_at, getLocale()) })}
                </p>
              </div>
              <Button
                variant="ghost"
                size="sm"
                aria-label={m.second_factor_passkey_remove({ name: passkey.name })}
                onClick={() => setLeaving(passkey)}
              >
                {m.second_factor_remove()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {begun === undefined ? null : (
        <AddPasskeyDialog
          begun={begun}
          count={state.passkeys.length}
          onClose={() => setBegun(undefined)}
          onAdded={(codes) => {
            setBegun(undefined)
            toast.success(m.second_factor_passkey_added())
            onChanged(codes)
          }}
        />
      )}
      {leaving === undefined ? null : (
        <ConfirmDialog
          open
          onClose={() => setLeaving(undefined)}
          title={m.second_factor_passkey_remove({ name: leaving.name })}
          description={m.second_factor_passkey_remove_text()}
          confirmLabel={m.second_factor_remove()}
          cancelLabel={m.second_factor_cancel()}
          closeLabel={m.second_factor_close()}
          tone="danger"
          onConfirm={() => void remove(leaving)}
        >
          {isLast ? <p>{m.second_factor_last_text()}</p> : null}
        </ConfirmDialog>
      )}
    </SecuritySection>
  )
}

const { row, facts, name, muted } = accessRow
