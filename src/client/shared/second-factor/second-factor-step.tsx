import { useEffect, useId, useRef, useState } from 'react'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { withOfflineClient } from '@/client/shared/offline/client-call'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import { type Session, signInWithSecondFactor } from '@/contract/accounts/auth'
import type { CallInput } from '@/contract/endpoint'
import type { SecondFactorPrompt } from '@/contract/errors'
import { recoveryCodeSchema, totpCodeSchema } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/next-step'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'

interface SecondFactorStepProps {
  prompt: SecondFactorPrompt
  isByProvider?: boolean
  onSignedIn: () => void
  /** Called to go back to the first step; with the reason when the person did not ask for it. */
  onStartAgain: (reason?: string) => void
  send?: typeof confirmSignIn
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
        <h2 id={id} className={title}>
          {m.second_factor_step_title()}
        </h2>
        <p className={muted}>
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

const title = css({ textStyle: 'subheading' })
const muted = css({ color: 'fg.muted' })

function CodeForm({
  way,
  prompt: { token },
  onSignedIn,
  onStartAgain,
  send = confirmSignIn,
}: SecondFactorStepProps & { way: Way }) {
  const { schema, label, hint, wrong, inputMode, autoComplete } = WAYS[way]
  const [failure, setFailure] = useState<string>()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])
  const { form, formProps, isSubmitting } = useSchemaForm<{ code: string }, { code: string }>({
    schema,
    initialValues: { code: '' },
    onValid: async ({ code }) => {
      setFailure(undefined)
      const outcome = await send({ token, [way]: code })
      if (outcome.kind === 'ok') onSignedIn()
      else if (outcome.kind === 'refused' && outcome.code === 'UNAUTHENTICATED')
        onStartAgain(m.second_factor_expired())
      else if (outcome.kind === 'refused' && outcome.code === 'SECOND_FACTOR_REFUSED') setFailure(wrong())
      else setFailure(formFailureText(outcome))
    },
  })
  return (
    <div ref={frame}>
      <form {...formProps} method="post" className={stack({ gap: '4' })}>
        <form.Field name="code">
          {(field) => (
            <TextField
              label={label()}
              hint={hint()}
              inputMode={inputMode}
              autoComplete={autoComplete}
              autoCapitalize="none"
              spellCheck={false}
              required
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        {failure === undefined ? null : (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        <Button type="submit" full busy={isSubmitting}>
          {isSubmitting ? m.second_factor_submitting() : m.second_factor_submit()}
        </Button>
      </form>
    </div>
  )
}

export function confirmSignIn(
  body: CallInput<typeof signInWithSecondFactor>['body'],
): Promise<Outcome<Session>> {
  return withOfflineClient(({ api, session }) =>
    session.open(() => api.call(signInWithSecondFactor, { body })),
  )
}
