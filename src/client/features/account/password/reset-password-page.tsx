import { Link, getRouteApi, useHydrated, useLocation, useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import {
  failureText,
  formFailureText,
  isUncertain,
  useServerErrors,
} from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import * as m from '@/messages/compiled/messages.js'
import {
  setPassword,
  validateToken,
  AccountFrame,
  accountForm,
} from '@/client/features/account/account-frame'
import type { Failure } from '@/client/features/account/account-frame'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { PasswordField } from '@/client/design-system/forms/password-field'
import { choosePasswordSchema, PASSWORD_MIN } from '@/domain/accounts/account'
import type { ChoosePassword } from '@/domain/accounts/account'
import type { Outcome } from '@/offline/api/next-step'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'

const route = getRouteApi('/reset-password')

/** The page that the link of a reset mail leads to (rules 4.8). */
export function ResetPasswordPage() {
  const token = useResetToken()
  const [isDone, setDone] = useState(false)
  const [retries, setRetries] = useState(0)
  const router = useRouter()
  const validation = useQuery({
    queryKey: ['reset-token', token],
    queryFn: () => (token === undefined || token === null ? null : validateToken(token)),
    enabled: token !== undefined,
    networkMode: 'always',
    // Each visit validates it once: a form that is being filled in is not taken away.
    staleTime: Infinity,
    gcTime: 0,
  })
  // The button goes: the title takes the focus, and again with every try.
  const retry = () => {
    setRetries(retries + 1)
    void validation.refetch()
  }
  const outcome = validation.isFetching ? undefined : validation.data

  if (isDone) return <PasswordWasReset onGo={() => router.history.replace('/login')} />
  if (outcome === undefined)
    return (
      <AccountFrame key={retries} focusTitle={retries > 0} title={m.sign_in_reset_title()}>
        <output className={line}>
          <Spinner /> {m.sign_in_reset_validating()}
        </output>
      </AccountFrame>
    )
  if (typeof token !== 'string' || outcome === null || isInvalid(outcome)) return <InvalidToken />
  if (outcome.kind !== 'ok')
    return (
      <AccountFrame key={retries} focusTitle={retries > 0} title={m.sign_in_reset_unreachable()}>
        <Banner tone="warning" role="alert">
          {failureText(outcome)}
        </Banner>
        <Button onClick={retry}>{m.sign_in_try_again()}</Button>
        <BackToLogin />
      </AccountFrame>
    )
  return (
    <AccountFrame
      key={retries}
      focusTitle={retries > 0}
      title={m.sign_in_reset_title()}
      intro={m.sign_in_reset_intro()}
    >
      <NewPasswordForm
        loginLink={<BackToLogin />}
        send={(chosen) => setPassword(token, chosen)}
        onDone={() => {
          setDone(true)
          // It is used up: going back must not offer it again.
          router.history.replace('/reset-password')
        }}
      />
    </AccountFrame>
  )
}

type Validation = Awaited<ReturnType<typeof validateToken>>

/** A link is malformed, unknown, gone or refused: a server with codes of its own tells that by the status. */
const INVALID_LINK = [400, 404, 410, 422]

/** The server says so; a server out of reach says nothing about the link. */
function isInvalid(outcome: Validation): boolean {
  if (outcome.kind === 'ok') return !outcome.data.valid
  return outcome.kind === 'refused' && INVALID_LINK.includes(outcome.status)
}

/**
 * The link's token: undefined until the browser has hydrated, null when there is none. It moves from the address into the
 * state of this history entry, where a reload finds it and nobody else does.
 */
function useResetToken(): string | null | undefined {
  const { token: inAddress } = route.useSearch()
  const inState = useLocation({ select: ({ state }) => state.resetToken })
  const isHydrated = useHydrated()
  const navigate = route.useNavigate()
  useEffect(() => {
    if (inAddress !== undefined)
      void navigate({ search: {}, state: { resetToken: inAddress }, replace: true })
  }, [inAddress, navigate])
  return isHydrated ? (inAddress ?? inState ?? null) : undefined
}

function InvalidToken() {
  return (
    <AccountFrame title={m.sign_in_reset_invalid()} intro={m.sign_in_reset_invalid_text()} focusTitle>
      <BackToLogin />
    </AccountFrame>
  )
}

function BackToLogin() {
  return (
    <Link to="/login" className={button({ variant: 'secondary' })}>
      {m.sign_in_back_to_login()}
    </Link>
  )
}

const line = css({ display: 'flex', gap: '3', alignItems: 'center' })

/** The login page opens by itself after this time (rules 9). */
const GO_AFTER_MS = 2000

/** Says that it is done, and goes on to the login page, by itself or at once. */
function PasswordWasReset({ onGo }: { onGo: () => void }) {
  const go = useEffectEvent(onGo)
  useEffect(() => {
    const timer = setTimeout(() => go(), GO_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <AccountFrame title={m.sign_in_reset_done()} intro={m.sign_in_reset_done_text()} focusTitle>
      <Button onClick={onGo}>{m.sign_in_reset_go()}</Button>
    </AccountFrame>
  )
}

interface NewPasswordFormProps {
  send: (chosen: ChoosePassword) => Promise<Outcome<unknown>>
  onDone: () => void
  /** The way out where the password may have been set already. */
  loginLink?: ReactNode
}

/** A new password, twice. What was typed stays after every failure. */
export function NewPasswordForm({ send, onDone, loginLink }: NewPasswordFormProps) {
  const [failure, setFailure] = useState<Failure>()
  /** A link that is used up says nothing else once this is true. */
  const [mayBeSet, setMayBeSet] = useState(false)
  const { refused, setRefused } = useServerErrors<ChoosePassword>()
  const { form, formProps, isDirty, isSubmitting, focusFirstInvalid } = useSchemaForm<
    ChoosePassword,
    ChoosePassword
  >({
    schema: choosePasswordSchema,
    initialValues: { new_password: '', confirmation: '' },
    refused,
    onValid: async (chosen): Promise<void> => {
      setFailure(undefined)
      setRefused(undefined)
      const outcome = await send(chosen)
      if (outcome.kind === 'ok') return onDone()
      if (setRefused(outcome, chosen)) return focusFirstInvalid()
      setFailure(outcome)
      if (isUncertain(outcome)) setMayBeSet(true)
    },
  })
  useUnsaved(isDirty)
  const shared = {
    autoComplete: 'new-password',
    showLabel: m.sign_in_password_show(),
    hideLabel: m.sign_in_password_hide(),
    minLength: PASSWORD_MIN,
    required: true,
  } as const
  return (
    <form {...formProps} method="post" className={accountForm}>
      <form.Field name="new_password">
        {(field) => (
          <PasswordField
            label={m.sign_in_reset_new()}
            hint={m.sign_in_password_rule({ n: PASSWORD_MIN })}
            {...shared}
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      <form.Field name="confirmation">
        {(field) => (
          <PasswordField label={m.sign_in_reset_confirmation()} {...shared} {...fieldProps(field)} />
        )}
      </form.Field>
      {failure ? (
        <Banner tone="danger" role="alert">
          {mayBeSet && (isUncertain(failure) || isAboutLink(failure)) ? (
            <>
              <p>{m.sign_in_reset_uncertain()}</p>
              {loginLink}
            </>
          ) : (
            <Why failure={failure} />
          )}
        </Banner>
      ) : null}
      <Button type="submit" full busy={isSubmitting}>
        {isSubmitting ? m.sign_in_reset_submitting() : m.sign_in_reset_submit()}
      </Button>
    </form>
  )
}

function Why({ failure }: { failure: Failure }) {
  return (
    <>
      <p>{m.sign_in_reset_failed()}</p>
      {isAboutLink(failure) ? null : <p>{formFailureText(failure)}</p>}
    </>
  )
}

/** Whether the link was used or expired since the page validated it: the sentence says it already. */
function isAboutLink(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.code === 'NOT_FOUND'
}
