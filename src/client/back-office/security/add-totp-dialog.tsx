import { useState } from 'react'
import { qrDataUrl } from '@/client/shared/programme/qr-code'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { TextField } from '@/client/design-system/forms/field'
import { confirmTotp } from '@/contract/accounts/second-factor-setup'
import { totpCodeSchema } from '@/domain/accounts/second-factor'
import { CopyButton } from '@/client/back-office/layout/copy-button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { FormDialog } from '@/client/back-office/layout/dialogs/form-dialog'
import { isAddedAfterAll } from './added-after-all'
import { callEndpoint } from '@/client/shared/offline/client-call'

interface AddTotpDialogProps {
  secret: string
  uri: string
  onClose: () => void
  onAdded: (recoveryCodes: string[] | undefined) => void
}

/** Shows the secret of an authenticator app, and turns it on with a code of it. */
export function AddTotpDialog({ secret, uri, onClose, onAdded }: AddTotpDialogProps) {
  const [failure, setFailure] = useState<string>()
  const { form, formProps, isSubmitting } = useSchemaForm<{ code: string }, { code: string }>({
    schema: totpCodeSchema,
    initialValues: { code: '' },
    onValid: async ({ code }) => {
      setFailure(undefined)
      const outcome = await callEndpoint(confirmTotp, { body: { code } })
      if (outcome.kind === 'ok') return onAdded(outcome.data.recovery_codes)
      const isWrong = outcome.kind === 'refused' && outcome.code === 'SECOND_FACTOR_REFUSED'
      if (!isWrong && (await isAddedAfterAll(({ totp }) => totp))) return onAdded(undefined)
      setFailure(isWrong ? m.second_factor_code_wrong() : formFailureText(outcome))
    },
  })
  return (
    <FormDialog
      formProps={formProps}
      title={m.second_factor_totp_add()}
      submitLabel={m.second_factor_totp_confirm()}
      isBusy={isSubmitting}
      failure={failure}
      onClose={onClose}
    >
      <p>{m.second_factor_totp_scan()}</p>
      <img src={qrDataUrl(uri)} alt={m.second_factor_totp_qr()} width={208} height={208} />
      <div className={stack({ gap: '2' })}>
        <p className={muted}>{m.second_factor_totp_secret()}</p>
        <code className={key}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton
          text={secret}
          label={m.second_factor_totp_copy()}
          copiedLabel={m.second_factor_codes_copied()}
          className={start}
        />
      </div>
      <form.Field name="code">
        {(field) => (
          <TextField
            label={m.second_factor_code_label()}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
    </FormDialog>
  )
}

const muted = css({ textStyle: 'small', color: 'fg.muted' })
const key = css({ overflowWrap: 'anywhere' })
const start = css({ alignSelf: 'start' })
