import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import { recoveryCodeSchema, totpCodeSchema } from '@/domain/accounts/second-factor'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'

interface CodeFormProps {
  kind: 'totp' | 'recovery_code'
  /** The reason why the last code was refused. */
  error: string | undefined
  /** The form stands below something better. */
  isSecondary?: boolean
  onCode: (code: string) => Promise<void>
}

/** One code, of the app or from paper. */
export function CodeForm({ kind, error, isSecondary = false, onCode }: CodeFormProps) {
  const isTotp = kind === 'totp'
  const { form, formProps, isSubmitting } = useSchemaForm<{ code: string }, { code: string }>({
    schema: isTotp ? totpCodeSchema : recoveryCodeSchema,
    initialValues: { code: '' },
    onValid: ({ code }) => onCode(code),
  })
  return (
    <form {...formProps} method="post" className={stack({ gap: '4' })}>
      <form.Field name="code">
        {(field) => (
          <TextField
            label={isTotp ? m.second_factor_code_label() : m.second_factor_recovery_label()}
            hint={isTotp ? m.second_factor_code_hint() : m.second_factor_recovery_hint()}
            inputMode={isTotp ? 'numeric' : 'text'}
            autoComplete={isTotp ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      {error === undefined ? null : (
        <Banner tone="danger" role="alert">
          {error}
        </Banner>
      )}
      <Button type="submit" variant={isSecondary ? 'secondary' : 'primary'} full busy={isSubmitting}>
        {isSubmitting ? m.second_factor_submitting() : m.second_factor_submit()}
      </Button>
    </form>
  )
}
