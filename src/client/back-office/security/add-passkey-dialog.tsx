import { startRegistration } from '@simplewebauthn/browser'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { useRef, useState } from 'react'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { TextField } from '@/client/design-system/forms/field'
import type { CallInput } from '@/contract/endpoint'
import { addPasskey } from '@/contract/accounts/second-factor-setup'
import { PASSKEY_NAME_MAX, passkeyNameSchema } from '@/domain/accounts/second-factor'
import * as m from '@/messages/compiled/messages.js'
import { FormDialog } from '@/client/back-office/layout/dialogs/form-dialog'
import { isAddedAfterAll } from './added-after-all'
import { callEndpoint } from '@/client/shared/offline/client-call'

export interface BegunPasskey {
  token: string
  options: Record<string, unknown>
}

interface AddPasskeyDialogProps {
  begun: BegunPasskey
  /** How many passkeys there are. */
  count: number
  onClose: () => void
  onAdded: (recoveryCodes: string[] | undefined) => void
}

/** Names a new passkey, and has the browser make it. */
export function AddPasskeyDialog({ begun, count, onClose, onAdded }: AddPasskeyDialogProps) {
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

/** The browser's response, or why there is none. */
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
