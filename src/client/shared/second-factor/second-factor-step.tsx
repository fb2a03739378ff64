import { useEffect, useId, useState } from 'react'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { FormFailure, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { withOfflineClient } from '@/client/shared/offline/client-call'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import { mutedText, subheadingText } from '@/client/design-system/text'
import { signInWithSecondFactor } from '@/contract/accounts/auth'
import type { SecondFactorPrompt } from '@/contract/errors'
import { recoveryCodeSchema, totpCodeSchema } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import type { Failure } from '@/offline/api/next-step'
import { stack } from 'styled-system/patterns'

interface SecondFactorStepProps {
  prompt: SecondFactorPrompt
  isByProvider?: boolean
  onSignedIn: () => void
  /** Called to go back to the first step; with the reason when the person did not ask for it. */
  onStartAgain: (reason?: string) => void
}

const WAYS = {
  totp: {
    schema: totpCodeSchema,
    label: m.second_factor_code_label,
    hint: m.second_factor_code_hint,
    wrong: m.second_factor_code_wrong,
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    other: m.second_factor_recovery_use,
  },
  recovery_code: {
    schema: recoveryCodeSchema,
    label: m.second_factor_recovery_label,
    hint: m.second_factor_recovery_hint,
    wrong: m.second_factor_recovery_wrong,
    inputMode: 'text',
    autoComplete: 'off',
    other: m.second_factor_recovery_back,
  },
} as const
type Way = keyof typeof WAYS

export function SecondFactorStep(props: SecondFactorStepProps) {
  const id = useId()
  const [way, setWay] = useState<Way>('totp')
  return (
    <section aria-labelledby={id} className={stack({ gap: '5' })}>
      <div className={stack({ gap: '2' })}>
        <h2 id={id} className={subheadingText}>
          {m.second_factor_step_title()}
        </h2>
        <p className={mutedText}>
          {props.isByProvider === true ? m.second_factor_step_text_provider() : m.second_factor_step_text()}
        </p>
      </div>
      <CodeForm key={way} way={way} {...props} />
      <div className={stack({ gap: '2' })}>
        <Button variant="ghost" full onClick={() => setWay(way === 'totp' ? 'recovery_code' : 'totp')}>
          {WAYS[way].other()}
        </Button>
        <Button variant="ghost" full onClick={() => props.onStartAgain()}>
          {m.second_factor_start_again()}
        </Button>
      </div>
    </section>
  )
}

function CodeForm(props: SecondFactorStepProps & { way: Way }) {
  const { way, prompt, onSignedIn, onStartAgain } = props
  const { schema, label, hint, wrong, inputMode, autoComplete } = WAYS[way]
  const { fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema,
    initialValues: { code: '' },
    onValid: async ({ code }) => {
      const body = { token: prompt.token, [way]: code }
      const outcome = await withOfflineClient(({ api, session }) =>
        session.open(() => api.call(signInWithSecondFactor, { body })),
      )
      if (outcome.kind === 'ok') onSignedIn()
      else if (codeOf(outcome) === 'UNAUTHENTICATED') onStartAgain(m.second_factor_expired())
      else return outcome
    },
  })
  const element = formProps.ref
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  return (
    <form {...formProps} className={stack({ gap: '4' })}>
      <TextField
        label={label()}
        hint={hint()}
        inputMode={inputMode}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        {...fields.code}
      />
      <FormFailure
        failure={failure}
        text={(shown) => (codeOf(shown) === 'SECOND_FACTOR_REFUSED' ? wrong() : formFailureText(shown))}
      />
      <Button type="submit" full busy={isSubmitting}>
        {isSubmitting ? m.second_factor_submitting() : m.second_factor_submit()}
      </Button>
    </form>
  )
}

const codeOf = (failure: Failure) => (failure.kind === 'refused' ? failure.code : undefined)
