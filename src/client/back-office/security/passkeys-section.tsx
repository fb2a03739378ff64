import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { useState, useRef } from 'react'
import { dateText } from '@/client/shared/time/event-dates'
import { failureText, formFailureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { beginPasskey, removePasskey, addPasskey } from '@/contract/accounts/second-factor'
import type { SecondFactor } from '@/contract/accounts/second-factor'
import { RowButton } from '@/client/back-office/shared/table'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { accessRow } from '@/client/shared/session/own-queries'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { TextField } from '@/client/design-system/forms/field'
import type { CallInput } from '@/contract/endpoint'
import { PASSKEY_NAME_MAX, passkeyNameSchema } from '@/domain/accounts/account'
import { FormDialog } from '@/client/back-office/shared/form-dialog'
import { SecuritySection, isAddedAfterAll } from './use-proven'
import type { SectionProps } from './use-proven'

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
                <p className={passkeysSectionName}>
                  <bdi>{passkey.name}</bdi>
                </p>
                <p className={muted}>
                  {m.second_factor_passkey_added_on({ date: dateText(passkey.created_at, getLocale()) })}
                  {' · '}
                  {passkey.last_used_at === null
                    ? m.second_factor_passkey_unused()
                    : m.second_factor_passkey_used_on({ date: dateText(passkey.last_used_at, getLocale()) })}
                </p>
              </div>
              <RowButton
                variant="ghost"
                name={m.second_factor_passkey_remove({ name: passkey.name })}
                onClick={() => setLeaving(passkey)}
              >
                {m.second_factor_remove()}
              </RowButton>
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

const { row, facts, name: passkeysSectionName, muted } = accessRow

interface BegunPasskey {
  token: string
  options: Record<string, unknown>
}

interface AddPasskeyDialogProps {
  begun: BegunPasskey
  count: number
  onClose: () => void
  onAdded: (recoveryCodes: string[] | undefined) => void
}

function AddPasskeyDialog({ begun, count, onClose, onAdded }: AddPasskeyDialogProps) {
  const [failure, setFailure] = useState<string>()
  const isSent = useRef(false)
  const isThere = () => isAddedAfterAll(({ passkeys }) => passkeys.length > count)
  const { form, formProps, isSubmitting } = useSchemaForm<{ name: string }, { name: string }>({
    schema: passkeyNameSchema,
    initialValues: { name: '' },
    onValid: async ({ name }) => {
      setFailure(undefined)
      // Else the browser would make a second one.
      if (isSent.current && (await isThere())) return onAdded(undefined)
      const made = await createPasskey(begun.options)
      if (typeof made === 'string') return setFailure(made)
      const passkey = made as CallInput<typeof addPasskey>['body']['passkey']
      isSent.current = true
      const outcome = await callEndpoint(addPasskey, { body: { token: begun.token, name, passkey } })
      if (outcome.kind === 'ok') onAdded(outcome.data.recovery_codes)
      else if (await isThere()) onAdded(undefined)
      else setFailure(formFailureText(outcome))
    },
  })
  return (
    <FormDialog
      formProps={formProps}
      title={m.second_factor_passkey_add()}
      submitLabel={m.second_factor_passkey_create()}
      isBusy={isSubmitting}
      failure={failure}
      onClose={onClose}
    >
      <form.Field name="name">
        {(field) => (
          <TextField
            label={m.second_factor_passkey_name()}
            hint={m.second_factor_passkey_name_hint()}
            maxLength={PASSKEY_NAME_MAX}
            autoComplete="off"
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
    </FormDialog>
  )
}

async function createPasskey(options: BegunPasskey['options']): Promise<RegistrationResponseJSON | string> {
  try {
    // Our own server's, made by the library's other half.
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    return await startRegistration({ optionsJSON })
  } catch (error) {
    const isThere = error instanceof Error && error.name === 'InvalidStateError'
    return isThere ? m.second_factor_passkey_exists() : m.second_factor_passkey_not_made()
  }
}
