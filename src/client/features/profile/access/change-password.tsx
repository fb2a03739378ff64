import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { outcomeAsUser } from '@/client/shared/session/own-queries'
import {
  formFailureText,
  isUncertain,
  useServerErrors,
  failureText,
} from '@/client/shared/forms/server-error-text'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { changePassword } from '@/contract/accounts/profile'
import { PASSWORD_MIN, passwordChangeSchema } from '@/domain/accounts/account'
import type { PasswordChange } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/next-step'
import { Section } from '@/client/features/profile/section'
import { outcomeOf, unwrap } from '@/client/shared/offline/client-call'
import { requestPasswordReset } from '@/contract/accounts/auth'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'

const EMPTY: PasswordChange = { old_password: '', new_password: '', confirmation: '' }

interface ChangePasswordProps {
  userId: string
  /** The address is for password managers, which store a password beside it. */
  email: string
}

/** The change-password form (rules 2.11, 5). The server ends every session and opens a new one, which is stored here. */
export function ChangePassword({ userId, email }: ChangePasswordProps) {
  const [resetCount, setResetCount] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Section title={m.profile_password()} headingRef={heading}>
      <PasswordForm
        key={resetCount}
        userId={userId}
        email={email}
        onChanged={() => {
          setResetCount((before) => before + 1)
          // The button that had the focus goes with its form.
          heading.current?.focus()
        }}
      />
    </Section>
  )
}

function PasswordForm({ userId, email, onChanged }: ChangePasswordProps & { onChanged: () => void }) {
  const [failure, setFailure] = useState<string>()
  const { refused, setRefused } = useServerErrors<PasswordChange>()
  const { form, formProps, isDirty, isSubmitting, focusFirstInvalid } = useSchemaForm<
    PasswordChange,
    PasswordChange
  >({
    schema: passwordChangeSchema,
    initialValues: EMPTY,
    refused,
    onValid: async (values): Promise<void> => {
      setFailure(undefined)
      setRefused(undefined)
      const { old_password, new_password } = values
      const outcome = await outcomeAsUser(userId, changePassword, { body: { old_password, new_password } })
      if (outcome.kind === 'ok') {
        const renewed = outcome.data.session
        const { session } = await loadOfflineClient()
        const isStillHere = renewed !== undefined && (await session.adopt(renewed))
        toast.success(
          m.profile_password_changed(),
          isStillHere ? { description: m.profile_password_changed_text() } : {},
        )
        return onChanged()
      }
      if (setRefused(outcome, values)) return focusFirstInvalid()
      setFailure(failureOf(outcome))
    },
  })
  useUnsaved(isDirty)
  const shown = { showLabel: m.sign_in_password_show(), hideLabel: m.sign_in_password_hide() }
  return (
    <form {...formProps} method="post" className={stack({ gap: '4' })}>
      <p className={note}>{m.profile_password_others()}</p>
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <form.Field name="old_password">
        {(field) => (
          <PasswordField
            {...shown}
            label={m.profile_password_old()}
            autoComplete="current-password"
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      <form.Field name="new_password">
        {(field) => (
          <PasswordField
            {...shown}
            label={m.profile_password_new()}
            hint={m.sign_in_password_rule({ n: PASSWORD_MIN })}
            autoComplete="new-password"
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      <form.Field name="confirmation">
        {(field) => (
          <PasswordField
            {...shown}
            label={m.profile_password_confirm()}
            autoComplete="new-password"
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      {failure === undefined ? null : (
        <Banner tone="danger" role="alert" title={m.profile_password_failed()}>
          {failure}
        </Banner>
      )}
      <Button type="submit" busy={isSubmitting} className={submitButton}>
        {isSubmitting ? m.profile_password_submitting() : m.profile_password_submit()}
      </Button>
    </form>
  )
}

function failureOf(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): string {
  return isUncertain(outcome) ? m.profile_password_uncertain() : formFailureText(outcome)
}

const note = css({ textStyle: 'small', color: 'fg.muted' })
const submitButton = css({ alignSelf: 'flex-start' })

const SENT_MS = 10_000

export function PasswordLink({ email }: { email: string }) {
  const request = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(requestPasswordReset, { body: { email } }))
    },
    onSuccess: () => toast.success(m.profile_no_password_sent(), { durationMs: SENT_MS }),
  })
  return (
    <>
      {request.isError ? (
        <Banner tone="danger" role="alert" title={m.profile_no_password_failed()}>
          {failureText(outcomeOf(request.error))}
        </Banner>
      ) : null}
      <Button
        variant="secondary"
        busy={request.isPending}
        className={sendButton}
        onClick={() => request.mutate()}
      >
        {request.isPending ? m.profile_no_password_sending() : m.profile_no_password_send()}
      </Button>
    </>
  )
}

const sendButton = css({ justifySelf: 'start', alignSelf: 'flex-start' })
