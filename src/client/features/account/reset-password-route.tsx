import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, useHydrated, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureText, formFailureText, isUncertain } from '@/client/shared/forms/server-error-text'
import {
  FormFailure,
  PasswordField,
  SubmitButton,
  useSchemaForm,
} from '@/client/shared/forms/use-schema-form'
import { noindexHead } from '@/client/shared/layout/page-head'
import { searchTexts } from '@/client/shared/links/web-url'
import { callEndpoint } from '@/client/shared/offline/client-call'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { confirmPasswordReset, validateResetToken } from '@/contract/accounts/auth'
import { choosePasswordSchema } from '@/domain/accounts/account'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import type { Failure } from '@/offline/api/next-step'
import { css } from 'styled-system/css'
import { accountForm, AccountFrame } from './account-frame'

const route = getRouteApi('/reset-password')

/** The page that the link of a reset mail leads to (rules 4.8). */
function ResetPasswordPage() {
  const token = useResetToken()
  const [isDone, setDone] = useState(false)
  const [retries, setRetries] = useState(0)
  const router = useRouter()
  const validation = useQuery({
    queryKey: ['reset-token', token],
    queryFn: () => (token ? callEndpoint(validateResetToken, { body: { token } }) : null),
    enabled: token !== undefined,
    networkMode: 'always',
    // Each visit validates it once: a form that is being filled in is not taken away.
    staleTime: Infinity,
    gcTime: 0,
  })
  const outcome = validation.isFetching ? undefined : validation.data
  // The button goes: the title takes the focus, and again with every try.
  const retry = () => {
    setRetries(retries + 1)
    void validation.refetch()
  }
  const frame = { focusTitle: retries > 0, title: m.sign_in_reset_title() }

  if (isDone) return <PasswordWasReset onGo={() => router.history.replace('/login')} />
  if (outcome === undefined)
    return (
      <AccountFrame {...frame} key={retries}>
        <output className={line}>
          <Spinner /> {m.sign_in_reset_validating()}
        </output>
      </AccountFrame>
    )
  if (!token || outcome === null || isInvalid(outcome))
    return (
      <AccountFrame title={m.sign_in_reset_invalid()} intro={m.sign_in_reset_invalid_text()} focusTitle>
        <BackToLogin />
      </AccountFrame>
    )
  if (outcome.kind !== 'ok')
    return (
      <AccountFrame {...frame} key={retries} title={m.sign_in_reset_unreachable()}>
        <Banner tone="warning" role="alert">
          {failureText(outcome)}
        </Banner>
        <Button onClick={retry}>{m.app_try_again()}</Button>
        <BackToLogin />
      </AccountFrame>
    )
  return (
    <AccountFrame {...frame} key={retries} intro={m.sign_in_reset_intro()}>
      <NewPasswordForm
        token={token}
        onDone={() => {
          setDone(true)
          // It is used up: going back must not offer it again.
          router.history.replace('/reset-password')
        }}
      />
    </AccountFrame>
  )
}

const line = css({ display: 'flex', gap: '3', alignItems: 'center' })

/** A link is malformed, unknown, gone or refused: a server with codes of its own tells that by the status. */
const INVALID_LINK = [400, 404, 410, 422]

/** The server says so; a server out of reach says nothing about the link. */
function isInvalid(outcome: Awaited<ReturnType<typeof callEndpoint<typeof validateResetToken>>>): boolean {
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

function BackToLogin() {
  return (
    <ButtonLink to="/login" variant="secondary">
      {m.sign_in_back_to_login()}
    </ButtonLink>
  )
}

/** The login page opens by itself after this time (rules 9). */
const GO_AFTER_MS = 2000

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

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  /** The response to an attempt was lost: a link that is used up says nothing else from then on. */
  const mayBeSet = useRef(false)
  const { fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: choosePasswordSchema,
    initialValues: { new_password: '', confirmation: '' },
    onValid: async ({ new_password }) => {
      const outcome = await callEndpoint(confirmPasswordReset, { body: { token, new_password } })
      if (outcome.kind === 'ok') onDone()
      else mayBeSet.current ||= isUncertain(outcome)
      return outcome
    },
  })
  const textOf = (shown: Failure) => {
    const isAboutLink = shown.kind === 'refused' && shown.code === 'NOT_FOUND'
    if (mayBeSet.current && (isUncertain(shown) || isAboutLink))
      return (
        <>
          <p>{m.sign_in_reset_uncertain()}</p>
          <BackToLogin />
        </>
      )
    return isAboutLink ? m.sign_in_reset_failed() : `${m.sign_in_reset_failed()} ${formFailureText(shown)}`
  }
  return (
    <form {...formProps} className={accountForm}>
      <PasswordField isNew label={m.sign_in_reset_new()} {...fields.new_password} />
      <PasswordField isNew label={m.sign_in_reset_confirmation()} isAgain {...fields.confirmation} />
      <FormFailure failure={failure} text={textOf} />
      <SubmitButton
        isBusy={isSubmitting}
        label={m.sign_in_reset_submit()}
        busyLabel={m.sign_in_reset_submitting()}
      />
    </form>
  )
}

const readSearch = searchTexts('token')

export const Route = createFileRoute('/reset-password')({
  validateSearch: readSearch,
  head: noindexHead(m.sign_in_reset_title),
  component: ResetPasswordPage,
})
